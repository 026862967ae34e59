"""The file of a head: numbers that come back as they were, and refusals of everything else."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inkslate.errors import ModelError
from inkslate.model.backends.head import HEAD, Head, read_head

GOOD = Head(np.arange(15, dtype=np.float32).reshape(5, 3) / 7)


def saved(array: Any, *, allow_pickle: bool = False) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=allow_pickle)
    return file.getvalue()


def headed(shape: object, kind: str = "<f4") -> bytes:
    """A file whose header says so, with the numbers of GOOD behind it."""
    file = io.BytesIO()
    header: Any = {"descr": kind, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, header)
    return file.getvalue() + GOOD.matrix.tobytes()


def test_a_head_is_read_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / HEAD).write_bytes(GOOD.to_bytes())
    read = read_head(tmp_path / HEAD, labels=3)
    assert (read.width, read.labels) == (4, 3)
    assert (read.matrix == GOOD.matrix).all()
    assert read.to_bytes() == GOOD.to_bytes()


def test_logits_are_the_weights_of_a_vector_and_the_bias() -> None:
    vectors = np.array([[0, 0, 0, 0], [0, 1, 0, 0]], np.float32)
    assert np.allclose(GOOD.logits(vectors), [GOOD.matrix[4], GOOD.matrix[4] + GOOD.matrix[1]])


HOSTILE: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "text": lambda: b"weights",
    "a pickle": lambda: saved(np.array([{}], dtype=object), allow_pickle=True),
    "an archive": lambda: b"PK\x03\x04" + bytes(100),
    "cut off": lambda: GOOD.to_bytes()[:-1],
    "longer": lambda: GOOD.to_bytes() + b"0",
    "another version": lambda: GOOD.to_bytes()[:6] + b"\x09\x00" + GOOD.to_bytes()[8:],
    "doubles": lambda: saved(GOOD.matrix.astype(np.float64)),
    "by columns": lambda: saved(np.asfortranarray(GOOD.matrix)),
    "one row of numbers": lambda: saved(GOOD.matrix[0]),
    "two labels": lambda: saved(GOOD.matrix[:, :2].copy()),
    "a bias alone": lambda: saved(GOOD.matrix[:1]),
    "no rows": lambda: saved(GOOD.matrix[:0]),
    "not finite": lambda: saved(np.full((5, 3), np.nan, np.float32)),
    "rows without end": lambda: headed((1 << 60, 3)),
    "fewer than no rows": lambda: headed((-5, -3)),
    "too large": lambda: bytes(1 << 23),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_head_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / HEAD).write_bytes(HOSTILE[name]())
    with pytest.raises(ModelError) as caught:
        read_head(tmp_path / HEAD, labels=3)
    assert str(caught.value).startswith(f"{tmp_path / HEAD}: ")
    assert str(caught.value).endswith("; get the model again")
    assert "\n" not in str(caught.value)
