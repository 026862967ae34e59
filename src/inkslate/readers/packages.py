"""Documents that are ZIP files: recognised by their members, and checked before a library unpacks them in memory.

Nothing is written to disk, so names of members lead nowhere.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO

from inkslate.errors import InputError
from inkslate.readers.document import Document
from inkslate.readers.limits import MOST_MARKUP
from inkslate.readers.xml import root_tag

_MAGIC = b"PK\x03\x04"
_MOST_MEMBERS = 5_000
_MOST_BYTES = 512 << 20  # pictures included
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError, ValueError)


def has_member(document: Document, name: str) -> bool:
    """Whether the document is a ZIP file with a member of this name."""
    return name in member_names(document)


def member_names(document: Document) -> list[str]:
    """The names of the members of a ZIP file; none where it is not one, or damaged."""
    if not document.data.startswith(_MAGIC):
        return []
    try:
        with zipfile.ZipFile(BytesIO(document.data)) as package:
            return package.namelist()
    except _DAMAGED:
        return []


class Members:
    """The members of a ZIP file, read one at a time in memory; an InputError where it is damaged or too large.

    Use it in a `with` statement.
    """

    def __init__(self, document: Document, *, kind: str) -> None:
        self._document, self._kind = document, kind
        with reading(document, kind):
            self._package = zipfile.ZipFile(BytesIO(document.data))
        _check_sizes(document, self._package.infolist(), kind)

    def __enter__(self) -> Members:
        return self

    def __exit__(self, *_error: object) -> None:
        self._package.close()

    @property
    def names(self) -> list[str]:
        """The names of all members."""
        return self._package.namelist()

    def read(self, name: str) -> bytes:
        """The unpacked bytes of a member."""
        with reading(self._document, self._kind):
            return _unpacked(self._package, self._package.getinfo(name))


def open_package(document: Document, *, main: str, kind: str) -> BytesIO:
    """The bytes for the library, once every member is known to be small enough and its XML to be safe."""
    with reading(document, kind), zipfile.ZipFile(BytesIO(document.data)) as package:
        members = package.infolist()
        written = [member for member in members if member.filename.endswith((".xml", ".rels", ".rdf"))]
        _check_sizes(document, members, kind)
        _check_sizes(document, written, kind, most=MOST_MARKUP)
        if main not in package.namelist():
            raise InputError(f"{document.name}: has no {main}; it is not {kind}")
        for member in members:
            data = _unpacked(package, member)  # pictures too: the library reads them
            if member in written and data and root_tag(Document(member.filename, data)) is None:
                raise InputError(
                    f"{document.name}, {member.filename}: is damaged XML or declares entities, which is not safe to "
                    "read; save the document again"
                )
    return BytesIO(document.data)


def _unpacked(package: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """The bytes of a member; BadZipFile where it has more than it states."""
    # `ZipFile.read` would unpack up to two gigabytes before it looks at the size.
    with package.open(member) as file:
        return file.read(member.file_size + 1)


def _check_sizes(document: Document, members: Sequence[zipfile.ZipInfo], kind: str, *, most: int = _MOST_BYTES) -> None:
    if len(members) > _MOST_MEMBERS or sum(member.file_size for member in members) > most:
        raise InputError(f"{document.name}: unpacks to more than {kind} of notes can have; it is not safe to read")


@contextmanager
def reading(document: Document, kind: str) -> Iterator[None]:
    """What a library raises for a damaged file becomes one InputError."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        # Any exception: libraries raise whatever their parts do, and a damaged file must not end in a traceback.
        raise InputError(
            f"{document.name}: is not {kind} that can be read ({type(error).__name__}); the file is damaged, cut off, "
            "encrypted or of another format"
        ) from None
