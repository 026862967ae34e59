"""Schemas of the API for its OpenAPI document, which shows their names without `Schema`. They only describe."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

_Count = Annotated[int, Field(ge=0)]
_Span = Annotated[list[int], Field(min_length=2, max_length=2)]
_Spans = Annotated[list[_Span], Field(description="Characters of a body that is text, a span a line, as code points.")]
_Score = Annotated[float, Field(ge=0, le=1)]
_Revision = Annotated[int, Field(ge=0, le=2**53 - 1)]


def _drop_description(schema: dict[str, Any]) -> None:
    """Docstrings are for readers of the code; the document has a description only where _DESCRIBED says so."""
    schema.pop("description", None)


_DESCRIBED = ConfigDict(json_schema_extra=None)  # the docstring is the description in the document


class Schema(BaseModel):
    """No other fields."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_drop_description)


class _LooseSchema(BaseModel):  # unknown fields are ignored
    model_config = ConfigDict(json_schema_extra=_drop_description)


class WordSchema(_LooseSchema):
    """A word of a line."""

    text: Annotated[str, Field(min_length=1, pattern=r"^\S+$")]
    box: Annotated[list[float] | None, Field(min_length=4, max_length=4, description="x, y, width, height")] = None
    source: Annotated[list[str | int], Field(description="Ids in the original file, such as strokes.")] = []


class LineSchema(_LooseSchema):
    """A line of a region."""

    text: Annotated[str, Field(description="The words of the line, without bullet, box, keyword and heading mark.")]
    bullet: Annotated[bool, Field(description="Whether the line begins a list item.")] = False
    box: Annotated[Literal["open", "done"] | None, Field(description="The check box or to-do keyword in front.")] = None
    keyword: Annotated[str | None, Field(description="The keyword that says what `box` says, such as TODO.")] = None
    heading: Annotated[int | None, Field(ge=1, le=6, description="The level of a heading, 1 is the highest.")] = None
    indent: Annotated[int, Field(ge=0, le=100, description="How deep the line is nested, 0 at the margin.")] = 0
    gap: Annotated[bool, Field(description="Whether an empty line is above it, within its region.")] = False
    done: Annotated[bool, Field(description="The older spelling of `box: done`; read, not written.")] = False
    words: Annotated[list[WordSchema] | None, Field(description="The words, where they have a place or ids.")] = None


class SentenceSchema(Schema):
    """A labelled sentence of a region."""

    start: _Count
    end: Annotated[int, Field(ge=1)]
    label: Annotated[int, Field(ge=0, le=4, description="0 non-task, 1 task, 2 generic task, 3 and 4 by context.")]
    reviewed: Annotated[bool, Field(description="False where nobody looked at the label: not learned from.")] = True


class RegionSchema(_LooseSchema):
    """A region of a board."""

    id: Annotated[str, Field(min_length=1)]
    lines: list[LineSchema]
    sentences: Annotated[list[SentenceSchema] | None, Field(description="Only where labelled; not looked at.")] = None


class BoardSchema(_LooseSchema):
    """One board, as a line of board JSONL has it."""

    model_config = _DESCRIBED
    id: Annotated[str, Field(min_length=1)]
    regions: list[RegionSchema]


class FoundSentenceSchema(Schema):
    """A sentence that the model found."""

    start: _Count
    end: Annotated[int, Field(ge=1)]
    text: str
    task: bool
    score: _Score | None
    spans: _Spans


class FoundRegionSchema(Schema):
    """A region with the sentences found in it."""

    id: str
    lines: list[LineSchema]
    sentences: list[FoundSentenceSchema]


class TaskSchema(Schema):
    """A task that was found."""

    id: str
    text: str
    region: str
    start: _Count
    end: Annotated[int, Field(ge=1)]
    score: _Score | None
    stated: Annotated[Literal["box", "keyword"] | None, Field(description="What in the note says that it is a task.")]
    owner: str | None
    due: Annotated[str | None, Field(description="YYYY-MM-DD or YYYY-MM-DDTHH:MM, the writer's own time.")]
    owner_span: _Span | None
    due_span: _Span | None
    lines: list[int]
    sources: list[str | int]
    spans: _Spans


class MadeBySchema(Schema):
    """The model of an extraction."""

    name: str
    version: str
    sha256: str | None


class ExtractionSchema(Schema):
    """Sentences and tasks of one board."""

    id: str
    model: MadeBySchema
    regions: list[FoundRegionSchema]
    tasks: list[TaskSchema]


