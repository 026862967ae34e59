"""Extraction by the rules: from notes to tasks with their place on the board."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given

import inkslate
from inkslate import Board, Extractor, InputError, Line, ModelError, Region, Word
from inkslate.board import Label, Sentence
from inkslate.evaluation.evaluation import compare, evaluate
from inkslate.extraction import FoundSentence, ModelInfo
from inkslate.formats import format_board, parse_board
from inkslate.formats.extraction_jsonl import format_extractions
from inkslate.formats.predictions import parse_predictions
from inkslate.model.rules import Rules
from inkslate.readers import scan_document
from inkslate.readers.document import Document
from inkslate.readers.text import parse_text
from inkslate.writers import WRITERS
from inkslate.writers.spelling import visible
from tests.support.boards import labelled_boards

NOTES = "To do:\n- call Ruth\n- plan of the\nsecond floor\n\nWe met. Please send the deck.\nit rained"


def test_the_rules_find_bullets_and_requests() -> None:
    extraction = inkslate.extract(NOTES, model="rules")
    assert [task.text for task in extraction.tasks] == [
        "call Ruth",
        "plan of the second floor",
        "Please send the deck.",
    ]
    assert [task.lines for task in extraction.tasks] == [(1,), (2, 3), (0,)]


@pytest.mark.parametrize(
    "notes",
    [
        "- [x] call Bob\n- [ ] write report",
        "☑ call Bob. Ask him too.\n☐ write report",
        "- ✓ call Bob\n- write report",
        "- call Bob ✔️\n- write report",
        "✅ Please call Bob\n- write report",
    ],
)
def test_what_is_ticked_off_is_no_task(notes: str) -> None:
    assert [task.text for task in inkslate.extract(notes, model="rules").tasks] == ["write report"]


class Certain:
    """Takes every line for a task, and is sure of it."""

    info = ModelInfo("certain", "1", "none", "none")

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        return [
            tuple(
                FoundSentence(start, start + len(line.words), True, 0.9)
                for start, line in zip(region.line_starts, region.lines, strict=True)
            )
            for region in board.regions
        ]


def test_a_tick_counts_more_than_what_a_model_says() -> None:
    region = Region("r", (Line.from_text("call Bob", bullet=True, done=True), Line.from_text("write report")))
    (found,) = Extractor(Certain()).extract(region).sentences
    assert found == (FoundSentence(0, 2, False, 0.0), FoundSentence(2, 4, True, 0.9))
    labelled = Region("r", region.lines, (Sentence(0, 2, Label.NON_TASK), Sentence(2, 4, Label.TASK)))
    assert evaluate([Board("b", (labelled,))], Certain()).scores.accuracy == 1


class WholeRegion(Certain):
    """Takes every region for one task."""

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        return [(FoundSentence(0, len(region.word_texts), True, 0.9),) for region in board.regions]


def test_no_sentence_crosses_an_empty_line() -> None:
    (board,) = scan_document(Document("n.md", b"call the nursery\nabout roses\n\nthe shed leaks\n- a\n\n- b"))
    assert isinstance(board, Board)
    (found,) = Extractor(WholeRegion()).extract(board).sentences
    (region,) = board.regions
    parts = ["call the nursery about roses", "the shed leaks a", "b"]
    assert [region.text(each.start, each.end) for each in found] == parts
    (found,) = Extractor(WholeRegion()).extract(parse_board(json.loads(format_board(board)), where="b")).sentences
    assert [region.text(each.start, each.end) for each in found] == parts


@pytest.mark.parametrize(
    "text",
    [
        # Abbreviations within a sentence,
        "send it by Nov. 30th", "send it by Fri. noon", "call Dr. Lee", "buy drinks, e.g. milk", "buy tea (e.g. green)",
        "order approx. 5 chairs", "book No. 4", "read p. 12", "at 3 p.m. call Ana", "buy milk, eggs, etc. for Ana",
        "call J. Smith", "meet Prof. Lee on Tue. 5 May", "see fig. 3", "go to St. Ives", "wait 5 min. then stir",
        # and at the end of one.
        "call at 5 p.m. | Bring the cake", "buy milk, eggs, etc. | Then rest", "send it by Fri. | Ask Bob",
        "Can we go? | No. | We cannot", "No. | we cannot", "it is no art. | buy paint", "ask him. | then go",
        "call at 5 p.m.! | bring the cake", "buy milk (etc.) | Then rest",
    ],
)  # fmt: skip
def test_the_rules_know_abbreviations(text: str) -> None:
    (region,) = (board := parse_text(text.replace("| ", ""), board="b")).regions
    (sentences,) = Rules().predict(board)
    assert [region.text(sentence.start, sentence.end) for sentence in sentences] == text.split(" | ")


@pytest.mark.parametrize("mark", ["-", ".", "!", ")", "@", "x"])
@pytest.mark.parametrize("notes", ["a{}b", "- a{}b", "a {}", "{} a"])
def test_a_monstrous_word_takes_no_time(mark: str, notes: str) -> None:
    text = notes.format(mark * 1_000_000)
    extraction = inkslate.extract(text, model="rules")
    assert sum(len(region.word_texts) for region in extraction.board.regions) >= 1
    for write in WRITERS.values():
        assert write([extraction]) is not None


@given(labelled_boards())
def test_every_word_is_in_exactly_one_sentence_verbatim(board: Board) -> None:
    extraction = Extractor.load("rules").extract(board)
    for region, value in zip(board.regions, extraction.to_json()["regions"], strict=True):
        assert " ".join(sentence["text"] for sentence in value["sentences"]).split() == list(region.word_texts)


@given(labelled_boards())
def test_the_same_board_gives_the_same_ids_and_no_two_tasks_share_one(board: Board) -> None:
    first, second = (Extractor.load("rules").extract(board).tasks for _ in range(2))
    assert first == second
    assert len({task.id for task in first}) == len(first)


def test_a_task_leads_back_to_its_source() -> None:
    words = (Word("call", source=("s1", "s2")), Word("Ruth", source=("s2", "s3")))
    (task,) = inkslate.extract(Region("r", (Line(words, bullet=True),)), model="rules").tasks
    assert task.sources == ("s1", "s2", "s3")


@pytest.mark.parametrize("notes", ["", " \n ", "-\n*\n[ ]", Board("b", ()), Region("r", ())])
def test_nothing_gives_nothing(notes: str | Board | Region) -> None:
    extraction = inkslate.extract(notes, model="rules")
    assert extraction.tasks == ()
    assert all(sentences == () for sentences in extraction.sentences)


def test_extract_takes_notes_and_nothing_else() -> None:
    with pytest.raises(TypeError, match="not int"):
        inkslate.extract(5, model="rules")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="no model 'missing'"):
        Extractor.load("missing")


class Spy:
    """Remembers what it was shown."""

    info = ModelInfo("spy", "1", "nti", "both")

    def __init__(self) -> None:
        self.boards: list[Board] = []

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        self.boards.append(board)
        return Rules().predict(board)


@given(labelled_boards())
def test_a_predictor_never_sees_labels(board: Board) -> None:
    spy = Spy()
    evaluate([board], spy)
    Extractor(spy).extract(board)
    assert all(region.sentences is None for seen in spy.boards for region in seen.regions)


@given(labelled_boards())
def test_predictions_from_a_file_score_as_the_model_does(board: Board) -> None:
    text = format_extractions([Extractor.load("rules").extract(board)])
    direct, through_file = evaluate([board], Rules()), compare([board], parse_predictions(text, "p", [board]))
    assert direct.counts == through_file.counts
    assert direct.signature.startswith("scheme:rules|layout:both|matching:paper|model:rules|version:1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "board 'b', region 'r1' is missing"),
        ("{", "p line 1: not JSON"),
        ("[]", "not an extraction"),
        ('{"id": "b", "regions": [{"id": "r1"}]}', "neither sentences nor tasks"),
        ('{"id": "b", "regions": [{"id": "r1", "sentences": [{"start": 0, "end": 1, "task": 1}]}]}', "true or false"),
        (
            '{"id": "b", "regions": [{"id": "r1", "sentences": [{"start": 0, "end": 9, "task": true}]}]}',
            "ends at word 9",
        ),
        ('{"id": "b", "regions": []}\n{"id": "b", "regions": []}', "duplicate board id 'b'"),
        ('{"id": ["b"], "regions": []}', "not a prediction"),
    ],
)
def test_predictions_must_fit(text: str, message: str) -> None:
    gold = parse_text("call Ruth", board="b")
    labelled = _labelled(gold)
    with pytest.raises(InputError, match=message):
        compare([labelled], parse_predictions(text, "p", [labelled]))


def _labelled(board: Board) -> Board:
    sentence = inkslate.Sentence(0, len(board.regions[0].word_texts), inkslate.Label.TASK)
    return Board(board.id, (Region("r1", board.regions[0].lines, (sentence,)),))


def test_evaluation_needs_labels() -> None:
    with pytest.raises(InputError, match="needs labels"):
        evaluate([parse_text("call Ruth", board="b")], Rules())


def test_jsonl_is_the_contract() -> None:
    (line,) = WRITERS["jsonl"]([inkslate.extract("- call Ruth", model="rules")]).splitlines()
    value = json.loads(line)
    assert value["model"] == {"name": "rules", "version": "1", "sha256": None}
    assert value["regions"][0]["sentences"] == [
        {"start": 0, "end": 2, "text": "call Ruth", "task": True, "score": None, "spans": [[2, 11]]}
    ]
    assert list(value["tasks"][0]) == [
        "id", "text", "region", "start", "end", "score", "stated", "owner", "due", "owner_span", "due_span", "lines",
        "sources", "spans",
    ]  # fmt: skip


def test_a_checklist_cannot_steer_the_terminal() -> None:
    plain = WRITERS["checklist"]([inkslate.extract("- call \x1b[31mRuth \u202eeht", model="rules")])
    assert plain == "[ ] call \\x1b[31mRuth \\u202eeht\n"
    assert visible("👩‍👧 Zoë") == "👩‍👧 Zoë"


def test_a_checklist_of_several_boards_names_them() -> None:
    found = [Extractor.load("rules").extract(parse_text(text, board=name)) for name, text in (("a", "- x"), ("b", "y"))]
    assert WRITERS["checklist"](found) == "a\n[ ] x\n\nb\n(no tasks)\n"
