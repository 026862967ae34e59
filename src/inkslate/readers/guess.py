"""Which format a document has, from its name and content; an error rather than a wrong guess."""

from __future__ import annotations

from inkslate.corpus import COLUMNS, parse_json
from inkslate.errors import InputError
from inkslate.readers.document import Document

_BY_SUFFIX = {".txt": "text", ".text": "text", ".md": "markdown", ".markdown": "markdown"}


def guess_format(document: Document) -> str:
    """The name of a reader."""
    if document.suffix in _BY_SUFFIX:
        return _BY_SUFFIX[document.suffix]
    by_content = _by_content(document)
    if document.suffix in (".jsonl", ".ndjson", ".json"):
        if by_content in ("board", "blank"):
            return "board"
        raise InputError(f"{document.name}: no board JSON that inkslate knows; name the format with --from")
    if document.suffix == ".csv":
        if by_content in ("slate-csv", "blank"):
            return "slate-csv"
        raise InputError(
            f"{document.name}: missing columns: the header needs {', '.join(COLUMNS)}; or name the format with --from"
        )
    if document.suffix:
        raise InputError(f"{document.name}: cannot tell the format from {document.suffix!r}; name it with --from")
    return "text" if by_content == "blank" else by_content


def _by_content(document: Document) -> str:
    first = next((line for line in document.text.split("\n") if line.strip()), "").lstrip("\ufeff").strip()
    if not first:
        return "blank"
    if set(COLUMNS) <= set(first.split(",")):
        return "slate-csv"
    if first.startswith("{"):
        try:
            value = parse_json(first)
        except ValueError:
            # Notes may begin with a brace; a board that was cut off begins as one.
            return "board" if '"regions"' in first else "text"
        return "board" if isinstance(value, dict) and "regions" in value else "text"
    return "text"
