"""Every writer's output, read by software that is not ours: as many tasks come back, with the same text."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import pandas
import pytest
import pytodotxt
import vobject
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from inkslate.board import Board, Line, Region
from inkslate.extraction import Detail, Extraction, FoundSentence, ModelInfo
from inkslate.writers import WRITERS
from inkslate.writers.items import items
from inkslate.writers.options import WriterOptions
from inkslate.writers.spelling import WORD_JOINER, spelled
from tests.support.boards import words as any_words
from tests.support.commands import Here
from tests.support.paths import ROOT

HOSTILE = [
    '=HYPERLINK("http://evil.example","click")',
    "=cmd|' /C calc'!A0",
    "+1 call Bob",
    "-1 is a number",
    "@Sam to call",
    "＝1+1",
    "BEGIN:VTODO",
    "END:VCALENDAR",
    "a;b,c:d",
    r"C:\new \N \n \, \; \\",
    "<script>alert(1)</script>",
    "\x1b[31mred\x1b[0m",
    "\x9b31mred",
    "odd\x01\x07\x7fcontrols",
    "\u202eeht daer \u200fright",
    "x wash the car",
    "X wash",
    "x",
    "(A) call Ruth",
    "(A)->submit",
    "2026-01-02 is a date",
    "2026-99-99 is none",
    "pay due:2020-01-01 rec:1d t:2099-01-01 pri:A h:1 id:mine",
    "meet at 10:30 a:b:c",
    "see https://example.com/a_b?x=1#top and snake_case_name",
    "# no heading",
    "#tag +project @context /section !reminder {tomorrow} p1",
    "[x] done?",
    "[ ] box",
    "[link](javascript:alert(1)) ![i](x)",
    "a | b | c",
    "*bold* __strong__ ~~gone~~ ~s~ `code` ==mark== %%hidden%% $x$",
    "- item",
    "+ item",
    "* uncompletable",
    "1. first",
    "2) second",
    "> quote",
    "--- ***",
    "&amp; &#35; &open;x&close;",
    "end \\",
    'say "hi", it\'s "so"',
    "'=1",
    "Zoë 😀 👩‍👧 𝔘nicode",
    "\ufeffmarked",
    "rent 🔁 every day",
    "rent 📅 2020-01-01",
    "rent ⏫",
    "rent (due:: 2020-01-01) ^block",
    "{{ liquid }} {% raw %}",
    "nan",
    "null",
    "007",
]  # fmt: skip
NOW = datetime(2026, 3, 9, 8, 30, tzinfo=timezone(timedelta(hours=1)))
MODEL = ModelInfo("rules", "1", "NTI", "plain")

texts = st.lists(st.one_of(any_words, st.sampled_from(HOSTILE)), min_size=1, max_size=4).map(
    lambda parts: " ".join(" ".join(parts).split())
)
dues = st.one_of(
    st.none(),
    st.dates(date(1000, 1, 1)),
    st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1)).map(
        lambda moment: moment.replace(second=0, microsecond=0)
    ),
)
details = st.builds(Detail, owner=st.one_of(st.none(), texts), due=dues)
tasks = st.lists(st.tuples(texts, details), max_size=6)


def extraction(found: Sequence[str | tuple[str, Detail]], board: str = "b", region: str = "r1") -> Extraction:
    """An extraction in which every line is a task."""
    pairs = [(entry, Detail()) if isinstance(entry, str) else entry for entry in found]
    lines = tuple(Line.from_text(text, bullet=True) for text, _ in pairs)
    here = Region(region, lines)
    sentences = tuple(
        FoundSentence(start, end, True, 0.5) for start, end in pairwise([*here.line_starts, len(here.word_texts)])
    )
    plain = Extraction(Board(board, (here,)), (sentences,), MODEL)
    details = {task.id: detail for task, (_, detail) in zip(plain.tasks, pairs, strict=True)}
    return Extraction(plain.board, plain.sentences, MODEL, details=details)


def write(target: str, *extractions: Extraction, **options: Any) -> str:
    return WRITERS[target](extractions, options=WriterOptions(**options))


def expected(found: Extraction) -> list[str]:
    return [spelled(task.text) for task in found.tasks]


# Where owner and due date are behind the text, for people.
SHOWN = {
    "markdown": lambda item: f" ({item.shown_details})" if item.shown_details else "",
    "obsidian": lambda item: f" ({item.owner})" if item.owner else "",
    "dataview": lambda item: f" [owner:: {item.owner}]" if item.owner else "",
    "lines": lambda item: f" ({item.shown_details})" if item.shown_details else "",
}


def shown(target: str, found: Extraction) -> list[str]:
    """The tasks as a target shows them."""
    return [bare(item.text + SHOWN.get(target, lambda _: "")(item)) for item in items([found])]


def bare(text: str) -> str:
    return text.replace(WORD_JOINER, "")


# Who reads what: each gives the texts of the tasks that a foreign program found in the output.


def read_markdown(output: str) -> list[str]:
    """Texts of the list items; whatever is not plain text inside of one is an error."""
    found = []
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(output)
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "inline" and before and before.type == "paragraph_open" and token.level > 1:
            children = token.children or []
            assert {child.type for child in children} <= {"text"}, token.content
            text = "".join(child.content for child in children)
            assert text.startswith("[ ] "), text
            found.append(text.removeprefix("[ ] "))
    kinds = {token.type for token in tokens}
    assert kinds <= {
        "bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close", "list_item_close",
        "bullet_list_close", "heading_open", "heading_close",
    }  # fmt: skip
    return found


_OBSIDIAN = re.compile(r" \[\[[^\[\]]*\]\](?: 📅 \S+| \[due:: \S+\])? \^[\w-]+$", re.MULTILINE)
_COMMENT = re.compile(r" <!-- [\w-]+ -->$", re.MULTILINE)


def read_obsidian(output: str) -> list[str]:
    """As Markdown, without the link, the due date and the id behind each task."""
    assert len(_OBSIDIAN.findall(output)) == output.count("\n- [") + output.startswith("- [")
    return read_markdown(_OBSIDIAN.sub("", output))


def read_issue(output: str) -> list[str]:
    """As Markdown, without the ids; nothing in it is a mention or a reference."""
    assert not re.search(r"[@#]\w|\bGH-\d", output)
    return [bare(text) for text in read_markdown(_COMMENT.sub("", output))]


def read_csv(output: str) -> list[str]:
    rows = list(csv.DictReader(io.StringIO(output, newline=""), strict=True))
    frame = pandas.read_csv(io.BytesIO(output.encode()), dtype=str, keep_default_na=False)
    assert [list(row.values()) for row in rows] == frame.to_numpy().tolist()
    assert not [cell for row in rows for cell in row.values() if cell[:1] in tuple("=+-@\t\r＝＋－＠")]
    return [re.sub("^'(?='*[=+@＝＋－＠-])", "", row["text"]) for row in rows]


def read_todotxt(output: str, folder: Path) -> list[str]:
    (folder / "todo.txt").write_bytes(output.encode())
    found = []
    for task in pytodotxt.TodoTxt(folder / "todo.txt").parse():
        assert not task.is_completed
        assert task.priority is None
        assert (task.projects, task.contexts) == ([], [])
        assert len(task.attributes["id"]) == 1
        assert set(task.attributes) - {"id", "due", "owner"} <= {
            key for key in task.attributes if not key.isidentifier()
        }
        tail = rf"( due:{re.escape(task.attributes['due'][0])})?" if "due" in task.attributes else ""
        found.append(bare(re.sub(rf"( owner:\S+)?{tail} id:\S+$", "", task.description)))
    return found


def read_ics(output: str) -> list[str]:
    assert all(len(line.encode()) <= 75 for line in output.split("\r\n"))
    calendar = icalendar.Calendar.from_ical(output)
    todos = calendar.walk("VTODO")
    assert not [todo.errors for todo in todos if todo.errors]
    (second,) = vobject.readComponents(output)
    others = [component for component in second.components() if component.name == "VTODO"]
    assert [str(todo["summary"]) for todo in todos] == [todo.summary.value for todo in others]
    assert len({str(todo["uid"]) for todo in todos}) == len(todos)
    return [str(todo["summary"]) for todo in todos]


def read_todoist(output: str) -> list[str]:
    found = []
    for task in json.loads(output):
        # Todoist documents emphasis, strike-through, code, links and lists; entities and HTML are no part of it.
        parser = MarkdownIt("commonmark", {"html": False}).enable("strikethrough").disable(["entity", "autolink"])
        tokens = parser.parse(task["content"])
        assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"], task
        children = tokens[1].children or []
        assert {child.type for child in children} <= {"text"}
        assert not re.search(r"(?:^|\s)[#@/+!{]\S", task["content"])
        found.append(bare("".join(child.content for child in children)))
    return found


def read_graph(output: str) -> list[str]:
    return [task["title"] for task in json.loads(output)]


def read_checklist(output: str) -> list[str]:
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff]", output)
    return [line.removeprefix("[ ] ") for line in output.split("\n")[:-1]]


def read_todoist_csv(output: str) -> list[str]:
    """Each content is what the API would get: Todoist reads both the same way."""
    rows = list(csv.DictReader(io.StringIO(output, newline=""), strict=True))
    assert not [cell for row in rows for cell in row.values() if cell[:1] in tuple("=+-@\t\r＝＋－＠")]
    return read_todoist(json.dumps([{"content": row["CONTENT"]} for row in rows]))


READERS: dict[str, Callable[[str], list[str]]] = {
    "markdown": read_markdown,
    "obsidian": read_obsidian,
    "dataview": read_obsidian,
    "csv": read_csv,
    "ics": read_ics,
    "todoist": read_todoist,
    "graph": read_graph,
    "lines": lambda output: output.split("\n")[:-1],
    "todoist-csv": read_todoist_csv,
}


@pytest.mark.parametrize("target", READERS)
@given(found=tasks)
@settings(max_examples=60, deadline=None)
def test_the_same_tasks_come_back(target: str, found: list[tuple[str, Detail]]) -> None:
    source = extraction(found)
    assert list(map(bare, READERS[target](write(target, source)))) == shown(target, source)


@given(found=tasks, now=st.sampled_from([None, NOW]))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_tasks_come_back_from_todotxt(
    tmp_path: Path, found: list[tuple[str, Detail]], now: datetime | None
) -> None:
    source = extraction(found)
    assert read_todotxt(write("todotxt", source, now=now), tmp_path) == list(map(bare, expected(source)))


@pytest.mark.parametrize("target", READERS)
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(target: str, text: str) -> None:
    source = extraction([text, "call Ruth"])
    output = write(target, source, now=NOW)
    assert READERS[target](output) == expected(source)
    assert not re.search("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff]", output)


@pytest.mark.parametrize("target", ["github", "linear"])
@pytest.mark.parametrize("text", [*HOSTILE, "fixes #12 for @sam and GH-7"])
def test_hostile_text_stays_text_in_an_issue(target: str, text: str) -> None:
    source = extraction([text, "call Ruth"])
    assert read_issue(write(target, source)) == expected(source)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text_in_todotxt(tmp_path: Path, text: str) -> None:
    for now in (None, NOW):
        source = extraction([text, "call Ruth"])
        assert read_todotxt(write("todotxt", source, now=now), tmp_path) == expected(source)


@given(found=st.lists(texts, max_size=5))
@settings(deadline=None)
def test_a_checklist_is_a_line_a_task_and_steers_nothing(found: list[str]) -> None:
    assert len(read_checklist(write("checklist", extraction(found)))) == len(found)


@pytest.mark.parametrize("target", [target for target in WRITERS if target not in ("jsonl", "checklist")])
def test_names_of_boards_and_regions_are_hostile_too(target: str, tmp_path: Path) -> None:
    name = "=a\r\nBEGIN:VTODO\r\n# b\u2028- [ ] c \x1b[31m | \udce9 ]"
    source = extraction(["call Ruth"], board=name, region="r\n1")
    output = write(target, source, extraction(["buy milk"], board="other"), now=NOW)
    output.encode()
    assert "\x1b" not in output
    others = {"todotxt": lambda output: read_todotxt(output, tmp_path), "github": read_issue, "linear": read_issue}
    read = READERS.get(target) or others.get(target)
    if target == "taskwarrior":
        assert [task["description"] for task in json.loads(output)] == ["call Ruth", "buy milk"]
    elif target == "label-studio":
        assert [task["data"]["text"] for task in json.loads(output)] == ["• call Ruth\n", "• buy milk\n"]
    else:
        assert read is not None
        assert read(output) == ["call Ruth", "buy milk"]


@pytest.mark.parametrize("target", WRITERS)
def test_nothing_is_written_as_nothing(target: str) -> None:
    empty = {
        "csv": "board,region,id,text,owner,due,score,lines\r\n",
        "ics": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//inkslate//tasks//EN\r\nEND:VCALENDAR\r\n",
        "todoist-csv": "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG\r\n",
        "taskwarrior": "[]\n",
        "graph": "[]\n",
        "todoist": "[]\n",
        "label-studio": "[]\n",
    }
    assert write(target) == empty.get(target, "")


@pytest.mark.parametrize("target", WRITERS)
def test_equal_notes_give_equal_files(target: str) -> None:
    source = extraction([("call Ruth", Detail("Sam", due=date(2026, 3, 12)))])
    assert write(target, source) == write(target, source)
    assert write(target, source, now=NOW) == write(target, source, now=NOW)


DUE = extraction(
    [
        ("call Ruth by Thu", Detail("Sam Lee", due=date(2026, 3, 12))),
        ("meet at 15:00", Detail(due=datetime(2026, 3, 12, 15, 0))),
        "buy milk",
    ]
)


def test_midnight_is_the_end_of_a_day_where_a_target_keeps_no_time() -> None:
    source = extraction([("send it by Thu midnight", Detail(due=datetime(2026, 3, 13, 0, 0)))])
    assert " due:2026-03-12 " in write("todotxt", source)
    assert write("markdown", source, obsidian=True).endswith("📅 2026-03-12\n")
    assert json.loads(write("graph", source))[0]["dueDateTime"]["dateTime"] == "2026-03-12T00:00:00"
    assert json.loads(write("todoist", source))[0]["due_datetime"] == "2026-03-13T00:00:00"
    assert ",2026-03-13T00:00," in write("csv", source)


def test_a_checklist_shows_owner_and_due_date() -> None:
    assert write("checklist", DUE) == (
        "[ ] call Ruth by Thu  (Sam Lee, due 2026-03-12)\n[ ] meet at 15:00  (due 2026-03-12 15:00)\n[ ] buy milk\n"
    )
    assert "\033[2m(Sam Lee, due 2026-03-12)\033[0m\n" in write("checklist", DUE, colour=True)
    assert write("checklist", extraction([("a", Detail("\x1b]0;owned\x07"))])) == "[ ] a  (\\x1b]0;owned\\x07)\n"


def test_markdown_in_full() -> None:
    assert write("markdown", extraction(["fix snake_case", "#1 [x] a|b <b>", "1. -> Sam, 50%, a=b & c"])) == (
        "- [ ] fix snake\\_case\n- [ ] \\#1 \\[x\\] a\\|b \\<b>\n- [ ] 1\\. -> Sam, 50%, a=b & c\n"
    )
    several = write("markdown", extraction(["call Ruth"], board="a_1"), extraction([], board="b"))
    assert several == "## a\\_1\n\n- [ ] call Ruth\n\n## b\n\n"


def test_markdown_has_owner_and_due_date() -> None:
    assert write("markdown", DUE) == (
        "- [ ] call Ruth by Thu (Sam Lee, due 2026-03-12)\n- [ ] meet at 15:00 (due 2026-03-12 15:00)\n- [ ] buy milk\n"
    )
    assert write("markdown", DUE, obsidian=True).startswith("- [ ] call Ruth by Thu (Sam Lee) 📅 2026-03-12\n")
    assert "] call Ruth by Thu (Sam Lee) [[b]] 📅 2026-03-12 ^" in write("obsidian", DUE)
    assert "] call Ruth by Thu [owner:: Sam Lee] [[b]] [due:: 2026-03-12] ^" in write("dataview", DUE)
    hostile = extraction([("a", Detail("*x* [due:: 2020-01-01] 📅 2020-01-01"))])
    assert write("markdown", hostile) == "- [ ] a (\\*x\\* \\[due:: 2020-01-01\\] 📅 2020-01-01)\n"
    assert "📅" not in write("obsidian", hostile)
    assert "[due::" not in write("dataview", hostile)


def test_what_a_person_can_import_in_full() -> None:
    assert write("lines", DUE) == (
        "call Ruth by Thu (Sam Lee, due 2026-03-12)\nmeet at 15:00 (due 2026-03-12 15:00)\nbuy milk\n"
    )
    header, first, second, third, _ = write("todoist-csv", DUE).split("\r\n")
    assert header == "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG"
    assert first == 'task,call Ruth by Thu,"Owner: Sam Lee, Board: b, region: r1, line: 1",4,1,,,2026-03-12,en'
    assert second.endswith(",4,1,,,2026-03-12 15:00,en")
    assert third.endswith(",4,1,,,,")
    assert "\r\ntask,\u2060=1+1," in write("todoist-csv", extraction(["=1+1"]))


def test_markdown_leaves_web_addresses_whole() -> None:
    assert write("markdown", extraction(["see https://e.example/a_b?x=1&y=2#top"])) == (
        "- [ ] see https://e.example/a_b?x=1&y=2#top\n"
    )


# The Tasks plugin takes fields off a line's end for as long as one of these matches (its DefaultTaskSerializer).
FIELDS = [
    ("priority", "(🔺|⏫|🔼|🔽|⏬)\ufe0f?$"),
    ("recurrence", "🔁\ufe0f? *([a-zA-Z0-9, !]+)$"),
    ("on completion", "🏁\ufe0f? *([a-zA-Z]+)$"),
    ("id", "🆔\ufe0f? *([a-zA-Z0-9-_]+)$"),
    ("depends on", "⛔\ufe0f? *([a-zA-Z0-9-_]+( *, *[a-zA-Z0-9-_]+ *)*)$"),
    ("due", r"(?:📅|📆|🗓)\ufe0f? *(\d{4}-\d{2}-\d{2})$"),
    ("other date", r"(?:➕|⏳|⌛|🛫|✅|❌)\ufe0f? *(\d{4}-\d{2}-\d{2})$"),
    ("tag", r"(?:^|\s)#[^ !@#$%^&*(),.?\":{}|<>]+$"),
    ("block", r" \^[a-zA-Z0-9-]+$"),
]


def obsidian_fields(line: str) -> tuple[str, list[tuple[str, str]]]:
    found: list[tuple[str, str]] = []
    while match := next(((name, hit) for name, field in FIELDS if (hit := re.search(field, line))), None):
        found.append((match[0], match[1][match[1].lastindex or 0]))
        line = line[: match[1].start()].rstrip()
    return line, found


@given(text=texts, sign=st.sampled_from("➕⏳⌛🛫📅📆🗓✅❌🔁🏁🆔⛔🔺⏫🔼🔽⏬"), due=st.booleans())
@settings(deadline=None)
def test_obsidian_reads_the_due_date_and_nothing_else(text: str, sign: str, due: bool) -> None:
    for tail in (f"{sign} 2020-01-01", f"{sign} every day", sign, "#tag", "^block"):
        source = extraction([(f"{text} {tail}", Detail(due=datetime(2026, 3, 12, 15, 0) if due else None))])
        line = write("markdown", source, obsidian=True).removesuffix("\n")
        rest, fields = obsidian_fields(line)
        assert fields == ([("due", "2026-03-12")] if due else [])
        assert read_markdown(rest) == expected(source)


def test_csv_in_full() -> None:
    assert write("csv", DUE).split("\r\n")[1:3] == [
        f"b,r1,{DUE.tasks[0].id},call Ruth by Thu,Sam Lee,2026-03-12,0.5,0",
        f"b,r1,{DUE.tasks[1].id},meet at 15:00,,2026-03-12T15:00,0.5,1",
    ]
    hostile = write("csv", extraction([('=HYPERLINK("x")', Detail("+Sam"))], board="-b", region="@r"))
    assert hostile.split("\r\n")[1].startswith("'-b,'@r,")
    assert ',"\'=HYPERLINK(""x"")",\'+Sam,,' in hostile


def test_todotxt_in_full() -> None:
    ids = [task.id for task in DUE.tasks]
    assert write("todotxt", DUE, now=NOW) == (
        f"2026-03-09 call Ruth by Thu owner:Sam_Lee due:2026-03-12 id:{ids[0]}\n"
        f"2026-03-09 meet at 15:00 due:2026-03-12 id:{ids[1]}\n"
        f"2026-03-09 buy milk id:{ids[2]}\n"
    )
    source = extraction(["x +1 due:2020-01-01 see https://e.example:80/a"])
    assert write("todotxt", source) == (
        f"\u2060x \u2060+1 due\u2060:2020-01-01 see https://e.example:80/a id:{source.tasks[0].id}\n"
    )


def test_ics_in_full() -> None:
    first, second, third = icalendar.Calendar.from_ical(write("ics", DUE, now=NOW)).walk("VTODO")
    assert first["uid"] == f"{DUE.tasks[0].id}@inkslate"
    assert (first.decoded("due"), second.decoded("due")) == (date(2026, 3, 12), datetime(2026, 3, 12, 15))
    assert "due" not in third
    assert first.decoded("dtstamp") == NOW
    assert (str(first["x-inkslate-owner"]), str(first["x-inkslate-board"])) == ("Sam Lee", "b")
    assert not {"organizer", "attendee"} & set(map(str.lower, first))
    (todo,) = icalendar.Calendar.from_ical(write("ics", extraction(["call Ruth"]))).walk("VTODO")
    assert todo.decoded("dtstamp") == datetime(1970, 1, 1, tzinfo=timezone.utc)


@given(owner=texts, board=texts)
@settings(deadline=None)
def test_ics_keeps_owner_and_board(owner: str, board: str) -> None:
    output = write("ics", extraction([("a", Detail(owner=owner))], board=board))
    (todo,) = icalendar.Calendar.from_ical(output).walk("VTODO")
    assert (str(todo["x-inkslate-owner"]), str(todo["x-inkslate-board"])) == (spelled(owner), spelled(board))


# The properties of a todoTask and its parts that Microsoft documents for Graph v1.0 and that a client may set.
TODO_TASK = {
    "body", "categories", "completedDateTime", "dueDateTime", "importance", "isReminderOn", "recurrence",
    "reminderDateTime", "startDateTime", "status", "title", "linkedResources", "checklistItems",
}  # fmt: skip


def test_graph_in_full() -> None:
    payloads = json.loads(write("graph", DUE))
    assert payloads[0] == {
        "title": "call Ruth by Thu",
        "body": {"content": "Owner: Sam Lee\nBoard: b, region: r1, line: 1", "contentType": "text"},
        "dueDateTime": {"dateTime": "2026-03-12T00:00:00", "timeZone": "UTC"},
        "linkedResources": [{"applicationName": "inkslate", "displayName": "b", "externalId": DUE.tasks[0].id}],
    }
    assert payloads[1]["dueDateTime"]["dateTime"] == "2026-03-12T15:00:00"
    assert "dueDateTime" not in payloads[2]
    assert all(set(payload) <= TODO_TASK for payload in payloads)
    zoned = json.loads(write("graph", DUE, now=datetime(2026, 3, 9, tzinfo=ZoneInfo("Europe/Berlin"))))
    assert zoned[0]["dueDateTime"] == {"dateTime": "2026-03-12T00:00:00", "timeZone": "Europe/Berlin"}


# What Todoist documents for the body of `POST /api/v1/tasks`.
TODOIST_TASK = {
    "content", "description", "project_id", "section_id", "parent_id", "order", "labels", "priority", "assignee_id",
    "due_string", "due_date", "due_datetime", "due_lang", "duration", "duration_unit", "deadline_date", "deadline_lang",
}  # fmt: skip


def test_todoist_in_full() -> None:
    payloads = json.loads(write("todoist", DUE))
    assert payloads[0] == {
        "content": "call Ruth by Thu",
        "description": f"Owner: Sam Lee\nBoard: b, region: r1, line: 1\ninkslate: {DUE.tasks[0].id}",
        "due_date": "2026-03-12",
    }
    assert payloads[1]["due_datetime"] == "2026-03-12T15:00:00"
    assert all(set(payload) <= TODOIST_TASK for payload in payloads)


@pytest.mark.parametrize("text", ["a" * 600, "*" * 400, "word " * 200, "_" * 20_000])
def test_todoist_takes_no_more_than_500_characters(text: str) -> None:
    (payload,) = json.loads(write("todoist", extraction([text])))
    assert 490 <= len(payload["content"]) <= 500
    assert payload["content"].endswith("…")
    assert len(payload["description"]) <= 16_383
    if len(text) <= 1000:
        assert payload["description"].replace("\\", "").startswith(" ".join(text.split()) + "\n")


def test_boards_of_one_name_do_not_overwrite_each_other() -> None:
    twins = extraction(["call Ruth"]), extraction(["call Ruth"])
    assert twins[0].tasks[0].id == twins[1].tasks[0].id
    assert len({task["uuid"] for task in json.loads(write("taskwarrior", *twins))}) == 2
    assert len(read_ics(write("ics", *twins))) == 2


def test_taskwarrior_in_full() -> None:
    first, second, third = json.loads(write("taskwarrior", DUE, now=NOW))
    assert first == {
        "uuid": "UUID",
        "status": "pending",
        "description": "call Ruth by Thu",
        "entry": "20260309T073000Z",
        "due": "20260311T230000Z",
        "owner": "Sam Lee",
    } | {"uuid": first["uuid"]}
    assert (second["due"], "due" in third) == ("20260312T140000Z", False)
    assert "entry" not in json.loads(write("taskwarrior", DUE))[0]
    assert first["uuid"] == json.loads(write("taskwarrior", DUE))[0]["uuid"]


class Taskwarrior:
    """The `task` program with a place of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "rc").write_text("confirmation=no\nhooks=off\ngc=off\n")
        self.environment = os.environ | {"TASKRC": str(folder / "rc"), "TASKDATA": str(folder), "TZ": "Europe/Berlin"}

    def __call__(self, *arguments: str, stdin: str = "") -> str:
        done = subprocess.run(
            ["task", *arguments], input=stdin.encode(), env=self.environment, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def export(self) -> list[dict[str, Any]]:
        return json.loads(self("export"))


needs_task = pytest.mark.skipif(not shutil.which("task"), reason="the task program is missing (apt: taskwarrior)")


@needs_task
def test_taskwarrior_imports_twice_and_updates(tmp_path: Path) -> None:
    task = Taskwarrior(tmp_path / "task")
    source = extraction([*HOSTILE, ("call Ruth", Detail("Sam", due=date(2026, 3, 12)))])
    for output in (write("taskwarrior", source), write("taskwarrior", source, now=NOW)):
        task("import", "-", stdin=output)
        task("import", "-", stdin=output)
        assert len(task.export()) == len(HOSTILE) + 1
    found = {entry["uuid"]: entry for entry in task.export()}
    ordered = [found[entry["uuid"]] for entry in json.loads(output)]
    assert [bare(entry["description"]) for entry in ordered] == expected(source)
    assert {entry["status"] for entry in ordered} == {"pending"}
    assert (ordered[-1]["due"], ordered[-1]["owner"]) == ("20260311T230000Z", "Sam")
    assert not any("tags" in entry or "project" in entry for entry in ordered)
    moved = extraction([*HOSTILE, ("call Ruth", Detail("Sam", due=date(2026, 3, 13)))])
    task("import", "-", stdin=write("taskwarrior", moved, now=NOW))
    assert sorted(entry["due"] for entry in task.export() if "due" in entry) == ["20260312T230000Z"]


@needs_task
@given(found=st.lists(st.tuples(texts, details), max_size=12))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_tasks_come_back_from_taskwarrior(tmp_path: Path, found: list[tuple[str, Detail]]) -> None:
    place = tmp_path / "tasks"
    shutil.rmtree(place, ignore_errors=True)
    task, source = Taskwarrior(place), extraction(found)
    output = write("taskwarrior", source, now=NOW)
    task("import", "-", stdin=output)
    back = {entry["uuid"]: bare(entry["description"]) for entry in task.export()}
    assert [back[entry["uuid"]] for entry in json.loads(output)] == list(map(bare, expected(source)))
    assert len(back) == len(found)


@pytest.mark.parametrize("target", WRITERS)
def test_every_writer_from_the_command_line(here: Here, target: str) -> None:
    done = here("extract", "--model", "rules", "--to", target, stdin="- call Ruth\n- =1+1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "call Ruth" in done.stdout
    assert target in here("extract", "--help").stdout


def test_every_writer_is_documented_with_a_command() -> None:
    page = (ROOT / "docs" / "writers.md").read_text("utf-8")
    assert [target for target in WRITERS if not re.search(rf"^\$ inkslate .*--to {target}\b", page, re.MULTILINE)] == []
    listed = re.findall(r"^\| `(\w[\w-]*)` \| (.+?) \| ", page.partition("```")[0], re.MULTILINE)
    assert listed == [(writer.name, writer.summary) for writer in WRITERS.values()]


def test_obsidian_goes_with_markdown(here: Here) -> None:
    fine = here("extract", "--model", "rules", "--to", "markdown", "--obsidian", stdin="- call Ruth")
    assert (fine.returncode, fine.stdout) == (0, "- [ ] call Ruth\n")
    refused = here("extract", "--model", "rules", "--to", "csv", "--obsidian", stdin="- call Ruth")
    assert refused.returncode == 2
    assert "--obsidian goes with --to markdown" in refused.stderr
