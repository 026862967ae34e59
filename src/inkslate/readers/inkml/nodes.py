"""The groups and views of an InkML file as a tree, with their kind and their text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

LINES = frozenset({"textline", "line"})
WORDS = frozenset({"word", "inkword", "textword"})
BULLETS = frozenset({"bullet", "inkbullet", "listbullet", "bulletpoint"})
LIST_SIGNS = frozenset({"symbol", "arrow"})  # what IAMonDo calls the bullets of a list
ITEMS = frozenset({"listitem", "item"})
LIST = "list"
# Lines in one of these belong together, at any depth; elsewhere only neighbours do.
REGIONS = frozenset({"textblock", "textregion", "writingregion", "paragraph", LIST})

_HOLDERS = ("traceGroup", "traceView")
_LINES_OR_MORE = LINES | REGIONS | ITEMS
_KINDS = frozenset({"type", "contentcategory"})
_TRANSCRIPTIONS = ("transcription", "transcript", "truth", "groundtruth", "recognition", "text")
# Office gives EMMA literals, the best first; some collections an element of their own.
_XML_TRANSCRIPTIONS = frozenset({"literal", "transcription", "truth", "tg_truth"})
_NO_LETTER = re.compile(r"[^a-z]")


@dataclass(frozen=True, eq=False, slots=True)
class InkmlNode:
    """A group or view of traces. `anchor` is the nearest id, its own or that of a parent."""

    element: Element
    kind: str
    text: str
    id: str | None
    anchor: str
    children: tuple[InkmlNode, ...]
    text_below: bool  # whether anything in it has text
    lines_below: bool  # whether anything in it says that it is a line or more

    @property
    def has_text(self) -> bool:
        """Whether it or anything in it has text."""
        return bool(self.text) or self.text_below

    @property
    def is_leaf(self) -> bool:
        """Whether it is a word, or has all its text itself."""
        return self.kind in WORDS or self.kind in BULLETS or not self.text_below

    @property
    def spelling(self) -> str:
        """Its text, or that of its letters."""
        return self.text or "".join(child.spelling for child in self.children)

    def parts(self) -> Iterator[InkmlNode]:
        """Its words and bullets, and whatever else has text and nothing smaller with text in it."""
        for child in self.children:
            if child.kind in WORDS or child.kind in BULLETS or (child.text and child.is_leaf):
                yield child
            elif child.text_below:
                yield from child.parts()


def make_node(element: Element, *, anchor: str = "ink") -> InkmlNode:
    """The tree of groups and views below an element."""
    analyses = [child for child in element.findall("annotationXML") if next(child.iter("math"), None) is None]
    annotations = element.findall("annotation")
    key = element.get("id") or _analysis_id(analyses)
    anchor = key or anchor
    # A view with nothing in it is a mere reference; most of a file's views are.
    children = tuple(make_node(child, anchor=anchor) for child in element if len(child) and child.tag in _HOLDERS)
    return InkmlNode(
        element=element,
        kind=_kind(annotations, analyses),
        text=_text(annotations, analyses),
        id=key,
        anchor=anchor,
        children=children,
        text_below=any(child.has_text for child in children),
        lines_below=any(child.lines_below or child.kind in _LINES_OR_MORE for child in children),
    )


def _kind(annotations: Sequence[Element], analyses: Sequence[Element]) -> str:
    """What a group says it is, in small letters: `textline`, `inkword`; empty where it does not say."""
    for annotation in annotations:
        if annotation.get("type", "").lower() in _KINDS:
            return _NO_LETTER.sub("", (annotation.text or "").rpartition("/")[2].lower())
    for analysis in analyses:
        for context in analysis.iter("context"):
            if kind := context.get("type"):
                return _NO_LETTER.sub("", kind.lower())
    return ""


def _text(annotations: Sequence[Element], analyses: Sequence[Element]) -> str:
    texts: dict[str, str] = {}
    for annotation in annotations:
        text = "".join(annotation.itertext()).strip()
        if text:
            texts.setdefault(annotation.get("type", "").lower(), text)
    for name in _TRANSCRIPTIONS if texts else ():
        if name in texts:
            return texts[name]
    for analysis in analyses:
        for inner in analysis.iter():
            if inner.tag.lower() in _XML_TRANSCRIPTIONS and (text := "".join(inner.itertext()).strip()):
                return text
    return ""


def _analysis_id(analyses: Sequence[Element]) -> str | None:
    """Office names a group by the interpretation that says what it is."""
    for analysis in analyses:
        for interpretation in analysis.iter("interpretation"):
            if interpretation.find("context") is not None:
                return interpretation.get("id")
    return None
