"""rapidocr, as it is used here: its weights come with the package, and nothing is downloaded."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from inkslate.errors import MissingExtra
from inkslate.readers.photo.picture import Picture

_WEIGHTS = {"Det": "PP-OCRv6_det_small.onnx", "Rec": "PP-OCRv6_rec_small.onnx"}
_SETTINGS = {
    "Global.log_level": "critical",
    "Global.return_word_box": True,
    "Global.text_score": 0.0,  # which lines are read is decided, and said, by the reader
    # The line angle classifier: notes are upright, and a line that it is wrong about is lost.
    "Global.use_cls": False,
}
_LOCK = threading.Lock()  # the recogniser keeps settings of a call


class RecognisedWord(NamedTuple):
    """A word, how sure the recogniser is (0 to 1), and its corners in pixels of the picture."""

    text: str
    score: float
    corners: Sequence[tuple[float, float]]


class RecognisedLine(NamedTuple):
    """The words of a line, and how sure the recogniser is of all of it."""

    words: Sequence[RecognisedWord]
    score: float


def recognise(picture: Picture) -> list[RecognisedLine]:
    """The lines of a picture, as the recogniser finds them."""
    with _LOCK:
        found = _engine()(picture.pixels)
    if not found.txts or not found.word_results:
        return []
    return [
        RecognisedLine(_joined(text, [_piece(piece, picture.scale) for piece in pieces]), float(score))
        for text, pieces, score in zip(found.txts, found.word_results, found.scores, strict=True)
    ]


def _piece(found: Any, scale: float) -> RecognisedWord:
    text, score, corners = found
    return RecognisedWord(text, float(score), [(float(x) * scale, float(y) * scale) for x, y in corners])


def _joined(text: str, pieces: list[RecognisedWord]) -> list[RecognisedWord]:
    """The words of a line. Where it has a Chinese sign, the pieces are single letters, and its text tells the words."""
    if "".join(piece.text for piece in pieces) != "".join(text.split()):
        return pieces
    words, rest = [], iter(pieces)
    for word in text.split():
        parts: list[RecognisedWord] = []
        while sum(len(part.text) for part in parts) < len(word):
            parts.append(next(rest))
        corners = [corner for part in parts for corner in part.corners]
        words.append(RecognisedWord("".join(part.text for part in parts), min(part.score for part in parts), corners))
    return words


@cache
def _engine() -> Any:
    import rapidocr

    folder = Path(rapidocr.__file__).parent / "models"
    for name in _WEIGHTS.values():
        if not (folder / name).is_file():  # else rapidocr would download others
            raise MissingExtra(f"reading a photo needs {name}, which rapidocr 3.10 has: pip install 'inkslate[photo]'")
    paths = {f"{part}.model_path": str(folder / name) for part, name in _WEIGHTS.items()}
    return rapidocr.RapidOCR(params=_SETTINGS | paths)
