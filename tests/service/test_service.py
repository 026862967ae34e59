"""The service's API over a real socket: responses, access control, and what is not logged."""

from __future__ import annotations

import base64
import contextlib
import gzip
import inspect
import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, APIWebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from inkslate import Extractor
from inkslate.board import Board, Line, Region
from inkslate.details import DetailContext, add_details
from inkslate.extraction import Extraction, FoundSentence, ModelInfo
from inkslate.formats import boards_of, format_boards, parse_board
from inkslate.model.view import Passage
from inkslate.readers import READERS, scan_document
from inkslate.readers.document import Document
from inkslate.service.app import _ROUTERS
from inkslate.service.live_board import LiveBoard
from inkslate.service.queries import refuse_repeated_parameters
from inkslate.service.scheduler import ScannedRegion
from inkslate.writers import WRITERS
from tests.support.commands import Here
from tests.support.paths import ROOT
from tests.support.service import Service, serving, write_token
from tests.support.waiting import assert_eventually

TEXT = {"Content-Type": "text/plain"}
JSON = {"Content-Type": "application/json"}
CUT_OFF_GZIP = gzip.compress(b"cut off", mtime=0)[:-9]  # constant bytes, so the test has the same name in every process
NOTES = "to do\n- call Ruth by Friday\n- send the deck"
BOARD = {"id": "b1", "regions": [{"id": "r1", "lines": [{"text": "to do"}, {"text": "call Ruth", "bullet": True}]}]}
FILES = sorted(path for path in (ROOT / "tests" / "files").glob("*/*") if "failed" not in path.name)


