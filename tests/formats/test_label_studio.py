"""Boards to Label Studio and back."""

from __future__ import annotations

import copy
import json
import re
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.errors import InputError
from inkslate.extraction import Extraction, FoundSentence, ModelInfo
from inkslate.extractor import Extractor
from inkslate.formats import Finding, boards_of, findings_of, scan_label_studio
from inkslate.formats.label_studio_spans import LABELS
from inkslate.formats.label_studio_text import board_text, board_texts
from inkslate.readers.document import Document
from inkslate.readers.label_studio import recognises
from inkslate.writers import WRITERS
from tests.support.boards import labelled_boards, lines_of, placed_words
from tests.support.commands import Here
from tests.support.paths import ROOT

FILES = ROOT / "tests" / "files" / "label-studio"
CONFIG = re.search(r"```xml\n(.*?)```", (ROOT / "docs" / "label-studio.md").read_text("utf-8"), re.DOTALL)
MODEL = ModelInfo("by hand", "2", "nti", "none")
BOARD = Board(
    "b",
    (
        Region("r1", (Line.from_text("To do"), Line.from_text("call Ruth 😀 now", bullet=True), Line.from_text("ok"))),
        Region("r2", (Line.from_text("it rained"),)),
    ),
)
TEXT = "To do\n• call Ruth 😀 now\nok\n\nit rained\n"
#       0 0     8    13   18 20   24    28 31


def write(*extractions: Extraction) -> list[dict[str, Any]]:
    tasks: list[dict[str, Any]] = json.loads(WRITERS["label-studio"](extractions))
    return tasks


def extraction_of(board: Board) -> Extraction:
    """What a model would say that knows the labels."""
    sentences = [tuple(FoundSentence(s.start, s.end, s.is_task) for s in r.sentences or ()) for r in board.regions]
    return Extraction(board.without_labels(), tuple(sentences), MODEL)


def span(start: int, end: int, label: str = "Task", **more: Any) -> dict[str, Any]:
    value = {"start": start, "end": end, "labels": [label], **more}
    return {"id": f"s{start}", "from_name": "label", "to_name": "text", "type": "labels", "value": value}


def export(*results: list[dict[str, Any]] | None, **more: Any) -> list[dict[str, Any]]:
    """An export of BOARD: a list of spans an annotation, None for a cancelled one."""
    (task,) = write(extraction_of(BOARD_WITH_LABELS))
    annotations = [{"result": result or [], "was_cancelled": result is None} for result in results]
    return [{"id": 1, "data": task["data"], "annotations": annotations, **more}]


def read(tasks: object) -> list[Board]:
    return list(boards_of(scan_label_studio(json.dumps(tasks), "e.json")))


def shown(board: Board) -> list[list[tuple[str, int]]]:
    return [[(r.text(s.start, s.end), int(s.label)) for s in r.sentences or ()] for r in board.regions]


GOOD = [span(0, 5, "Non-task"), span(8, 23), span(24, 26, "Non-task"), span(28, 37, "Non-task")]
BOARD_WITH_LABELS = Board(
    "b",
    (
        Region(
            "r1",
            BOARD.regions[0].lines,
            (Sentence(0, 2, Label.NON_TASK), Sentence(2, 6, Label.TASK), Sentence(6, 7, Label.NON_TASK)),
        ),
        Region("r2", BOARD.regions[1].lines, (Sentence(0, 2, Label.NON_TASK),)),
    ),
)


def test_the_text_is_what_people_see() -> None:
    placed = board_text(BOARD)
    assert placed.text == TEXT
    words = [placed.text[start:end] for start, end in zip(placed.starts, placed.ends, strict=True)]
    assert words == [word for region in BOARD.regions for word in region.word_texts]
    assert placed.first_words == [0, 7, 9]


def test_the_import_file() -> None:
    (task,) = write(extraction_of(BOARD_WITH_LABELS))
    assert set(task) == {"data", "predictions"}
    assert task["data"]["text"] == TEXT
    (prediction,) = task["predictions"]
    assert prediction["model_version"] == "by hand 2"
    assert "score" not in prediction
    assert [result["value"] for result in prediction["result"]] == [
        {**result["value"], "text": TEXT[result["value"]["start"] : result["value"]["end"]]} for result in GOOD
    ]
    assert len({result["id"] for result in prediction["result"]}) == 4


