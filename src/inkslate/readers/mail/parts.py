"""The parts of a mail: its headers, and the texts in it. Every level is split once, and there are few levels.

The parser of the standard library is recursive, and looks for the ends of all open parts at every line.
"""

from __future__ import annotations

import binascii
import codecs
import quopri
import re
from collections.abc import Callable, Iterator
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from io import BytesIO
from typing import NamedTuple

from inkslate.errors import InputError
from inkslate.messages import shorten

_DEEPEST = 20
_MOST_PARTS = 1_000  # beside each other; a digest has a hundred mails
_LONGEST = 2000  # characters of a header that are read
_WANTED = frozenset(
    "from to cc subject date message-id content-type content-transfer-encoding content-disposition mime-version "
    "received return-path".split()
)
_BLANK = re.compile(rb"\r?\n[ \t]*\r?\n")
_FIELD = re.compile(r"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)
_SLOW_CODECS = frozenset("punycode idna unicode_escape raw_unicode_escape undefined utf_7 utf-7".split())
_GUESSED = frozenset(("us-ascii", "ascii", ""))


class MailText(NamedTuple):
    """A text of a mail."""

    kind: str  # plain or html
    text: str


class Entity(NamedTuple):
    """Headers and what is below them."""

    headers: Message
    body: bytes


def split_entity(data: bytes) -> Entity:
    """The headers, of which only those are kept that are read, and the body."""
    if data[:1] in (b"\n", b"\r"):
        return Entity(Message(), data)
    blank = _BLANK.search(data)
    head, body = (data[: blank.start()], data[blank.end() :]) if blank else (data, b"")
    headers = Message()
    for name, value in _fields(head):
        if name.lower() in _WANTED and name not in headers:
            headers[name] = value
    return Entity(headers, body)


def _fields(head: bytes) -> Iterator[tuple[str, str]]:
    """Names and values of headers; folded lines are joined, as much of them as is read."""
    name, value = "", ""
    for raw in BytesIO(head):  # line by line: a list of the lines would take twenty times their memory
        line = raw[:_LONGEST].decode("utf-8", "replace").rstrip("\r\n").replace("\0", " ")
        if line[:1] in (" ", "\t"):
            value = value if len(value) > _LONGEST else f"{value} {line.strip()}"
        elif field := _FIELD.match(line):
            if name:
                yield name, value[:_LONGEST]
            name, value = field[1], field[2].strip()
    if name:
        yield name, value[:_LONGEST]


def decode_words(value: str) -> str:
    """The text of a header, or of a part of one, with its encoded words decoded."""
    try:
        parts = [
            text if isinstance(text, str) else decode_bytes(text, charset or "", "header")
            for text, charset in decode_header(value)
        ]
    except (InputError, ValueError, MessageError):  # a damaged header is shown as it is
        parts = [value]
    return " ".join("".join(parts).replace("\0", " ").split())


def texts_of(entity: Entity, name: str) -> Iterator[MailText]:
    """The texts of a mail in order; attachments, pictures and attached mails are left out."""
    waiting = [(entity, 0)]
    while waiting:
        (headers, body), depth = waiting.pop()
        if _asked(headers.get_content_disposition) == "attachment":
            continue
        if headers.get_content_maintype() == "multipart":
            if depth == _DEEPEST:
                raise InputError(f"{name}: more than {_DEEPEST} parts inside of each other; save the mail's text")
            parts = _split_multipart(headers, body, name)
            waiting += [(split_entity(part), depth + 1) for part in reversed(parts)]
        elif headers.get_content_type() in ("text/plain", "text/html"):
            yield MailText(headers.get_content_subtype(), _decoded(headers, body, name))


def _asked(parameter: Callable[[], str | None]) -> str | None:
    """A parameter of a header; None where it is in parts that do not fit together, which Python stumbles over."""
    try:
        return parameter()
    except (TypeError, ValueError, LookupError):
        return None


def _split_multipart(headers: Message, body: bytes, name: str) -> list[bytes]:
    boundary = _asked(headers.get_boundary)
    if not boundary:
        raise InputError(f"{name}: has several parts but no boundary between them; save the mail again")
    mark = b"--" + boundary.encode("utf-8", "replace")
    parts: list[list[bytes]] = []
    for line in BytesIO(body):
        if line.startswith(mark):
            rest = line[len(mark) :].strip()
            if rest == b"--":
                break
            if not rest:
                parts.append([])
                if len(parts) > _MOST_PARTS:
                    raise InputError(f"{name}: has more than {_MOST_PARTS:,} parts; save the mail's text")
                continue
        if parts:
            parts[-1].append(line)
    if not parts:
        raise InputError(f"{name}: the boundary {shorten(boundary)} between its parts is missing; is it cut off?")
    return [b"".join(part) for part in parts]


def _decoded(headers: Message, body: bytes, name: str) -> str:
    encoding = str(headers.get("content-transfer-encoding", "")).strip().lower()
    if encoding == "base64":
        try:
            body = binascii.a2b_base64(body)
        except binascii.Error:
            raise InputError(f"{name}: its text is no valid base64; is the mail cut off?") from None
    elif encoding == "quoted-printable":
        body = quopri.decodestring(body)
    text = decode_bytes(body, _asked(headers.get_content_charset) or "", name)
    if "\0" in text:
        raise InputError(f"{name}: its text contains NUL characters, so it is not text; save the mail again")
    return text


def decode_bytes(data: bytes, charset: str, name: str) -> str:
    """The text of bytes in the charset that the mail states; UTF-8 or Windows-1252 where it states none."""
    if charset.lower() in _GUESSED:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("cp1252", "replace")
    try:
        codec = codecs.lookup(charset).name
        if codec in _SLOW_CODECS:
            raise LookupError
        return data.decode(codec)
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}: its text is not {shorten(charset)} at byte {error.start}; save it as UTF-8"
        ) from None
    except (LookupError, ValueError):
        raise InputError(f"{name}: its text has the unknown charset {shorten(charset)}; save it as UTF-8") from None
