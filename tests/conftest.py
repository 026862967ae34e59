"""Shared fixtures: boards by hypothesis, the command line as a process, the released data where it is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from inkslate.board import Board, Label, Line, Region, Sentence

if TYPE_CHECKING:
    from tests.support.browser import Browser, Sheet
    from tests.support.service import Service
    from tests.support.tiny_tagger import Tiny

# A busy machine is no failure.
settings.register_profile("unhurried", deadline=None)
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "unhurried"))

Done = subprocess.CompletedProcess[str]
Here = Callable[..., Done]
ROOT = Path(__file__).parent.parent

characters = st.characters(exclude_categories=("Cs",), exclude_characters="\0")
words = st.text(characters, min_size=1, max_size=8).filter(lambda t: t.split() == [t])
lines = st.builds(
    lambda texts, bullet: Line.from_text(" ".join(texts), bullet=bullet), st.lists(words, max_size=5), st.booleans()
)


def cut(count: int, cuts: Sequence[bool], labels: Sequence[Label]) -> tuple[Sentence, ...]:
    """Sentences over `count` words: a new one where `cuts` says so."""
    starts = [at for at in range(count) if at == 0 or cuts[at]]
    return tuple(Sentence(start, end, labels[start]) for start, end in pairwise([*starts, count]))


@st.composite
def labelled_regions(draw: st.DrawFn, region_id: str = "r") -> Region:
    drawn = tuple(draw(st.lists(lines, max_size=5)))
    count = sum(len(line.words) for line in drawn)
    cuts = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    labels = draw(st.lists(st.sampled_from(Label), min_size=count, max_size=count))
    return Region(region_id, drawn, cut(count, cuts, labels))


@st.composite
def labelled_boards(draw: st.DrawFn, board_id: str = "b") -> Board:
    count = draw(st.integers(0, 3))
    return Board(board_id, tuple(draw(labelled_regions(f"r{number}")) for number in range(count)))


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `inkslate ARGUMENTS` in an empty folder; output is text, errors do not raise."""

    def call(*arguments: str | Path, stdin: str | bytes = b"") -> subprocess.CompletedProcess[str]:
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
    """Run `inkslate ARGUMENTS` in an empty folder and in this process: torch takes seconds to load."""

    from inkslate.cli.application import main

    def call(*arguments: str | Path) -> Done:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["inkslate", *map(str, arguments)])
        capfd.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        assert isinstance(stop.value.code, int)
        return subprocess.CompletedProcess(arguments, stop.value.code, *capfd.readouterr())

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

    with serving("--model", "rules") as running:
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