def test_scores_say_how_sure_a_label_is() -> None:
    region = Region("r", (Line.from_text("call it rained"),))
    sentences = (FoundSentence(0, 1, is_task=True, score=0.75), FoundSentence(1, 3, is_task=False, score=0.125))
    (task,) = write(Extraction(Board("b", (region,)), (sentences,), MODEL))
    assert [result["score"] for result in task["predictions"][0]["result"]] == [0.75, 0.875]
    assert task["predictions"][0]["score"] == 0.75


@given(labelled_boards())
def test_there_and_back_again(board: Board) -> None:
    """An annotator who agrees with every prediction gives the same sentences, as JSON and as JSON-MIN."""
    (task,) = write(extraction_of(board))
    result = task["predictions"][0]["result"]
    values = [{**part["value"], "text": part["value"]["text"].replace("\n", "\\n")} for part in result]
    edited = [{**part, "value": value} for part, value in zip(result, values, strict=True)]
    full = {"id": 1, "data": task["data"], "annotations": [{"result": edited[::-1]}]}
    minimal = {**task["data"], "id": 1, "annotation_id": 5, "annotator": 1, "lead_time": 2.5, "label": values}
    for exported in (full, minimal):
        (back,) = read([exported])
        assert back.without_labels() == board.without_labels()
        assert [[(s.start, s.end, s.is_task) for s in r.sentences or ()] for r in back.regions] == [
            [(s.start, s.end, s.is_task) for s in r.sentences or ()] for r in board.regions
        ]
    assert read([{"data": task["data"], "predictions": task["predictions"]}]) == [board.without_labels()]


def annotated(task: dict[str, Any], board: Board) -> dict[str, Any]:
    """The export of somebody who gives the board's own labels."""
    labels = [LABELS[sentence.label] for region in board.regions for sentence in region.sentences or ()]
    spans = [result["value"] for result in task["predictions"][0]["result"]]
    result = [{"value": {**value, "labels": [label]}} for value, label in zip(spans, labels, strict=True)]
    return {"id": 1, "data": task["data"], "annotations": [{"result": result}]}


@given(labelled_boards(lines=lines_of(placed_words)))
def test_labels_facts_and_places_all_come_back(board: Board) -> None:
    (task,) = write(extraction_of(board))
    assert read([annotated(task, board)]) == [board]


@given(labelled_boards())
def test_projects_of_earlier_versions_show_bullets_alone(board: Board) -> None:
    (task,) = write(extraction_of(board))
    (now, before) = board_texts(board)
    places = dict(zip(now.starts, before.starts, strict=True)) | dict(zip(now.ends, before.ends, strict=True))
    exported = annotated(task, board)
    exported["data"] = {**exported["data"], "text": before.text}
    for result in exported["annotations"][0]["result"]:
        start, end = places[result["value"]["start"]], places[result["value"]["end"]]
        result["value"] |= {"start": start, "end": end, "text": before.text[start:end]}
    assert read([exported]) == [board]


def test_people_see_what_the_note_states() -> None:
    lines = (
        Line.from_text("Weekend", heading=2),
        Line.from_text("milk", bullet=True, box="open"),
        replace(Line.from_text("oat milk", bullet=True, box="done"), indent=1),
        replace(Line.from_text("eggs", bullet=True, box="open"), keyword="TODO"),
        replace(Line.from_text("bread", box="done", heading=1), keyword="DONE"),
        Line.from_text("it rained", bullet=True),
    )
    (now, before) = board_texts(Board("b", (Region("r", lines),)))
    assert now.text == "## Weekend\n☐ milk\n  ☑ oat milk\n• TODO eggs\n# DONE bread\n• it rained\n"
    assert before.text == "Weekend\n• milk\n• oat milk\n• eggs\nbread\n• it rained\n"
    for placed in (now, before):
        words = [placed.text[start:end] for start, end in zip(placed.starts, placed.ends, strict=True)]
        assert words == "Weekend milk oat milk eggs bread it rained".split()


def test_all_five_labels_are_read_whatever_their_case() -> None:
    names = ["TASK", "non_task", "generic task", "Task by context", "Non-Task by Context"]
    spans = [span(at, at + 1, name) for at, name in zip((0, 2, 4, 6, 8), names, strict=True)]
    board = Board("b", (Region("r", (Line.from_text("a b c d e"),)),))
    (task,) = write(Extraction(board, ((FoundSentence(0, 5, is_task=True),),), MODEL))
    (back,) = read([{"data": task["data"], "annotations": [{"result": spans}]}])
    assert [int(s.label) for s in back.regions[0].sentences or ()] == [1, 0, 2, 3, 4]


