"""The errors that callers may get. Every message says what is wrong, where, and the remedy."""

from __future__ import annotations


class InkslateError(Exception):
    """Base of all errors that inkslate raises on purpose."""


class InputError(InkslateError, ValueError):
    """A file, a board or an option that cannot be used as it is."""


class ModelError(InkslateError):
    """A model folder, a tokenizer or a model's output that cannot be used."""


class MissingExtra(InkslateError, ImportError):
    """An optional dependency is not installed; the message has the pip command."""
