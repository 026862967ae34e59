"""Sentences without labels, for synthetic boards: plain text, JSONL or a table."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from inkslate.errors import InputError
from inkslate.formats import parse_json
from inkslate.messages import has_lone_surrogate
from inkslate.readers.document import Document, load

# Rows of a table, or lines without blank ones between them, do not belong together; a document of them has so many.
_TOGETHER = 40


def load_texts(path: str | Path) -> list[list[str]]:
    """Documents of sentences.

    `.jsonl` has an object with `sentences` a line, `.tsv` a sentence in the last column of each row, anything else a
    sentence a line and empty lines between documents.
    """
    document = load(path)
    found = {".jsonl": _from_jsonl, ".tsv": _from_table}.get(document.suffix, _from_lines)(document)
    documents = [sentences for sentences in found if sentences]
    if not documents:
        raise InputError(f"{document.name}: holds no sentences")
    return documents


def load_items(path: str | Path) -> list[str]:
    """One item a line."""
    return [sentence for sentences in _from_lines(load(path)) for sentence in sentences]


def _from_jsonl(document: Document) -> list[list[str]]:
    found = []
    for number, line in enumerate(document.text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = parse_json(line)
        except ValueError as error:
            raise InputError(f"{document.name} line {number}: {error}; it must be an object with sentences") from None
        sentences = value.get("sentences") if isinstance(value, dict) else None
        if not isinstance(sentences, list) or not all(isinstance(sentence, str) for sentence in sentences):
            raise InputError(f"{document.name} line {number}: no object with a list of sentences, each a string")
        found.append([sentence for sentence in sentences if _is_text(sentence)])
    return found


def _from_table(document: Document) -> list[list[str]]:
    return _cut([row.split("\t")[-1] for row in document.text.splitlines() if _is_text(row.split("\t")[-1])])


def _from_lines(document: Document) -> list[list[str]]:
    runs = groupby(document.text.splitlines(), key=lambda line: bool(line.strip()))
    blocks = [[line.strip() for line in lines if _is_text(line)] for full, lines in runs if full]
    return [part for block in blocks for part in _cut(block)]


def _cut(sentences: list[str]) -> list[list[str]]:
    return [sentences[at : at + _TOGETHER] for at in range(0, len(sentences), _TOGETHER)]


def _is_text(sentence: str) -> bool:
    """Words, and nothing that no word may hold."""
    return bool(sentence.split()) and "\0" not in sentence and not has_lone_surrogate(sentence)
