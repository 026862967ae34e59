"""Formats, model, settings, health and metrics of the service."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from inkslate.service import metrics, schemas
from inkslate.service.formats import formats_json
from inkslate.service.openapi import ALWAYS, WITH_TOKEN, json_response, plain_response, problem_responses
from inkslate.service.payloads import json_payload
from inkslate.service.state import state_of
from inkslate.version import __version__

router = APIRouter()
_MODEL = ("name", "version", "scheme", "layout", "sha256")
_LIMITS = ("bytes", "words", "characters", "lines", "regions", "depth", "seconds")


@router.get(
    "/v1/formats",
    response_class=Response,
    responses=json_response(
        200,
        "What is read and written",
        schemas.FormatsSchema,
        {
            "readers": [{"name": "text", "media_types": ["text/plain"]}],
            "writers": [{"name": "ics", "media_type": "text/calendar", "suffix": "ics"}],
        },
    )
    | problem_responses(*WITH_TOKEN),
    operation_id="formats",
    summary="What is read and written",
)
async def get_formats() -> Response:
    """List the formats that are read and written."""
    return json_payload(formats_json()).response()


@router.get(
    "/v1/model",
    response_class=Response,
    responses=json_response(
        200,
        "The model",
        schemas.ModelSchema,
        {
            "name": "rules",
            "version": "1",
            "sha256": None,
            "scheme": "rules",
            "layout": "both",
            "threshold": None,
            "inkslate": __version__,
        },
    )
    | problem_responses(*WITH_TOKEN),
    operation_id="model",
    summary="Which model answers",
)
async def get_model(request: Request) -> Response:
    """Describe the model in use."""
    model = state_of(request).scheduler.model
    fields = {name: getattr(model, name) for name in _MODEL}
    threshold = dict(model.thresholds).get("task")
    return json_payload({**fields, "threshold": threshold, "inkslate": __version__}).response()


@router.get(
    "/v1/service",
    response_class=Response,
    responses=json_response(
        200,
        "Workspace, token and limits",
        schemas.ServiceSchema,
        {
            "workspace": False,
            "token": False,
            "limits": {
                "bytes": 4194304,
                "words": 10000,
                "characters": 100000,
                "lines": 20000,
                "regions": 2000,
                "depth": 64,
                "seconds": 30.0,
            },
        },
    )
    | problem_responses(*WITH_TOKEN),
    operation_id="service",
    summary="How the service was started, as far as a client needs to know",
)
async def get_service(request: Request) -> Response:
    """Describe the settings that a client needs."""
    state = state_of(request)
    return json_payload(
        {
            "workspace": state.corrections is not None,
            "token": state.settings.token is not None,
            "limits": {name: getattr(state.limits, name) for name in _LIMITS},
        }
    ).response()


@router.get(
    "/healthz",
    response_class=Response,
    responses=json_response(200, "The process lives", schemas.StatusSchema, {"status": "ok"})
    | problem_responses("not-ready", *ALWAYS),
    operation_id="health",
    summary="Whether the process lives",
)
async def get_health(request: Request) -> Response:
    """Whether the process responds and can still work. Answered by the event loop, which no request blocks."""
    state_of(request).check_health()
    return json_payload({"status": "ok"}).response()


@router.get(
    "/readyz",
    response_class=Response,
    responses=json_response(200, "Requests are taken", schemas.StatusSchema, {"status": "ok"})
    | problem_responses("not-ready", *ALWAYS),
    operation_id="ready",
    summary="Whether requests are taken",
)
async def get_readiness(request: Request) -> Response:
    """Whether a request would be taken now; a service that is stopping answers 503 in the middleware."""
    state_of(request).check_readiness()
    return json_payload({"status": "ok"}).response()


@router.get(
    "/metrics",
    response_class=Response,
    responses=plain_response(200, "Prometheus's text format", {"text/plain": {"schema": {"type": "string"}}})
    | problem_responses(*WITH_TOKEN),
    operation_id="metrics",
    summary="Counts and times of this worker",
)
async def get_metrics(request: Request) -> Response:
    """The metrics of this worker."""
    return Response(state_of(request).metrics.text(), media_type=metrics.MEDIA_TYPE)
