"""All facts of a line, and what the note states, on every way through the service."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from websockets.sync.client import connect

from inkslate.board import Board
from inkslate.extraction import Detail
from inkslate.extractor import Extractor
from inkslate.formats import boards_of, format_board, parse_board, scan_label_studio
from inkslate.readers.text import parse_text
from inkslate.service import schemas
from inkslate.service.formats import DeclaredFormat
from inkslate.service.openapi import EXTRACTIONS, LABELLED_BOARD
from inkslate.service.reading.bodies import read_boards
from inkslate.service.reading.reviewed_extractions import read_extractions
from inkslate.service.settings import ServiceLimits
from tests.support.boards import labelled_boards, lines_of, placed_words
from tests.support.commands import Run
from tests.support.service import Service, serving

LINES: list[dict[str, Any]] = [
    {"text": "Weekend", "bullet": False, "heading": 2},
    {"text": "milk", "bullet": True, "box": "open"},
    {"text": "oat drink", "bullet": True, "box": "open", "indent": 1},
    {"text": "pay rent", "bullet": True, "box": "done", "indent": 2},
    {"text": "the report", "bullet": False, "box": "open", "keyword": "TODO"},
    {"text": "return books", "bullet": True, "box": "done", "keyword": "DONE"},
    {"text": "Call mum", "bullet": False, "box": "open", "keyword": "NEXT", "heading": 1},
    {
        "text": "ferns",
        "bullet": False,
        "box": "open",
        "words": [{"text": "ferns", "box": [1, 2.5, 30, 12], "source": ["s1", 7]}],
    },
    {"text": "it rained", "bullet": True, "indent": 3},
]
STATED = {"milk": "box", "oat drink": "box", "the report": "keyword", "Call mum": "keyword", "ferns": "box"}
SPANS = [(0, 1), (1, 2), (2, 4), (4, 6), (6, 8), (8, 10), (10, 12), (12, 13), (13, 15)]
BOARD = {"id": "b1", "regions": [{"id": "r1", "lines": LINES}]}
LABELLED = {
    "id": "b1",
    "regions": [
        {
            "id": "r1",
            "lines": LINES,
            "sentences": [
                {"start": start, "end": end, "label": int(line["text"] in STATED)}
                for (start, end), line in zip(SPANS, LINES, strict=True)
            ],
        }
    ],
}


def assert_all_there(extraction: dict[str, Any]) -> None:
    assert [region["lines"] for region in extraction["regions"]] == [LINES]
    assert {task["text"]: task["stated"] for task in extraction["tasks"] if task["stated"]} == STATED
    assert not {"pay rent", "return books"} & {task["text"] for task in extraction["tasks"]}


@pytest.mark.parametrize(
    ("body", "media_type"),
    [
        (json.dumps(BOARD), "application/json"),
        (json.dumps([BOARD]), "application/json"),
        (f"{json.dumps(BOARD)}\n", "application/jsonl"),
    ],
)
def test_boards_in_json(client: httpx.Client, body: str, media_type: str) -> None:
    headers = {"Content-Type": media_type}
    (found,) = client.post("/v1/extract", content=body, headers=headers).json()["extractions"]
    assert_all_there(found)
    line = client.post("/v1/extract?to=jsonl", content=body, headers=headers).text
    assert json.loads(line) == found


def test_extractions_that_are_sent_back(client: httpx.Client) -> None:
    """They are written as they came, whether `tasks` lists the tasks or not."""
    value = client.post("/v1/extract", json=BOARD).json()
    (found,) = value["extractions"]
    written = client.post("/v1/write?to=jsonl", json=value).json()
    assert (written["regions"], written["tasks"]) == (found["regions"], found["tasks"])
    del found["tasks"]
    assert_all_there(client.post("/v1/write?to=jsonl", json=value).json())


def test_what_a_person_decides_holds_and_does_not_change_what_the_note_states(client: httpx.Client) -> None:
    value = client.post("/v1/extract", json=BOARD).json()
    (found,) = value["extractions"]
    (region,) = found["regions"]
    del found["tasks"]
    for sentence in region["sentences"]:
        sentence["task"] = not sentence["task"]
    tasks = client.post("/v1/write?to=jsonl", json=value).json()["tasks"]
    assert {"pay rent": None, "return books": None}.items() <= {task["text"]: task["stated"] for task in tasks}.items()
    region["sentences"] = [{"start": 0, "end": 2, "task": True}, {"start": 2, "end": 15, "task": True}]
    tasks = client.post("/v1/write?to=jsonl", json=value).json()["tasks"]
    assert [task["stated"] for task in tasks] == [None, "box"]  # the first one begins with the heading


def test_label_studio_from_the_service(client: httpx.Client) -> None:
    text = client.post("/v1/extract?to=label-studio", json=BOARD).text
    assert list(boards_of(scan_label_studio(text, "x"))) == [parse_board(BOARD, where="x")]


def tell(socket: Any, **message: Any) -> dict[str, Any]:
    socket.send(json.dumps(message))
    answer: dict[str, Any] = json.loads(socket.recv(60))
    return answer


def test_a_live_board(service: Service) -> None:
    with connect(f"{service.url.replace('http', 'ws')}/v1/live?full=true", proxy=None) as socket:
        first = tell(socket, revision=1, board=BOARD)
        assert_all_there(first["extraction"])
        assert [task["stated"] for task in first["added"] if task["text"] in STATED] == list(STATED.values())
        again = tell(socket, revision=2, board=BOARD)
        assert_all_there(again["extraction"])  # from the cache
        assert (again["added"], again["changed"], again["removed"]) == ([], [], [])


def test_marks_that_are_typed_into_a_live_board(service: Service) -> None:
    with connect(f"{service.url.replace('http', 'ws')}/v1/live?full=true", proxy=None) as socket:
        tell(socket, revision=1, text="- call Ruth\n\nsome milk")
        boxed = tell(socket, revision=2, text="- [ ] call Ruth\n\nTODO some milk")
        assert [(item["fields"], item["task"]["stated"]) for item in boxed["changed"]] == [(["stated"], "box")]
        assert [(task["text"], task["stated"]) for task in boxed["added"]] == [("some milk", "keyword")]
        ticked = tell(socket, revision=3, text="- [x] call Ruth\n\n# some milk")
        assert len(ticked["removed"]) == 2
        assert [line for region in ticked["extraction"]["regions"] for line in region["lines"]] == [
            {"text": "call Ruth", "bullet": True, "box": "done"},
            {"text": "some milk", "bullet": False, "heading": 1},
        ]


def test_corrections_after_a_restart(tmp_path: Path, run: Run) -> None:
    workspace = tmp_path / "kept"
    with serving("--workspace", workspace) as service, service.client() as client:
        assert client.put("/v1/corrections", json={"board": LABELLED, "revision": 1}).status_code == 201
        assert client.get("/v1/corrections/board?id=b1").json()["board"] == LABELLED
    with serving("--workspace", workspace) as service, service.client() as client:
        assert client.get("/v1/corrections/board?id=b1").json()["board"] == LABELLED
        assert client.put("/v1/corrections", json={"board": LABELLED, "revision": 1}).status_code == 200
    assert json.loads(run("export-corrections", workspace).stdout) == LABELLED


@given(labelled_boards(lines=lines_of(placed_words)))
def test_any_board_comes_in_and_goes_back_as_it_is(board: Board) -> None:
    limits = ServiceLimits()
    assert read_boards(format_board(board).encode(), DeclaredFormat("board"), None, limits) == [board]
    found = Extractor.load("rules").extract(board)
    (back,) = read_extractions(json.dumps({"extractions": [found.to_json()]}).encode(), limits)
    assert back.board == found.board
    assert back.to_json() == found.to_json()


def test_the_words_of_owner_and_day_come_back() -> None:
    """Those of a corrected task that are none of its words any more do not."""
    line = {"text": "Sam: call Ruth by Friday", "bullet": True}
    board = parse_board({"id": "b", "regions": [{"id": "r1", "lines": [line]}]}, where="x")
    found = Extractor.load("rules").extract(board, now=date(2026, 11, 18)).to_json()
    (back,) = read_extractions(json.dumps({"extractions": [found]}).encode(), ServiceLimits())
    assert back.to_json()["tasks"] == found["tasks"]
    assert (found["tasks"][0]["owner_span"], found["tasks"][0]["due_span"]) == ([0, 1], [3, 5])
    found["tasks"][0] |= {"owner": None, "due_span": [3, 6]}
    (back,) = read_extractions(json.dumps({"extractions": [found]}).encode(), ServiceLimits())
    (detail,) = back.details.values()
    assert detail == Detail(due=date(2026, 11, 20))


# The OpenAPI document.


def test_every_fact_is_described(client: httpx.Client) -> None:
    described = client.get("/openapi.json").json()["components"]["schemas"]
    facts = {name: field.get("description", "") for name, field in described["Line"]["properties"].items()}
    assert {"bullet", "box", "heading", "indent", "keyword"} <= facts.keys()
    assert [name for name, text in facts.items() if not text.endswith(".") or "\n" in text] == []
    assert described["Task"]["properties"]["stated"]["description"]


def test_the_examples_are_of_boards_with_facts() -> None:
    schemas.ExtractionsSchema.model_validate(EXTRACTIONS)
    schemas.CorrectionBodySchema.model_validate({"board": LABELLED_BOARD, "revision": 3})
    notes = "# Monday\n- [ ] call Ruth by Friday\n- [x] send the deck"
    found = Extractor.load("rules").extract(notes, id="b1").to_json()
    (example,) = EXTRACTIONS["extractions"]
    assert found["regions"] == example["regions"]
    assert [task["spans"] for task in found["tasks"]] == [task["spans"] for task in example["tasks"]]
    assert parse_board(LABELLED_BOARD, where="x").without_labels() == parse_text(notes, board="b1")
    assert [task["stated"] for task in found["tasks"]] == [task["stated"] for task in example["tasks"]] == ["box"]
