"""The blocks of text in what MyScript's recogniser gives, however deep they are."""

from __future__ import annotations

from collections.abc import Iterator

from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.readers.myscript.text_block import DEEPEST


def text_blocks(root: Fields, pointer: str) -> Iterator[tuple[Fields, str]]:
    """Every block of text, however deep: on the page, in a container, the labels in a diagram."""
    stack = [(root, pointer, 0)]
    while stack:
        block, pointer, depth = stack.pop()
        if depth > DEEPEST:
            raise InputError(f"{root.where}: blocks nested more than {DEEPEST} deep; the file is damaged")
        # A node of a diagram has a label too: the number of its text. Formulas and drawings are not text.
        is_text = block.text("type") in ("Text", None) and ("label" in block or "words" in block)
        # A page of texts may repeat them all in its label.
        if is_text and ("words" in block or not holds_text(block.value("elements"))):
            yield block, pointer
            continue
        inner = [
            (child, f"{pointer}/{key}/{number}", depth + 1)
            for key in ("elements", "children")
            for number, child in block.numbered(key)
        ]
        stack.extend(reversed(inner))


def holds_text(blocks: object) -> bool:
    """Whether these are blocks with texts among them: Supernote's pages of text are texts of texts."""
    if not isinstance(blocks, list) or not all(isinstance(block, dict) and "type" in block for block in blocks):
        return False
    texts = [block for block in blocks if block["type"] == "Text"]
    return any(isinstance(text.get("words"), list) or isinstance(text.get("label"), str) for text in texts)
