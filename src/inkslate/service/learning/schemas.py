"""Schemas of `/v1/learning` for the OpenAPI document. They only describe."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from inkslate.service.schemas import Schema

_Points = Annotated[float, Field(ge=0, le=100)]


class LearnedPartSchema(Schema):
    """What was learned about tasks or beginnings, on boards left out in turn."""

    name: Annotated[str, Field(description="`tasks` or `beginnings`.")]
    before: Annotated[_Points, Field(description="F1 in points, of the model before.")]
    after: _Points
    error: Annotated[float, Field(ge=0, description="Standard error of the gain.")]
    fixed: Annotated[int, Field(ge=0, description="Answers that were wrong and are right.")]
    broken: Annotated[int, Field(ge=0, description="Answers that were right and are wrong.")]
    used: bool


class LearningSchema(Schema):
    """What there is to learn from, and which model is in use."""

    boards: Annotated[int, Field(ge=0, description="Corrected boards with reviewed sentences.")]
    model: Annotated[str, Field(description="The name of the model in use.")]
    learned: Annotated[
        bool, Field(description="Whether that was learned from the workspace, so that it can be undone.")
    ]


class LearnedSchema(LearningSchema):
    """The result of learning."""

    sentences: Annotated[int, Field(ge=0)]
    tasks: Annotated[int, Field(ge=0)]
    used: Annotated[bool, Field(description="Whether something was learned that gains, and is in use now.")]
    more_boards: Annotated[int, Field(ge=0, description="How many more corrected boards would help.")]
    parts: list[LearnedPartSchema]
