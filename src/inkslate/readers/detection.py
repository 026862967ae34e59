"""Which format a document has, from its name and content; an error rather than a wrong answer."""

from __future__ import annotations

import re
from typing import NoReturn

from inkslate.errors import InputError
from inkslate.messages import shorten
from inkslate.readers.board_jsonl import looks_like_boards
from inkslate.readers.document import Document, read_json
from inkslate.readers.slate_csv import has_columns
from inkslate.readers.table import JSON, READERS, formats_by_suffix
from inkslate.readers.unsupported import refuse_unsupported

_JSON_START = re.compile(r"\s*(?:\{\s*\"|\[\s*\{|\{\s*\}\s*\Z|\[\s*\]\s*\Z)")
_MARKUP_START = re.compile(r"\s*<(?:\?xml|!doctype|html|\w[^<>]*\bxmlns)", re.IGNORECASE)


def detect_format(document: Document) -> str:
    """The name of a reader. A suffix of one format decides; otherwise (or from a pipe) the content does."""
    suffix, known = document.suffix, formats_by_suffix()
    if suffix and suffix not in known:
        refuse_unsupported(document.name, document.data)  # --from would not help
        raise InputError(f"{document.name}: cannot tell the format from {suffix!r}; name it with --from")
    if reader := known.get(suffix):
        return reader.name
    found = [reader.name for reader in READERS.values() if reader.recognises(document)]
    if len(found) > 1:
        raise InputError(f"{document.name}: may be {' or '.join(found)}; name it with --from")
    if found:
        return found[0]
    return _detect_notes(document)


def _detect_notes(document: Document) -> str:
    """Our own formats, which say less about themselves than the others, and text. Unknown markup is an error."""
    if looks_like_boards(document):
        return "board"
    if document.suffix in JSON.suffixes or _JSON_START.match(document.text):
        _refuse_json(document)
    if document.suffix or _MARKUP_START.match(document.head):
        kind = document.suffix[1:].upper() or "markup"
        raise InputError(f"{document.name}: is {kind} of an unknown format; name its format with --from")
    return "slate-csv" if has_columns(document) else "text"


def _refuse_json(document: Document) -> NoReturn:
    """An InputError for JSON that no reader recognises: damaged, the error of a service, or something else."""
    value = read_json(document)
    if isinstance(value, dict):
        error = value.get("error", value.get("Error", value if "__type" in value else None))
        if isinstance(error, dict):
            parts = [error.get(key) for key in ("code", "Code", "__type", "message", "Message")]
            reason = ": ".join(shorten(str(part), 200) for part in parts if part is not None)
            raise InputError(
                f"{document.name}: is the error of a service ({reason or 'no reason given'}); send the request again"
            )
    raise InputError(f"{document.name}: is JSON of an unknown format; name its format with --from")
