"""The formats that are read: one table, from which detection, the command line and the service take what they need.

A new format is one entry in `READERS` and its module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inkslate.formats import Scanned
    from inkslate.readers.document import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Syntax:
    """What a file is written in. Several formats share its suffixes and media types, so these name no format."""

    name: str
    suffixes: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()


TEXT = Syntax(name="text")
JSON = Syntax(name="JSON", suffixes=(".json",), media_types=("application/json",))
XML = Syntax(name="XML", suffixes=(".xml",), media_types=("application/xml", "text/xml"))
BINARY = Syntax(name="binary")
HTML = Syntax(name="HTML", suffixes=(".html", ".htm", ".xhtml"), media_types=("text/html", "application/xhtml+xml"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A format that is read. Called with a Document, it gives the boards and findings of it.

    `module`, below `inkslate.readers`, has `scan(document)`. It is imported on first use, so that reading text does
    not import what the other formats need. `suffixes` and `media_types` mean this format and no other.
    """

    name: str
    module: str
    syntax: Syntax
    title: str = ""  # what a person calls it; by default its name
    suffixes: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()
    by_content: bool = False  # the module has `recognises(document)`, which is true for this format only
    labelled: bool = False  # labels count its words, so its lines are taken as they are
    has_strokes: bool = False  # the module has `strokes(document)`
    has_attachments: bool = False  # most of a file may be no text, so the module checks how much text it is
    is_costly: bool = False  # seconds for a file, so that those in a folder are read where they are asked for only

    def __call__(self, document: Document) -> Iterable[Scanned]:
        """The boards and findings of a document in this format."""
        scanned: Iterable[Scanned] = self.load().scan(document)
        return scanned

    def recognises(self, document: Document) -> bool:
        """Whether the content of the document is certainly of this format."""
        recognised: bool = self.by_content and self.load().recognises(document)
        return recognised

    def load(self) -> Any:
        """The module of the format."""
        return import_module(f"inkslate.readers.{self.module}")