@pytest.mark.parametrize(
    ("results", "repaired"),
    [
        ([GOOD], 0),
        ([[*GOOD, {"type": "choices", "from_name": "c", "value": {"choices": ["good"]}}, {"type": "relation"}]], 0),
        ([None, GOOD], 0),  # skipped by one, labelled by another
        ([GOOD, GOOD[::-1]], 0),  # two who agree
        # A span over part of a word, over the bullet, over line ends.
        ([[span(1, 4, "Non-task"), span(6, 22), span(23, 27, "Non-task"), span(29, 38, "Non-task")]], 0),
        ([[*GOOD, span(6, 8)]], 1),  # the bullet alone
        ([[*GOOD, GOOD[1]]], 1),  # twice the same
        ([[{**part, "value": {**part["value"], "start": str(part["value"]["start"])}} for part in GOOD]], 0),
    ],
)
def test_what_is_read(results: list[Any], repaired: int) -> None:
    scanned = list(scan_label_studio(json.dumps(export(*results)), "e.json"))
    findings = findings_of(scanned)
    assert [finding.repaired for finding in findings] == [True] * repaired
    (board,) = (item for item in scanned if isinstance(item, Board))
    assert shown(board) == shown(BOARD_WITH_LABELS)


def test_words_are_never_split() -> None:
    board = Board("b", (Region("r", (Line.from_text("abcdef gh"),)),))
    (task,) = write(Extraction(board, ((FoundSentence(0, 2, is_task=True),),), MODEL))

    def sentences(*spans: dict[str, Any]) -> list[tuple[str, int]]:
        (back,) = read([{"data": task["data"], "annotations": [{"result": list(spans)}]}])
        return shown(back)[0]

    assert sentences(span(0, 4), span(4, 9, "Non-task")) == [("abcdef", 1), ("gh", 0)]
    assert sentences(span(0, 2), span(2, 9, "Non-task")) == [("abcdef gh", 0)]
    assert sentences(span(0, 3), span(3, 9, "Non-task")) == [("abcdef", 1), ("gh", 0)]  # the first of equals
    assert sentences(span(0, 2), span(2, 4), span(4, 9, "Non-task")) == [("abcdef", 1), ("gh", 0)]


def test_ground_truth_decides() -> None:
    other = [span(0, 37, "Task")]
    tasks = export(GOOD, [span(0, 26), span(28, 37)])
    with pytest.raises(InputError, match=r"e\.json, task 1: 2 annotations that differ; mark one as ground truth"):
        read(tasks)
    tasks[0]["annotations"][1]["ground_truth"] = True
    assert shown(read(tasks)[0]) == [[("To do call Ruth 😀 now ok", 1)], [("it rained", 1)]]
    tasks[0]["annotations"].append({"result": other, "ground_truth": True})
    with pytest.raises(InputError, match="annotations that differ"):
        read(tasks)


def test_skipped_and_unlabelled() -> None:
    scanned = list(scan_label_studio(json.dumps(export(None, None)), "e.json"))
    assert scanned == [
        Finding("e.json, task 1", "all its annotations are cancelled", "reading leaves the board out", repaired=True)
    ]
    assert read(export()) == [BOARD]  # nobody has been there yet
    assert read([]) == []


def changed(change: Callable[[dict[str, Any]], None]) -> list[dict[str, Any]]:
    tasks = copy.deepcopy(export(GOOD))
    change(tasks[0])
    return tasks


