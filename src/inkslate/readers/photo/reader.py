"""Photos and screenshots of notes (.png, .jpg): words with boxes, arranged by the layout code; needs the extra `photo`.

The source of a word is `line3#0`: the first word of the recogniser's third line. Boxes are in pixels of the picture,
turned as its EXIF data says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inkslate.board import Board, Word
from inkslate.dependencies import require
from inkslate.errors import InputError
from inkslate.formats import Finding, Scanned
from inkslate.messages import counted
from inkslate.readers.document import Document
from inkslate.readers.layout.from_boxes import layout_from_boxes
from inkslate.readers.layout.geometry import box_around
from inkslate.readers.packages import reading
from inkslate.readers.photo.picture import load_picture
from inkslate.readers.photo.recogniser import RecognisedLine, RecognisedWord, recognise

_BEGINNINGS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
_KIND = "a PNG or JPEG picture"
_LEAST_SCORE = 0.5  # of a line: below that it is mostly no writing
_UNSURE = 0.8  # of a word
_REMEDY = "compare the result with the picture"
# The recogniser has fullwidth forms for signs, and no sign for an empty check box.
_SIGNS = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {ord("□"): "☐", ord("口"): "☐", 0x3000: " "}
_DASHES = frozenset("=~一_―")  # what a dash in front of a line is taken for
_BRACKET = re.compile(r"[『「【](?=[xX✓]?\])")
_OPENING, _CLOSING = frozenset("[『「【"), frozenset("]』」】I|")  # and what the sides of a check box are
# A dash or a box in front of a line touches the word behind it more often than people write it so.
_GLUED = re.compile(r"([-–—•·*]|\[[xX✓]?\]|[☐☑☒])(?=[^\W\d_])")


def recognises(document: Document) -> bool:
    """Whether it begins as a PNG or JPEG file does."""
    return document.data.startswith(_BEGINNINGS)


def scan(document: Document) -> Iterator[Scanned]:
    """The board of a picture, and a finding that says how sure the recogniser is."""
    if not recognises(document):
        raise InputError(f"{document.name}: is not {_KIND}; save it as one of these")
    require("photo", what=f"{document.name}: reading a photo")
    with reading(document, _KIND):
        picture = load_picture(document)
    lines = recognise(picture)
    readable = [line for line in lines if line.score >= _LEAST_SCORE]
    words = [word for number, line in enumerate(readable, 1) for word in _words(line, number)]
    if not words:
        raise InputError(f"{document.name}: no writing found in it; take the photo from nearer, straight and sharp")
    yield Finding(document.name, _certainty(lines, readable), _REMEDY, repaired=True, told=True)
    yield Board(document.stem, layout_from_boxes(words))


def _certainty(lines: Sequence[RecognisedLine], readable: Sequence[RecognisedLine]) -> str:
    """That this is experimental, and of how much the recogniser is unsure."""
    scores = [word.score for line in readable for word in line.words]
    unsure, left_out = sum(score < _UNSURE for score in scores), len(lines) - len(readable)
    text = "recognised from a photo, which is experimental"
    if unsure:
        text += f"; the recogniser is unsure of {unsure} of {counted(len(scores), 'word')}"
    if left_out:
        text += f"; {counted(left_out, 'line')} left out as unreadable"
    return text


def _words(line: RecognisedLine, number: int) -> Iterator[Word]:
    parts = [part for word in line.words for part in _cleaned(word)]
    if parts:
        parts[0] = parts[0]._replace(text=_BRACKET.sub("[", parts[0].text, count=1))
    if len(parts) > 2 and parts[0].text in _OPENING and parts[1].text in _CLOSING:
        parts[:2] = [parts[0]._replace(text="[]", corners=[*parts[0].corners, *parts[1].corners])]
    elif len(parts) > 1 and parts[0].text in _DASHES:
        parts[0] = parts[0]._replace(text="-")
    if parts and (mark := _GLUED.match(parts[0].text)):
        parts[:1] = _split(parts[0], mark.end())
    for at, part in enumerate(parts):
        yield Word(part.text, box_around(list(part.corners)), (f"line{number}#{at}",))


def _cleaned(word: RecognisedWord) -> list[RecognisedWord]:
    """The word with plain signs; none where nothing is left of it."""
    texts = word.text.translate(_SIGNS).replace("\0", "").split()
    return [word._replace(text=text) for text in texts]


def _split(word: RecognisedWord, at: int) -> list[RecognisedWord]:
    """A word in two, each with its share of the box."""
    box = box_around(list(word.corners))
    assert box is not None  # a word has corners
    middle, bottom = box.x + box.width * at / len(word.text), box.y + box.height
    return [
        word._replace(text=word.text[:at], corners=[(box.x, box.y), (middle, bottom)]),
        word._replace(text=word.text[at:], corners=[(middle, box.y), (box.x + box.width, bottom)]),
    ]
