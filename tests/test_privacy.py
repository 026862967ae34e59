"""What inkslate leaves behind and whom it talks to: nothing, and nobody. The telemetry of dependencies is off."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from inkslate.dependencies import TELEMETRY_OFF
from inkslate.formats import format_boards
from tests.support.batch_boards import make_boards
from tests.support.waiting import assert_eventually

pytestmark = pytest.mark.process

INKSLATE = [sys.executable, "-m", "inkslate"]
LIBRARY = "import inkslate; inkslate.extract('- call Ruth')"
# The training modules import onnxruntime by themselves.
IMPORTS = "import inkslate.board, onnxruntime"
# onnxruntime asks for its host about ten seconds after its import.
STAYS = f"{IMPORTS}, time; time.sleep(15)"
# What takes part in look-ups and connections; sending over a socket pair of our own is no connection.
CALLS = "connect,sendto,sendmsg,sendmmsg,openat"
TALK = re.compile(r"sa_family=AF_(?:INET6?|UNIX)\b|resolv\.conf|/etc/hosts")
STARTED = re.compile(r"inkslate: (http://\S+) ")
# The service's own workers, and the process in a folder of its own that its readers are forked from.
LOOPBACK = re.compile(r'inet_addr\("127\.|"::1"|sun_path="[^"]*/pymp-\w+/listener-\w+"')


def bare_environment(home: Path) -> dict[str, str]:
    """An empty home folder, and nothing that switches telemetry off: neither our variables nor those of CI systems."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH") if name in os.environ}
    return kept | {"HOME": str(home)}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    file = tmp_path / "notes.txt"
    file.write_text("- call Ruth by Friday\n")
    return file


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    file = tmp_path / "boards.jsonl"
    file.write_text(format_boards(make_boards(8)), "utf-8")
    return file


@contextmanager
def service(command: Sequence[object], environment: dict[str, str], log: Path) -> Iterator[None]:
    """A service of two workers that answers."""
    from tests.support.service import Service

    serve = [*map(str, command), *INKSLATE, "serve", "--port", "0", "--workers", "2"]
    with log.open("wb") as output:
        process = subprocess.Popen(serve, stderr=output, env=environment, cwd=log.parent, start_new_session=True)
    try:
        assert_eventually(lambda: STARTED.search(log.read_text()), "the address")
        (url,) = STARTED.findall(log.read_text())
        with Service(process, url, log).client() as client:
            assert_eventually(lambda: client.get("/readyz").status_code == 200, "a worker")
            sent = client.post("/v1/extract", content="- call Ruth", headers={"Content-Type": "text/plain"})
            assert sent.status_code == 200
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(60)


def run_all(home: Path, notes: Path, boards: Path, command: Sequence[object] = ()) -> None:
    """The library, a command, a batch of two workers and a service, each behind `command`."""
    environment, out = bare_environment(home), home.parent

    def call(*arguments: object) -> None:
        done = subprocess.run(
            [*map(str, command), *map(str, arguments)], env=environment, cwd=out, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()

    call(sys.executable, "-c", LIBRARY)
    call(sys.executable, "-c", IMPORTS)
    call(*INKSLATE, "extract", notes)
    call(*INKSLATE, "batch", boards, "--out", out / "tasks", "--workers", 2, "--shard-rows", 2)
    with service(command, environment, out / "serve.log"):
        pass


def test_the_home_folder_stays_empty(home: Path, notes: Path, boards: Path) -> None:
    run_all(home, notes, boards)
    assert list(home.rglob("*")) == []


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed, which sees what native code does")
def test_no_name_is_looked_up_and_nothing_is_connected(home: Path, notes: Path, boards: Path, tmp_path: Path) -> None:
    """Nobody is asked for but the service's own processes."""
    log = tmp_path / "calls.txt"
    traced = ["strace", "-f", "-qq", "-A", "-o", log, "-e", f"trace={CALLS}", "-e", "signal=none"]
    if subprocess.run(["strace", "-qq", "-o", os.devnull, "true"], check=False).returncode:
        pytest.skip("strace is not allowed to trace here")
    staying = subprocess.Popen([*map(str, traced), sys.executable, "-c", STAYS], env=bare_environment(home))
    run_all(home, notes, boards, traced)
    assert staying.wait(60) == 0
    lines = log.read_text("utf-8", "replace").splitlines()
    assert any("onnxruntime" in line for line in lines)  # it was loaded, and it was traced
    assert [line for line in lines if TALK.search(line) and not LOOPBACK.search(line)] == []


def test_no_audit_event_of_a_connection(home: Path, notes: Path) -> None:
    """What Python code does is seen everywhere, without strace."""
    code = (
        "import sys\n"
        "def refuse(event, arguments):\n"
        "    if event in ('socket.connect', 'socket.getaddrinfo', 'socket.gethostbyname', 'socket.sendto'):\n"
        "        raise SystemExit(f'{event} {arguments}')\n"
        "sys.addaudithook(refuse)\n"
        f"import inkslate; inkslate.Extractor.load().extract_file({str(notes)!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=bare_environment(home), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_what_the_user_has_set_stays(home: Path) -> None:
    code = f"import inkslate, os; print(*[os.environ[name] for name in {list(TELEMETRY_OFF)}])"
    given = bare_environment(home) | {"ORT_DISABLE_TELEMETRY": "yes"}
    done = subprocess.run([sys.executable, "-c", code], env=given, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["yes", "1", "0"]
