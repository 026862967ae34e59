"""Google Cloud Vision's text detection: a block is a region, and the breaks behind symbols end words and lines.

Both a wrap (EOL_SURE_SPACE) and a line's end (LINE_BREAK) end a line; a bullet is a mark at its start. Words that
no break parts are one word ("Ruth" and "?"), with the sources of all its parts. A HYPHEN is not in the text: the word
continues in the next line, so it is joined, is on the first line and has the box of its first part.
Blocks are not merged: two lists side by side look exactly like one list that was split.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from inkslate.board import Board, Line, Region
from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.messages import shorten
from inkslate.readers.document import Document, read_json
from inkslate.readers.google_vision.words import (
    VisionNode,
    VisionPiece,
    align,
    corner_points,
    join_pieces,
    make_word,
    split_word,
)
from inkslate.readers.layout.nesting import lines_of_rows
from inkslate.readers.layout.stray_bullets import lines_of_page
from inkslate.readers.layout.text_row import row_of_words

_MARK = re.compile(r'"(?:full_?text_?annotation|text_?annotations|responses|pages|error)"\s*:', re.IGNORECASE)
_TEXTS = ("fullTextAnnotation", "textAnnotations")


def scan(document: Document) -> Iterator[Board]:
    """A board for each image; the pages of one file are one board."""
    groups: dict[str, list[VisionNode]] = {}
    for response, group in _responses(document):
        groups.setdefault(group, []).append(response)
    boards = list(groups.values()) or [[]]
    for number, responses in enumerate(boards, 1):
        blocks = (lines for response in responses for lines in _blocks(response) if lines)
        regions = tuple(Region(f"r{at}", tuple(lines)) for at, lines in enumerate(blocks, 1))
        yield Board(document.stem if len(boards) == 1 else f"{document.stem}-{number}", regions)


def recognises(document: Document) -> bool:
    """Whether the document has the shape of Vision's answers, a failed or an empty one among them."""
    try:
        if document.text.lstrip()[:1] not in ("{", "[") or not _MARK.search(document.text):
            return False
        found = [leaf for root in _roots(document) for leaf in _leaves(root)]
        # A blank image or page has an empty answer; one answer with text is enough.
        blank = all(leaf.fields.is_empty() and "/responses/" in leaf.pointer for leaf in found)
        return bool(found) and (blank or any(_is_answer(leaf) for leaf in found))
    except InputError:
        return False


def _is_answer(node: VisionNode) -> bool:
    if any(name in node for name in _TEXTS):
        return True
    if "error" in node:
        error = node.child("error")
        # The errors of other services have a word as code.
        return error is not None and error.fields.whole("code") is not None and "message" in error
    blocks = (block for page in node.children("pages") for block in page.children("blocks"))
    return any("boundingBox" in block and "paragraphs" in block for block in blocks)


def _roots(document: Document) -> list[VisionNode]:
    """The file's object, or the objects of its list: the Node.js client gives answers like this."""
    value = read_json(document)
    if isinstance(value, dict):
        return [VisionNode(Fields(value, document.name), "")]
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return [VisionNode(Fields(item, f"{document.name}, [{at}]"), f"/{at}") for at, item in enumerate(value)]
    raise InputError(f"{document.name}: not a JSON object; give a response of Vision's text detection")


def _leaves(node: VisionNode) -> Iterator[VisionNode]:
    """The answers for single images or pages: bare, of a batch, of files in a batch, of a finished operation."""
    inner = node.child("response") or node
    for child in inner.children("responses"):
        if "responses" in child:
            yield from child.children("responses")
        else:
            yield child
    if "responses" not in inner:
        yield inner


def _responses(document: Document) -> Iterator[tuple[VisionNode, str]]:
    """Answers, and what those of the same file have in common."""
    for root in _roots(document):
        _refuse_failed(root)
        whole_file = "inputConfig" in root
        for leaf in _leaves(root):
            _refuse_failed(leaf)
            if leaf.pointer == root.pointer and not any(name in leaf for name in (*_TEXTS, "pages")):
                what = "the analysis has not finished" if "metadata" in leaf else "no fullTextAnnotation"
                raise InputError(f"{leaf.fields.where}: {what}; give a response of Vision's text detection")
            if "outputConfig" in leaf:
                raise InputError(f"{leaf.fields.where}: only says where the results are; give the files written there")
            context = leaf.child("context")
            if whole_file or leaf.pointer.count("/responses/") > 1:
                yield leaf, leaf.pointer.rpartition("/")[0]
            elif context and context.fields.whole(context.spelled("pageNumber")):
                yield leaf, f"page of {context.text('uri')}"
            else:
                yield leaf, leaf.pointer


def _refuse_failed(node: VisionNode) -> None:
    """Raise an InputError for a failed answer. The Python client writes an empty error where there is none."""
    error = node.child("error")
    if error and (error.fields.whole("code") or error.text("message")):
        message = shorten(error.text("message") or f"code {error.fields.whole('code')}", 200)
        raise InputError(f"{node.fields.where}: the analysis failed: {message}; run it again for this image")


def _blocks(response: VisionNode) -> Iterator[list[Line]]:
    """The lines of each block; where the pages were left out of the answer, of the text as one block."""
    annotation = response.child("fullTextAnnotation") or (response if "pages" in response else None)
    pages = annotation.children("pages") if annotation else []
    blocks = [
        [
            [[piece for word in paragraph.children("words") for piece in split_word(word)] for paragraph in paragraphs]
            for paragraphs in (block.children("paragraphs") for block in page.children("blocks"))
        ]
        for page in pages
    ]
    pieces = [piece for page in blocks for block in page for paragraph in block for piece in paragraph]
    words = response.children("textAnnotations")
    if annotation and any(piece.text for piece in pieces):
        if not any(piece.before or piece.after for piece in pieces):
            align(pieces, annotation.text("text"))
        for page in blocks:
            yield from lines_of_page(
                [[row_of_words(line) for paragraph in block for line in join_pieces(paragraph)] for block in page]
            )
    elif len(words) > 1:
        pieces = [
            VisionPiece(word.text("description"), word.pointer, word.fields.where, corner_points(word, "boundingPoly"))
            for word in words[1:]
        ]
        align(pieces, words[0].text("description"))
        yield from lines_of_page([[row_of_words(line) for line in join_pieces(pieces)]])
    else:
        for node, name in ((annotation, "text"), *((word, "description") for word in words)):
            if node and node.text(name).strip():
                source = f"{node.pointer}/{name}"
                lines = node.text(name).splitlines()
                rows = [[make_word(node.fields.where, text, [], (source,)) for text in line.split()] for line in lines]
                yield lines_of_rows([row_of_words(row) for row in rows if row])
                return