@pytest.mark.parametrize(
    ("tasks", "message"),
    [
        (7, "not a list of tasks"),
        ([7], "task 1: not an object"),
        ([{}], "no board in its data"),
        ([{"data": 7}], "data is not an object"),
        ([{"data": {"text": "call Ruth"}}], "no board in its data; import what `extract --to label-studio` prints"),
        (changed(lambda t: t["data"].update(text="call Ruth")), "text differs from the board's lines"),
        (changed(lambda t: t["data"].update(text=7)), "text differs from the board's lines"),
        (changed(lambda t: t["data"].update(board=7)), "task 1: id is 7"),
        (changed(lambda t: t["data"].update(regions=7)), "regions is 7; it must be a list"),
        (changed(lambda t: t["data"]["regions"][0].update(lines=7)), "task 1, region r1: lines is 7"),
        (changed(lambda t: t.update(annotations=7)), "annotations is not a list"),
        (changed(lambda t: t.update(annotations=[7])), "annotations is not a list of objects"),
        (changed(lambda t: t.update(annotations=[{"result": 7}])), "result is not a list"),
        (export(GOOD) * 2, "task 2: duplicate board id 'b'"),
        (export([]), "region 'r1': 7 words without a label, the first at 'To do call Ruth 😀 now ok'"),
        (export(GOOD[1:]), "region 'r1': 2 words without a label, the first at 'To do'; every word needs"),
        (export([GOOD[0], *GOOD[2:]]), "4 words without a label, the first at 'call Ruth 😀 now'"),
        (export(GOOD[:3]), "region 'r2': 2 words without a label"),
        (export([*GOOD, span(3, 10)]), "two spans overlap at 'do'"),
        (export([*GOOD, span(0, 37)]), "two spans overlap at 'To'"),
        (export([*GOOD, span(0, 5, "Task")]), "two spans overlap"),
        (export([*GOOD[:2], span(24, 37)]), "a span goes on from 'ok' into the next region"),
        (export([*GOOD, span(36, 99)]), "a span ends at character 99 but the text has 38"),
        (export([span(5, 5)]), "a span from '5' to '5' is not valid"),
        (export([span(-1, 5)]), "a span from '-1' to '5' is not valid"),
        (export([span(0, True)]), "a span from '0' to 'True' is not valid"),
        (export([span(0, 10**400)]), "a span ends at character 1000"),
        (export([{"value": {"labels": ["Task"]}}]), "a span from nothing to nothing is not valid"),
        (export([span(0, 5, "Owner")]), "the label 'Owner' is unknown; use Task, Non-task, Generic"),
        (export([span(0, 5, labels=["Task", "Non-task"])]), "give it exactly one"),
        (export([span(0, 5, labels=[])]), "give it exactly one"),
        (export([span(0, 5, labels=None)]), "give it exactly one"),
        (export([span(0, 5, text="wash up")]), "a span at character 0 says 'wash up' where the text has 'To do'"),
        (export([span(0, 5, text="\ud800")]), "a span at character 0 says"),
    ],
)
def test_what_is_wrong_is_one_line(tasks: object, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)) as error:
        read(tasks)
    assert "\n" not in str(error.value)
    assert "; " in str(error.value)


@pytest.mark.parametrize("text", ["", "[", "[" * 100_000, "[NaN]", '"x"', "null"])
def test_what_is_no_export(text: str) -> None:
    with pytest.raises(InputError, match=r"^e\.json: .*; export the project as JSON or JSON-MIN$"):
        list(scan_label_studio(text, "e.json"))


def test_check_lists_all_of_it(here: Here, tmp_path: Path) -> None:
    tasks = [*export(GOOD[:3]), *export(GOOD), *export([*GOOD, GOOD[0]])]
    for number, task in enumerate(tasks):
        task["data"]["board"] = f"b{number}"
    (tmp_path / "e.json").write_text(json.dumps(tasks), "utf-8")
    done = here("check", "--from", "label-studio", "e.json")
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["wrong", "repaired", "e.json"]
    assert "e.json: 2 boards, 4 regions, 8 sentences; 1 wrong, 1 repaired" in done.stdout


def test_json_min_has_an_entry_an_annotation() -> None:
    (task,) = export()
    entries = [{**task["data"], "id": 4, "annotation_id": at, "label": [p["value"] for p in GOOD]} for at in (1, 2)]
    assert shown(read(entries)[0]) == shown(BOARD_WITH_LABELS)
    entries[1]["label"] = entries[1]["label"][:3]
    with pytest.raises(InputError, match="2 annotations that differ"):
        read(entries)
    with pytest.raises(InputError, match="7 words without a label"):
        read([{**task["data"], "id": 4, "annotation_id": 1}])  # submitted without a span
    assert read([{**task["data"], "id": 4, "annotation_id": None}]) == [BOARD]


KITCHEN = [
    [("Kitchen", 0), ("call the plumber", 1), ("new tap 😀 for Zoë by Friday", 1)],
    [("notes: it dripped.", 0), ("buy 𝒻ilters", 1)],
]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # As a server exports it: a board without words, three annotators, one of whom skipped and one was overruled.
        ("export.json", [KITCHEN, [[]], [[("Ana ships it.", 0), ("Please review!", 1)]]]),
        ("export-min.json", [KITCHEN, [[]]]),  # made from it by Label Studio's own converter
        ("old-utf16.json", [KITCHEN]),  # completions, with positions in UTF-16 code units
    ],
)
def test_files(name: str, expected: list[Any]) -> None:
    document = Document(name, (FILES / name).read_bytes())
    boards = list(boards_of(scan_label_studio(document.text, name)))
    assert [shown(board) for board in boards] == expected
    lines = [line for region in boards[0].regions for line in region.lines]
    assert [(line.text, line.bullet) for line in lines][1:3] == [
        ("call the plumber", True),
        ("new tap 😀 for Zoë", True),
    ]
    assert lines[1].words[2].source == ("2:12",)
    assert recognises(document) is (name != "old-utf16.json" or "data" in document.text)


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"[7]", b"[[]]", b'{"data": {}}', b"[", b"\xff", b'[{"data": {"text": 1}}]']
)
def test_other_files_are_not_recognised(data: bytes) -> None:
    assert not recognises(Document("x.json", data))