def assert_problem(answer: httpx.Response, status: int, kind: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    value: dict[str, Any] = answer.json()
    assert value["type"] == f"urn:inkslate:problem:{kind}"
    assert value["status"] == status
    assert value["detail"]
    assert value["remedy"]
    return value


# What comes in.


def test_text_gives_the_extraction_of_the_library(client: httpx.Client) -> None:
    answer = client.post("/v1/extract?now=2026-11-15", content=NOTES, headers=TEXT)
    assert answer.status_code == 200
    (extraction,) = answer.json()["extractions"]
    assert [(task["text"], task["due"]) for task in extraction["tasks"]] == [
        ("call Ruth by Friday", "2026-11-20"),
        ("send the deck", None),
    ]
    assert list(extraction) == ["id", "model", "regions", "tasks"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_file_is_read_as_on_the_command_line(client: httpx.Client, path: Path) -> None:
    """By its content where that is enough, else by its name."""
    answer = client.post(f"/v1/extract?to=jsonl&now=2026-11-15&name={path.name}", content=path.read_bytes())
    boards = list(boards_of(scan_document(Document(path.name, path.read_bytes()))))
    found = add_details(Extractor.load("rules").extract_many(boards), DetailContext(now=datetime(2026, 11, 15)))
    assert answer.text == WRITERS["jsonl"](found)


@pytest.mark.parametrize(
    ("body", "headers", "ids"),
    [
        (BOARD, JSON, ["b1"]),
        ([BOARD, BOARD | {"id": "b2"}], JSON, ["b1", "b2"]),
        (BOARD, {}, ["b1"]),  # without a content type the content decides
    ],
)
def test_boards(client: httpx.Client, body: object, headers: dict[str, str], ids: list[str]) -> None:
    answer = client.post("/v1/extract", content=json.dumps(body, indent=1), headers=headers)
    assert [item["id"] for item in answer.json()["extractions"]] == ids
    lines = "".join(json.dumps(board) + "\n" for board in (body if isinstance(body, list) else [body]))
    answer = client.post("/v1/extract", content=lines, headers={"Content-Type": "application/jsonl"})
    assert [item["id"] for item in answer.json()["extractions"]] == ids


def test_regions_without_id_have_their_place_as_id(client: httpx.Client) -> None:
    board = {"id": "b1", "regions": [{"lines": [{"text": "- call Ruth"}]}, {"id": None, "lines": [{"text": "milk"}]}]}
    for headers in (JSON, {"Content-Type": "application/jsonl"}):
        answer = client.post("/v1/extract", content=json.dumps(board), headers=headers)
        (extraction,) = answer.json()["extractions"]
        assert [region["id"] for region in extraction["regions"]] == ["r1", "r2"]


def test_no_notes_have_no_tasks(client: httpx.Client) -> None:
    assert client.post("/v1/extract", content=b"", headers=TEXT).json()["extractions"][0]["tasks"] == []


def test_gzip(client: httpx.Client) -> None:
    twice = gzip.compress(NOTES[:10].encode()) + gzip.compress(NOTES[10:].encode())
    answer = client.post("/v1/extract?to=checklist", content=twice, headers=TEXT | {"Content-Encoding": "gzip"})
    assert answer.text.startswith("[ ] call Ruth by Friday")


def test_people_and_locale(client: httpx.Client) -> None:
    query = {"people": ["Zyxa", "Bob, Bobby"], "locale": "en-US", "now": "2026-11-15"}
    answer = client.post("/v1/extract", params=query, content="- @zyxa: send it by 12/3", headers=TEXT)
    task = answer.json()["extractions"][0]["tasks"][0]
    assert (task["owner"], task["due"]) == ("Zyxa", "2026-12-03")


# What goes out.


@pytest.mark.parametrize("to", WRITERS)
def test_every_writer(client: httpx.Client, to: str) -> None:
    listed = {writer["name"]: writer for writer in client.get("/v1/formats").json()["writers"]}
    answer = client.post(f"/v1/extract?to={to}&now=2026-11-15", content=NOTES, headers=TEXT)
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == listed[to]["media_type"]
    assert "call Ruth" in answer.text


def test_formats_are_those_of_the_command_line(client: httpx.Client) -> None:
    formats = client.get("/v1/formats").json()
    costly = {"photo"}
    assert [reader["name"] for reader in formats["readers"]] == [name for name in READERS if name not in costly]
    assert [writer["name"] for writer in formats["writers"]] == list(WRITERS)


def test_model_and_service(client: httpx.Client) -> None:
    assert client.get("/v1/model").json()["name"] == "rules"
    assert client.get("/v1/service").json()["workspace"] is False


def test_metrics_count(client: httpx.Client) -> None:
    client.post("/v1/extract", content=NOTES, headers=TEXT)
    text = client.get("/metrics").text
    assert 'inkslate_requests_total{route="/v1/extract",status="200"}' in text
    assert "Ruth" not in text


def test_corrected_extractions_are_written(client: httpx.Client) -> None:
    """A dismissed task, merged sentences, another owner and due date."""
    value = client.post("/v1/extract?now=2026-11-15", content=NOTES, headers=TEXT).json()
    (region,) = value["extractions"][0]["regions"]
    region["sentences"] = [{"start": 0, "end": 2, "task": False}, {"start": 2, "end": 9, "task": True}]
    value["extractions"][0]["tasks"] = [
        {"region": "r1", "start": 2, "end": 9, "owner": "Ruth", "due": "2026-12-01", "id": "mine"}
    ]
    answer = client.post("/v1/write?to=csv", json=value)
    assert answer.text.splitlines()[1].startswith("body,r1,mine,call Ruth by Friday send the deck,Ruth,2026-12-01")
    value["extractions"][0]["tasks"][0]["due"] = "2026-13-01"
    assert "2026-13-01" in assert_problem(client.post("/v1/write?to=csv", json=value), 422, "not-valid")["detail"]
    region["sentences"].pop()
    assert_problem(client.post("/v1/write?to=csv", json=value), 422, "not-valid")


REGION = {"id": "r", "lines": [{"text": "call Ruth"}], "sentences": [{"start": 0, "end": 2, "task": True}]}


def reviewed(sentences: object = REGION["sentences"], **task: object) -> bytes:
    """An extraction with these sentences, and with what a person says of its task."""
    tasks = [{"region": "r", "start": 0, "end": 2} | task]
    regions = [REGION | {"sentences": sentences}]
    return json.dumps({"extractions": [{"id": "b", "regions": regions, "tasks": tasks}]}).encode()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "not JSON"),
        (b"\xff\xfe\x00", "not UTF-16"),
        (b"[]", "no list of extractions"),
        (reviewed(sentences=[{"task": True}]), "not a sentence"),
        (reviewed(start=1), "does not match a sentence with task: true of board 'b'"),
        (reviewed(due="soon"), "due is 'soon'"),
        (reviewed(owner="x" * 5000), "owner has 5000 characters"),
    ],
)
def test_what_cannot_be_written_says_why(client: httpx.Client, body: bytes, said: str) -> None:
    answer = client.post("/v1/write?to=csv", content=body, headers=JSON)
    assert said in assert_problem(answer, 422, "not-valid")["detail"]


