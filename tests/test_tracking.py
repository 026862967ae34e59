"""Ids that stay, and what changed between two extractions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.board import Board, Line, Region
from inkslate.errors import InputError
from inkslate.extraction import Extraction, FoundSentence, ModelInfo
from inkslate.formats.extraction_jsonl import format_extractions
from inkslate.tracking import (
    KnownTask,
    Wording,
    compare_extractions,
    keep_ids,
    match_tasks,
    parse_extractions,
    similarity,
)
from tests.support.commands import Here

MODEL = ModelInfo("by hand", "1", "nti", "none")


def extraction(*regions: Sequence[str], board: str = "b") -> Extraction:
    """A board whose lines are all tasks."""
    built = tuple(
        Region(f"r{number}", tuple(Line.from_text(text, bullet=True) for text in lines))
        for number, lines in enumerate(regions, 1)
    )
    found = []
    for region in built:
        ends = [*region.line_starts[1:], len(region.word_texts)] if region.lines else []
        found.append(
            tuple(FoundSentence(s, e, is_task=True) for s, e in zip(region.line_starts, ends, strict=True) if s < e)
        )
    return Extraction(Board(board, built), tuple(found), MODEL)


def known(*texts: str, region: str = "r1") -> list[KnownTask]:
    return [KnownTask(f"{region}-{at}", text, region) for at, text in enumerate(texts)]


def matched(old: Sequence[str], new: Sequence[str]) -> list[str | None]:
    """For each new text the old one that it was."""
    pairs = match_tasks(known(*old), known(*new))
    return [old[pairs[at]] if at in pairs else None for at in range(len(new))]


def after(previous: Extraction, now: Extraction) -> list[str]:
    """The ids of the second through the file of the first."""
    (kept,) = keep_ids([now], parse_extractions(format_extractions([previous]), "p"))
    return [task.id for task in kept.tasks]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("call Ruth", "call Ruth tomorrow"),
        ("call Ruth", "Call Ruth!"),
        ("buy milk", "buy milk and eggs"),  # it grew, and kept what it had
        ("buy milk and eggs", "buy milk"),
        ("thc rcpart ta Wilson", "the report to Wilson"),  # read anew
        ("send the deck to Sam", "send the deck to Bob"),
        ("order chairs", "order 12 chairs"),  # a number more is no other number
        ("order 12 chairs", "ordcr 12 chairs"),
        (
            "print 12 copies of the annual report for the board on paper",
            "print 14 copies of the annual report for the board on paper",
        ),
        ("日本語 電話", "日本語 電話 明日"),
    ],
)
def test_recognisably_the_same(old: str, new: str) -> None:
    assert matched([old], [new]) == [old]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("call Sam", "call Bob"),
        ("email Sam", "email Bob"),
        ("buy a cake", "buy a lamp"),
        ("call Ruth", "water the plants"),
        ("milk", "buy bread and milk today"),  # one word is not enough to go by
        ("!!!", "???"),
        # A number in place of another names another thing, however alike the rest is.
        ("pay invoice 12", "pay invoice 13"),
        ("Room 4 clean", "Room 5 clean"),
        ("order 12 chairs", "order 14 chairs"),
        ("pay invoice 12 by bank transfer", "pay invoice 13 by bank transfer"),
        ("pay invoice no.12", "pay the invoice no.13"),
        ("water bed B1", "water bed B2"),
    ],
)
def test_another_task(old: str, new: str) -> None:
    assert matched([old], [new]) == [None]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # The same text wins over what is alike, wherever it stands.
        (["call Ruth today", "call Ruth"], ["call Ruth"], ["call Ruth"]),
        # The most alike first: the first new task does not take the second's.
        (["fix the red door"], ["fix the blue door", "fix the red doors"], [None, "fix the red door"]),
        # Twins keep their order; one too many is new.
        (["call", "call"], ["call", "call", "call"], ["call", "call", None]),
        # The same number first, and what is the same before all.
        (["pay invoice 12", "pay invoice 13"], ["pay invoice 13", "pay invoice 14"], ["pay invoice 13", None]),
        (
            ["clean Room 4", "clean Room 5"],
            ["clean Room 5 today", "clean Room 4 today", "clean Room 6 today"],
            ["clean Room 5", "clean Room 4", None],
        ),
        ([], ["call"], [None]),
        (["call"], [], []),
    ],
)
def test_one_to_one_best_first(old: list[str], new: list[str], expected: list[str | None]) -> None:
    assert matched(old, new) == expected


def test_another_time_is_an_edit_where_another_number_is_another_task(here: Here, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    again = ("extract", "notes.txt", "--to", "jsonl", "--now", "2026-03-10", "-o", "tasks.jsonl")
    notes.write_text("- call Ruth at 3 pm\n- pay invoice 12\n", "utf-8")
    assert here(*again).returncode == 0
    old = [task["id"] for task in json.loads((tmp_path / "tasks.jsonl").read_text("utf-8"))["tasks"]]
    notes.write_text("- call Ruth at 4 pm\n- pay invoice 13\n", "utf-8")
    assert here(*again, "--previous", "tasks.jsonl").returncode == 0
    new = [task["id"] for task in json.loads((tmp_path / "tasks.jsonl").read_text("utf-8"))["tasks"]]
    assert new[0] == old[0]
    assert new[1] not in old


def test_the_same_region_comes_first() -> None:
    old = known("call Ruth now", region="r1") + known("call Ruth now", region="r2")
    new = known("call Ruth right now", region="r2")
    assert match_tasks(old, new) == {0: 1}
    assert match_tasks(known("call Ruth", region="r1"), known("call Ruth", region="r9")) == {0: 0}


def test_an_edit_keeps_the_id_and_so_does_the_next() -> None:
    first = extraction(["call Ruth", "buy milk"])
    ids = [task.id for task in first.tasks]
    second = extraction(["buy milk", "new things", "call Ruth tomorrow"])
    (kept,) = keep_ids([second], parse_extractions(format_extractions([first]), "p"))
    assert [task.id for task in kept.tasks] == [ids[1], second.tasks[1].id, ids[0]]
    third = extraction(["call Ruth tomorrow at noon"])
    assert after(kept, third) == [ids[0]]


def test_a_new_task_never_gets_an_id_that_was_anothers() -> None:
    """`call Ruth` was edited and kept its id; then somebody writes `call Ruth` again."""
    first = extraction(["call Ruth"])
    (second,) = keep_ids(
        [extraction(["call Ruth about the boat"])], parse_extractions(format_extractions([first]), "p")
    )
    assert second.tasks[0].id == first.tasks[0].id
    ids = after(second, extraction(["call Ruth about the boat", "call Ruth"]))
    assert ids[0] == first.tasks[0].id
    assert ids[1] not in (ids[0], "")
    # Nor does it where the edited one is gone.
    assert after(second, extraction(["paint", "call Ruth"]))[0] == extraction(["paint"]).tasks[0].id


def test_boards_are_matched_by_id_or_by_being_the_only_one() -> None:
    monday, tuesday = extraction(["call Ruth"], board="monday"), extraction(["call Ruth"], board="tuesday")
    assert after(monday, tuesday) == [monday.tasks[0].id]
    earlier = parse_extractions(format_extractions([monday, extraction(["x"], board="other")]), "p")
    assert [task.id for task in keep_ids([tuesday], earlier)[0].tasks] == [tuesday.tasks[0].id]


def test_boards_of_one_id_share_no_task_id() -> None:
    twice = [extraction(["call Ruth"]), extraction(["call Ruth"])]
    earlier = parse_extractions(format_extractions(twice[:1]), "p")
    first, second = (kept.tasks[0].id for kept in keep_ids(twice, earlier))
    assert first == twice[0].tasks[0].id
    assert second != first


def test_details_stay_with_their_task() -> None:
    from dataclasses import replace

    from inkslate.extraction import Detail

    now = extraction(["Sam: call Ruth tomorrow"])
    now = replace(now, details={now.tasks[0].id: Detail(owner="Sam")})
    (kept,) = keep_ids([now], parse_extractions(format_extractions([extraction(["Sam: call Ruth"])]), "p"))
    assert [(task.id, task.owner) for task in kept.tasks] == [(extraction(["Sam: call Ruth"]).tasks[0].id, "Sam")]


texts = st.lists(
    st.lists(st.sampled_from("call Ruth buy milk the a now! 😀".split()), min_size=1, max_size=4).map(" ".join),
    max_size=6,
)
extractions = st.lists(texts, max_size=3).map(lambda regions: extraction(*regions))


@given(extractions, extractions, extractions)
def test_ids_are_unique_and_settle(first: Extraction, second: Extraction, third: Extraction) -> None:
    before = first
    for now in (second, third):
        (kept,) = keep_ids([now], parse_extractions(format_extractions([before]), "p"))
        ids = [task.id for task in kept.tasks]
        assert len(set(ids)) == len(ids)
        assert [task.text for task in kept.tasks] == [task.text for task in now.tasks]
        # The same board again changes nothing, and the file says the same as the object.
        assert after(kept, now) == ids
        before = kept


@given(extractions, extractions)
def test_differences_add_up(old: Extraction, new: Extraction) -> None:
    files = [parse_extractions(format_extractions([item]), "p") for item in (old, new)]
    (difference,) = compare_extractions(*files)
    assert len(difference.added) + len(difference.changed) + difference.same == len(new.tasks)
    assert len(difference.removed) + len(difference.changed) + difference.same == len(old.tasks)
    (none,) = compare_extractions(files[0], files[0])
    assert (none.added, none.changed, none.removed) == ((), (), ())


@given(st.lists(st.text(min_size=1, max_size=5), max_size=5), st.lists(st.text(min_size=1, max_size=5), max_size=5))
def test_similarity_is_a_share(a: list[str], b: list[str]) -> None:
    one, other = Wording.of(" ".join(a).split()), Wording.of(" ".join(b).split())
    assert 0 <= similarity(one, other) <= 1
    assert similarity(one, one) == bool(" ".join(a).split())


LINE = '{"id": "b", "tasks": [{"id": "t", "text": "call Ruth", "region": "r"}]}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "p line 1: not JSON"),
        ("\n" + "[" * 100_000, "p line 2: JSON nested too deep"),
        ("[]", "not an extraction"),
        ('{"id": "b", "regions": []}', "not an extraction"),
        ('{"tasks": []}', "not an extraction"),
        ('{"id": "", "tasks": []}', "not an extraction"),
        ('{"id": ["b"], "tasks": []}', "id is .* not a string"),
        ('{"id": "b", "tasks": [7]}', r"tasks\[0\] is '7', not an object"),
        ('{"id": "b", "tasks": {"a": 1}}', "not an extraction"),
        (LINE.replace('"t"', "7"), "id is '7', not a string"),
        (LINE.replace('"t"', '""'), "not a short, printable string"),
        (LINE.replace('"t"', '"a\\u001b[31m"'), "not a short, printable string"),
        (LINE.replace('"t"', json.dumps("t" * 2000)), "not a short, printable string"),
        (LINE.replace('"call Ruth"', "NaN"), "NaN is not a number"),
        (LINE.replace('"call Ruth"', '" "'), "a task without text"),
        (LINE.replace('"call Ruth"', '"\\ud800"'), "surrogate"),
        (LINE.replace('"r"', "[]"), "region is"),
        (LINE.replace('"r"', '"r", "due_span": "1-2"'), "due_span is '1-2', not a list"),
        (LINE.replace('"r"', '"r", "start": "a"'), "start is 'a', not a whole number"),
        (LINE + "\n" + LINE, "line 2: duplicate board id 'b'"),
        (LINE + "\n" + LINE.replace('"b"', '"c"'), r"line 2, tasks\[0\]: duplicate task id 't', first on p line 1"),
    ],
)
def test_what_is_no_extraction_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        parse_extractions(text, "p")
    assert "\n" not in str(error.value)


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_huge_board_takes_seconds() -> None:
    old = known(*(f"call number {at} about the boat" for at in range(5000)))
    new = known(*(f"call number {at} about the ship" for at in range(5000)))
    assert len(match_tasks(old, new)) > 4000  # anything quadratic would take many minutes


def test_thousands_of_twins_are_compared_once() -> None:
    bobs, robs = known(*["call Bob"] * 5000), known(*["call Rob"] * 5001)
    assert match_tasks(bobs, robs) == {at: at for at in range(5000)}
    assert match_tasks(bobs, bobs) == {at: at for at in range(5000)}


@pytest.mark.parametrize("mark", ["-", ".", "'", "@", "7"])
def test_monstrous_words_take_no_time(mark: str) -> None:
    long = "a" + mark * 1_000_000
    assert match_tasks(known(f"call {long}b"), known(f"call {long}c")) == {}
    assert match_tasks(known(f"call {long}b"), known(f"CALL {long}b!")) == {0: 0}


def test_the_command_line(here: Here, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("- call Ruth\n- buy milk\n- paint the shed\n", "utf-8")
    assert here("extract", "notes.txt", "--to", "jsonl", "-o", "old.jsonl").returncode == 0
    notes.write_text("- buy milk\n- call Ruth tomorrow\n- book \x1b[31mflights\n", "utf-8")
    again = ("--to", "jsonl", "--previous", "old.jsonl", "--now", "2026-03-10", "-o", "new.jsonl")
    assert here("extract", "notes.txt", *again).returncode == 0
    old, new = (
        {task["text"]: task["id"] for task in json.loads((tmp_path / name).read_text("utf-8"))["tasks"]}
        for name in ("old.jsonl", "new.jsonl")
    )
    assert new["buy milk"] == old["buy milk"]
    assert new["call Ruth tomorrow"] == old["call Ruth"]
    done = here("diff", "old.jsonl", "new.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "+ book \\x1b[31mflights",
        "~ call Ruth [due: none] -> call Ruth tomorrow [due: 2026-03-11]",
        "- paint the shed",
        "1 added, 1 changed, 1 removed, 1 same",
    ]
    value = json.loads(here("diff", "old.jsonl", "new.jsonl", "--json").stdout)
    assert value["counts"] == {"added": 1, "changed": 1, "removed": 1, "same": 1}
    (changed,) = value["changed"]
    assert (changed["board"], changed["id"], changed["fields"]) == ("notes", old["call Ruth"], ["text", "due"])
    assert (changed["old"]["text"], changed["new"]["text"]) == ("call Ruth", "call Ruth tomorrow")
    assert [task["text"] for task in value["removed"]] == ["paint the shed"]
    # The earlier file may be replaced: it is read first.
    assert here("extract", "notes.txt", "--to", "jsonl", "--previous", "new.jsonl", "-o", "new.jsonl").returncode == 0
    assert here("diff", "new.jsonl", "new.jsonl").stdout == "0 added, 0 changed, 0 removed, 3 same\n"


def test_owner_and_due_are_changes_too(here: Here, tmp_path: Path) -> None:
    other = LINE.replace('"region"', '"owner": "Sam", "region"')
    (tmp_path / "old.jsonl").write_text(LINE + "\n" + LINE.replace('"b"', '"c"').replace('"t"', '"u"'), "utf-8")
    (tmp_path / "new.jsonl").write_text(other + "\n", "utf-8")
    assert here("diff", "old.jsonl", "new.jsonl").stdout.splitlines() == [
        "b",
        "~ call Ruth [owner: none] -> call Ruth [owner: Sam]",
        "c",
        "- call Ruth",
        "0 added, 1 changed, 1 removed, 0 same",
    ]


@pytest.mark.parametrize("arguments", [("diff", "bad.jsonl", "bad.jsonl"), ("extract", "--previous", "bad.jsonl")])
def test_a_bad_file_is_one_line(here: Here, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "bad.jsonl").write_bytes(b"\x89PNG")
    done = here(*arguments, stdin="- call Ruth")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "bad.jsonl: not UTF-8" in done.stderr
    assert here("diff", "missing.jsonl", "bad.jsonl").stderr == "inkslate: missing.jsonl: no such file\n"
