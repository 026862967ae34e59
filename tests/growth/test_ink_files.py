"""Files of ink devices are read in a time in proportion to their size, however their parts refer to each other."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest

from inkslate.readers import READERS
from inkslate.readers.document import Document
from tests.growth.measuring import Repeat, Step, measure
from tests.support.device_bytes import END, HEADER, Run, notebook, rm_page, stroke_block

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]


def _typed_backwards(count: int) -> bytes:
    """Every letter was typed in front of the one before it."""
    return rm_page(*[((1, 10 + at), END, (1, 9 + at) if at else END, 0, "a") for at in range(count)])


def _typed_into_one(count: int) -> bytes:
    """One long run, and a letter between any two of its letters."""
    into: list[Run] = [((2, 10 + at), (1, 10 + at), (1, 11 + at), 0, " ") for at in range(count - 1)]
    return rm_page(((1, 10), END, END, 0, "a" * count), *into)


def _typed_at_one_place(count: int) -> bytes:
    """All letters have the same neighbours."""
    return rm_page(((1, 1), END, END, 0, "ab"), *[((1, 10 + at), (1, 1), (1, 2), 0, "c") for at in range(count)])


def _same_text(count: int) -> bytes:
    """Many pages that name the same text."""
    text = base64.b64encode(b'{"type": "Text", "label": "' + b"a " * count + b'"}')
    return notebook(text, b"<RECOGNTEXT:24>", footer="".join(f"<PAGE{n}:{{1}}>" for n in range(1, count)))


def _recognised(count: int) -> bytes:
    words = b", ".join(b'{"label": "a"}, {"label": "\\n"}' for _ in range(count))
    text = base64.b64encode(b'{"type": "Text", "label": "", "words": [' + words + b"]}")
    return notebook(text, b"<RECOGNTEXT:24>", footer="<PAGE1:{1}>")


CASES: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "one run": ("remarkable", lambda count: rm_page(((1, 9), END, END, 0, "call Sam\n" * count))),
    "backwards": ("remarkable", _typed_backwards),
    "into one": ("remarkable", _typed_into_one),
    "at one place": ("remarkable", _typed_at_one_place),
    "deleted": ("remarkable", lambda count: rm_page(*[((1, 9 * at), END, END, 9, "") for at in range(1, count)])),
    "ink": ("remarkable", lambda count: HEADER + stroke_block(deleted=True) * count),
    "open pairs": ("supernote", lambda count: notebook(footer="<a:" * count)),
    "closed pairs": ("supernote", lambda count: notebook(footer=">" * count)),
    "pages": ("supernote", lambda count: notebook(b"<a:b>", footer="".join(f"<PAGE{n}:{{0}}>" for n in range(count)))),
    "same text": ("supernote", _same_text),
    "recognised": ("supernote", _recognised),
}


@pytest.mark.parametrize("case", CASES)
def test_reading(case: str) -> None:
    name, make = CASES[case]
    step = Step(lambda document: list(READERS[name](document)), lambda text: Document("a", make(len(text))))
    # The count of parts grows; a part is some 50 bytes.
    assert measure(step, Repeat("a"), small=2_000, megabyte_seconds=100).problem is None