def test_owners_and_due_dates_of_tasks_that_a_person_found(client: httpx.Client) -> None:
    """`details` applies to tasks that are not listed; listed ones stay as they are, even without a date."""
    lines = [{"text": "Ruth calls by Friday", "bullet": True}, {"text": "send the deck by Friday", "bullet": True}]
    sentences = [{"start": 0, "end": 4, "task": True}, {"start": 4, "end": 9, "task": True}]
    known = {"region": "r1", "start": 4, "end": 9, "due": None}
    region = {"id": "r1", "lines": lines, "sentences": sentences}
    body = {"extractions": [{"id": "b1", "regions": [region], "tasks": [known]}]}
    query = {"to": "jsonl", "now": "2026-11-15"}
    bare = client.post("/v1/write", params=query, json=body).json()
    assert [task["due"] for task in bare["tasks"]] == [None, None]
    found = client.post("/v1/write", params={**query, "details": "true"}, json=body).json()
    assert [task["due"] for task in found["tasks"]] == ["2026-11-20", None]


def test_corrections_without_a_workspace_have_a_remedy(client: httpx.Client) -> None:
    for answer in (
        client.get("/v1/corrections"),
        client.get("/v1/corrections/board?id=b1"),
        client.put("/v1/corrections", json={"board": BOARD, "revision": 1}),
        client.delete("/v1/corrections/board?id=b1"),
    ):
        assert answer.status_code == 404
        assert "--workspace" in answer.json()["remedy"]


def test_strokes_of_a_file(client: httpx.Client) -> None:
    path = ROOT / "examples" / "formats" / "iamondo.inkml"
    answer = client.post("/v1/strokes", content=path.read_bytes())
    assert answer.json()["strokes"][1] == {"id": "t1", "points": [130, 52, 140, 60]}
    ink = (ROOT / "examples" / "whiteboard.jiix").read_bytes()
    assert client.post("/v1/strokes", content=ink, headers=JSON).json()["strokes"]
    assert client.post("/v1/strokes", content=NOTES, headers=TEXT).json() == {"strokes": []}
    assert_problem(client.post("/v1/strokes?from=inkml", content=b"<ink"), 422, "not-valid")
    assert_problem(client.post("/v1/strokes", content=b"\x00\x01"), 415, "unknown-format")


# What is refused.


@pytest.mark.parametrize(
    ("query", "field", "status", "kind"),
    [
        ("from=scribble", "from", 415, "unknown-format"),
        ("to=scribble", "to", 415, "unknown-format"),
        ("now=tomorrow", "now", 422, "not-valid"),
        ("now=2026-11-15T09:00%2B01:00", "now", 422, "not-valid"),
        ("locale=%00", "locale", 422, "not-valid"),
        ("obsidian=perhaps", "obsidian", 422, "not-valid"),
        ("form=text", "form", 422, "not-valid"),  # a mistyped parameter
    ],
)
def test_wrong_parameters(client: httpx.Client, query: str, field: str, status: int, kind: str) -> None:
    answer = client.post(f"/v1/extract?{query}", content=NOTES, headers=TEXT)
    assert assert_problem(answer, status, kind)["field"] == field


