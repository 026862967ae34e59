"""The comparison with other sentence splitters, without any of them installed."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.board import Board, Label, Line, Region, Sentence, partition_problems
from tests.support.boards import labelled_regions
from tests.support.paths import ROOT

SCRIPT = ROOT / "benchmarks" / "peers.py"
PACKAGES = ("pysbd", "nupunkt", "blingfire", "syntok", "nltk")


@pytest.fixture(scope="module")
def peers() -> Iterator[ModuleType]:
    """The script as a module; it finds its neighbours as it does when it is run."""
    sys.path.insert(0, str(SCRIPT.parent))
    try:
        yield importlib.import_module("peers")
    finally:
        sys.path.remove(str(SCRIPT.parent))
        for name in ("peers", "boards"):
            sys.modules.pop(name, None)


def bounds(spans: tuple[object, ...]) -> list[tuple[int, int]]:
    return [(span.start, span.end) for span in spans]


@pytest.mark.parametrize(
    ("text", "edges", "expected"),
    [
        ("", [], []),
        ("", [0], []),
        ("Call Ruth.", [], [(0, 2)]),
        # The outer edges, which every tool gives, cut nothing.
        ("Call Ruth.", [0, 10], [(0, 2)]),
        # A sentence's end and the next one's start, with white space between them, are one boundary.
        ("Call Ruth. Then rest.", [0, 10, 11, 21], [(0, 2), (2, 4)]),
        ("Call Ruth.\nThen rest.", [0, 11, 11, 21], [(0, 2), (2, 4)]),
        # A boundary inside a word moves to the start of the next one...
        ("see a.b now", [0, 6, 6, 11], [(0, 2), (2, 3)]),
        # ...and inside the last word to the end, where there is one already.
        ("see a.b", [0, 6, 6, 7], [(0, 2)]),
        # What the offsets leave out is a sentence of its own.
        ("one two three", [0, 3, 8, 13], [(0, 1), (1, 2), (2, 3)]),
        # Two cuts in one word are one.
        ("a.b.c d", [2, 4], [(0, 1), (1, 2)]),
        # Edges beyond the text do no harm.
        ("one two", [99], [(0, 2)]),
    ],
)
def test_edges_become_whole_words(
    peers: ModuleType, text: str, edges: list[int], expected: list[tuple[int, int]]
) -> None:
    assert bounds(peers.partition(edges, text)) == expected


@pytest.mark.parametrize(
    ("text", "sentences", "expected"),
    [
        ("", [], []),
        ("Call Ruth. Then rest.", ["Call Ruth.", "Then rest."], [(0, 2), (2, 4)]),
        # White space is not compared: it may be gone, doubled, or a line break.
        ("Call\nRuth. Then rest.", ["Call  Ruth.  ", "\tThenrest."], [(0, 2), (2, 4)]),
        # The same words twice are told apart by their order.
        ("me too me too", ["me too", "me too"], [(0, 2), (2, 4)]),
        # An empty string is no sentence.
        ("one two", ["one", "", "two"], [(0, 1), (1, 2)]),
        # A cut inside a word moves to the next word.
        ("a.b c", ["a.", "b c"], [(0, 1), (1, 2)]),
        # A changed character keeps the boundaries around it where they were.
        ("Say “yes”. Then rest.", ['Say "yes".', "Then rest."], [(0, 2), (2, 4)]),
        ("Wait...... Then rest.", ["Wait.", "Then rest."], [(0, 1), (1, 3)]),
        # Left out at the start, at the end, altogether.
        ("* Call Ruth. Then rest.", ["Call Ruth.", "Then rest."], [(0, 3), (3, 5)]),
        ("Call Ruth. Then rest. ***", ["Call Ruth.", "Then rest."], [(0, 2), (2, 5)]),
        ("Call Ruth.", [], [(0, 2)]),
    ],
)
def test_strings_are_found_by_their_characters(
    peers: ModuleType, text: str, sentences: list[str], expected: list[tuple[int, int]]
) -> None:
    assert bounds(peers.partition(peers.edges_of_strings(text, sentences), text)) == expected


def test_offsets_are_read_from_what_each_tool_returns(peers: ModuleType) -> None:
    text = "Call Ruth. Then rest."
    objects = [SimpleNamespace(start=0, end=11), SimpleNamespace(start=11, end=21)]
    tokens = [
        [SimpleNamespace(offset=at) for at in (0, 5, 9)],
        [SimpleNamespace(offset=at) for at in (11, 16, 20)],
    ]
    for edges in (
        peers.edges_of_pairs(text, [(0, 10), (11, 21)]),
        peers.edges_of_objects(text, objects),
        peers.edges_of_tokens(text, tokens),
    ):
        assert bounds(peers.partition(edges, text)) == [(0, 2), (2, 4)]


@settings(deadline=None)
@given(labelled_regions(), st.data())
def test_every_word_is_in_one_sentence(peers: ModuleType, region: Region, data: st.DataObject) -> None:
    for joint in peers.JOINTS.values():
        text = joint.join(line.text for line in region.lines)
        edges = data.draw(st.lists(st.integers(0, len(text))))
        assert partition_problems(peers.partition(edges, text), len(region.word_texts)) == []
        # A tool that repeats the gold sentences, whatever it does to the white space, gets them back.
        strings = [region.text(sentence.start, sentence.end) for sentence in region.sentences or ()]
        spans = peers.partition(peers.edges_of_strings(text, strings), text)
        assert bounds(spans) == bounds(region.sentences or ())


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ({"line breaks": 0.7, "spaces": 0.6}, "line breaks"),
        ({"line breaks": 0.6, "spaces": 0.7}, "spaces"),
        ({"lines and bullets": 0.8, "line breaks": 0.7, "spaces": 0.6}, "lines and bullets"),
        # Equal ones: the first.
        ({"line breaks": 0.7, "spaces": 0.7}, "line breaks"),
        ({"line breaks": 0.0}, "line breaks"),
    ],
)
def test_the_better_view_counts(peers: ModuleType, scores: dict[str, float], expected: str) -> None:
    assert peers.better_view(scores) == expected


def test_views_leave_the_words_and_take_the_labels(peers: ModuleType) -> None:
    lines = (Line.from_text("to do"), Line.from_text("call Ruth", bullet=True))
    region = Region("r", lines, (Sentence(0, 2, Label.NON_TASK), Sentence(2, 4, Label.TASK)))
    seen = {view: show(region) for view, show in peers.VIEWS.items()}
    assert all(shown.word_texts == region.word_texts and shown.sentences is None for shown in seen.values())
    assert {view: [(line.text, line.bullet) for line in shown.lines] for view, shown in seen.items()} == {
        "lines and bullets": [("to do", False), ("call Ruth", True)],
        "line breaks": [("to do", False), ("call Ruth", False)],
        "spaces": [("to do call Ruth", False)],
    }


def test_a_line_a_sentence(peers: ModuleType) -> None:
    """Scored by the project's own B: one boundary of the line splitter is not in the gold, three are."""
    lines = (Line.from_text("to do"), Line.from_text("call"), Line.from_text("Ruth now"))
    region = Region("r", lines, (Sentence(0, 2, Label.NON_TASK), Sentence(2, 5, Label.TASK)))
    (entry,) = peers.peer_entries(peers.LINES, [region], views=("line breaks",))
    evaluation = peers.score([Board("b", (region,))], entry)
    assert evaluation.scores.B == 0.75
    assert evaluation.regions[0].predicted == peers.partition([6, 11], entry.inputs[0])


