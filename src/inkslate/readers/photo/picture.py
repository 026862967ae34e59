"""A picture as the recogniser gets it: upright, without transparency, and of a bounded size."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from inkslate.errors import InputError
from inkslate.readers.document import Document

if TYPE_CHECKING:
    from PIL.Image import Image

_FORMATS = ("PNG", "JPEG")  # no others: every decoder is one more that a hostile file can attack
_MOST_BYTES = 40_000_000  # of a file: a decoder may go through it byte by byte
_MOST_PIXELS = 64_000_000  # what a phone takes; in memory 256 MB
_LONGEST_SIDE = 2000  # pixels of what is recognised: more takes longer and finds no more
_LONGEST_SHAPE = 4  # times as long as wide; the recogniser would enlarge a narrower picture without bounds
_DEEP_MODES = ("I", "I;16", "I;16B", "I;16L", "F")  # one channel of more than 8 bits


@dataclass(frozen=True, slots=True)
class Picture:
    """The pixels, blue first, as the recogniser wants them; `scale` leads from them to those of the file."""

    pixels: Any
    scale: float


def load_picture(document: Document) -> Picture:
    """The picture of a file, turned as its EXIF data says."""
    from PIL import ImageOps

    image = _open(document)
    longest = max(image.size)
    image.draft("RGB", (_LONGEST_SIDE, _LONGEST_SIDE))  # a JPEG is decoded in a smaller size at once
    image = _plain(image)
    image.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))  # first, because every other step makes a copy
    image = _on_white(ImageOps.exif_transpose(image))
    return Picture(np.ascontiguousarray(np.asarray(image)[:, :, ::-1]), longest / min(longest, _LONGEST_SIDE))


def _open(document: Document) -> Image:
    from PIL import Image

    if len(document.data) > _MOST_BYTES:
        raise InputError(f"{document.name}: is larger than {_MOST_BYTES // 10**6} MB; save it smaller")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(document.data), formats=_FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large(document) from None
    if image.width * image.height > _MOST_PIXELS:
        raise _too_large(document)
    return image


def _too_large(document: Document) -> InputError:
    return InputError(f"{document.name}: has more than {_MOST_PIXELS // 10**6} megapixels; save it smaller")


def _plain(image: Image) -> Image:
    """The picture in a mode of 8 bits a channel that can be made smaller."""
    from PIL import Image

    if image.mode in _DEEP_MODES:
        values = np.asarray(image, dtype=np.float32)
        return Image.fromarray((255 * values / max(values.max(), 1)).astype(np.uint8))
    if image.mode in ("L", "RGB", "RGBA") and "transparency" not in image.info:
        return image
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def _on_white(image: Image) -> Image:
    """The picture in colours, on white where it is transparent, and beside or below it where it is long and narrow."""
    from PIL import Image

    least = -(-max(image.size) // _LONGEST_SHAPE)
    paper = Image.new("RGB", (max(image.width, least), max(image.height, least)), "white")
    paper.paste(image, (0, 0), image if image.mode == "RGBA" else None)
    return paper