@pytest.mark.parametrize(
    ("body", "headers", "status", "kind"),
    [
        (b"a=b", {"Content-Type": "application/x-www-form-urlencoded"}, 415, "unknown-format"),
        (b"a", {"Content-Type": "image/png"}, 415, "unknown-format"),
        (b"a", {"Content-Type": "text/plain; charset=koi8-r"}, 415, "unknown-format"),
        (b"a", TEXT | {"Content-Encoding": "br"}, 415, "unknown-format"),
        (b'{"a": 1}', JSON, 415, "unknown-format"),  # JSON that no reader knows
        (b"\xff\xfe\x00", TEXT, 422, "not-valid"),
        (b"not gzip", TEXT | {"Content-Encoding": "gzip"}, 422, "not-valid"),
        (CUT_OFF_GZIP, TEXT | {"Content-Encoding": "gzip"}, 422, "not-valid"),
        (b'{"id": "b", "regions": [NaN]}', JSON, 422, "not-valid"),
        (b'{"id": "b", "regions": ' + b"[" * 100 + b"]" * 100 + b"}", JSON, 422, "not-valid"),
        (b'{"id": "b", "regions": ' + b"[" * 100_000, JSON, 422, "not-valid"),
        (b'{"id": "b", "regions": ' + b"9" * 5000 + b"}", JSON, 422, "not-valid"),
        (b'{"id": "\\ud83d", "regions": []}', JSON, 422, "not-valid"),
        (b"word " * 10_001, TEXT, 413, "too-large"),
        (b"w" * 100_001, TEXT, 413, "too-large"),
        (b"w\n\n" * 2001, TEXT, 413, "too-large"),
        (b"w" * ((4 << 20) + 1), TEXT, 413, "too-large"),
        (gzip.compress(bytes(1 << 28)), TEXT | {"Content-Encoding": "gzip"}, 413, "too-large"),
    ],
)
def test_wrong_bodies(client: httpx.Client, body: bytes, headers: dict[str, str], status: int, kind: str) -> None:
    assert_problem(client.post("/v1/extract", content=body, headers=headers), status, kind)


@pytest.mark.parametrize("value", [10**400, -(10**400), 1e308])
def test_places_beyond_all_boards(client: httpx.Client, value: float) -> None:
    word = {"text": "a", "box": [value, 0, 1, 1]}
    body = {"id": "b", "regions": [{"id": "r", "lines": [{"text": "a", "words": [word]}]}]}
    assert client.post("/v1/extract", json=body).status_code == (200 if value == 1e308 else 422)


def test_half_a_surrogate_pair_in_a_source(client: httpx.Client) -> None:
    word = {"text": "a", "source": ["\ud83d"]}
    body = {"id": "b", "regions": [{"id": "r", "lines": [{"words": [word]}]}]}
    assert_problem(client.post("/v1/extract", content=json.dumps(body), headers=JSON), 422, "not-valid")


def test_addresses_and_methods_that_are_not_there(client: httpx.Client) -> None:
    assert_problem(client.get("/v2/extract"), 404, "not-found")
    answer = client.put("/v1/extract")
    assert_problem(answer, 405, "method-not-allowed")
    assert answer.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "path", ["/page/../app.py", "/page/..%2fapp.py", "/page/%2e%2e/app.py", "/page//etc/passwd", "/page/", "/page/%00"]
)
def test_files_beside_the_page_are_not_served(service: Service, path: str) -> None:
    answer = raw(service, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 404 ")


def test_the_page_runs_nothing_from_elsewhere(client: httpx.Client) -> None:
    answer = client.get("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'; script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"https?://", answer.text)


# Who may ask.


def raw(service: Service, request: bytes) -> bytes:
    """The whole response."""
    with socket.create_connection(service.address, timeout=30) as connection:
        connection.sendall(request)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:80"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Host": "localhost"}, 200),
        ({"Host": "LOCALHOST:9999"}, 200),
        ({"Host": "[::1]:8765"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:1"}, 403),  # another port is another site
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Host": "localhost", "Origin": "http://localhost"}, 200),
    ],
)
def test_pages_of_other_sites_cannot_ask(client: httpx.Client, headers: dict[str, str], status: int) -> None:
    assert client.post("/v1/extract", content=NOTES, headers=TEXT | headers).status_code == status


def test_a_link_may_lead_to_the_page(client: httpx.Client) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/", headers=headers).status_code == 200
    assert client.post("/v1/extract", content=NOTES, headers=TEXT | headers).status_code == 403


@pytest.fixture(scope="module")
def configured() -> Iterator[Service]:
    with serving("--allow-host", "notes.example", "--allow-origin", "https://app.example", "--log-texts") as running:
        yield running


def test_allowed_names_and_origins(configured: Service) -> None:
    with configured.client() as client:
        assert client.get("/v1/model", headers={"Host": "notes.example"}).status_code == 200
        answer = client.get("/v1/model", headers={"Origin": "https://app.example"})
        assert answer.headers["access-control-allow-origin"] == "https://app.example"
        preflight = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
        assert client.options("/v1/extract", headers=preflight).status_code == 200
        assert client.get("/v1/model", headers={"Origin": "https://other.example"}).status_code == 403


