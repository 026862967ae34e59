"""The errors and the warning that callers may get. Every message says what is wrong, where, and the remedy."""

from __future__ import annotations


class InkslateError(Exception):
    """Base of all errors that inkslate raises on purpose.

    >>> issubclass(InputError, InkslateError), issubclass(ModelError, InkslateError)
    (True, True)
    """


class InputError(InkslateError, ValueError):
    """A file, a board or an option that cannot be used as it is.

    >>> import inkslate
    >>> try:
    ...     inkslate.read_file("missing.txt")
    ... except InputError as error:
    ...     print(error)
    missing.txt: no such file
    """


class ModelError(InkslateError):
    """A model folder, a tokenizer or a model's output that cannot be used.

    >>> import inkslate
    >>> try:
    ...     inkslate.Extractor.load("missing")
    ... except ModelError as error:
    ...     print(error)
    no model 'missing'; name a model's folder, open or rules
    """


class MissingExtra(InkslateError, ImportError):
    """An optional dependency is not installed; the message has the pip command.

    >>> issubclass(MissingExtra, ImportError)
    True
    """


class ReadingWarning(UserWarning):
    """A file was read, but not all of it, or not surely: the message says what is missing.

    >>> issubclass(ReadingWarning, UserWarning)
    True
    """
