"""Every file of the tests is taken for what it is, by its content alone and by nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from inkslate.errors import InputError
from inkslate.readers.document import Document, load
from inkslate.readers.guess import _BY_CONTENT, guess_format

from .conftest import ROOT

FILES = sorted(path for path in (ROOT / "tests" / "files").glob("*/*") if path.parent.name in _BY_CONTENT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_files_are_told_apart(path: Path) -> None:
    document = load(path)
    assert [name for name, recognises in _BY_CONTENT.items() if recognises(document)] == [path.parent.name]
    assert guess_format(Document("stdin", document.data)) == path.parent.name
    assert guess_format(document) == path.parent.name


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"{", b"<", b"<html></html>", b"\xff\xfe", b'{"error": {}}', b"[" * 20_000, b'{"a":' * 20_000],
)
def test_nothing_else_is_recognised_and_nothing_breaks(data: bytes) -> None:
    assert not any(recognises(Document("x", data)) for recognises in _BY_CONTENT.values())


@pytest.mark.parametrize(("name", "data"), [("a.json", b'{"a": 1}'), ("a.xml", b"<a/>"), ("a.html", b"<p>call</p>")])
def test_unknown_content_is_an_error(name: str, data: bytes) -> None:
    with pytest.raises(InputError, match="that we know; name its format with --from"):
        guess_format(Document(name, data))
