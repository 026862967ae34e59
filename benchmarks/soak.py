"""Honest clients beside hostile ones, on two workers, for minutes: what do the honest ones lose, and what does it cost?

    python benchmarks/soak.py --model MODEL --minutes 10 --json soak.json

First the honest clients are alone, then hostile ones join them: each attacks in a way that it picks at random, again
and again. An honest client that is told to come back (429, 503) does so, as a program should; what it sent is lost
where the connection breaks or the answer is wrong, and given up after five refusals. A worker counts as stuck while
`/metrics` does not list it, or is not answered.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import random
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from load import Connection, Server, notes, quantile

_ATTEMPTS = 5
_PAUSE = 0.1  # seconds between two requests of an honest client
_POLL = 0.25  # seconds between two looks at the workers
_PATIENCE = 2.0  # seconds for an answer to such a look
_HOST = "Host: localhost\r\n"
_UPGRADE = f"GET /v1/live HTTP/1.1\r\n{_HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
_KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
_SIZE = 1 << 22


@dataclass
class Honest:
    """What honest clients saw."""

    seconds: list[float] = field(default_factory=list)  # of answers that are right
    statuses: Counter[str] = field(default_factory=Counter)
    lost: int = 0  # no answer, or a wrong one
    given_up: int = 0  # refused in all attempts

    def to_json(self) -> dict[str, Any]:
        return {
            "answers": len(self.seconds),
            "lost": self.lost,
            "given_up": self.given_up,
            "statuses": dict(self.statuses),
            "p50_ms": quantile(self.seconds, 0.5),
            "p99_ms": quantile(self.seconds, 0.99),
        }


# Honest clients


def requests() -> list[tuple[str, bytes, list[str]]]:
    """A request of each kind: content type, body, and the lines that the answer must have."""
    text, lines = notes(32)
    board = {"id": "b", "regions": [{"id": "r", "lines": [{"text": line, "bullet": True} for line in lines]}]}
    return [
        ("text/plain", text, lines),
        ("text/markdown", text, lines),
        ("application/json", json.dumps(board).encode(), lines),
    ]


async def honest(server: Server, until: float, seen: Honest) -> None:
    connection = Connection(server.host, server.port)
    while time.monotonic() < until:
        await asyncio.sleep(random.uniform(0, 2 * _PAUSE))
        media_type, body, lines = random.choice(requests())
        for _ in range(_ATTEMPTS):
            began = time.perf_counter()
            try:
                status, headers, answer = await connection.ask("POST", "/v1/extract", body, media_type)
            except (OSError, asyncio.IncompleteReadError) as error:
                seen.statuses[type(error).__name__] += 1
                seen.lost += 1
                break
            seen.statuses[str(status)] += 1
            if status == 200 and lines_of(answer) == lines:
                seen.seconds.append(time.perf_counter() - began)
                break
            if status not in (429, 503):
                seen.lost += 1
                break
            await asyncio.sleep(float(headers.get("retry-after", "1")) * random.uniform(0.5, 1.5))
        else:
            seen.given_up += 1
    connection.close()


def lines_of(answer: bytes) -> list[str]:
    (extraction,) = json.loads(answer)["extractions"]
    return [line["text"] for region in extraction["regions"] for line in region["lines"]]


# Hostile clients


def post(body: bytes, media_type: str, *, query: str = "", more: str = "") -> bytes:
    head = f"POST /v1/extract{query} HTTP/1.1\r\n{_HOST}Content-Type: {media_type}\r\n{more}"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


_MESSAGES: dict[str, bytes] = {
    "markdown at the limit of bytes": post(b"![" * (_SIZE // 2), "text/markdown"),
    "markdown at the limit of characters": post(b"![" * 190_000, "text/markdown"),
    "emphasis": post(b"*a _b " * 60_000, "text/markdown"),
    "brackets": post(b"[" * 390_000, "text/markdown"),
    "quotations": post(b"> " * 30_000, "text/markdown"),
    "org": post(b"* TODO [#A] :a:b:\n" * 15_000, "text/org"),
    "deep JSON": post(b"[" * _SIZE, "application/json"),
    "broad JSON": post(b'{"id": "b", "regions": [' + b"{}," * 1_000_000 + b"{}]}", "application/json"),
    "deep XML": post(b"<a>" * (_SIZE // 3), "application/xml"),
    "broad XML": post(b"<ink>" + b"<trace/>" * 400_000 + b"</ink>", "application/inkml+xml"),
    "a bomb": post(gzip.compress(bytes(1 << 28)), "text/plain", more="Content-Encoding: gzip\r\n"),
    "a long text": post(b"- call Ruth by Friday\n" * 2_400, "text/plain", query="?to=ics"),
    "the wrong content type": post(b"call Bob", "application/xml"),
    "a parameter twice": post(b"- a", "text/plain", query="?to=csv&to=ics"),
    "two lengths": b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n3\r\n- a\r\n0\r\n\r\n",
    "an upgrade with a body": f"{_UPGRADE}{_KEY}Content-Length: 5\r\n\r\n".encode(),
    "an upgrade without a key": f"{_UPGRADE}\r\n".encode(),
    "half a head": b"POST /v1/extract HTT",
    "half a body": post(b"- call Ruth", "text/plain")[:-5],
    "no HTTP": b"\x16\x03\x01 nonsense\r\n\r\n",
}


async def attack(server: Server, until: float, seen: Counter[str]) -> None:
    while time.monotonic() < until:
        name = random.choice([*_MESSAGES, *_BEHAVIOURS])
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            reader, writer = await asyncio.open_connection(server.host, server.port)
            try:
                behave = _BEHAVIOURS.get(name, wait_for_the_end)
                status = await asyncio.wait_for(behave(reader, writer, _MESSAGES.get(name, b"")), 60)
                seen[f"{name}: {status}"] += 1
            finally:
                writer.transport.abort()


async def wait_for_the_end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, message: bytes) -> str:
    """Send it all and read the status; wait for no more than a client would."""
    writer.write(message)
    line = await asyncio.wait_for(reader.readline(), 40)
    return line.split(b" ")[1].decode() if line.startswith(b"HTTP/") else "closed"


async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, message: bytes) -> str:
    del reader, message
    writer.write(_MESSAGES["markdown at the limit of characters"])
    await writer.drain()
    return "hung up"


async def never_read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, message: bytes) -> str:
    del reader, message
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    for _ in range(20):
        writer.write(post(b"- call Ruth by Friday\n" * 500, "text/plain"))
    await asyncio.sleep(5)
    return "did not read"


async def trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, message: bytes) -> str:
    del reader, message
    for byte in post(b"- call Ruth", "text/plain"):
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.05)
    return "trickled"


async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, message: bytes) -> str:
    """A live board whose revisions come without a pause."""
    del message
    writer.write(f"{_UPGRADE}{_KEY}\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    text = json.dumps({"revision": 1, "text": "- call Ruth by Friday\n" * 300}).encode()
    frame = b"\x81\xfe" + len(text).to_bytes(2, "big") + bytes(4) + text
    for _ in range(50):
        writer.write(frame)
        await asyncio.wait_for(writer.drain(), 5)
    return "flooded"


_Behaviour = Callable[[asyncio.StreamReader, asyncio.StreamWriter, bytes], Awaitable[str]]
_BEHAVIOURS: dict[str, _Behaviour] = {
    "hanging up": hang_up,
    "not reading": never_read,
    "trickling": trickle,
    "flooding": flood,
}


# The service meanwhile


@dataclass
class Watch:
    """How long each worker was away, and the memory of all processes."""

    workers: int
    longest: float = 0.0
    memory: dict[str, float] = field(default_factory=dict)

    async def run(self, server: Server, until: float) -> None:
        began = time.monotonic()
        last_seen = dict.fromkeys(map(str, range(self.workers)), began)
        while (now := time.monotonic()) < until:
            for worker in await listed_workers(server):
                last_seen[worker] = time.monotonic()
            self.longest = max(self.longest, *(time.monotonic() - seen - _POLL for seen in last_seen.values()))
            if "after the first minute" not in self.memory and now - began > min(60.0, (until - began) / 2):
                self.memory["after the first minute"] = tree_memory(server.process.pid)
            await asyncio.sleep(_POLL)
        self.memory["at the end"] = tree_memory(server.process.pid)


async def listed_workers(server: Server) -> set[str]:
    connection = Connection(server.host, server.port)
    try:
        _, _, text = await asyncio.wait_for(connection.ask("GET", "/metrics", b"", "text/plain"), _PATIENCE)
    except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, ValueError):
        return set()
    finally:
        connection.close()
    return set(re.findall(r'worker="(\d+)"', text.decode()))


def tree_memory(process: int) -> float:
    """Resident megabytes of a process and all its children."""
    with suppress(FileNotFoundError, ProcessLookupError):
        status = Path(f"/proc/{process}/status").read_text()
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        own = re.search(r"VmRSS:\s+(\d+)", status)
        return (int(own[1]) / 1024 if own else 0.0) + sum(tree_memory(int(child)) for child in children)
    return 0.0


async def soak(options: argparse.Namespace) -> dict[str, Any]:
    server = Server("--model", options.model, "--workers", "2", "--body-seconds", "5")
    alone, beside, attacks, watch = Honest(), Honest(), Counter[str](), Watch(2)
    while len(await listed_workers(server)) < watch.workers:
        await asyncio.sleep(_POLL)
    # What loads late has loaded.
    await asyncio.gather(*(honest(server, time.monotonic() + 3, Honest()) for _ in range(options.honest)))
    until = time.monotonic() + options.alone_seconds
    await asyncio.gather(*(honest(server, until, alone) for _ in range(options.honest)))
    until = time.monotonic() + 60 * options.minutes
    await asyncio.gather(
        watch.run(server, until),
        *(honest(server, until, beside) for _ in range(options.honest)),
        *(attack(server, until, attacks) for _ in range(options.hostile)),
    )
    began = time.monotonic()
    server.stop()
    return {
        "minutes": options.minutes,
        "alone": alone.to_json(),
        "beside hostile clients": beside.to_json(),
        "memory_mb": {when: round(size, 1) for when, size in watch.memory.items()},
        "longest_stuck_s": round(max(0.0, watch.longest), 1),
        "stopped_after_s": round(time.monotonic() - began, 1),
        "attacks": dict(sorted(attacks.items())),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="rules")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--alone-seconds", type=float, default=15.0, help="before the hostile clients come")
    parser.add_argument("--honest", type=int, default=2, help="clients")
    parser.add_argument("--hostile", type=int, default=6, help="clients")
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    options = parser.parse_args()
    result = asyncio.run(soak(options))
    for kind in ("alone", "beside hostile clients"):
        item = result[kind]
        print(
            f"{kind}: {item['answers']} answers, {item['lost']} lost, {item['given_up']} given up, "
            f"p50 {item['p50_ms']} ms, p99 {item['p99_ms']} ms, {item['statuses']}"
        )
    for when, size in result["memory_mb"].items():
        print(f"memory {when}: {size} MB")
    print(f"longest time that a worker was stuck: {result['longest_stuck_s']} s")
    print(f"SIGTERM was obeyed after {result['stopped_after_s']} s")
    for name, times in result["attacks"].items():
        print(f"  {name} ({times} times)")
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
