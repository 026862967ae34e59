"""The corpus of the repository: built from its sources, as large and as varied as promised, nothing said twice."""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.board import Board, Label, Line, Region, Sentence, partition_problems
from inkslate.errors import InputError
from tests.support.boards import labelled_boards
from tests.support.commands import Here
from tests.support.paths import ROOT

CORPUS = ROOT / "corpus"
sys.path.insert(0, str(CORPUS))  # its scripts import each other by plain name

import agreement  # noqa: E402
import overlap  # noqa: E402
import shape  # noqa: E402
import tally  # noqa: E402
import worth  # noqa: E402
from build import (  # noqa: E402
    SPLITS,
    Entry,
    build_after,
    build_entries,
    find_differences,
    format_files,
)
from ink_noise import Vocabulary, confused, doubled, misread, punctuated, recased, split, thinned  # noqa: E402
from markup import read_boards  # noqa: E402

HEAD = "@board standup | Mira | own notebook | no caps\n"


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return build_entries(CORPUS / "boards")


@pytest.fixture(scope="module")
def after() -> list[Entry]:
    return build_after(CORPUS / "after")


@pytest.fixture(scope="module")
def everything(entries: list[Entry], after: list[Entry]) -> list[Entry]:
    return [*entries, *after]


@pytest.fixture(scope="module", params=list(tally.PARTS))
def counted(request: pytest.FixtureRequest) -> tuple[tally.Part, dict[str, tally.Tally]]:
    part = tally.PARTS[request.param]
    return part, tally.count_files(CORPUS, part)


def test_files_are_what_the_sources_give(everything: list[Entry]) -> None:
    assert find_differences(format_files(everything), CORPUS) == []


def test_differences_are_named(tmp_path: Path) -> None:
    files = {"train/a.jsonl": "{}\n", "dev/a.jsonl": "{}\n"}
    for name, text in (("train/a.jsonl", "{ }\n"), ("test/b.jsonl", "")):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    told = [line.removeprefix(f"{tmp_path}{os.sep}") for line in find_differences(files, tmp_path)]
    assert [line.replace(os.sep, "/") for line in told] == [
        "dev/a.jsonl: is missing",
        "train/a.jsonl: differs from what the sources give",
        "test/b.jsonl: has no source",
    ]


@pytest.mark.slow
def test_check_has_nothing_to_say(here: Here) -> None:
    done = here("check", *sorted(path for name in SPLITS for path in (CORPUS / name).glob("*.jsonl")))
    assert done.returncode == 0, done.stdout + done.stderr
    assert {line.partition("; ")[2] for line in done.stdout.splitlines()} == {"0 wrong, 0 repaired"}


def test_counts_are_as_promised(counted: tuple[tally.Part, dict[str, tally.Tally]]) -> None:
    part, tallies = counted
    assert tally.find_broken_promises(tallies, part) == []


def test_a_broken_promise_is_told() -> None:
    told = tally.find_broken_promises({"total": tally.Tally(boards=999)}, tally.MADE_UP)
    assert told[0] == "total: boards is 999, promised are 1000 to inf"


def test_readme_has_the_tables_of_the_report(counted: tuple[tally.Part, dict[str, tally.Tally]]) -> None:
    part, tallies = counted
    assert tally.format_table(tallies, part) in (CORPUS / "README.md").read_text("utf-8")


def test_readme_has_the_shapes_of_the_report(everything: list[Entry]) -> None:
    told = (CORPUS / "README.md").read_text("utf-8")
    # The other columns need data that are not here; these two are the first.
    for row in shape.format_shapes(shape.list_shapes(everything)).splitlines():
        assert row.removesuffix(" |") in told


def test_every_genre_is_in_every_split(entries: list[Entry]) -> None:
    genres = {entry.written.genre for entry in entries}
    assert {(entry.split, entry.written.genre) for entry in entries} == {(s, g) for s in SPLITS for g in genres}


@pytest.mark.slow
def test_nothing_is_said_twice(everything: list[Entry]) -> None:
    sentences = overlap.list_sentences(everything)
    assert overlap.find_same(sentences) == []
    assert overlap.find_near(sentences) == []
    assert overlap.find_near(overlap.list_boards(everything)) == []


@pytest.mark.slow
def test_nothing_is_shared_with_the_released_data(everything: list[Entry], slate_data: Path) -> None:
    assert overlap.find_released(everything, overlap.read_released(slate_data)) == []


@pytest.mark.slow
@pytest.mark.skipif(not os.environ.get("NOTES_DATA"), reason="NOTES_DATA is not set")
def test_no_sentence_is_one_of_the_real_notes(everything: list[Entry]) -> None:
    assert overlap.find_in_notes(everything, overlap.read_notes(Path(os.environ["NOTES_DATA"]))) == []


