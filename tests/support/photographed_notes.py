"""Notes as pictures: typed, in fonts that look written, and in a hand of our own; also as photos of a whiteboard."""

from __future__ import annotations

import io
import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tests.support.handwriting import Hand

Image = pytest.importorskip("PIL.Image")
ImageDraw = pytest.importorskip("PIL.ImageDraw")
ImageFilter = pytest.importorskip("PIL.ImageFilter")
ImageFont = pytest.importorskip("PIL.ImageFont")

_INK, _WALL, _MARGIN = (24, 28, 66), (118, 110, 100), 60
_GAP = 1.5  # between lines, in sizes of the font
SANS, HAND = "sans", "hand"  # the font that comes with Pillow, and our own hand; others are packages


@dataclass(frozen=True)
class NotePicture:
    """A note, how it is written, and whether it is a photo."""

    text: str
    font: str = SANS
    photo: bool = False
    paper: tuple[int, int, int] = (255, 255, 255)
    ink: tuple[int, int, int] = _INK

    def __str__(self) -> str:
        return f"{self.font}-{'photo' if self.photo else 'clean'}-{self.text.split()[0].lower()}"

    def draw(self) -> Any:
        """The picture."""
        image = self._written() if self.font == HAND else self._typed()
        return photographed(image, seed=len(self.text)) if self.photo else image

    def _typed(self) -> Any:
        font = _font(self.font)
        lines = self.text.split("\n")
        width = max(round(font.getlength(line)) for line in lines) + 2 * _MARGIN
        image = Image.new("RGB", (width, round(len(lines) * font.size * _GAP) + 2 * _MARGIN), self.paper)
        draw = ImageDraw.Draw(image)
        for number, line in enumerate(lines):
            draw.text((_MARGIN, _MARGIN + number * font.size * _GAP), line, font=font, fill=self.ink)
        return image

    def _written(self, size: float = 5.0, width: int = 4) -> Any:
        hand, strokes, right, y = Hand(len(self.text)), [], 0.0, float(_MARGIN)
        for line in self.text.split("\n"):
            x = float(_MARGIN)
            for token in line.split():
                word, x = hand.word(token, x, y + 9 * size, size)
                strokes += word.strokes
                x += 3.4 * size
            right, y = max(right, x), y + 17.5 * size
        image = Image.new("RGB", (round(right) + _MARGIN, round(y) + _MARGIN), self.paper)
        draw = ImageDraw.Draw(image)
        for stroke in strokes:
            draw.line(stroke, fill=self.ink, width=width, joint="curve")
        return image


def _font(name: str) -> Any:
    if name == SANS:
        return ImageFont.load_default(34)
    packages = {
        "AmaticSC": pytest.importorskip("font_amatic_sc"),
        "Caladea": pytest.importorskip("font_caladea"),
        "Intuitive": pytest.importorskip("font_intuitive"),
    }
    return ImageFont.truetype(packages[name].font_files[name], 44)


def photographed(image: Any, *, seed: int) -> Any:
    """The picture on a wall, seen from aside, in uneven light, a little blurred and noisy."""
    chance = random.Random(seed)
    noise = np.random.default_rng(seed)
    wide, high = round(1.12 * image.width), round(1.12 * image.height)
    wall = Image.new("RGB", (wide, high), _WALL)
    wall.paste(image, (round(0.06 * image.width), round(0.06 * image.height)))
    corners = [(0, 0), (wide, 0), (wide, high), (0, high)]
    seen = [(x + chance.uniform(-0.03, 0.03) * wide, y + chance.uniform(-0.03, 0.03) * high) for x, y in corners]
    rows = [
        row
        for (x, y), (u, v) in zip(corners, seen, strict=True)
        for row in ([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y])
    ]
    view = np.linalg.solve(np.array(rows, float), np.array(seen, float).ravel())
    tilted = wall.transform((wide, high), Image.Transform.PERSPECTIVE, view, Image.Resampling.BICUBIC, fillcolor=_WALL)
    pixels = np.asarray(tilted.filter(ImageFilter.GaussianBlur(0.8)), dtype=float)
    across, down = np.meshgrid(np.linspace(0, 1, wide), np.linspace(0, 1, high))
    away = (across - chance.uniform(0.2, 0.8)) ** 2 + (down - chance.uniform(0.2, 0.8)) ** 2
    lit = pixels * (1 - 0.35 * away)[..., None] + noise.normal(0, 8, pixels.shape)
    return Image.fromarray(lit.clip(0, 255).astype(np.uint8))


def encoded(image: Any, kind: str = "JPEG", **options: Any) -> bytes:
    """The bytes of a file."""
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()
