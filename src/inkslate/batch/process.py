"""The pure function of every engine: a table of boards in, a table of what was found in them out.

In, a row is a board's JSON (`row` is its number in the file) or a whole document (`row` is null, and `format` is a
reader's name, or null to guess). What could not even be read has an `error` instead of `data`. Out, a row is a board
with its sentences and tasks, or an error; rows keep their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pyarrow as pa

from inkslate.batch.places import printable
from inkslate.batch.settings import DEFAULTS, Settings
from inkslate.batch.streams import unpacked_name
from inkslate.board import Board
from inkslate.details import add_details
from inkslate.errors import InkslateError, InputError
from inkslate.extraction import Extraction, Task
from inkslate.extractor import Extractor
from inkslate.formats import parse_board, parse_json
from inkslate.messages import one_line
from inkslate.readers import scan_document
from inkslate.readers.document import Document

_SPAN = pa.list_(pa.int32())
SENTENCE = pa.struct(
    [
        ("region", pa.string()),
        ("start", pa.int32()),
        ("end", pa.int32()),
        ("task", pa.bool_()),
        ("score", pa.float64()),
    ]
)
TASK = pa.struct(
    [
        ("id", pa.string()),
        ("text", pa.string()),
        ("region", pa.string()),
        ("start", pa.int32()),
        ("end", pa.int32()),
        ("score", pa.float64()),
        ("owner", pa.string()),
        ("due", pa.string()),
        ("owner_span", _SPAN),
        ("due_span", _SPAN),
        ("lines", pa.list_(pa.int32())),
        ("sources", pa.list_(pa.string())),
    ]
)
INPUT = pa.schema(
    [
        ("file", pa.string()),
        ("row", pa.int64()),
        ("format", pa.string()),
        ("data", pa.binary()),
        ("error", pa.string()),
    ]
)
OUTPUT = pa.schema(
    [
        ("file", pa.string()),
        ("row", pa.int64()),
        ("board", pa.string()),
        ("error", pa.string()),
        ("regions", pa.int32()),
        ("words", pa.int32()),
        ("sentences", pa.list_(SENTENCE)),
        ("tasks", pa.list_(TASK)),
    ]
)
_BOM = b"\xef\xbb\xbf"
_Row = dict[str, Any]


def process_batch(table: Any, *, settings: Settings = DEFAULTS) -> Any:
    """What is found in the boards of an Arrow table (INPUT) as an Arrow table (OUTPUT).

    `format` and `error` may be left out. The model is loaded once in a process, with one thread.
    """
    extractor = load_extractor(settings.model)
    rows = [found for row in table.to_pylist() for found in _process(row, extractor, settings)]
    return pa.Table.from_pylist(rows, schema=OUTPUT)


@lru_cache(maxsize=1)
def load_extractor(model: str) -> Extractor:
    """The model of this process: the last one that was asked for."""
    return Extractor.load(model, threads=1)


def _process(row: _Row, extractor: Extractor, settings: Settings) -> Iterator[_Row]:
    file, number = row["file"], row["row"]
    for at, item in enumerate(_boards(row), 1):
        place = {"file": file, "row": number if number is not None else at}
        if isinstance(item, Board):
            yield place | _guarded(item, extractor, settings)
        else:
            # A document says in its reason where in it the trouble is.
            yield {"file": file, "row": number, "error": printable(item)}


def _boards(row: _Row) -> Iterator[Board | str]:
    """Boards, and reasons why there are none."""
    data, error = row["data"], row.get("error")
    if data is None or error is not None:
        yield error or "there is no data"
        return
    try:
        if row["row"] is not None:
            yield _parse_row(data)
            return
        document = Document(unpacked_name(row["file"]), data)
        for item in scan_document(document, format=row.get("format")):
            if isinstance(item, Board):
                yield item
            elif not item.repaired:
                yield str(item)
    except InkslateError as trouble:
        yield str(trouble)
    except Exception as trouble:  # a hostile file must not end a run of millions
        yield _defect(trouble)


def _parse_row(data: bytes) -> Board:
    try:
        return parse_board(parse_json(data.removeprefix(_BOM).decode()), where="board")
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text at byte {error.start}") from None
    except InputError:
        raise
    except ValueError as error:
        raise InputError(str(error)) from None


def _guarded(board: Board, extractor: Extractor, settings: Settings) -> _Row:
    try:
        extraction = extractor.extract(board)
        if settings.details.now is not None:
            (extraction,) = add_details([extraction], settings.details)
        return _found(extraction)
    except InkslateError as trouble:
        return {"board": printable(board.id), "error": printable(str(trouble))}
    except Exception as trouble:  # as above
        return {"board": printable(board.id), "error": printable(_defect(trouble))}


def _found(extraction: Extraction) -> _Row:
    board = extraction.board
    return {
        "board": printable(board.id),
        "regions": len(board.regions),
        "words": sum(len(region.word_texts) for region in board.regions),
        "sentences": [
            {
                "region": printable(region.id),
                "start": sentence.start,
                "end": sentence.end,
                "task": sentence.is_task,
                "score": sentence.score,
            }
            for region, found in zip(board.regions, extraction.sentences, strict=True)
            for sentence in found
        ],
        "tasks": [_task(task) for task in extraction.tasks],
    }


def _task(task: Task) -> _Row:
    return {
        "id": task.id,
        "text": task.text,
        "region": printable(task.region),
        "start": task.start,
        "end": task.end,
        "score": task.score,
        "owner": task.owner,
        "due": task.due,
        "owner_span": task.detail.owner_span,
        "due_span": task.detail.due_span,
        "lines": task.lines,
        "sources": [printable(str(source)) for source in task.sources],
    }


def _defect(error: Exception) -> str:
    return f"a defect of inkslate: {type(error).__name__}: {one_line(str(error), 200)}"
