"""The shapes of the API, for its OpenAPI document and the clients that are made from it.

Answers are written by our own writers and bodies are read by our own readers; these models describe them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

_Count = Annotated[int, Field(ge=0)]
_Span = Annotated[list[int], Field(min_length=2, max_length=2)]
_Score = Annotated[float, Field(ge=0, le=1)]
_Revision = Annotated[int, Field(ge=0, le=2**53 - 1)]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _LooseShape(BaseModel):
    """Fields that nobody knows are left out when reading."""


class Word(_LooseShape):
    text: Annotated[str, Field(min_length=1, pattern=r"^\S+$")]
    box: Annotated[list[float] | None, Field(min_length=4, max_length=4, description="x, y, width, height")] = None
    source: Annotated[list[str | int], Field(description="Ids in the original file, such as strokes.")] = []


class Line(_LooseShape):
    text: str
    bullet: bool = False
    done: Annotated[bool, Field(description="Ticked off: what begins here is no task.")] = False
    words: list[Word] | None = None


class Sentence(_Shape):
    start: _Count
    end: Annotated[int, Field(ge=1)]
    label: Annotated[int, Field(ge=0, le=4, description="0 non-task, 1 task, 2 generic task, 3 and 4 by context.")]


class Region(_LooseShape):
    id: Annotated[str, Field(min_length=1)]
    lines: list[Line]
    sentences: Annotated[list[Sentence] | None, Field(description="Only where labelled; not looked at.")] = None


class Board(_LooseShape):
    """One board, as a line of board JSONL has it."""

    id: Annotated[str, Field(min_length=1)]
    regions: list[Region]


class FoundSentence(_Shape):
    start: _Count
    end: Annotated[int, Field(ge=1)]
    text: str
    task: bool
    score: _Score | None


class FoundRegion(_Shape):
    id: str
    lines: list[Line]
    sentences: list[FoundSentence]


class Task(_Shape):
    id: str
    text: str
    region: str
    start: _Count
    end: Annotated[int, Field(ge=1)]
    score: _Score | None
    owner: str | None
    due: Annotated[str | None, Field(description="YYYY-MM-DD or YYYY-MM-DDTHH:MM, the writer's own time.")]
    owner_span: _Span | None
    due_span: _Span | None
    lines: list[int]
    sources: list[str | int]


class MadeBy(_Shape):
    name: str
    version: str
    sha256: str | None


class Extraction(_Shape):
    id: str
    model: MadeBy
    regions: list[FoundRegion]
    tasks: list[Task]


class Extractions(_Shape):
    """One extraction for each board, in the order of the body."""

    extractions: list[Extraction]


class ReviewedSentence(_LooseShape):
    start: _Count
    end: Annotated[int, Field(ge=1)]
    task: bool
    score: _Score | None = None


class ReviewedRegion(_LooseShape):
    id: Annotated[str, Field(min_length=1)]
    lines: list[Line]
    sentences: list[ReviewedSentence]


class ReviewedTask(_LooseShape):
    region: str
    start: _Count
    end: Annotated[int, Field(ge=1)]
    id: Annotated[str | None, Field(max_length=1000)] = None
    owner: Annotated[str | None, Field(max_length=1000)] = None
    due: Annotated[str | None, Field(pattern=r"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$")] = None


class ReviewedExtraction(_LooseShape):
    id: Annotated[str, Field(min_length=1)]
    regions: list[ReviewedRegion]
    tasks: list[ReviewedTask] = []


class Reviewed(_LooseShape):
    """Extractions as they came, or with a person's corrections."""

    extractions: list[ReviewedExtraction]


class Stroke(_Shape):
    id: Annotated[str | int, Field(description="What a word's `source` calls it.")]
    points: Annotated[list[float], Field(min_length=2, description="x, y, x, y, ... in the units of the boxes.")]


class Strokes(_Shape):
    strokes: list[Stroke]


class Model(_Shape):
    name: str
    version: str
    sha256: str | None
    scheme: str
    layout: str
    inkslate: Annotated[str, Field(description="The version of inkslate.")]


class Reader(_Shape):
    name: Annotated[str, Field(description="For `?from=`.")]
    media_types: Annotated[list[str], Field(description="Content types that mean this format and no other.")]


class Writer(_Shape):
    name: Annotated[str, Field(description="For `?to=`.")]
    media_type: str
    suffix: Annotated[str, Field(description="The usual ending of a file.")]


class Formats(_Shape):
    readers: list[Reader]
    writers: list[Writer]


class Limits(_Shape):
    bytes: int
    words: int
    characters: int
    regions: int
    depth: int
    seconds: float


class Service(_Shape):
    """What a page needs to know of the service it came from."""

    workspace: Annotated[bool, Field(description="Whether corrections are kept here.")]
    token: Annotated[bool, Field(description="Whether requests need a token.")]
    limits: Limits


class Status(_Shape):
    status: Literal["ok", "stopping"]


class CorrectionBody(_Shape):
    """A labelled board: every region has sentences that cover its words."""

    board: Board
    revision: _Revision
    notes: Annotated[dict[str, Any], Field(description="Kept as it is, for the page: owners and due dates, say.")] = {}


class Saved(_Shape):
    board: str
    revision: _Revision
    saved: Annotated[str, Field(description="When, in UTC.")]


class Correction(_Shape):
    board: Board
    revision: _Revision
    notes: dict[str, Any]
    saved: str


class Corrections(_Shape):
    corrections: list[Saved]
    next: Annotated[str | None, Field(description="`after` of the next page; null at the end.")]


class Problem(_Shape):
    """Problem details by RFC 9457."""

    type: str
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str
    field: Annotated[str | None, Field(description="The parameter, header or part of the body that is wrong.")]
    remedy: str
