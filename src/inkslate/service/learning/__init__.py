"""Learning from the corrections of a workspace, and from annotations in Label Studio."""