def passage(board: str, text: str) -> overlap.Passage:
    return overlap.Passage(board, f"{board} r1", "train", overlap.fold(text.split()))


@pytest.mark.parametrize(
    ("first", "second", "same", "near"),
    [
        ("Call the old dentist!", "call the old dentist", 1, 0),  # case and marks do not count
        ("call the dentist", "call the dentist", 0, 0),  # three words may be the same
        ("one two three four five six seven", "one two three four five six eight", 0, 1),  # 4 of 6 runs
        ("one two three four five six", "one two three four five nine", 0, 0),  # 3 of 5 runs: not above 0.6
    ],
)
def test_what_counts_as_said_twice(first: str, second: str, same: int, near: int) -> None:
    both = [passage("a", first), passage("b", second)]
    assert (len(overlap.find_same(both)), len(overlap.find_near(both))) == (same, near)


def test_a_board_may_repeat_itself() -> None:
    both = [passage("a", "what did we do since last Monday"), passage("a", "What did we do since last Monday?")]
    assert overlap.find_same(both) == overlap.find_near(both) == []


def test_overlap_with_released_data_says_where_and_not_what(tmp_path: Path) -> None:
    (tmp_path / "standup.txt").write_text(HEAD + "{0}notes {1}- ring the quiet baker about\nMonday's bread\n")
    theirs = Region(
        "r", (Line.from_text("so Ring the quiet baker, about Monday's bread"),), (Sentence(0, 8, Label.TASK),)
    )
    told = overlap.find_released(build_entries(tmp_path), [Board("b", (theirs,))])
    # The dash is no word, so the runs begin behind it.
    assert told == [f"standup-001 r1 from word {at}: the released data has these 6 words" for at in (2, 3)]


@pytest.mark.parametrize(
    ("clean", "read", "edits"), [("a b c", "a b c", 0), ("a b c", "a x c", 1), ("to gether", "together", 2)]
)
def test_word_edits(clean: str, read: str, edits: int) -> None:
    assert tally.edit_distance(clean.split(), read.split()) == edits


@given(labelled_boards(), st.floats(0, 1), st.integers())
def test_noise_keeps_lines_labels_and_the_partition(board: Board, rate: float, seed: int) -> None:
    vocabulary = Vocabulary(word for region in board.regions for word in region.word_texts)
    noisy = misread(board, rate=rate, vocabulary=vocabulary, rng=random.Random(seed))
    assert noisy == misread(board, rate=rate, vocabulary=vocabulary, rng=random.Random(seed))
    for region, was in zip(noisy.regions, board.regions, strict=True):
        assert region.sentences is not None
        assert was.sentences is not None
        assert partition_problems(region.sentences, len(region.word_texts)) == []
        assert [s.label for s in region.sentences] == [s.label for s in was.sentences]
        assert [line.bullet for line in region.lines] == [line.bullet for line in was.lines]
        assert [bool(line.words) for line in region.lines] == [bool(line.words) for line in was.lines]


def test_noise_of_the_corpus_stays_in_its_lines(everything: list[Entry]) -> None:
    for entry in everything:
        assert (entry.board != entry.written.board) == entry.noisy


@pytest.mark.parametrize(
    ("readings", "text", "some"),
    [
        (confused, "corn", {"com", "carn", "eorn", "coru"}),  # rn and m, o and a, c and e, n and u
        (confused, "12:05", {"l2:05", "1z:05", "12:O5"}),  # numbers too
        (confused, "é", {"e"}),
        (thinned, "milk,", {"ilk,", "mik,"}),
        (thinned, "5", set()),  # never the last one
        (doubled, "of", {"oof", "off"}),
        (recased, "Call", {"call"}),
        (recased, "Ring", set()),  # R and r have shapes of their own
        (punctuated, "don't", {"dont"}),
        (punctuated, "bread", {"bread.", "bread,"}),
        (split, "together", {"to gether"}),
        (split, "cat", set()),
        (Vocabulary("then there, this".split()).readings, "Than.", {"Then."}),
        (Vocabulary("then there, this".split()).readings, "the", set()),  # too short to look like one word only
    ],
)
def test_errors_of_each_kind(readings: object, text: str, some: set[str]) -> None:
    assert callable(readings)
    found = set(readings(text))
    assert some <= found
    assert bool(some) == bool(found)


