"""What a service is asked: all of the API, in the right way and in wrong ways."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote, urlencode

from inputs import NOTES, NOW, a_day_later, files_in
from service import Service

_Request = tuple[str, str, bytes | None, dict[str, str]]  # method, path, body and headers
_PAGE_FILE = re.compile(r"[\w./-]+\.(?:js|css|svg|json|html|txt|md|inkml|hocr|jiix)\b")
TOKEN = "0123456789abcdef"
_TEXT = {"Content-Type": "text/plain"}
_JSON = {"Content-Type": "application/json"}
_LITTLE = b"- call Ruth"
_MEDIA_TYPES = {
    ".txt": "text/plain",
    ".md": "text/markdown; charset=utf-8",
    ".csv": "text/csv",
    ".jsonl": "application/jsonl",
    ".inkml": "application/inkml+xml",
    ".xml": "application/xml",
    ".html": "text/html",
    ".hocr": "application/xhtml+xml",
    ".json": "application/json",
    ".jiix": "application/octet-stream",
}


def ask_service(service: Service, writers: Sequence[str]) -> None:
    """All of the API, of a service with a workspace."""
    service.ask("openapi", "GET", "/openapi.json", keep=lambda text: json.dumps(json.loads(text), indent=1).encode())
    for path in ("/v1/formats", "/v1/model", "/v1/service", "/healthz", "/readyz", "/nowhere"):
        service.get(path)
    service.ask("metrics", "GET", "/metrics", keep=_names_of_metrics)
    _ask_page(service)
    for file in [*files_in("examples", "tests/files"), "notes/hand-made.txt"]:
        _ask_about(service, file)
    for file in ("examples/standup.txt", "notes/hand-made.txt", "examples/labelled.jsonl"):
        _ask_writers(service, file, writers)
    _ask_wrongly(service)
    _ask_corrections(service)
    _talk(service)


def ask_guarded(service: Service) -> None:
    """A service of two workers, with a token and without a workspace."""
    authorized = {"Authorization": f"Bearer {TOKEN}"}
    messages = ['{"revision": 1, "text": "- call Ruth by Friday"}']
    for name, headers in (("none", {}), ("wrong", {"Authorization": "Bearer wrong"}), ("right", authorized)):
        service.headers = headers
        for path in ("/", "/healthz", "/v1/service", "/v1/formats", "/v1/corrections", "/nowhere"):
            service.ask(f"token-{name}{quote(path, safe='')}", "GET", path)
        service.talk(f"token-{name}", f"?now={NOW}", messages)
    service.headers = {}
    offered = ["inkslate", "inkslate.token." + base64.urlsafe_b64encode(TOKEN.encode()).decode().rstrip("=")]
    service.talk("token-offered", f"?now={NOW}", messages, subprotocols=offered)
    service.headers = authorized
    for file in files_in("examples"):
        _ask_about(service, file)
    _ask_wrongly(service)
    _ask_corrections(service)
    _talk(service)


def _names_of_metrics(content: bytes) -> bytes:
    """Only the names and types of the metrics: their values vary."""
    return b"\n".join(sorted(line for line in content.splitlines() if line.startswith(b"# TYPE")))


def _ask_page(service: Service) -> None:
    """The page and all that it names, directly or not."""
    seen, waiting = {"/"}, ["/"]
    while waiting:
        path = waiting.pop()
        if service.request("GET", path)[0].status != 200:
            continue
        names = _PAGE_FILE.findall(service.get(path).decode())
        for name in sorted(set(names)):
            for found in (f"/page/{name.removeprefix('/page/').lstrip('./')}", f"/page/examples/{name}"):
                if found not in seen:
                    seen.add(found)
                    waiting.append(found)


def _ask_about(service: Service, file: str) -> None:
    """Send one file by its name, by its media type, and for its strokes."""
    content, name = Path(file).read_bytes(), quote(Path(file).name)
    media_type = _MEDIA_TYPES[Path(file).suffix]
    service.ask(f"extract/named/{file}", "POST", f"/v1/extract?now={NOW}&name={name}", content)
    service.ask(f"extract/typed/{file}", "POST", f"/v1/extract?now={NOW}", content, {"Content-Type": media_type})
    service.ask(f"strokes/{file}", "POST", f"/v1/strokes?name={name}", content)


def _ask_writers(service: Service, file: str, writers: Sequence[str]) -> None:
    """Send one file for every writer, and its extraction back, as it came and changed."""
    query = f"now={NOW}&name={quote(Path(file).name)}"
    content = Path(file).read_bytes()
    answer = service.ask(f"write/{file}", "POST", f"/v1/extract?{query}", content)
    found = json.loads(answer)
    reviewed = json.loads(answer)
    for extraction in reviewed["extractions"]:
        extraction["tasks"] = [task | {"owner": "Ruth", "due": "2026-12-01"} for task in extraction["tasks"][1:]]
        for region in extraction["regions"]:
            region["sentences"][-1]["task"] = not region["sentences"][-1]["task"]
    bodies = {"as-it-came": found, "reviewed": reviewed}
    for to in writers:
        service.ask(f"extract/{to}/{file}", "POST", f"/v1/extract?{query}&to={to}", content)
        for name, value in bodies.items():
            for details in ("false", "true"):
                address = f"/v1/write?to={to}&now={NOW}&details={details}"
                body = json.dumps(value).encode()
                service.ask(f"write/{name}-{details}/{to}/{file}", "POST", address, body, _JSON)
    options = {"people": "ruth,ruthie", "locale": "en-US", "to": "markdown", "obsidian": "true"}
    service.ask(f"extract/options/{file}", "POST", f"/v1/extract?{query}&{urlencode(options)}", content)
    service.ask(f"write/options/{file}", "POST", f"/v1/write?to=markdown&obsidian=true&now={NOW}", answer, _JSON)
    packed = {"Content-Encoding": "gzip"}
    service.ask(f"extract/gzip/{file}", "POST", f"/v1/extract?{query}", gzip.compress(content), packed)


def _ask_wrongly(service: Service) -> None:
    """Requests that the service refuses, and some that it answers without a body."""
    asked = _wrong_notes() | _too_much() | _wrong_others()
    for name, (method, path, body, headers) in asked.items():
        service.ask(f"wrong/{name}", method, path, body, headers)


def _wrong_notes() -> dict[str, _Request]:
    """Notes that cannot be read, and unknown options."""
    board = {"id": "b", "regions": [{"id": "r", "lines": [{"text": "a b"}]}]}
    return {
        "bad-json": ("POST", "/v1/extract", b'{"id": ', _JSON),
        "unknown-json": ("POST", "/v1/extract", b'{"a": 1}', _JSON),
        "bad-board": ("POST", "/v1/extract", b'{"id": "b", "regions": [{}]}', _JSON),
        "same-ids": ("POST", "/v1/extract", json.dumps([board, board]).encode(), _JSON),
        "empty": ("POST", "/v1/extract", b"", _TEXT),
        "media-type": ("POST", "/v1/extract", _LITTLE, {"Content-Type": "image/png"}),
        "charset": ("POST", "/v1/extract", _LITTLE, {"Content-Type": "text/plain; charset=koi8-r"}),
        "not-utf-8": ("POST", "/v1/extract", b"\xff\xfe\xfa", _TEXT),
        "encoding": ("POST", "/v1/extract", _LITTLE, _TEXT | {"Content-Encoding": "br"}),
        "bad-gzip": ("POST", "/v1/extract", _LITTLE, _TEXT | {"Content-Encoding": "gzip"}),
        "unknown-from": ("POST", "/v1/extract?from=scribble", _LITTLE, _TEXT),
        "unknown-to": ("POST", "/v1/extract?to=scribble", _LITTLE, _TEXT),
        "unknown-parameter": ("POST", "/v1/extract?form=text", _LITTLE, _TEXT),
        "bad-now": ("POST", "/v1/extract?now=soon", _LITTLE, _TEXT),
        "bad-locale": ("POST", "/v1/extract?locale=nowhere", _LITTLE, _TEXT),
    }


def _too_much() -> dict[str, _Request]:
    """Notes over the limits of the service."""
    deep = b"[" * 100 + b"]" * 100
    packed = gzip.compress(b"a " * 2_200_000)
    return {
        "too-many-bytes": ("POST", "/v1/extract", b"a " * 2_200_000, _TEXT),
        "too-many-bytes-packed": ("POST", "/v1/extract", packed, _TEXT | {"Content-Encoding": "gzip"}),
        "too-many-words": ("POST", "/v1/extract", b"a " * 10_001, _TEXT),
        "too-many-characters": ("POST", "/v1/extract", b"abcdefghijklmnop " * 7_000, _TEXT),
        "too-many-regions": ("POST", "/v1/extract", b"a\n\n" * 2_001, _TEXT),
        "too-deep": ("POST", "/v1/extract", deep, _JSON),
    }


def _wrong_others() -> dict[str, _Request]:
    """Wrong calls of the other paths, and headers that are refused."""
    uncovered = {"extractions": [{"id": "b", "regions": [{"id": "r", "lines": [{"text": "a b"}], "sentences": []}]}]}
    return {
        "write-no-to": ("POST", "/v1/write", b'{"extractions": []}', _JSON),
        "write-text": ("POST", "/v1/write?to=ics", _LITTLE, _TEXT),
        "write-bad-json": ("POST", "/v1/write?to=ics", b"{", _JSON),
        "write-other-json": ("POST", "/v1/write?to=ics", b'{"boards": []}', _JSON),
        "write-uncovered": ("POST", "/v1/write?to=ics", json.dumps(uncovered).encode(), _JSON),
        "strokes-bad": ("POST", "/v1/strokes", b'{"type": "Text", ', _JSON),
        "method": ("GET", "/v1/extract", None, {}),
        "method-of-list": ("POST", "/v1/formats", b"", {}),
        "page-file": ("GET", "/page/../app.py", None, {}),
        "host": ("GET", "/v1/formats", None, {"Host": "notes.example"}),
        "origin": ("GET", "/v1/formats", None, {"Origin": "http://notes.example"}),
        "cross-site": ("GET", "/v1/formats", None, {"Sec-Fetch-Site": "cross-site"}),
        "preflight": ("OPTIONS", "/v1/extract", None, {"Access-Control-Request-Method": "POST"}),
        "head": ("HEAD", "/", None, {}),
    }


def _ask_corrections(service: Service) -> None:
    """Save, list, show and delete corrections, in the right way and in wrong ways."""
    boards = [json.loads(line) for line in Path("examples/labelled.jsonl").read_text("utf-8").splitlines()]
    first = boards[0]["id"]

    def put(name: str, value: object) -> None:
        service.ask(f"corrections/{name}", "PUT", "/v1/corrections", json.dumps(value).encode(), _JSON)

    def ask(name: str, query: str, method: str = "GET") -> None:
        service.ask(f"corrections/{name}", method, f"/v1/corrections{query}")

    ask("list-of-none", "")
    for number, board in enumerate(boards):
        put(f"new-{number}", {"board": board, "revision": 1, "notes": {"owner": "Ruth"}})
    put("again", {"board": boards[0], "revision": 1, "notes": {"owner": "Ruth"}})
    put("conflict", {"board": boards[0], "revision": 1, "notes": {}})
    put("later", {"board": boards[0], "revision": 3})
    put("older", {"board": boards[0], "revision": 2})
    put("unlabelled", {"board": {"id": "b", "regions": [{"id": "r", "lines": [{"text": "a"}]}]}, "revision": 1})
    put("no-revision", {"board": boards[0]})
    put("no-object", [])
    ask("list", "")
    ask("list-of-page", "?limit=1")
    ask("list-next", f"?limit=1&after={first}")
    ask("list-of-board", f"?id={first}")
    ask("list-bad", "?limit=0")
    ask("board", f"/board?id={first}")
    ask("board-revision", f"/board?id={first}&revision=1")
    ask("board-unknown", "/board?id=unknown")
    ask("board-nameless", "/board")
    ask("delete", f"/board?id={first}", "DELETE")
    ask("delete-again", f"/board?id={first}", "DELETE")
    ask("list-after", "")


def _talk(service: Service) -> None:
    """Conversations with changed notes and with wrong messages."""
    lines = NOTES.splitlines()
    texts = ["\n".join(lines[:count]) for count in range(1, len(lines) + 1, 2)]
    texts += [NOTES, NOTES.replace("deck", "slides"), a_day_later(NOTES), "", "- call Ruth", "- call Ruth today"]
    board = json.loads(Path("examples/labelled.jsonl").read_text("utf-8").splitlines()[0])
    messages = [json.dumps({"revision": number, "text": text}) for number, text in enumerate(texts)]
    messages += [json.dumps({"revision": 90, "board": board}), "{", "[]", "{}", '{"revision": -1, "text": ""}']
    messages += ['{"revision": 91}', '{"revision": 92, "text": 7}', '{"revision": 93, "board": {}}', messages[2]]
    service.talk("live/changes", f"?now={NOW}", messages)
    service.talk("live/full", f"?now={NOW}&full=true&locale=en-US&people=ruth", messages, subprotocols=["inkslate"])
    service.talk("live/bytes", "", [b"bytes"])
    service.talk("live/bad-now", "?now=soon", messages)
    service.talk("live/unknown-parameter", "?when=soon", messages)
