"""Shared fixtures: the command line, small models, the service with a browser, the released data."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.support.commands import Done, Here, Run, call_main
from tests.support.marks import COSTLY, LONGEST
from tests.support.tracing import untraced, untraced_processes

if TYPE_CHECKING:
    from tests.support.browser import Browser, Sheet
    from tests.support.service import Service
    from tests.support.tiny_tagger import Tiny

# No deadlines: a test must not fail because the machine is busy. `make test` generates fewer examples than
# `make test-all`; the checks of a commit generate the same ones every time.
settings.register_profile("quick", deadline=None, max_examples=30)
settings.register_profile("thorough", deadline=None)
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
# On Python 3.10 models have to be trusted (docs/runtime.md); those of the tests are their own.
if sys.version_info < (3, 11):
    os.environ.setdefault("INKSLATE_TRUST_MODELS", "1")


def pytest_configure() -> None:
    """Let processes that tests start be interrupted: a shell that runs the tests in the background ignores SIGINT."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the longest modules, then those with most costly tests: workers then end at about the same time."""
    costly = Counter(item.path for item in items if any(mark.name in COSTLY for mark in item.iter_markers()))
    tests = Counter(item.path for item in items)
    ranks = {Path(__file__).parent / name: rank for rank, name in enumerate(LONGEST)}
    items.sort(key=lambda item: (ranks.get(item.path, len(ranks)), -costly[item.path], -tests[item.path], item.path))


def _is_untraced(item: pytest.Item) -> bool:
    return item.get_closest_marker("no_cover") is not None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Trace no process that a test with the mark `no_cover` or a fixture made for it starts."""
    with untraced_processes() if _is_untraced(item) else nullcontext():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Trace no test with the mark `no_cover`; what fixtures do in this process may be for other tests too."""
    with untraced() if _is_untraced(item) else nullcontext():
        return (yield)


@pytest.fixture
def untraced_children() -> Iterator[None]:
    """Trace the test, but not the processes that it starts."""
    with untraced_processes():
        yield


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `inkslate ARGUMENTS` in an empty folder; output is text, errors do not raise."""

    def call(*arguments: str | Path, stdin: str | bytes = b"") -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "inkslate.cli", *map(str, arguments)],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=tmp_path,
            timeout=120,
            check=False,
        )
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Here:
    """Run `inkslate ARGUMENTS` in an empty folder and in this process: starting one takes a second, with torch more."""

    def call(*arguments: str | Path, stdin: str | bytes = b"") -> Done:
        monkeypatch.chdir(tmp_path)
        capfd.readouterr()
        status = call_main(*arguments, stdin=stdin)
        return subprocess.CompletedProcess(arguments, status, *capfd.readouterr())

    return call


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    """Small taggers in torch, float32 and int8, made once; whoever breaks one takes a copy."""
    from tests.support.tiny_tagger import build  # torch takes seconds to load

    return build(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for all tests of a module; they are skipped where there is none."""
    from tests.support.browser import chromium  # not everybody has a browser to drive

    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def page_service() -> Iterator[Service]:
    """The service whose page the browser shows, with a model that is soon loaded."""
    from tests.support.service import serving

    # A busy machine must not turn a long note into an error on the page.
    with serving("--model", "rules", "--max-seconds", "120", "--read-seconds", "60") as running:
        yield running


@pytest.fixture
def page(browser: Browser, page_service: Service) -> Iterator[Sheet]:
    """The page as a new visitor has it; fails at the end where it complained."""
    from tests.support.browser import sheet

    with sheet(browser, page_service.url) as opened:
        yield opened


@pytest.fixture(scope="session")
def slate_data() -> Path:
    """The folder of the released data; tests that need it are skipped where it is not."""
    folder = os.environ.get("SLATE_DATA")
    if not folder:
        pytest.skip("SLATE_DATA is not set: the released data is not ours to ship (see docs/data.md)")
    return Path(folder)


@pytest.fixture(scope="session")
def notes_data() -> Path:
    """The folder of real notes; tests that need it are skipped where it is not."""
    folder = os.environ.get("NOTES_DATA")
    if not folder:
        pytest.skip("NOTES_DATA is not set: other people's notes are not ours to ship (see docs/data.md)")
    return Path(folder)
