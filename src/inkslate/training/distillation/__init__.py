"""A small model from large ones: teachers, soft targets, the student's run."""
