"""JIIX, MyScript's interactive ink export."""
