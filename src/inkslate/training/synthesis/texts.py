"""Sentences without labels, for synthetic boards: plain text, JSONL or a table."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from inkslate.errors import InputError
from inkslate.formats import parse_json
from inkslate.messages import has_lone_surrogate
from inkslate.readers.document import Document, load

# Tables, and long runs of lines without a blank one, are no documents; they are cut into documents of this size.
_SENTENCES_PER_DOCUMENT = 40


def load_texts(path: str | Path) -> list[list[str]]:
    """Documents of sentences.

    `.jsonl` has one object with `sentences` per line, `.tsv` a sentence in the last column of each row, any other file
    one sentence per line and empty lines between documents.
    """
    document = load(path)
    found = {".jsonl": _from_jsonl, ".tsv": _from_table}.get(document.suffix, _from_lines)(document)
    documents = [sentences for sentences in found if sentences]
    if not documents:
        raise InputError(f"{document.name}: holds no sentences; give plain text, JSONL with `sentences`, or a table")
    return documents


def load_items(path: str | Path) -> list[str]:
    """The to-do items of a file, one per line."""
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
            raise InputError(f"{document.name} line {number}: must be an object with `sentences`, a list of strings")
        found.append([sentence for sentence in sentences if _is_text(sentence)])
    return found


def _from_table(document: Document) -> list[list[str]]:
    return _cut([row.split("\t")[-1] for row in document.text.splitlines() if _is_text(row.split("\t")[-1])])


def _from_lines(document: Document) -> list[list[str]]:
    runs = groupby(document.text.splitlines(), key=lambda line: bool(line.strip()))
    blocks = [[line.strip() for line in lines if _is_text(line)] for full, lines in runs if full]
    return [part for block in blocks for part in _cut(block)]


def _cut(sentences: list[str]) -> list[list[str]]:
    size = _SENTENCES_PER_DOCUMENT
    return [sentences[at : at + size] for at in range(0, len(sentences), size)]


def _is_text(sentence: str) -> bool:
    """Whether it has words, without characters that a word must not have."""
    return bool(sentence.split()) and "\0" not in sentence and not has_lone_surrogate(sentence)
