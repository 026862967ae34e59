"""Pages of a PDF that a test draws, and the boards that are read from them."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

from inkslate.board import Board, Line
from inkslate.formats import boards_of
from inkslate.readers import scan_document
from inkslate.readers.document import Document

WIDTH, HEIGHT = 600, 800
_MARKS = {"open": "[ ] ", "done": "[x] "}


def drawn_board(draw: Callable[[Any], None], *, turned: int = 0) -> Board:
    """The board of a PDF of one page, drawn by `draw` on reportlab's canvas and turned by so many degrees."""
    canvas = pytest.importorskip("reportlab.pdfgen.canvas")
    file = io.BytesIO()
    paper: Any = canvas.Canvas(file, pagesize=(WIDTH, HEIGHT))
    if turned:
        paper.setPageRotation(turned)
        paper.translate(HEIGHT, 0)
        paper.rotate(turned)
    draw(paper)
    paper.save()
    (board,) = boards_of(scan_document(Document("a.pdf", file.getvalue())))
    return board


def shown(line: Line) -> str:
    """A line with its box or bullet in front."""
    return (_MARKS.get(line.box or "") or "- " * line.bullet) + line.text