def test_ticks_boxes_and_deciding_words_keep_their_sense() -> None:
    board = Board("b", (Region("r", (Line.from_text("[x] [ ] ✓ if"),), (Sentence(0, 5, Label.NON_TASK),)),))
    vocabulary = Vocabulary(["it", "of", "is", "in"])
    for seed in range(200):
        words = misread(board, rate=1, vocabulary=vocabulary, rng=random.Random(seed)).regions[0].word_texts
        assert words[:4] == ("[x]", "[", "]", "✓")
        assert words[4].lower() not in {"it", "of", "is", "in"}


def test_ids_splits_and_noise_stay_when_boards_are_added(tmp_path: Path) -> None:
    for name in ("recipe.txt", "standup.txt"):
        shutil.copy(CORPUS / "boards" / name, tmp_path)
    before = build_entries(tmp_path)
    with (tmp_path / "recipe.txt").open("a", encoding="utf-8") as file:
        file.write("\n@board recipe | Ada | for herself | tidy\n{0}toast\n{4i}brown the bread\n")
    (tmp_path / "anew.txt").write_text(HEAD.replace("standup", "anew") + "{0}a new genre\n")
    after = build_entries(tmp_path)
    assert len(after) == len(before) + 2
    assert [entry for entry in after if entry.board.id in {entry.board.id for entry in before}] == before


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (HEAD + "{0}monday\n{7}call Ruth\n", 3, "{7}call looks like a broken mark"),
        (HEAD + "{0}monday\n{1g}call Ruth\n", 3, "{1g} has the kind 'g', which does not go with label 1"),
        (HEAD + "{0}monday\n{1z}call Ruth\n", 3, "{1z} has the kind 'z'"),
        (HEAD + "{0}monday\n==\n", 1, "region r2 of this board is empty"),
        (HEAD + "monday\n", 2, "a region begins with the mark of a sentence"),
        (HEAD + "{0}monday {1}\n", 2, "has a sentence without words"),
        (HEAD + "{0}monday\n* {1}\n", 3, "the line has no words"),
        ("{0}monday\n", 1, "a board begins with `@board"),
        ("@board standup | Mira\n{0}monday\n", 1, "a board begins with `@board"),
    ],
)
def test_errors_of_markup_name_file_and_line(tmp_path: Path, text: str, line: int, problem: str) -> None:
    path = tmp_path / "standup.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        list(read_boards(path))
    assert str(caught.value).startswith(f"{path} line {line}: ")
    assert problem in str(caught.value)


def test_a_board_stands_in_the_file_of_its_genre(tmp_path: Path) -> None:
    path = tmp_path / "recipe.txt"
    path.write_text("% a remark\n" + HEAD + "{0}monday\n", "utf-8")
    with pytest.raises(InputError, match=r"recipe.txt line 2: the genre is 'standup', but the file is for 'recipe'"):
        build_entries(tmp_path)


def test_the_second_labelling_fits_the_corpus(entries: list[Entry]) -> None:
    first = {entry.board.id: entry.written.board for entry in entries}
    pairs = agreement.pair_boards(first, agreement.SECOND)
    assert len(pairs) >= 100
    genres = {entry.written.genre for entry in entries} - {"mail", "speech"}  # these have had one reading
    assert {mine.id.rpartition("-")[0] for mine, _ in pairs} == genres
    figures = f"{agreement.kappa(agreement.word_table(pairs)):.3f}", f"{100 * agreement.similarity(pairs):.1f}"
    told = (ROOT / "docs/results/corpus-agreement.md").read_text("utf-8")
    assert f"of all words | {figures[0]} |" in told
    assert f"two segmentations | {figures[1]} |" in told


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({(True, True): 5, (False, False): 5}, 1.0),
        ({(True, True): 1, (True, False): 1, (False, True): 1, (False, False): 1}, 0.0),  # as by chance
        ({(True, True): 20, (True, False): 5, (False, True): 10, (False, False): 15}, 0.4),  # Cohen's own kind of table
    ],
)
def test_kappa(table: dict[tuple[bool, bool], int], expected: float) -> None:
    assert agreement.kappa(Counter(table)) == pytest.approx(expected)


def test_a_second_labelling_of_other_words_is_refused(tmp_path: Path, entries: list[Entry]) -> None:
    board = entries[0].written.board
    path = tmp_path / "labels.txt"
    path.write_text(f"@board {entries[0].board.id} | b | c | d\n{{0}}other words\n")
    with pytest.raises(InputError, match="other words"):
        agreement.pair_boards({entries[0].board.id: board}, path)


def test_the_table_of_its_worth_is_what_the_runs_say() -> None:
    told = (ROOT / "docs/results/corpus-worth.md").read_text("utf-8")
    runs = json.loads(worth.RUNS.read_text("utf-8"))
    for on in {run["on"] for run in runs}:
        assert worth.table(runs, on) in told
