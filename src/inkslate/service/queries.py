"""What requests may carry in their query and headers, checked."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field

from inkslate.messages import shorten
from inkslate.readers import READERS
from inkslate.service.problems import Problem
from inkslate.writers import WRITERS

_READERS, _WRITERS = {"enum": list(READERS)}, {"enum": list(WRITERS)}


class DetailQuery(BaseModel):
    """What owners and due dates need."""

    model_config = ConfigDict(extra="forbid")
    now: Annotated[
        str | None,
        Field(description="What `tomorrow` counts from; the service's own time where absent.", examples=["2026-11-15"]),
    ] = None
    locale: Annotated[str, Field(description="`en-US` reads 12/3 as 3 December.", max_length=100)] = "en"
    people: Annotated[
        list[str], Field(description="A name that counts in any case, its aliases behind commas; may be repeated.")
    ] = []


class ExtractQuery(DetailQuery):
    from_: Annotated[str | None, Field(alias="from", description="The body's format.", json_schema_extra=_READERS)] = (
        None
    )
    to: Annotated[
        str | None, Field(description="A writer; JSON of extractions where absent.", json_schema_extra=_WRITERS)
    ] = None
    name: Annotated[
        str | None,
        Field(description="The file's name: its ending says the format, the rest names the board.", max_length=200),
    ] = None
    obsidian: Annotated[
        bool, Field(description="With `to=markdown`: due dates as Obsidian's Tasks plugin has them.")
    ] = False


class WriteQuery(BaseModel):
    model_config = ConfigDict(extra="forbid")
    to: Annotated[str, Field(description="A writer.", json_schema_extra=_WRITERS)]
    now: Annotated[str | None, Field(description="The notes' date.", examples=["2026-11-15"])] = None
    obsidian: bool = False
    details: Annotated[
        bool, Field(description="Find owner and due date of those tasks that the body's `tasks` do not list.")
    ] = False
    locale: Annotated[str, Field(description="With `details`: as for `/v1/extract`.", max_length=100)] = "en"


class StrokesQuery(BaseModel):
    model_config = ConfigDict(extra="forbid")
    from_: Annotated[str | None, Field(alias="from", description="The body's format.", json_schema_extra=_READERS)] = (
        None
    )
    name: Annotated[str | None, Field(description="The file's name.", max_length=200)] = None


def check_json(request: Request) -> None:
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise Problem(
            "unknown-format",
            f"the content type is {shorten(media_type)}",
            field="Content-Type",
            remedy="send JSON as application/json",
        )