junk = st.none() | st.booleans() | st.integers(-5, 60) | st.floats() | st.text(max_size=3) | st.just([]) | st.just({})


@pytest.mark.fuzz
@given(st.data())
def test_a_damaged_export_is_read_or_refused(data: st.DataObject) -> None:
    tasks: Any = json.loads((FILES / data.draw(st.sampled_from(["export.json", "export-min.json"]))).read_text("utf-8"))
    for _ in range(data.draw(st.integers(1, 3))):
        place: Any = tasks
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if isinstance(place[key], dict | list) and data.draw(st.integers(0, 4)):
                place = place[key]
                continue
            if data.draw(st.booleans()):
                place[key] = data.draw(junk)
            else:
                del place[key]
            break
    text, refused = json.dumps(tasks), ""
    try:
        list(boards_of(scan_label_studio(text, "e.json")))
        list(scan_label_studio(text, "e.json"))
    except InputError as error:
        refused = str(error)
    assert "\n" not in refused
    recognises(Document("e.json", text.encode()))


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_large_export_takes_seconds() -> None:
    lines = tuple(Line.from_text("call Ruth about it", bullet=True) for _ in range(25_000))
    sentences = tuple(Sentence(at, at + 4, Label.TASK) for at in range(0, 100_000, 4))
    (task,) = write(extraction_of(Board("b", (Region("r", lines, sentences),))))
    tasks = [{"data": task["data"], "annotations": [{"result": task["predictions"][0]["result"]}]}]
    assert len(read(tasks)[0].regions[0].sentences or ()) == 25_000


def test_label_studio_itself_accepts_the_file(tmp_path: Path) -> None:
    """Its SDK checks the predictions against the configuration of the docs, its converter makes JSON-MIN."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        interfaces = pytest.importorskip(
            "label_studio_sdk.label_interface", reason="pip install label-studio-sdk (half a gigabyte) for this test"
        )
        from label_studio_sdk.converter import Converter
        from label_studio_sdk.label_interface.objects import TaskValue

        assert CONFIG is not None
        interface = interfaces.LabelInterface(CONFIG[1])
        interface.validate()
        tasks = write(extraction_of(BOARD_WITH_LABELS), Extractor.load("rules").extract(BOARD))
        exported = []
        for number, task in enumerate(tasks, 1):
            task["data"]["board"] = f"b{number}"
            TaskValue(**task)
            assert interface.validate_task({"data": task["data"]})
            assert interface.validate_prediction(task["predictions"][0], return_errors=True) == []
            exported.append({"id": number, "data": task["data"], "annotations": task["predictions"]})
        # It can tell: a label that the configuration has not is refused.
        bad = copy.deepcopy(tasks[0]["predictions"][0])
        bad["result"][0]["value"]["labels"] = ["Other"]
        assert interface.validate_prediction(bad, return_errors=True) != []
        (tmp_path / "in.json").write_text(json.dumps(exported), "utf-8")
        Converter(CONFIG[1], None).convert_to_json_min(str(tmp_path / "in.json"), str(tmp_path / "out"), is_dir=False)
    text = (tmp_path / "out" / "result.json").read_text("utf-8")
    first, second = boards_of(scan_label_studio(text, "result.json"))
    assert shown(first) == shown(BOARD_WITH_LABELS)
    assert [region.id for region in second.regions] == ["r1", "r2"]


def test_from_notes_to_labels_on_the_command_line(here: Here, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("to do\n- call Ruth\n", "utf-8")
    assert here("extract", "notes.txt", "--to", "label-studio", "-o", "boards.json").returncode == 0
    tasks = json.loads((tmp_path / "boards.json").read_text("utf-8"))
    tasks[0]["annotations"] = [{"result": tasks[0].pop("predictions")[0]["result"]}]
    (tmp_path / "export.json").write_text(json.dumps(tasks), "utf-8")
    (line,) = here("read", "--from", "label-studio", "export.json").stdout.splitlines()
    assert json.loads(line)["regions"][0]["sentences"] == [
        {"start": 0, "end": 2, "label": 0},
        {"start": 2, "end": 4, "label": 1},
    ]