_ENTRIES = (
    Reader(
        name="text",
        title="plain text",
        module="text",
        syntax=TEXT,
        suffixes=(".txt", ".text", ".taskpaper", ".todo"),
        media_types=("text/plain",),
    ),
    Reader(
        name="markdown",
        title="Markdown",
        module="markdown.reader",
        syntax=TEXT,
        suffixes=(".md", ".markdown"),
        media_types=("text/markdown",),
    ),
    Reader(name="org", title="Org mode", module="org", syntax=TEXT, suffixes=(".org",), media_types=("text/org",)),
    Reader(
        name="board",
        title="board JSONL",
        module="board_jsonl",
        syntax=JSON,
        suffixes=(".jsonl", ".ndjson"),
        media_types=("application/jsonl", "application/x-ndjson"),
        labelled=True,
    ),
    Reader(
        name="slate-csv",
        title="SLATE CSV",
        module="slate_csv",
        syntax=TEXT,
        suffixes=(".csv",),
        media_types=("text/csv",),
        labelled=True,
    ),
    Reader(
        name="jiix",
        title="MyScript ink (JIIX)",
        module="jiix.reader",
        syntax=JSON,
        suffixes=(".jiix",),
        by_content=True,
        has_strokes=True,
    ),
    Reader(name="ink-recognizer", title="Microsoft ink", module="ink_recognizer.reader", syntax=JSON, by_content=True),
    Reader(name="azure", title="Azure", module="azure.reader", syntax=JSON, by_content=True),
    Reader(name="textract", title="Amazon Textract", module="textract.reader", syntax=JSON, by_content=True),
    Reader(name="google-vision", title="Google Vision", module="google_vision.reader", syntax=JSON, by_content=True),
    Reader(name="hocr", title="hOCR", module="hocr.reader", syntax=HTML, suffixes=(".hocr",), by_content=True),
    Reader(name="page-xml", title="PAGE XML", module="page_xml", syntax=XML, by_content=True),
    Reader(name="alto", title="ALTO XML", module="alto", syntax=XML, by_content=True),
    Reader(
        name="inkml",
        title="InkML",
        module="inkml.reader",
        syntax=XML,
        suffixes=(".inkml",),
        media_types=("application/inkml+xml",),
        by_content=True,
        has_strokes=True,
    ),
    Reader(
        name="webvtt",
        title="WebVTT captions",
        module="captions.webvtt",
        syntax=TEXT,
        suffixes=(".vtt",),
        media_types=("text/vtt",),
        by_content=True,
    ),
    Reader(
        name="srt",
        title="SRT captions",
        module="captions.srt",
        syntax=TEXT,
        suffixes=(".srt",),
        media_types=("application/x-subrip",),
        by_content=True,
    ),
    Reader(
        name="eml",
        title="e-mail",
        module="mail.eml",
        syntax=TEXT,
        suffixes=(".eml",),
        media_types=("message/rfc822",),
        by_content=True,
        has_attachments=True,
    ),
    Reader(
        name="mbox",
        title="mailboxes (mbox)",
        module="mail.mbox",
        syntax=TEXT,
        suffixes=(".mbox",),
        media_types=("application/mbox",),
        by_content=True,
        has_attachments=True,
    ),
    Reader(name="google-keep", title="Google Keep", module="google_keep", syntax=JSON, by_content=True),
    Reader(
        name="enex",
        title="Evernote (ENEX)",
        module="enex",
        syntax=XML,
        suffixes=(".enex",),
        by_content=True,
        has_attachments=True,
    ),
    Reader(name="apple-notes", title="Apple Notes", module="apple_notes", syntax=HTML, by_content=True),
    Reader(
        name="docx",
        title="Word (DOCX)",
        module="docx",
        syntax=BINARY,
        suffixes=(".docx",),
        media_types=("application/vnd.openxmlformats-officedocument.wordprocessingml.document",),
        by_content=True,
    ),
    Reader(
        name="odt",
        title="OpenDocument (ODT)",
        module="odt",
        syntax=BINARY,
        suffixes=(".odt",),
        media_types=("application/vnd.oasis.opendocument.text",),
        by_content=True,
    ),
    Reader(
        name="pdf",
        title="PDF",
        module="pdf",
        syntax=BINARY,
        suffixes=(".pdf",),
        media_types=("application/pdf",),
        by_content=True,
    ),
    Reader(
        name="supernote",
        title="Supernote",
        module="supernote.reader",
        syntax=BINARY,
        suffixes=(".note",),
        by_content=True,
    ),
    Reader(
        name="remarkable",
        title="reMarkable",
        module="remarkable.reader",
        syntax=BINARY,
        suffixes=(".rm", ".rmdoc"),
        by_content=True,
    ),
    Reader(
        name="photo",
        title="photos",
        module="photo.reader",
        syntax=BINARY,
        suffixes=(".png", ".jpg", ".jpeg"),
        media_types=("image/png", "image/jpeg"),
        by_content=True,
        is_costly=True,
    ),
    Reader(
        name="label-studio", title="Label Studio", module="label_studio", syntax=JSON, by_content=True, labelled=True
    ),
)
READERS: Mapping[str, Reader] = MappingProxyType({reader.name: reader for reader in _ENTRIES})


def formats_by_suffix() -> dict[str, Reader | None]:
    """Every known suffix, in small letters with its dot, and its format; None where the content decides."""
    return {suffix: None for reader in READERS.values() for suffix in reader.syntax.suffixes} | {
        suffix: reader for reader in READERS.values() for suffix in reader.suffixes
    }


def formats_by_media_type() -> dict[str, Reader | None]:
    """Every known media type and its format; None where the content decides."""
    return {media: None for reader in READERS.values() for media in reader.syntax.media_types} | {
        media: reader for reader in READERS.values() for media in reader.media_types
    }