class ExtractionsSchema(Schema):
    """One extraction for each board, in the order of the body; with `dated` also the date of each note, or null."""

    model_config = _DESCRIBED
    extractions: list[ExtractionSchema]
    written: list[str | None] | None = None


class ReviewedSentenceSchema(_LooseSchema):
    """A sentence as a person corrected it."""

    start: _Count
    end: Annotated[int, Field(ge=1)]
    task: bool
    score: _Score | None = None


class ReviewedRegionSchema(_LooseSchema):
    """A region with corrected sentences."""

    id: Annotated[str, Field(min_length=1)]
    lines: list[LineSchema]
    sentences: list[ReviewedSentenceSchema]


class ReviewedTaskSchema(_LooseSchema):
    """Owner and due date of a corrected task."""

    region: str
    start: _Count
    end: Annotated[int, Field(ge=1)]
    id: Annotated[str | None, Field(max_length=1000)] = None
    owner: Annotated[str | None, Field(max_length=1000)] = None
    due: Annotated[str | None, Field(pattern=r"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$")] = None


class ReviewedExtractionSchema(_LooseSchema):
    """An extraction with corrections."""

    id: Annotated[str, Field(min_length=1)]
    regions: list[ReviewedRegionSchema]
    tasks: list[ReviewedTaskSchema] = []


class ReviewedSchema(_LooseSchema):
    """Extractions as they came, or with a person's corrections."""

    model_config = _DESCRIBED
    extractions: list[ReviewedExtractionSchema]


class StrokeSchema(Schema):
    """A stroke for drawing."""

    id: Annotated[str | int, Field(description="What a word's `source` calls it.")]
    points: Annotated[list[float], Field(min_length=2, description="x, y, x, y, ... in the units of the boxes.")]


class StrokesSchema(Schema):
    """The strokes of a file."""

    strokes: list[StrokeSchema]


class ModelSchema(Schema):
    """The model in use."""

    name: str
    version: str
    sha256: str | None
    scheme: str
    layout: str
    threshold: Annotated[_Score | None, Field(description="Above which a sentence is a task; null: not by one score.")]
    inkslate: Annotated[str, Field(description="The version of inkslate.")]


class ReaderSchema(Schema):
    """A format that is read."""

    name: Annotated[str, Field(description="For `?from=`.")]
    media_types: Annotated[list[str], Field(description="Content types that mean this format and no other.")]


class WriterSchema(Schema):
    """A format that is written."""

    name: Annotated[str, Field(description="For `?to=`.")]
    media_type: str
    suffix: Annotated[str, Field(description="The usual ending of a file.")]


class FormatsSchema(Schema):
    """All readers and writers."""

    readers: list[ReaderSchema]
    writers: list[WriterSchema]


class LimitsSchema(Schema):
    """Limits of a request."""

    bytes: int
    words: int
    characters: int
    lines: int
    regions: int
    depth: int
    seconds: float


class ServiceSchema(Schema):
    """What a page needs to know of the service it came from."""

    model_config = _DESCRIBED
    workspace: Annotated[bool, Field(description="Whether corrections are kept here.")]
    token: Annotated[bool, Field(description="Whether requests need a token.")]
    limits: LimitsSchema


class StatusSchema(Schema):
    """Health of the service."""

    status: Literal["ok", "stopping"]


class CorrectionBodySchema(Schema):
    """A labelled board: every region has sentences that cover its words."""

    model_config = _DESCRIBED
    board: BoardSchema
    revision: _Revision
    notes: Annotated[dict[str, Any], Field(description="Kept as it is, for the page: owners and due dates, say.")] = {}


class SavedSchema(Schema):
    """A stored revision of a board."""

    board: str
    revision: _Revision
    saved: Annotated[str, Field(description="When, in UTC.")]


class CorrectionSchema(CorrectionBodySchema):
    """A stored correction."""

    saved: str


class CorrectionsSchema(Schema):
    """A page of the list of corrections."""

    corrections: list[SavedSchema]
    next: Annotated[str | None, Field(description="`after` of the next page; null at the end.")]


class ProblemSchema(Schema):
    """Problem details by RFC 9457."""

    model_config = _DESCRIBED
    type: str
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str
    field: Annotated[str | None, Field(description="The parameter, header or part of the body that is wrong.")]
    remedy: str