def run_script(folder: Path, *arguments: str, without: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """The script in a process where these packages cannot be imported and those in `folder` can."""
    code = (
        f"import runpy, sys; sys.modules.update(dict.fromkeys({without!r})); sys.argv[0] = {str(SCRIPT)!r}; "
        f"runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    paths = [str(folder), str(SCRIPT.parent), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True, check=False
    )


GOLD = str(ROOT / "examples" / "labelled.jsonl")


def test_without_any_peer_it_says_what_to_install(tmp_path: Path) -> None:
    done = run_script(tmp_path, GOLD, without=PACKAGES)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "no splitter to compare with: pip install pysbd nupunkt blingfire syntok nltk\n"


def test_what_is_missing_is_listed_and_the_rest_compared(tmp_path: Path) -> None:
    """One peer is there, in a version too old for its second row."""
    (tmp_path / "nupunkt.py").write_text("def sent_spans(text): return [(0, len(text))]\n", "utf-8")
    (tmp_path / "nupunkt-0.1.dist-info").mkdir()
    (tmp_path / "nupunkt-0.1.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: nupunkt\nVersion: 0.1\nLicense: UNKNOWN\n"
        "Classifier: License :: OSI Approved :: MIT License\n",
        "utf-8",
    )
    done = run_script(
        tmp_path, GOLD, "--rounds", "1", without=tuple(package for package in PACKAGES if package != "nupunkt")
    )
    assert done.returncode == 0, done.stderr
    table, _, rest = done.stdout.partition("\n\n")
    rows = {
        cells[0]: cells[1:] for cells in ([c.strip() for c in row.strip("|").split("|")] for row in table.split("\n"))
    }
    assert {"inkslate, rules", "one sentence a line", "nupunkt"} < set(rows)
    assert rows["inkslate, rules"][4] == "1"
    # One sentence a region in both views: the first is marked, and only inkslate sees bullets.
    assert rows["nupunkt"][0] == "-"
    assert rows["nupunkt"][1] == f"{rows['nupunkt'][2]} *"
    assert "nupunkt 0.1 (MIT License)" in rest
    assert "missing: pysbd, blingfire, syntok, nltk; pip install pysbd blingfire syntok nltk" in rest
    assert "left out: nupunkt, line_breaks=True: cannot import name 'sentence_spans'" in rest


def test_a_file_without_labels_is_refused(tmp_path: Path) -> None:
    (tmp_path / "nupunkt.py").write_text("def sent_spans(text): return [(0, len(text))]\n", "utf-8")
    (tmp_path / "notes.txt").write_text("call Ruth\n", "utf-8")
    done = run_script(tmp_path, str(tmp_path / "notes.txt"), without=PACKAGES[:1] + PACKAGES[2:])
    assert done.returncode == 2
    assert "evaluation needs labels" in done.stderr
