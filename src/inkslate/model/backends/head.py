"""The head of a tagger: the linear map from the vector of a word to its logits, in a small file of numbers.

The file is what `numpy.save` writes: float32, a row for each number of a vector and a last row for the bias, a column
for each label. It may come from anywhere, so it is checked; it cannot hold code.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inkslate.errors import ModelError

HEAD = "head.npy"
_LARGEST = 1 << 22  # bytes: a head of 64 labels on vectors of 16,384 numbers


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """Weights of the head with the bias as last row: width + 1 rows, a column for each label."""

    matrix: npt.NDArray[np.float32]

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return len(self.matrix) - 1

    @property
    def labels(self) -> int:
        """How many labels it tells apart."""
        return int(self.matrix.shape[1])

    def logits(self, vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """A row of logits for each vector."""
        result: npt.NDArray[np.float32] = vectors @ self.matrix[:-1] + self.matrix[-1]
        return result

    def to_bytes(self) -> bytes:
        """The content of its file; the same numbers give the same bytes."""
        file = io.BytesIO()
        np.save(file, np.ascontiguousarray(self.matrix, "<f4"), allow_pickle=False)
        return file.getvalue()


def read_head(path: Path, *, labels: int) -> Head:
    """The head in a file of a bundle; a ModelError where it is not one for so many labels."""
    try:
        content = path.read_bytes() if path.stat().st_size <= _LARGEST else b""
        matrix = _parse(content)
    except (OSError, ValueError, MemoryError):
        matrix = None
    if matrix is None:
        raise ModelError(f"{path}: not a table of float32 numbers; get the model again")
    if len(matrix) < 2 or matrix.shape[1] != labels:
        raise ModelError(f"{path}: has {matrix.shape[1]} columns, not {labels}; get the model again")
    if not np.isfinite(matrix).all():
        raise ModelError(f"{path}: has numbers that are not finite; get the model again")
    return Head(matrix)


def _parse(content: bytes) -> npt.NDArray[np.float32] | None:
    """The table in the file, None where it is none: checked by its header before memory is taken for it."""
    file = io.BytesIO(content)
    if np.lib.format.read_magic(file) != (1, 0):
        return None
    shape, by_columns, kind = np.lib.format.read_array_header_1_0(file)
    data = content[file.tell() :]
    if len(shape) != 2 or by_columns or kind != np.dtype("<f4") or len(data) != 4 * shape[0] * shape[1]:
        return None
    return np.frombuffer(data, "<f4").reshape(shape).astype(np.float32)