TOKEN = "correct-horse-battery-staple"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    file = write_token(tmp_path_factory.mktemp("token") / "token", TOKEN)
    with serving("--host", "0.0.0.0", "--token-file", file) as running:
        running.url = running.url.replace("0.0.0.0", "127.0.0.1")
        yield running


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (None, 401),
        ("Bearer", 401),
        ("Bearer wrong", 401),
        (f"Bearer {TOKEN}x", 401),
        (f"Basic {TOKEN}", 401),
        (f"Bearer {TOKEN}", 200),
        (f"bearer {TOKEN}", 200),
    ],
)
@pytest.mark.parametrize("path", ["/v1/model", "/metrics"])
def test_tokens(guarded: Service, path: str, header: str | None, status: int) -> None:
    with guarded.client() as client:
        answer = client.get(path, headers={"Authorization": header} if header else {})
    assert answer.status_code == status
    if status == 401:
        assert answer.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/openapi.json"])
def test_what_needs_no_token(guarded: Service, path: str) -> None:
    with guarded.client() as client:
        assert client.get(path).status_code == 200


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--host", "0.0.0.0"), "--token-file"),
        (("--host", "0.0.0.0", "--token-file", "none"), "none: cannot be read"),
        (("--token-file", "short"), "not a valid token"),
        (("--token-file", "open"), "open: other users can read or change this file (its mode is 640); run: chmod 600"),
        (("--model", "nowhere"), "no model 'nowhere'"),
        (("--allow-origin", "example.com"), "not an origin"),
        (("--host", "256.0.0.1", "--insecure-no-token"), "cannot listen"),
        (("--workspace", "other"), "belongs to another application"),
    ],
)
def test_what_it_does_not_start_with(here: Here, tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    import sqlite3

    write_token(tmp_path / "short", "abc")
    write_token(tmp_path / "open", TOKEN).chmod(0o640)
    (tmp_path / "other").mkdir()
    with sqlite3.connect(tmp_path / "other" / "corrections.sqlite") as other:
        other.execute("create table theirs (x)")
    other.close()
    (tmp_path / "other" / "corrections.sqlite").chmod(0o644)
    done = here("serve", *options)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "other" / "corrections.sqlite").stat().st_mode & 0o777 == 0o644  # not ours


def test_without_the_extra_one_line_says_so() -> None:
    code = (
        "import sys; sys.modules['fastapi'] = None; sys.argv = ['inkslate', 'serve'];"
        "from inkslate.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "inkslate: the service needs fastapi: pip install 'inkslate[serve]'\n"


def test_the_command_line_loads_no_service() -> None:
    code = (
        "import sys, inkslate.cli; print([m for m in ('fastapi', 'uvicorn', 'prometheus_client') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# Live boards.


def live(service: Service, **options: Any) -> Any:
    query = options.pop("query", "")
    return connect(f"{service.url.replace('http', 'ws')}/v1/live{query}", proxy=None, **options)


def tell(socket: Any, **message: Any) -> dict[str, Any]:
    socket.send(json.dumps(message))
    answer: dict[str, Any] = json.loads(socket.recv(60))
    return answer


def test_tasks_are_followed_while_somebody_writes(service: Service) -> None:
    with live(service, query="?now=2026-11-15") as socket:
        first = tell(socket, revision=1, text="- call Ruth\n- send the deck")
        assert [task["text"] for task in first["added"]] == ["call Ruth", "send the deck"]
        call, send = (task["id"] for task in first["added"])
        second = tell(socket, revision=2, text="- call Ruth by Friday\n- send the deck\n- buy milk")
        assert [task["text"] for task in second["added"]] == ["buy milk"]
        assert [(item["fields"], item["task"]["id"]) for item in second["changed"]] == [(["text", "due"], call)]
        assert second["same"] == 1
        third = tell(socket, revision=3, text="- buy milk\n- call Ruth by Friday")
        assert (third["removed"], third["added"], third["changed"], third["same"]) == ([send], [], [], 2)


def test_a_live_board_in_full(service: Service) -> None:
    with live(service, query="?full=true") as socket:
        answer = tell(socket, revision=0, board=BOARD)
        assert answer["extraction"]["id"] == "b1"
        assert answer["extraction"]["tasks"] == answer["added"]


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ("[]", "message"),
        ("{", "body"),
        ('{"text": "a"}', "revision"),
        ('{"revision": 1}', "board"),
        ('{"revision": 1, "text": 3}', "text"),
        ('{"revision": 1, "board": {}}', "board"),
        ('{"revision": 1, "text": "\\ud83d"}', "text"),
        ('{"revision": NaN, "text": "a"}', "body"),
    ],
)
def test_a_wrong_message_does_not_end_the_connection(service: Service, message: str, field: str) -> None:
    with live(service) as socket:
        socket.send(message)
        assert json.loads(socket.recv(60))["problem"]["field"] == field
        assert tell(socket, revision=1, text="- call Ruth")["added"]


