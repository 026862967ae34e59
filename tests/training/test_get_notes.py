"""scripts/get-notes: notes of other people from their repositories, checked file by file and word by word."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from inkslate.board import Label, Sentence
from inkslate.readers import read_file
from tests.support.paths import ROOT

pytestmark = pytest.mark.process
TEXT = "# Trip\n\n- [ ] book ferry\n  - ask Ruth\n\n# Diary\n\nwe had rain\n"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one file, and the list of two notes in it."""
    folder = tmp_path / "of" / "ann" / "notes"
    folder.mkdir(parents=True)
    (folder / "trip.md").write_text(TEXT)
    config = tmp_path / "gitconfig"
    config.write_text(
        "[uploadpack]\nallowAnySHA1InWant = true\nallowFilter = true\n[user]\nname = a\nemail = a@example.org\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    for words in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "-m", "notes")):
        subprocess.run(["git", "-C", str(folder), *words], check=True)
    head = subprocess.run(["git", "-C", str(folder), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    file = {"source": f"ann/notes@{head.stdout.strip()}:trip.md", "sha256": hashlib.sha256(TEXT.encode()).hexdigest()}
    rows = [
        {"id": "n-1", **file, "regions": [0, 1], "words": hashlib.sha256(b"Trip book ferry ask Ruth").hexdigest()},
        {"id": "n-2", **file, "regions": [1, 2], "words": hashlib.sha256(b"Diary we had rain").hexdigest()},
    ]
    labels = {"id": "n-2", "sha256": rows[1]["words"], "regions": [[[0, 2, 0], [2, 4, 1]]]}
    (tmp_path / "standoff.jsonl").write_text(json.dumps(labels) + "\n")
    path = tmp_path / "sources.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def get(tmp_path: Path, sources: Path) -> subprocess.CompletedProcess[str]:
    url = f"file://{tmp_path}/of/{{}}"
    words = [sys.executable, ROOT / "scripts" / "get-notes", tmp_path / "out", "--sources", sources, "--url", url]
    return subprocess.run(words, capture_output=True, text=True)


def test_notes_come_with_the_facts_of_their_lines(tmp_path: Path, sources: Path) -> None:
    done = get(tmp_path, sources)
    assert done.returncode == 0, done.stderr
    first, second = read_file(tmp_path / "out" / "more.jsonl")
    lines = [(line.text, line.heading, line.box, line.indent) for region in first.regions for line in region.lines]
    assert lines == [("Trip", 1, None, 0), ("book ferry", 0, "open", 0), ("ask Ruth", 0, None, 1)]
    assert read_file(tmp_path / "out" / "labelled.jsonl")[0].regions[0].sentences == (
        Sentence(0, 2, Label.NON_TASK),
        Sentence(2, 4, Label.TASK),
    )
    assert [line.text for line in second.regions[0].lines] == ["Diary", "we had rain"]


def test_no_model_learns_from_the_notes_of_the_test_split(tmp_path: Path, sources: Path) -> None:
    first, second = map(json.loads, sources.read_text().splitlines())
    sources.write_text("".join(json.dumps(row) + "\n" for row in (first, second | {"split": "test"})))
    done = get(tmp_path, sources)
    assert done.returncode == 0, done.stderr
    found = {name: [note.id for note in read_file(tmp_path / "out" / name)] for name in ("more.jsonl", "test.jsonl")}
    assert found == {"more.jsonl": ["n-1"], "test.jsonl": ["n-2"]}
    assert (tmp_path / "out" / "labelled.jsonl").read_text() == ""


def test_another_file_is_refused(tmp_path: Path, sources: Path) -> None:
    row = json.loads(sources.read_text().splitlines()[0]) | {"sha256": "0" * 64}
    sources.write_text(json.dumps(row) + "\n")
    done = get(tmp_path, sources)
    assert done.returncode == 1
    assert "has another sha256" in done.stderr
    assert not (tmp_path / "out" / "more.jsonl").exists()


def test_a_note_that_is_read_as_other_words_is_left_out(tmp_path: Path, sources: Path) -> None:
    first, *others = sources.read_text().splitlines()
    changed = json.dumps(json.loads(first) | {"words": "0" * 64})
    sources.write_text("\n".join([changed, *others]) + "\n")
    done = get(tmp_path, sources)
    assert done.returncode == 0, done.stderr
    assert "left out" in done.stderr
    assert "1 of 2 notes were left out" in done.stdout
    (left,) = read_file(tmp_path / "out" / "more.jsonl")
    assert left.regions[0].lines[0].text == "Diary"
