"""Training that starts from a finished model: its weights, boards beside the person's own, and what is no model."""
