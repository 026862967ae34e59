"""A reMarkable document (.rmdoc): a ZIP file with the list of its pages and a file for each page with content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.readers.document import Document, read_object
from inkslate.readers.packages import Members

_LIST = ".content"


def is_archive(names: list[str]) -> bool:
    """Whether a ZIP file with these members is a document of a reMarkable."""
    return len(_lists(names)) == 1 and any(name.endswith((".metadata", ".rm")) for name in names)


def page_files(document: Document, members: Members) -> Iterator[tuple[int, bytes]]:
    """The number of each page that has a file, and the file, in the order of the pages."""
    lists = _lists(members.names)
    if len(lists) != 1:
        raise InputError(f"{document.name}: has no list of its pages; it is not a document of a reMarkable")
    name = lists[0]
    content = read_object(Document(f"{document.name}, {name}", members.read(name)))
    files = set(members.names)
    for number, page in enumerate(_page_ids(content), 1):
        file = f"{name.removesuffix(_LIST)}/{page}.rm"
        if file in files:
            files.discard(file)  # a page that is listed twice is read once
            yield number, members.read(file)


def _lists(names: list[str]) -> list[str]:
    return [name for name in names if name.endswith(_LIST) and "/" not in name]


def _page_ids(content: Fields) -> list[str | int]:
    """The ids of the pages in their order; older files have a plain list, newer ones a place for each page."""
    shared = content.inner("cPages")
    if shared is None:
        return content.ids("pages")
    pages = [(page, _value(page, "idx")) for page in shared.objects("pages") if _value(page, "deleted") != 1]
    if all(isinstance(place, str) for _, place in pages):
        pages.sort(key=lambda pair: str(pair[1]))
    return [name for page, _ in pages if (name := page.id("id")) is not None]


def _value(page: Fields, key: str) -> object:
    """The value of a field that also says when it was set."""
    field = page.value(key)
    return field.get("value") if isinstance(field, Mapping) else None
