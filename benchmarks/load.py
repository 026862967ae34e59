"""The service under load on loopback: is anything lost or mixed up, how long does it take, does memory stay.

    python benchmarks/load.py --model MODEL --seconds 60 --connections 64 --json load.json

Batched and unbatched services run side by side and take turns, so that whatever else the machine does meets both. They
differ in `--no-batching` alone: one request after the other, each with all threads. Clients are in this process,
services in others; all clients of a turn come at once. Every request has words of its own, and an answer counts only
when it has exactly these. A client that is told to come back (429) waits as long as it is told.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

_STARTED = re.compile(r"inkslate: http://([\d.]+):(\d+) ")
_NUMBERS = count()
_ALONE = 2.0  # seconds of a turn of a single client


@dataclass
class Tally:
    """What clients saw."""

    seconds: list[float] = field(default_factory=list)  # of answers that are right
    statuses: Counter[str] = field(default_factory=Counter)
    wrong: int = 0  # answers to somebody else, or to nobody
    lost: int = 0  # connections that broke
    time: float = 0.0
    cpu: float = 0.0  # the service's own

    def add(self, other: Tally) -> None:
        self.seconds += other.seconds
        self.statuses += other.statuses
        self.wrong += other.wrong
        self.lost += other.lost
        self.time += other.time
        self.cpu += other.cpu

    def to_json(self) -> dict[str, Any]:
        return {
            "answers": len(self.seconds),
            "statuses": dict(self.statuses),
            "wrong": self.wrong,
            "lost": self.lost,
            "per_second": round(len(self.seconds) / self.time, 1) if self.time else None,
            "cpu_ms": round(1000 * self.cpu / len(self.seconds), 2) if self.seconds else None,
            "p50_ms": quantile(self.seconds, 0.5),
            "p99_ms": quantile(self.seconds, 0.99),
        }


def quantile(seconds: list[float], share: float) -> float | None:
    ordered = sorted(seconds)
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000, 2) if ordered else None


class Server:
    """`inkslate serve OPTIONS` as a process of its own."""

    def __init__(self, *options: str) -> None:
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - open as long as the process
        command = [sys.executable, "-m", "inkslate.cli", "serve", "--port", "0", *options]
        self.process = subprocess.Popen(command, stderr=self._log)
        while True:
            self._log.seek(0)
            if found := _STARTED.search(self._log.read()):
                self.host, self.port = found[1], int(found[2])
                return
            if self.process.poll() is not None:
                raise SystemExit("the service did not start")
            time.sleep(0.05)

    def children(self) -> list[int]:
        pid = self.process.pid
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in found if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]

    def memory(self) -> float:
        """Megabytes, of all processes."""
        total = 0
        for pid in [self.process.pid, *self.children()]:
            status = Path(f"/proc/{pid}/status").read_text()
            total += int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]
        return total / 1024

    def cpu(self) -> float:
        """Seconds of processor time, which others on the machine cannot lengthen much."""
        total = 0
        for pid in [self.process.pid, *self.children()]:
            total += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
        return total / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


class Connection:
    """One connection that is kept; as little of a client as will do, so that the service is what is measured."""

    def __init__(self, host: str, port: int) -> None:
        self._address = host, port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes, media_type: str) -> tuple[int, dict[str, str], bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self._address)
        reader, writer = self._streams
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media_type}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        try:
            writer.write(head.encode() + body)
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
            answer = await reader.readexactly(int(headers.get("content-length", "0")))
        except BaseException:
            self.close()
            raise
        if headers.get("connection") == "close":
            self.close()
        return int(lines[0].split(" ")[1]), headers, answer

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def notes(words: int) -> tuple[bytes, list[str]]:
    """A board nobody else has, and its bulleted lines."""
    number = next(_NUMBERS)
    lines = [f"call person{number}x{at} about room{number}" for at in range(max(1, words // 4))]
    return "".join(f"- {line}\n" for line in lines).encode(), lines


async def ask(
    connection: Connection, tally: Tally, method: str, path: str, body: bytes, media_type: str
) -> tuple[int, bytes]:
    """Status, 0 where the connection broke, and answer. All are counted; who is refused waits as long as told."""
    try:
        status, headers, answer = await connection.ask(method, path, body, media_type)
    except (OSError, asyncio.IncompleteReadError) as error:
        tally.lost += 1
        tally.statuses[type(error).__name__] += 1
        await asyncio.sleep(0.05)
        return 0, b""
    tally.statuses[str(status)] += 1
    if status == 429:
        # As told; not all at the same moment.
        await asyncio.sleep(float(headers["retry-after"]) * random.uniform(0.5, 1.5))
    return status, answer


async def client(server: Server, until: float, words: int, tally: Tally) -> None:
    connection = Connection(server.host, server.port)
    while time.monotonic() < until:
        body, lines = notes(words)
        began = time.perf_counter()
        status, answer = await ask(connection, tally, "POST", "/v1/extract", body, "text/plain")
        took = time.perf_counter() - began  # of an answer: who is refused also waits in there
        if status == 200:
            (extraction,) = json.loads(answer)["extractions"]
            found = [line["text"] for region in extraction["regions"] for line in region["lines"]]
            if found == lines:
                tally.seconds.append(took)
            else:
                tally.wrong += 1
    connection.close()


async def turn(server: Server, connections: int, seconds: float, words: int) -> Tally:
    tally = Tally()
    began, cpu = time.monotonic(), server.cpu()
    until = began + seconds
    await asyncio.gather(*(client(server, until, words, tally) for _ in range(connections)))
    tally.time, tally.cpu = time.monotonic() - began, server.cpu() - cpu
    return tally


async def side_by_side(options: argparse.Namespace) -> dict[str, Any]:
    """Both services; turns of a single client and of all clients, until each had its time."""
    model = ["--model", options.model]
    servers = {"batched": Server(*model), "unbatched": Server(*model, "--no-batching")}
    alone = {name: Tally() for name in servers}
    crowd = {name: Tally() for name in servers}
    for server in servers.values():
        await turn(server, options.connections, min(3.0, options.seconds), options.words)  # what loads late has loaded
    before = {name: server.memory() for name, server in servers.items()}
    long = min(options.turn, options.seconds)
    for _ in range(max(1, round(options.seconds / long))):
        for name, server in servers.items():
            alone[name].add(await turn(server, 1, min(_ALONE, long), options.words))
            crowd[name].add(await turn(server, options.connections, long, options.words))
    result: dict[str, Any] = {"model": options.model, "words": options.words, "connections": options.connections}
    for name, server in servers.items():
        result[name] = {
            "alone": alone[name].to_json(),
            "crowd": crowd[name].to_json(),
            "memory_mb": [round(before[name], 1), round(server.memory(), 1)],
        }
        server.stop()
    batched, unbatched = result["batched"], result["unbatched"]
    result["throughput_ratio"] = _ratio(batched["crowd"]["per_second"], unbatched["crowd"]["per_second"])
    result["p99_to_p50_alone"] = _ratio(batched["crowd"]["p99_ms"], batched["alone"]["p50_ms"])
    return result


def _ratio(one: float | None, other: float | None) -> float | None:
    return round(one / other, 2) if one and other else None


async def killed(options: argparse.Namespace) -> dict[str, Any]:
    """Two workers under load, with corrections; one is killed. What was acknowledged must be there."""
    with tempfile.TemporaryDirectory() as workspace:
        server = Server("--model", options.model, "--workers", "2", "--workspace", workspace)
        await turn(server, 2, 2.0, options.words)
        acknowledged: list[str] = []
        until = time.monotonic() + options.kill_seconds
        tally = Tally()
        tasks = [client(server, until, options.words, tally) for _ in range(options.connections // 2)]
        tasks += [correct(server, until, acknowledged, tally) for _ in range(8)]

        async def kill() -> None:
            await asyncio.sleep(options.kill_seconds / 3)
            os.kill(server.children()[0], signal.SIGKILL)

        await asyncio.gather(kill(), *tasks)
        server.stop()
        exported = subprocess.run(
            [sys.executable, "-m", "inkslate.cli", "export-corrections", workspace], capture_output=True, check=True
        )
    kept = {json.loads(line)["id"] for line in exported.stdout.splitlines()}
    return {
        "acknowledged": len(acknowledged),
        "missing": len(set(acknowledged) - kept),
        "broken_connections": tally.lost,
        "statuses": dict(tally.statuses),
        "wrong": tally.wrong,
    }


async def correct(server: Server, until: float, acknowledged: list[str], tally: Tally) -> None:
    connection = Connection(server.host, server.port)
    while time.monotonic() < until:
        name = f"board{next(_NUMBERS)}"
        region = {"id": "r", "lines": [{"text": "call Ruth"}], "sentences": [{"start": 0, "end": 2, "label": 1}]}
        body = json.dumps({"board": {"id": name, "regions": [region]}, "revision": 1}).encode()
        status, _ = await ask(connection, tally, "PUT", "/v1/corrections", body, "application/json")
        if status == 201:
            acknowledged.append(name)
    connection.close()


def verdicts(result: dict[str, Any]) -> dict[str, bool]:
    """What must hold, and whether it does."""
    batched, unbatched = result["batched"], result["unbatched"]
    before, after = batched["memory_mb"]
    answers = [side[kind] for side in (batched, unbatched) for kind in ("alone", "crowd")]
    return {
        "nothing lost or mixed up": all(item["lost"] == 0 and item["wrong"] == 0 for item in answers),
        "errors are only 429": all(set(item["statuses"]) <= {"200", "429"} for item in answers),
        "p99 under 10 x p50 of a single client": batched["crowd"]["p99_ms"] < 10 * batched["alone"]["p50_ms"],
        "3 x the throughput without batching": batched["crowd"]["per_second"] >= 3 * unbatched["crowd"]["per_second"],
        "memory within 10 %": after <= 1.1 * before,
        "kill -9: nothing acknowledged is missing": result["killed"]["missing"] == 0,
        "kill -9: clients see refused connections at most": all(
            status.isdigit() or status == "ConnectionRefusedError" for status in result["killed"]["statuses"]
        ),
        "kill -9: no wrong answer": result["killed"]["wrong"] == 0
        and all(not status.startswith("5") for status in result["killed"]["statuses"]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="rules")
    parser.add_argument("--seconds", type=float, default=60.0, help="of load, for each side")
    parser.add_argument("--turn", type=float, default=60.0, help="seconds of load before the other side has its turn")
    parser.add_argument("--kill-seconds", type=float, default=12.0)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--words", type=int, default=32, help="of each request")
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    options = parser.parse_args()
    result = asyncio.run(side_by_side(options))
    result["killed"] = asyncio.run(killed(options))
    result["load_average"] = [round(value, 2) for value in os.getloadavg()]
    result["holds"] = verdicts(result)
    for name in ("batched", "unbatched"):
        for kind in ("alone", "crowd"):
            item = result[name][kind]
            print(
                f"{name:9} {kind:5} {item['per_second']:8} a second, p50 {item['p50_ms']} ms, p99 {item['p99_ms']} ms, "
                f"{item['cpu_ms']} ms of processor each, {item['statuses']}"
            )
        print(f"{name:9} memory {result[name]['memory_mb'][0]} -> {result[name]['memory_mb'][1]} MB")
    print(f"throughput {result['throughput_ratio']} x, p99 {result['p99_to_p50_alone']} x the p50 of a single client")
    print(f"killed: {result['killed']}")
    for what, holds in result["holds"].items():
        print(f"{'holds' if holds else 'FAILS'}: {what}")
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
