"""Query parameters and headers of requests, checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Annotated, Any, TypeVar, get_type_hints

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import HTTPConnection

from inkslate.details import DetailContext, day_first
from inkslate.details.locales import LOCALES
from inkslate.errors import InputError
from inkslate.messages import shorten
from inkslate.readers import READERS
from inkslate.service.problems import Problem, not_valid
from inkslate.writers import WRITERS

_READERS, _WRITERS = {"enum": list(READERS)}, {"enum": list(WRITERS)}
_MAX_PEOPLE = 1000
_REPEATABLE = frozenset({"people"})
_Query = TypeVar("_Query", bound=BaseModel)
Threshold = Annotated[
    float | None,
    Field(ge=0, le=1, allow_inf_nan=False, description="A sentence is a task above this score, not the model's own."),
]
_LANGUAGE = re.compile(r"[-_.]")  # what follows the language in the name of a locale


class DetailQuery(BaseModel):
    """Parameters for owners and due dates."""

    model_config = ConfigDict(extra="forbid")
    now: Annotated[
        str | None,
        Field(description="What `tomorrow` counts from; the service's own time where absent.", examples=["2026-11-15"]),
    ] = None
    locale: Annotated[str, Field(description="`en-US` reads 12/3 as 3 December.", max_length=100)] = "en"
    people: Annotated[
        list[str], Field(description="A name that counts in any case, its aliases behind commas; may be repeated.")
    ] = []


class DatedQuery(DetailQuery):
    """Parameters of notes that may have a date of their own."""

    dated: Annotated[
        bool,
        Field(description="Days count from the note's own date where it has one, else from `now`; it is in `written`."),
    ] = False


class ExtractQuery(DatedQuery):
    """Parameters of `POST /v1/extract`."""

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
    threshold: Threshold = None


class WriteQuery(BaseModel):
    """Parameters of `POST /v1/write`."""

    model_config = ConfigDict(extra="forbid")
    to: Annotated[str, Field(description="A writer.", json_schema_extra=_WRITERS)]
    now: Annotated[str | None, Field(description="The notes' date.", examples=["2026-11-15"])] = None
    obsidian: bool = False
    details: Annotated[
        bool, Field(description="Find owner and due date of those tasks that the body's `tasks` do not list.")
    ] = False
    locale: Annotated[str, Field(description="With `details`: as for `/v1/extract`.", max_length=100)] = "en"
    people: Annotated[list[str], Field(description="With `details`: as for `/v1/extract`.")] = []


class StrokesQuery(BaseModel):
    """Parameters of `POST /v1/strokes`."""

    model_config = ConfigDict(extra="forbid")
    from_: Annotated[str | None, Field(alias="from", description="The body's format.", json_schema_extra=_READERS)] = (
        None
    )
    name: Annotated[str | None, Field(description="The file's name.", max_length=200)] = None


async def refuse_repeated_parameters(connection: HTTPConnection) -> None:
    """A problem where a parameter is given twice: which of its values counts would be a guess.

    Async, though it waits for nothing: FastAPI runs other dependencies in a thread, which costs 0.3 ms a request.
    """
    counts = Counter(name for name, _ in connection.query_params.multi_items())
    for name, count in counts.items():
        if count > 1 and name not in _REPEATABLE:
            raise not_valid(f"the parameter {shorten(name)} is given {count} times; give it once", field=name[:80])


class QueryRoute(APIRoute):
    """A route of an endpoint `(request)` or `(request, query)` that parses the query itself.

    FastAPI resolves parameters and dependencies anew for every request, a tenth of the work on a short note without
    the model. It still documents them.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The function that answers a request."""
        endpoint, model = self.endpoint, get_type_hints(self.endpoint).get("query")

        async def _handle(request: Request) -> Response:
            await refuse_repeated_parameters(request)
            if model is None:
                response: Response = await endpoint(request)
            else:
                response = await endpoint(request, query=parse_query(request, model))
            return response

        return _handle


def parse_query(connection: HTTPConnection, model: type[_Query]) -> _Query:
    """The query of a request; what is not valid raises FastAPI's own error, which the service answers."""
    values: dict[str, Any] = {}
    for name, value in connection.query_params.multi_items():
        if name in _REPEATABLE:
            values.setdefault(name, []).append(value)
        else:
            values[name] = value
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise RequestValidationError([{**each, "loc": ("query", *each["loc"])} for each in error.errors()]) from None


def parse_detail_context(now: str | None, locale: str, people: Sequence[str]) -> DetailContext:
    """The options of a query; a problem where one is not valid."""
    try:
        moment = datetime.fromisoformat(now) if now else None
        if moment is not None and (moment.tzinfo is not None or not 1900 <= moment.year <= 9000):
            raise ValueError("not a local time between 1900 and 9000")
    except ValueError:
        raise not_valid(
            f"{shorten(now or '')} is not a date; write 2026-11-15 or 2026-11-15T09:30", field="now"
        ) from None
    try:
        day_first(locale)
    except InputError as error:
        raise not_valid(str(error), field="locale") from None
    if _LANGUAGE.split(locale)[0].lower() not in LOCALES:
        known = ", ".join(LOCALES)
        raise not_valid(f"the language of {shorten(locale)} is not known; choose from {known}", field="locale")
    if len(people) > _MAX_PEOPLE:
        raise not_valid(f"{len(people)} people are too many; name at most {_MAX_PEOPLE}", field="people")
    return DetailContext(now=moment, locale=locale, people=tuple(people))


def require_json_content_type(request: Request) -> None:
    """A problem where the body is not declared as JSON."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise Problem(
            "unknown-format",
            f"the content type is {shorten(media_type)}",
            field="Content-Type",
            remedy="send JSON as application/json",
        )