def test_live_boards_are_not_for_other_sites(service: Service) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}):
        request = (
            "GET /v1/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        )
        for name, value in headers.items():
            request = re.sub(rf"^{name}: .*\r\n", "", request, flags=re.MULTILINE) + f"{name}: {value}\r\n"
        assert raw(service, request.encode() + b"\r\n").split(b" ")[1] in (b"403", b"421")


@pytest.mark.parametrize("query", ["?locale=%00", "?now=soon", "?full=perhaps", "?other=1"])
def test_live_boards_with_wrong_parameters(service: Service, query: str) -> None:
    with pytest.raises(InvalidStatus) as refused, live(service, query=query):
        pass
    assert refused.value.response.status_code == 422
    assert b"remedy" in refused.value.response.body


def test_live_boards_need_the_token_too(guarded: Service) -> None:
    with pytest.raises(InvalidStatus) as refused, live(guarded):
        pass
    assert refused.value.response.status_code == 401
    with live(guarded, additional_headers={"Authorization": f"Bearer {TOKEN}"}) as socket:
        assert tell(socket, revision=1, text="- call Ruth")["added"]
    encoded = base64.urlsafe_b64encode(TOKEN.encode()).decode().rstrip("=")
    with live(guarded, subprotocols=["inkslate", f"inkslate.token.{encoded}"]) as socket:
        assert socket.subprotocol == "inkslate"
        assert tell(socket, revision=1, text="- call Ruth")["added"]


def test_messages_that_are_too_large_or_no_text_end_the_connection(service: Service) -> None:
    for message in (b"bytes", "x" * ((4 << 20) + 1)):
        with live(service) as socket:
            with contextlib.suppress(ConnectionClosed):
                socket.send(message)
            with pytest.raises(ConnectionClosed):
                socket.recv(60)


# What is kept to itself.


def test_no_text_is_logged(tmp_path: Path) -> None:
    secret = "xylophone"
    with serving("--workspace", tmp_path) as service, service.client() as client:
        client.post(f"/v1/extract?people={secret}", content=f"- {secret}", headers=TEXT)
        client.post(f"/v1/extract?name={secret}.json", content=f'{{"{secret}"', headers=JSON)
        client.post(f"/v1/extract?from={secret}", content=secret, headers=TEXT)
        client.get(f"/{secret}")
        client.get(f"/v1/corrections/board?id={secret}")
        client.put("/v1/corrections", json={"board": BOARD | {"id": secret}, "revision": 1})
        with live(service, query=f"?people={secret}") as socket:
            tell(socket, revision=1, text=f"- {secret}")
            tell(socket, revision=1, text=3, also=secret)
        raw(service, f"{secret} / HTTP/9\r\n\r\n".encode())
        assert service.stop() == 0
        assert "POST /v1/extract 200" in service.log
        assert secret not in service.log


def test_texts_are_logged_when_asked_for(configured: Service) -> None:
    with configured.client() as client:
        client.post("/v1/extract", content="- xylophone", headers=TEXT)
        assert "body: - xylophone" in configured.log


# Beginning and end.


def is_listening(service: Service) -> bool:
    try:
        socket.create_connection(service.address, timeout=5).close()
    except OSError:
        return False
    return True


def test_sigterm_answers_what_is_in_flight() -> None:
    with serving() as service:
        with socket.create_connection(service.address, timeout=60) as connection:
            head = "POST /v1/extract?to=checklist HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            connection.sendall(f"{head}Content-Length: {len(NOTES)}\r\n\r\n{NOTES[:5]}".encode())
            # Another request, so that the first has certainly come in.
            with service.client() as client:
                client.get("/healthz")
            stopped = threading.Thread(target=service.stop)
            stopped.start()
            assert_eventually(lambda: not is_listening(service), "the socket to close")
            connection.sendall(NOTES[5:].encode())
            answer = b""
            while part := connection.recv(65536):
                answer += part
        stopped.join()
        assert b"[ ] call Ruth by Friday" in answer
        assert service.process.returncode == 0


# The documentation.


def test_the_examples_of_the_documentation_run(service: Service) -> None:
    page = (ROOT / "docs" / "service.md").read_text("utf-8")
    (commands,) = re.findall(r"^```shell\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (code,) = re.findall(r"^```py\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    for command in commands.splitlines():
        command = command.replace("http://127.0.0.1:8765", service.url).replace("curl ", "curl -sSf ")
        done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "BEGIN:VCALENDAR" in done.stdout or json.loads(done.stdout)["extractions"]
    code = code.replace("http://127.0.0.1:8765", service.url)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "call Ruth by Friday 2026-11-20\nsend the deck None\n", done.stderr


def test_boards_are_written_as_they_were_read(client: httpx.Client) -> None:
    """The example of the OpenAPI document is a board that the library reads."""
    document = client.get("/openapi.json").json()
    body = document["paths"]["/v1/extract"]["post"]["requestBody"]["content"]["application/json"]
    assert format_boards([parse_board(body["examples"]["board"]["value"], where="x")])


def test_a_revision_counts_when_its_answer_is_sent() -> None:
    """Work may go on after its deadline; its result was not sent, so it must not count."""
    region = Region("r", (Line.from_text("call Ruth", bullet=True),))
    board = Board("board", (region,))
    known = LiveBoard()
    late = known.copy()
    said = ScannedRegion((FoundSentence(0, 2, True, 0.9),), {})
    passages = [Passage(region)]
    found = late.update(passages, late.changed_passages(passages), [said])
    _, difference = late.track(Extraction(board, found, ModelInfo("m", "1", "nti", "both")), DetailContext())
    assert len(difference.added) == 1
    assert (late.changed_passages(passages), known.changed_passages(passages)) == ([], passages)
    again = known.copy()
    again.update(passages, passages, [said])
    _, difference = again.track(Extraction(board, found, ModelInfo("m", "1", "nti", "both")), DetailContext())
    assert len(difference.added) == 1  # sent now


def test_days_count_from_the_date_of_the_note_where_that_is_wanted(client: httpx.Client) -> None:
    notes = "# Sync 2026-03-09\n- call Ruth by Friday"
    options = {"now": "2030-01-01", "from": "markdown"}
    plain = client.post("/v1/extract", content=notes, params=options).json()
    assert plain["extractions"][0]["tasks"][0]["due"] == "2030-01-04"
    assert "written" not in plain
    dated = client.post("/v1/extract", content=notes, params={**options, "dated": "true"}).json()
    assert dated["extractions"][0]["tasks"][0]["due"] == "2026-03-13"
    assert dated["written"] == ["2026-03-09"]
    named = {**options, "dated": "true", "name": "12-3-2026.md", "locale": "en-US"}
    assert client.post("/v1/extract", content="- call Ruth", params=named).json()["written"] == ["2026-12-03"]
    undated = client.post("/v1/extract", content="- call Ruth by Friday", params={**options, "dated": "true"}).json()
    assert (undated["written"], undated["extractions"][0]["tasks"][0]["due"]) == ([None], "2030-01-04")


def test_the_model_tells_its_threshold(client: httpx.Client) -> None:
    assert client.get("/v1/model").json()["threshold"] is None  # the rules have no scores


def test_fastapi_runs_no_part_of_a_request_in_a_thread() -> None:
    """It does that with functions that are not async, at 0.3 ms each; what blocks has threads of the service."""

    def calls(dependant: Dependant) -> Iterator[Callable[..., Any]]:
        if dependant.call is not None:
            yield dependant.call
        for other in dependant.dependencies:
            yield from calls(other)

    routes = [
        route for router in _ROUTERS for route in router.routes if isinstance(route, APIRoute | APIWebSocketRoute)
    ]
    called = {call for route in routes for call in calls(route.dependant)}
    assert refuse_repeated_parameters in called
    assert not [call for call in called if not inspect.iscoroutinefunction(call)]
