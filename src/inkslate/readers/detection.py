"""Which format a document has, from its name and content; an error rather than a wrong guess."""

from __future__ import annotations

import re
from importlib import import_module
from typing import NoReturn

from inkslate.errors import InputError
from inkslate.formats import COLUMNS
from inkslate.messages import shorten
from inkslate.readers.document import Document, read_json
from inkslate.readers.unsupported import refuse_foreign

# Endings that mean one format.
_BY_SUFFIX = {
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".jsonl": "board",
    ".ndjson": "board",
    ".csv": "slate-csv",
    ".jiix": "jiix",
    ".inkml": "inkml",
    ".hocr": "hocr",
}
# Endings that many formats share.
_JSON = re.compile(r"\s*(?:\{\s*\"|\[\s*\{|\{\s*\}\s*\Z|\[\s*\]\s*\Z)")
_MARKUP = re.compile(r"\s*<(?:\?xml|!doctype|html|\w+[^<>]*\bxmlns)", re.IGNORECASE)
_SHARED = (".json", ".xml", ".html", ".htm", ".xhtml")
# What the module of a format recognises in a content.
_BY_CONTENT = (
    "jiix",
    "ink-recognizer",
    "azure",
    "textract",
    "google-vision",
    "hocr",
    "page-xml",
    "inkml",
    "label-studio",
)

_MODULES = ("page-xml", "label-studio")  # the other formats are packages


def guess_format(document: Document) -> str:
    """The name of a reader. An ending of one format decides; otherwise (or from a pipe) the content does."""
    if document.suffix in _BY_SUFFIX:
        return _BY_SUFFIX[document.suffix]
    if document.suffix and document.suffix not in _SHARED:
        refuse_foreign(document.name, document.data)  # no --from would help
        raise InputError(f"{document.name}: cannot tell the format from {document.suffix!r}; name it with --from")
    found = [name for name in _BY_CONTENT if _recognises(name, document)]
    if len(found) > 1:
        raise InputError(f"{document.name}: may be {' or '.join(found)}; name it with --from")
    if found:
        return found[0]
    return _plain(document)


def _recognises(name: str, document: Document) -> bool:
    """What the format's module says. Modules come in when they are asked: most files' endings tell their format."""
    module = name.replace("-", "_") + ("" if name in _MODULES else ".reader")
    answer: bool = import_module(f"inkslate.readers.{module}").recognises(document)
    return answer


def _plain(document: Document) -> str:
    """Formats of our own, and text; markup that no reader knows is an error, never notes."""
    first = next((line.strip() for line in document.text.split("\n") if line.strip()), "")
    # Notes may begin with a brace; a board, cut off or not, names its regions.
    if first.startswith("{") and '"regions"' in document.text:
        return "board"
    if document.suffix == ".json" or _JSON.match(document.text):
        _refuse_json(document)
    if document.suffix or _MARKUP.match(document.text):
        kind = document.suffix[1:].upper() or "markup"
        raise InputError(f"{document.name}: is no {kind} that we know; name its format with --from")
    return "slate-csv" if set(COLUMNS) <= set(first.split(",")) else "text"


def _refuse_json(document: Document) -> NoReturn:
    """JSON that no reader knows: damaged, the error of a service, or something else."""
    value = read_json(document)
    if isinstance(value, dict):
        said = value.get("error", value.get("Error", value if "__type" in value else None))
        if isinstance(said, dict):
            parts = [said.get(key) for key in ("code", "Code", "__type", "message", "Message")]
            reason = ": ".join(shorten(str(part), 200) for part in parts if part is not None)
            raise InputError(f"{document.name}: is an error of a service ({reason or 'no reason given'}); ask it again")
    raise InputError(f"{document.name}: is no JSON that we know; name its format with --from")
