"""Distillation: a small model (the student) learns from the predictions of large ones (the teachers)."""
