"""The verbs that learn from a person's corrections."""
