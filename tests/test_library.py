"""The library in an application: options of a call, ids, thresholds, pickles, and a path that was meant as a file."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import inkslate
from inkslate import Board, Extractor, InputError, Line, Region
from inkslate.extraction import FoundSentence, ModelInfo

MONDAY = datetime(2026, 11, 16, 9)
NOTES = "to do\n- [ ] Sam: send the deck by Fri\n- [ ] call the landlord about the boiler by 12/3"


class Unsure:
    """Takes every line for a sentence: the first is a task with the score 0.1, the second with 0.2, and so on."""

    info = ModelInfo("unsure", "1", "nti", "none", thresholds=(("begin", 0.5), ("task", 0.35)))

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        return [
            tuple(
                FoundSentence(start, start + len(line.words), number > 3, number / 10)
                for number, (start, line) in enumerate(zip(region.line_starts, region.lines, strict=True), 1)
            )
            for region in board.regions
        ]


@pytest.fixture(scope="module", params=["rules", "open"])
def extractor(request: pytest.FixtureRequest) -> Extractor:
    """Whoever extracts: boxes state the tasks of these notes, so the model does not matter."""
    return Extractor.load(request.param)


def test_owners_and_due_dates_are_found_without_being_asked_for(extractor: Extractor) -> None:
    deck, landlord = extractor.extract(NOTES, now=MONDAY).tasks
    assert (deck.owner, deck.due) == ("Sam", "2026-11-20")
    assert (landlord.owner, landlord.due) == (None, "2027-03-12")


def test_options_of_a_call_are_those_of_the_command_line(extractor: Extractor) -> None:
    _, landlord = extractor.extract(NOTES, now=MONDAY, locale="en-US").tasks
    assert landlord.due == "2026-12-03"
    (task,) = extractor.extract("- [ ] zork: call Ruth", people=["Zorkina Bell, zork"]).tasks
    assert task.owner == "Zorkina Bell"
    (task,) = extractor.extract("- [ ] zork: call Ruth", people="zork").tasks
    assert task.owner == "zork"
    with pytest.raises(InputError, match="'fr' is not a known locale"):
        extractor.extract(NOTES, locale="fr")


def test_without_details_there_are_none(extractor: Extractor) -> None:
    found = extractor.extract(NOTES, now=MONDAY, details=False)
    assert [(task.owner, task.due) for task in found.tasks] == [(None, None)] * 2
    assert found.tasks_without_details == extractor.extract(NOTES, now=MONDAY).tasks_without_details


@pytest.mark.parametrize(
    "now", [MONDAY, date(2026, 11, 16), MONDAY.replace(tzinfo=timezone(timedelta(hours=13)))], ids=str
)
def test_now_is_a_day_or_the_time_on_a_clock(extractor: Extractor, now: date) -> None:
    (task,) = extractor.extract("- [ ] call Ruth tomorrow", now=now).tasks
    assert task.due == "2026-11-17"


def test_a_year_that_dates_are_not_computed_for_is_an_error() -> None:
    with pytest.raises(InputError, match="now is in the year 1"):
        inkslate.extract(NOTES, model="rules", now=date(1, 1, 1))


def test_without_now_days_count_from_today() -> None:
    before = date.today()
    (task,) = inkslate.extract("- [ ] call Ruth tomorrow", model="rules").tasks
    assert task.due in {(day + timedelta(days=1)).isoformat() for day in (before, date.today())}


@pytest.mark.parametrize(
    ("options", "message"),
    [({"now": "2026-11-18"}, "it is a date or a datetime"), ({"people": [1]}, "give names, each a string")],
)
def test_options_of_another_type_are_one_line(extractor: Extractor, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        extractor.extract("- [ ] call Ruth tomorrow", **options)


def test_a_byte_order_mark_in_a_text_is_no_word(extractor: Extractor) -> None:
    notes = "\ufeff- [ ] call Ruth\n- [ ] send the deck"
    found = extractor.extract(notes).tasks
    assert [notes[start:end] for task in found for start, end in task.spans] == ["call Ruth", "send the deck"]


def test_many_notes_take_the_same_options(extractor: Extractor) -> None:
    notes = [NOTES, "- [ ] Ana: book a room by Mon"]
    one_by_one = [extractor.extract(text, now=MONDAY, id=name) for text, name in zip(notes, "ab", strict=True)]
    many = list(extractor.extract_many(notes, now=MONDAY, ids="ab"))
    assert [found.to_json() for found in many] == [found.to_json() for found in one_by_one]
    for ids in (["a"], ["a", "b", "c"]):
        with pytest.raises(InputError, match="give one for each"):
            list(extractor.extract_many(notes, ids=ids))


def test_a_file_counts_from_the_time_it_was_written(tmp_path: Path, extractor: Extractor) -> None:
    import os

    path = tmp_path / "monday.txt"
    path.write_text("- [ ] call Ruth tomorrow")
    os.utime(path, (MONDAY.timestamp(), MONDAY.timestamp()))
    for found in (extractor.extract_file(path), inkslate.extract_file(path, model="rules")):
        assert [(e.board.id, task.due) for e in found for task in e.tasks] == [("monday", "2026-11-17")]
    ((extraction),) = extractor.extract_file(str(path), now=date(2026, 12, 1), details=True)
    assert extraction.tasks[0].due == "2026-12-02"
    ((extraction),) = extractor.extract_file(path, details=False)
    assert extraction.tasks[0].due is None


def test_equal_notes_with_ids_of_their_own_share_no_task(extractor: Extractor) -> None:
    monday, tuesday = (extractor.extract(NOTES, id=name) for name in ("2026-11-16.md", "2026-11-17.md"))
    assert (monday.board.id, tuesday.board.id) == ("2026-11-16.md", "2026-11-17.md")
    assert not {task.id for task in monday.tasks} & {task.id for task in tuesday.tasks}
    region = Region("r1", (Line.from_text("call Ruth", box="open"),))
    for notes in (region, Board("old", (region,))):
        assert extractor.extract(notes, id="new").board.id == "new"
    assert extractor.extract(Board("old", (region,))).board.id == "old"
    for wrong in ("", "\ud800", 5):
        with pytest.raises(InputError, match="id is"):
            extractor.extract(NOTES, id=wrong)  # type: ignore[arg-type]


LINES = "one\ntwo\nthree\nfour\nfive"


@pytest.mark.parametrize(
    ("threshold", "tasks"),
    [
        (None, "four five"),  # as the model says
        (0, "one two three four five"),
        (0.2, "three four five"),  # above, not at
        (0.45, "five"),
        (1, ""),
    ],
)
def test_a_threshold_decides_instead_of_the_model(threshold: float | None, tasks: str) -> None:
    extractor = Extractor(Unsure())
    found = extractor.extract(LINES, threshold=threshold)
    assert [task.text for task in found.tasks] == tasks.split()
    (many,) = extractor.extract_many([LINES], threshold=threshold)
    assert many == found
    assert dict(found.model.thresholds) == {"begin": 0.5, "task": 0.35 if threshold is None else threshold}


def test_what_the_note_states_is_above_every_threshold() -> None:
    notes = "one\n- [ ] two\n- [x] three\nfour"
    assert [task.text for task in Extractor(Unsure()).extract(notes, threshold=1).tasks] == ["two"]
    assert [task.text for task in Extractor(Unsure()).extract(notes, threshold=0).tasks] == ["one", "two", "four"]


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan"), "0.5", True])
def test_a_threshold_is_a_share(threshold: float) -> None:
    with pytest.raises(InputError, match="a number from 0"):
        Extractor(Unsure()).extract(LINES, threshold=threshold)


def test_the_rules_have_no_threshold() -> None:
    with pytest.raises(InputError, match="gives no scores"):
        inkslate.extract(LINES, model="rules", threshold=0.5)


def test_a_lower_threshold_only_adds_tasks() -> None:
    notes = "call the landlord about the boiler\nit rained\nmaybe ask Sam\nthe deck\nsend it on Friday"
    found = [{task.id for task in inkslate.extract(notes, threshold=at).tasks} for at in (0.9, 0.5, 0.1)]
    assert found[0] <= found[1] <= found[2]
    assert len({inkslate.extract(notes, threshold=at).sentences[0][0].span.end for at in (0.9, 0.1)}) == 1


@pytest.mark.parametrize("name", ["notes.txt", "a/b/notes.md", " notes.org ", "C:\\notes\\Today.MD", "board.jiix"])
def test_a_path_is_told_from_a_note(name: str) -> None:
    with pytest.warns(UserWarning, match=r"to read a file, call extract_file\(") as warned:
        inkslate.extract(name, model="rules")
    assert [warning.filename for warning in warned] == [__file__]
    with pytest.warns(UserWarning, match="extract_file"):
        list(Extractor.load("rules").extract_many([name]))


@pytest.mark.parametrize(
    "note", ["send notes.txt", "notes.txt\nmore.txt", "e.g. this", "call Sam.", "v1.2", "", ".", "x" * 2000 + ".txt"]
)
def test_a_note_is_no_path(note: str) -> None:
    found = inkslate.extract(note, model="rules")  # warnings are errors here
    assert [word.text for region in found.board.regions for line in region.lines for word in line.words] == note.split()


def test_a_file_with_blanks_in_its_name_is_a_path_where_it_exists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    inkslate.extract("call Ruth.txt", model="rules")
    Path("call Ruth.txt").write_text("- call Ruth")
    with pytest.warns(UserWarning, match="extract_file"):
        inkslate.extract("call Ruth.txt", model="rules")
    with pytest.raises(TypeError, match=r"call extract_file\('call Ruth.txt'\)"):
        inkslate.extract(Path("call Ruth.txt"), model="rules")  # type: ignore[arg-type]


def test_results_are_pickled_with_everything(extractor: Extractor) -> None:
    found = extractor.extract(NOTES, now=MONDAY, id="monday.md")
    assert found.tasks  # what is computed on first use goes along
    again = pickle.loads(pickle.dumps(found))
    assert (again, again.tasks, again.to_json()) == (found, found.tasks, found.to_json())
    assert [task.spans for task in again.tasks] == [task.spans for task in found.tasks]


def test_extractors_are_pickled_without_the_model(extractor: Extractor) -> None:
    pickled = pickle.dumps(extractor)
    assert len(pickled) < 1000
    first, second = pickle.loads(pickled), pickle.loads(pickled)
    assert first.model == extractor.model
    assert first.extract(NOTES, now=MONDAY).to_json() == extractor.extract(NOTES, now=MONDAY).to_json()
    if extractor.model.name == "open":
        assert first is second  # loaded once
        assert str(Path(inkslate.__file__).parent).encode() not in pickled  # it is elsewhere on another machine


def test_an_extractor_keeps_its_options(tmp_path: Path) -> None:
    extractor = Extractor.load("open", threads=1, ignore_marks=True)
    again = pickle.loads(pickle.dumps(extractor))
    done = Region("r", (Line.from_text("call the landlord about the boiler", box="done"),))
    assert again.extract(done).sentences == extractor.extract(done).sentences
    assert again.extract(done).sentences[0][0].score != 0  # the mark was ignored
    own = pickle.loads(pickle.dumps(Extractor(Unsure())))
    assert [task.text for task in own.extract(LINES).tasks] == ["four", "five"]


def test_another_model_in_the_folder_of_a_pickle_is_an_error(tmp_path: Path) -> None:
    from inkslate.extractor import _load_again

    with pytest.raises(inkslate.ModelError, match="open: is not the model that was pickled"):
        _load_again(Extractor, "open", "0" * 64, 1, False)


@pytest.mark.process
def test_a_pickle_is_loaded_in_a_process_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "extractor.pickle"
    path.write_bytes(pickle.dumps(Extractor.load("open", threads=1)))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).extract('- [ ] a b').tasks[0].text)"
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "a b"


@pytest.mark.parametrize("name", ["BI", "BIO", "NTI"])
def test_schemes_are_pickled(name: str) -> None:
    scheme = getattr(inkslate, name)
    assert pickle.loads(pickle.dumps(scheme)) == scheme


@pytest.mark.parametrize("name", ["open", Path("models/mine")])
def test_the_name_of_a_model_is_told_apart_from_a_model(name: Any) -> None:
    with pytest.raises(InputError, match=r"call Extractor\.load\('"):
        Extractor(name)
