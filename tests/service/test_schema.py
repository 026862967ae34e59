"""The OpenAPI document is correct: no 5xx, and no response that it does not describe, for any request."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, checks

from inkslate.readers import READERS
from inkslate.writers import WRITERS
from tests.support.mutated_json import mutations
from tests.support.paths import ROOT
from tests.support.service import Service, serving

pytestmark = [pytest.mark.fuzz, pytest.mark.no_cover]

# A body that follows the schema may still be no board: two regions of one id, say.
_NEVER = [checks.positive_data_acceptance]
# Whatever is sent as text is notes: `false` too.
_NOT_OF_TEXT = [*_NEVER, checks.negative_data_rejection]
# How many requests schemathesis makes of each kind, good and bad; deep bodies take it a second each.
OPERATIONS = {
    "POST /v1/extract": 60,
    "POST /v1/write": 3,
    "POST /v1/strokes": 40,
    "PUT /v1/corrections": 5,
    "GET /v1/corrections": 60,
    "GET /v1/corrections/board": 60,
    "DELETE /v1/corrections/board": 60,
    "GET /v1/learning": 10,
    "POST /v1/learning": 10,
    "DELETE /v1/learning": 10,
    "GET /v1/formats": 10,
    "GET /v1/model": 10,
    "GET /v1/service": 10,
    "GET /healthz": 10,
    "GET /readyz": 10,
    "GET /metrics": 10,
}
# The checks of a commit make the same requests every time; more of them find nothing new.
_MANY = 1 if os.environ.get("HYPOTHESIS_PROFILE") == "repeatable" else 4
_QUIET = settings(
    deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), max_examples=1
)
_FILES = [*sorted((ROOT / "tests" / "files").glob("*/*.j*")), *sorted((ROOT / "examples" / "formats").glob("*.j*"))]
_ODD = st.text(max_size=8) | st.sampled_from(
    ["", "0", "9" * 400, "NaN", "\0", "../..", "2026-11-15", "en-US", "é", "\n"]
)


@schemathesis.serializer("application/jsonl")
def _jsonl(_context: Any, value: Any) -> bytes:
    return str(value).encode("utf-8", "replace")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving("--workspace", tmp_path_factory.mktemp("workspace")) as running:
        yield running


@pytest.fixture(scope="module")
def api(service: Service) -> Any:
    return schemathesis.openapi.from_url(f"{service.url}/openapi.json")


@pytest.fixture(scope="module")
def client(service: Service) -> Iterator[httpx.Client]:
    with service.client() as open_client:
        yield open_client


def test_every_operation_is_tried(api: Any) -> None:
    assert sorted(OPERATIONS) == sorted(result.ok().label for result in api.get_all_operations())


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.name.lower())
@pytest.mark.parametrize("label", OPERATIONS)
def test_answers_are_those_of_the_document(api: Any, label: str, mode: GenerationMode) -> None:
    method, path = label.split(" ")
    strategy = api[path][method].as_strategy(generation_mode=mode)
    if mode is GenerationMode.NEGATIVE and OPERATIONS[label] == 10:
        pytest.skip("nothing can be wrong in a request without parameters")

    answered: list[int] = []

    @given(strategy)
    @settings(_QUIET, max_examples=OPERATIONS[label])
    def ask(case: Any) -> None:
        answer = case.call_and_validate(
            excluded_checks=_NOT_OF_TEXT if path in ("/v1/extract", "/v1/strokes") else _NEVER
        )

        answered.append(answer.status_code)

    ask()
    assert answered
    assert max(answered) < 500


def test_bodies_that_went_wrong_somewhere(api: Any, client: httpx.Client) -> None:
    examples = _examples(api)
    labelled = examples["PUT", "/v1/corrections"]

    @given(st.data())
    @settings(_QUIET, max_examples=300 * _MANY)
    def send(data: st.DataObject) -> None:
        (method, path), good = data.draw(st.sampled_from(sorted(examples.items(), key=lambda item: item[0])))
        body = data.draw(mutations(data.draw(st.sampled_from([good, labelled]))))
        query = {"to": data.draw(st.sampled_from(sorted(WRITERS)))} if path == "/v1/write" else {}
        answer = client.request(method, path, json=None, content=_dumped(body), params=query, headers=_JSON)
        _assert_documented(api, answer, method, path)

    send()


def test_files_that_went_wrong_somewhere(api: Any, client: httpx.Client) -> None:
    good = [json.loads(path.read_bytes().decode("utf-16" if "utf16" in path.name else "utf-8")) for path in _FILES[:12]]

    @given(st.data())
    @settings(_QUIET, max_examples=100 * _MANY)
    def send(data: st.DataObject) -> None:
        body = _dumped(data.draw(mutations(data.draw(st.sampled_from(good)))))
        query = data.draw(st.sampled_from([{}, *({"from": name} for name in READERS)]))
        answer = client.post("/v1/extract", content=body, params=query, headers=_JSON)
        _assert_documented(api, answer, "POST", "/v1/extract")

    send()


def test_parameters_that_went_wrong_somewhere(api: Any, client: httpx.Client) -> None:
    names = st.sampled_from(["from", "to", "now", "locale", "people", "name", "obsidian", "other"])
    known = st.sampled_from([*READERS, *WRITERS])

    @given(st.dictionaries(names, _ODD | known, max_size=4), st.text(max_size=60))
    @settings(_QUIET, max_examples=100 * _MANY)
    def send(query: dict[str, str], notes: str) -> None:
        headers = {"Content-Type": "text/plain"}
        answer = client.post("/v1/extract", content=notes.encode("utf-8", "replace"), params=query, headers=headers)
        _assert_documented(api, answer, "POST", "/v1/extract")

    send()


def test_many_cases_and_no_defect(service: Service) -> None:
    """Runs last: checks the log of the cases above."""
    assert "defect" not in service.log
    assert service.log.count(" INFO ") >= 600 * _MANY


_JSON = {"Content-Type": "application/json"}


def _examples(api: Any) -> dict[tuple[str, str], Any]:
    paths = api.raw_schema["paths"]
    extract = paths["/v1/extract"]["post"]["requestBody"]["content"]["application/json"]["examples"]["board"]["value"]
    write = paths["/v1/write"]["post"]["requestBody"]["content"]["application/json"]["example"]
    put = paths["/v1/corrections"]["put"]["requestBody"]["content"]["application/json"]["example"]
    return {("POST", "/v1/extract"): extract, ("POST", "/v1/write"): write, ("PUT", "/v1/corrections"): put}


def _dumped(value: Any) -> bytes:
    return json.dumps(value).encode("utf-8")


def _assert_documented(api: Any, answer: httpx.Response, method: str, path: str) -> None:
    """Like `validate_response` of schemathesis, which is too slow for thousands: status, content type and schema."""
    assert answer.status_code < 500, answer.text
    described = api.raw_schema["paths"][path][method.lower()]["responses"][str(answer.status_code)]["content"]
    media_type = answer.headers["content-type"].partition(";")[0]
    assert media_type in described
    if media_type.endswith("json"):
        _validator(api, method, path, answer.status_code, media_type).validate(answer.json())


_VALIDATORS: dict[Any, Any] = {}


def _validator(api: Any, method: str, path: str, status: int, media_type: str) -> Any:
    key = (method, path, status, media_type)
    if key not in _VALIDATORS:
        described = api.raw_schema["paths"][path][method.lower()]["responses"][str(status)]["content"][media_type]
        components = {"components": api.raw_schema["components"]}
        _VALIDATORS[key] = jsonschema_rs.validator_for(described["schema"] | components)
    return _VALIDATORS[key]
