"""The pure function of every engine: it finds the sentences and tasks in an Arrow table of boards.

An input row is the JSON of a board (`row` is its number in the file) or a whole document (`row` is null, and `format`
is the name of a reader, or null to detect it). Data that could not be read has an `error` instead of `data`. An output
row is a board with its sentences and tasks, or an error; rows keep their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pyarrow as pa

from inkslate.batch.compression import decompressed_name
from inkslate.batch.filesystem import printable
from inkslate.batch.settings import DEFAULT_SETTINGS, BatchSettings
from inkslate.board import Board
from inkslate.details import add_details
from inkslate.errors import InkslateError, InputError
from inkslate.extraction import Extraction, Task
from inkslate.extractor import Extractor
from inkslate.formats import has_unnamed_regions, parse_board, parse_json
from inkslate.messages import one_line
from inkslate.readers import scan_document
from inkslate.readers.document import Document

_SPAN = pa.list_(pa.int32())
SENTENCE_TYPE = pa.struct(
    [
        ("region", pa.string()),
        ("start", pa.int32()),
        ("end", pa.int32()),
        ("task", pa.bool_()),
        ("score", pa.float64()),
    ]
)
TASK_TYPE = pa.struct(
    [
        ("id", pa.string()),
        ("text", pa.string()),
        ("region", pa.string()),
        ("start", pa.int32()),
        ("end", pa.int32()),
        ("score", pa.float64()),
        ("stated", pa.string()),
        ("owner", pa.string()),
        ("due", pa.string()),
        ("owner_span", _SPAN),
        ("due_span", _SPAN),
        ("lines", pa.list_(pa.int32())),
        ("sources", pa.list_(pa.string())),
        ("spans", pa.list_(_SPAN)),
    ]
)
INPUT_SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("row", pa.int64()),
        ("format", pa.string()),
        ("data", pa.binary()),
        ("error", pa.string()),
    ]
)
OUTPUT_SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("row", pa.int64()),
        ("board", pa.string()),
        ("error", pa.string()),
        ("regions", pa.int32()),
        ("words", pa.int32()),
        ("sentences", pa.list_(SENTENCE_TYPE)),
        ("tasks", pa.list_(TASK_TYPE)),
    ]
)
_UNNAMED = "unnamed"  # of a row, and of the metadata of a result
_BOM = b"\xef\xbb\xbf"
_Row = dict[str, Any]


def process_batch(table: Any, *, settings: BatchSettings = DEFAULT_SETTINGS) -> Any:
    """Find sentences and tasks: an Arrow table of INPUT_SCHEMA in, one of OUTPUT_SCHEMA out.

    The columns `format` and `error` may be missing. A process loads the model once, with one thread.
    """
    extractor = load_extractor(settings.model)
    rows = [found for row in table.to_pylist() for found in _process(row, extractor, settings)]
    result = pa.Table.from_pylist(rows, schema=OUTPUT_SCHEMA)
    unnamed = sum(_UNNAMED in row for row in rows)
    return result.replace_schema_metadata({_UNNAMED: str(unnamed)}) if unnamed else result


def count_unnamed(result: Any) -> int:
    """How many boards of a result of `process_batch` have regions without id."""
    return int((result.schema.metadata or {}).get(_UNNAMED.encode(), 0))


@lru_cache(maxsize=1)
def load_extractor(model: str) -> Extractor:
    """The model of this process; the last one is cached."""
    return Extractor.load(model, threads=1)


def _process(row: _Row, extractor: Extractor, settings: BatchSettings) -> Iterator[_Row]:
    file, number = row["file"], row["row"]
    for at, item in enumerate(_boards(row), 1):
        place = {"file": file, "row": number if number is not None else at}
        if isinstance(item, Board):
            yield place | _extract_board(item, extractor, settings)
        elif isinstance(item, _Unnamed):
            yield place | _extract_board(item.board, extractor, settings) | {_UNNAMED: True}
        else:
            # The reason names the place in the document.
            yield {"file": file, "row": number, "error": printable(item)}


@dataclass(frozen=True)
class _Unnamed:
    """A board with regions that were named by their place."""

    board: Board


def _boards(row: _Row) -> Iterator[Board | _Unnamed | str]:
    """The boards of an input row, and the reasons for errors."""
    data, error = row["data"], row.get("error")
    if data is None or error is not None:
        yield error or "there is no data"
        return
    try:
        if row["row"] is not None:
            yield _parse_row(data)
            return
        document = Document(decompressed_name(row["file"]), data)
        for item in scan_document(document, format=row.get("format")):
            if isinstance(item, Board):
                yield item
            elif not item.repaired:
                yield str(item)
    except InkslateError as problem:
        yield str(problem)
    except Exception as problem:  # one bad file must not end the whole run
        yield _defect(problem)


def _parse_row(data: bytes) -> Board | _Unnamed:
    try:
        value = parse_json(data.removeprefix(_BOM).decode())
        board = parse_board(value, where="board")
        return _Unnamed(board) if has_unnamed_regions(value) else board
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text at byte {error.start}") from None
    except InputError:
        raise
    except ValueError as error:
        raise InputError(str(error)) from None


def _extract_board(board: Board, extractor: Extractor, settings: BatchSettings) -> _Row:
    try:
        extraction = extractor.extract(board, details=False)
        if settings.details.now is not None:
            (extraction,) = add_details([extraction], settings.details)
        return _found(extraction)
    except InkslateError as problem:
        return {"board": printable(board.id), "error": printable(str(problem))}
    except Exception as problem:  # one bad board must not end the whole run
        return {"board": printable(board.id), "error": printable(_defect(problem))}


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
        "stated": task.stated,
        "owner": task.owner,
        "due": task.due,
        "owner_span": task.detail.owner_span,
        "due_span": task.detail.due_span,
        "lines": task.lines,
        "sources": [printable(str(source)) for source in task.sources],
        "spans": task.spans,
    }


def _defect(error: Exception) -> str:
    return f"a defect of inkslate: {type(error).__name__}: {one_line(str(error), 200)}"
