"""XML parsed safely: namespaces are removed, and everything that is not XML is an InputError."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from inkslate.errors import InputError
from inkslate.messages import shorten
from inkslate.readers.document import Document

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

# No page or ink has more levels; with this limit, code that walks the tree may recurse.
_DEEPEST = 200
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_WHOLE = re.compile(r"\s*[-+]?\d{1,9}\s*")
_LARGEST = 1e300
_T = TypeVar("_T")


def parse(document: Document, *, root: str) -> Element:
    """The root element, which must be called `root`; every tag and attribute by its name without namespace."""
    tag = local(_guarded(document, _first_tag))
    if tag != root:
        raise InputError(f"{document.name}: the root element is {shorten(tag)}, not {root!r}; it is of another format")
    element = _guarded(document, _tree)
    _take_namespaces_off(element, document.name)
    return element


def root_tag(document: Document) -> str | None:
    """The root's tag as {namespace}name, without parsing the rest; None where it is not XML that can be read safely."""
    try:
        return _guarded(document, _first_tag)
    except InputError:
        return None


def local(tag: str) -> str:
    """A name without its namespace."""
    return tag.rpartition("}")[2]


def whole(text: str | None) -> int | None:
    """An attribute as a whole number; None where it is not one."""
    return int(text) if text is not None and _WHOLE.fullmatch(text) else None


def finite(texts: Iterable[str]) -> list[float] | None:
    """Attributes as coordinates; None where one is not a number, or so large that sums of it may not be one."""
    try:
        numbers = [float(text) for text in texts]
    except ValueError:
        return None
    return numbers if all(abs(number) < _LARGEST for number in numbers) else None


def in_order(items: Iterable[_T], place: Callable[[_T], tuple[int, ...] | None]) -> list[_T]:
    """Items by their place; one that has none stays behind the one before it."""
    last: tuple[int, ...] = ()
    placed = []
    for item in items:
        last = last if (found := place(item)) is None else found
        placed.append((last, item))
    return [item for _, item in sorted(placed, key=lambda pair: pair[0])]


class _RootReached(Exception):
    """Not an error: carries the first tag out of the parser."""


class _FirstTag:
    def start(self, tag: str, attributes: dict[str, str]) -> None:  # noqa: ARG002 - the parser gives both
        raise _RootReached(tag)


def _first_tag(data: bytes) -> str:
    """The root's tag. Only the text before it can declare entities or defaults, so defusedxml checks them all."""
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    parser: Any = DefusedXMLParser(target=_FirstTag(), forbid_entities=True, forbid_external=True)
    parser.parser.StartDoctypeDeclHandler = _refuse_declarations
    try:
        parser.feed(data)
        parser.close()
    except _RootReached as reached:
        return str(reached.args[0])
    raise ParseError("no element found")


def _refuse_declarations(name: str, system: str | None, public: str | None, internal: int) -> None:
    # A bare DOCTYPE is harmless and nothing is fetched; defaults of an internal one can multiply a file.
    if internal:
        from defusedxml.common import DTDForbidden

        raise DTDForbidden(name, system, public)


def _tree(data: bytes) -> Element:
    from xml.etree.ElementTree import XMLParser

    # The parser in C, several times as fast; `_first_tag` has refused everything unsafe.
    parser = XMLParser()  # noqa: S314
    parser.feed(data)
    return parser.close()


def _guarded(document: Document, step: Callable[[bytes], _T]) -> _T:
    data = document.data.lstrip(b" \t\r\n")
    if b"\0" in data[:1000] and not data.startswith(_MARKS):
        raise InputError(
            f"{document.name}: contains NUL characters, so it is not XML (or UTF-16 without a byte-order mark); "
            "save it as UTF-8"
        )
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError

    try:
        return step(data)
    except DefusedXmlException:
        raise InputError(
            f"{document.name}: declares entities or its own document type, which is not safe to read; "
            "remove the DOCTYPE"
        ) from None
    except ParseError as error:
        raise InputError(
            f"{document.name}: not well-formed XML ({error}); the file is damaged, cut off or of another format"
        ) from None
    except (LookupError, ValueError, OverflowError) as error:
        reason = shorten(str(error), 60)
        raise InputError(f"{document.name}: cannot be decoded ({reason}); save it as UTF-8") from None


def _take_namespaces_off(root: Element, name: str) -> None:
    names: dict[str, str] = {}
    level, depth = [root], 0
    while level:
        depth += 1
        if depth > _DEEPEST:
            raise InputError(f"{name}: nested more than {_DEEPEST} levels deep; the file is damaged")
        for element in level:
            if (short := names.get(element.tag)) is None:
                short = names[element.tag] = local(element.tag)
            element.tag = short
            for key in element.keys():  # noqa: SIM118 - iterating over an element gives its children
                if key[0] == "{" and element.get(local(key)) is None:
                    element.set(local(key), element.get(key, ""))
        level = [child for element in level for child in element]
