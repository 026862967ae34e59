"""A running service whose answers become files."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from cases import report
from inputs import LONGEST, MADE, write

_STARTED = re.compile(r"inkslate: http://([\d.]+):(\d+) ")
_PATIENT = ("--max-seconds", "600", "--body-seconds", "600")  # for a busy machine
_PROBLEM = "application/problem+json"
_VARIES = ("date", "content-length")


@dataclass
class Service:
    """A running service; every answer becomes a file."""

    name: str
    host: str
    port: int
    headers: dict[str, str] = field(default_factory=dict)
    count: int = 0

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """Send one request on a connection of its own."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=LONGEST)
        try:
            connection.request(method, path, body, {**self.headers, **(headers or {})})
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    def ask(
        self,
        name: str,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        keep: Callable[[bytes], bytes] = bytes,
    ) -> bytes:
        """Send one request and save the answer, without what varies."""
        self.count += 1
        answer, content = self.request(method, path, body, headers)
        lines = [f"{key.lower()}: {value}" for key, value in answer.getheaders() if key.lower() not in _VARIES]
        kept = keep(content)
        if content and answer.getheader("content-type") == _PROBLEM:
            kept = json.dumps(without_texts(json.loads(content))).encode()
            self.save(f"{name}.err", content)
        head = "\n".join([f"{answer.status} {answer.reason}", *sorted(lines), "", ""])
        self.save(f"{name}.http", head.encode() + kept)
        return content

    def get(self, path: str) -> bytes:
        """Ask for a path and name the file after it."""
        return self.ask(f"get{quote(path, safe='')}", "GET", path)

    def save(self, name: str, content: bytes) -> None:
        """Write a file of this service, without times and without its address."""
        text = re.sub(rb'("saved": ?")[^"]*"', rb'\1TIME"', content)
        write(f"{MADE}/service/{self.name}/{name}", text.replace(f"{self.host}:{self.port}".encode(), b"ADDRESS"))

    def talk(self, name: str, query: str, messages: Iterable[str | bytes], **options: Any) -> None:
        """A conversation on `WS /v1/live`."""
        from websockets.exceptions import ConnectionClosed, InvalidStatus
        from websockets.sync.client import connect

        self.count += 1
        lines: list[str] = []
        problems: list[str] = []
        try:
            address = f"ws://{self.host}:{self.port}/v1/live{query}"
            with connect(address, proxy=None, additional_headers=self.headers, **options) as socket:
                lines.append(f"subprotocol {socket.subprotocol}")
                for message in messages:
                    socket.send(message)
                    lines.append(f"> {message!r}")
                    answer = str(socket.recv(timeout=LONGEST))
                    if "problem" in (value := json.loads(answer)):
                        problems.append(answer)
                        answer = json.dumps(without_texts(value))
                    lines.append(f"< {answer}")
        except ConnectionClosed as closed:
            lines.append(f"closed {closed.rcvd.code if closed.rcvd else None}")
            problems.append(str(closed))
        except InvalidStatus as refused:
            body = refused.response.body or b"{}"
            lines.append(f"refused {refused.response.status_code} {json.dumps(without_texts(json.loads(body)))}")
            problems.append(body.decode())
        self.save(f"{name}.live", "\n".join([*lines, ""]).encode())
        self.save(f"{name}.err", "\n".join([*problems, ""]).encode())


def without_texts(value: Any) -> Any:
    """A problem, or a message with one, without what it says to people."""
    if "problem" in value:
        return value | {"problem": without_texts(value["problem"])}
    return {key: item for key, item in value.items() if key not in ("title", "detail", "remedy")}


@contextmanager
def serving(name: str, *options: str) -> Iterator[Service]:
    """`inkslate serve OPTIONS` until the block ends, then its log without times."""
    began = time.monotonic()
    log = MADE / "service" / f"{name}.err"
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "inkslate.cli", "serve", "--port", "0", *_PATIENT, *options]
    with log.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file)
    try:
        while (found := _STARTED.search(log.read_text("utf-8"))) is None:
            if process.poll() is not None or time.monotonic() > began + LONGEST:
                sys.exit(f"the service did not start: {log.read_text('utf-8')}")
            time.sleep(0.05)
        service = Service(name, found[1], int(found[2]))
        yield service
    finally:
        process.terminate()
        code = process.wait(LONGEST)
    write(f"{MADE}/service/{name}.code", f"{code}\n".encode())
    text = log.read_text("utf-8").replace(f"{service.host}:{service.port}", "ADDRESS")
    text = re.sub(r"^[\d-]+ [\d:,]+ ", "", text, flags=re.MULTILINE)
    lines = re.sub(r"[\d.]+ ms \d+ bytes|process \d+", "N", text).splitlines()
    log.write_text("".join(f"{line}\n" for line in sorted(lines)), "utf-8")
    report(f"service {name}", service.count, began)
