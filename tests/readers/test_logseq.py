"""Pages of Logseq: markers, properties, drawers and planning lines."""

from __future__ import annotations

import pytest

from inkslate.board import Board
from inkslate.readers import scan_document
from inkslate.readers.document import Document

JOURNAL = "2026_11_16.md"
ID = "65f0aaaa-0000-4000-8000-000000000000"


def read_page(text: str, name: str = JOURNAL) -> Board:
    (board,) = scan_document(Document(name, text.encode()))
    assert isinstance(board, Board)
    return board


def stated(board: Board) -> list[tuple[str, str | None, str | None]]:
    return [(line.text, line.box, line.due and line.due.text) for region in board.regions for line in region.lines]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        # Markers, with and without a priority; one behind a heading's marks too.
        ("- TODO call Ruth", [("call Ruth", "open", None)]),
        ("- LATER [#A] call Ruth", [("call Ruth", "open", None)]),
        ("- NOW call Ruth\n- DOING the tax", [("call Ruth", "open", None), ("the tax", "open", None)]),
        ("- CANCELED the boat\n- DONE pay rent", [("the boat", "done", None), ("pay rent", "done", None)]),
        ("- ## TODO next steps", [("next steps", "open", None)]),
        ("- TODO for Monday", [("for Monday", "open", None)]),  # a marker, and no name of a list
        ("- WAITING quote from Ana", [("WAITING quote from Ana", None, None)]),  # the model decides
        ("- [ ] LATER is a word here", [("LATER is a word here", "open", None)]),
        ("- later we ate\n- NOWHERE to sit", [("later we ate", None, None), ("NOWHERE to sit", None, None)]),
        ("NOW without an item", [("NOW without an item", None, None)]),
        # Planning lines, of the item above; the deadline comes first.
        ("- TODO pay rent\n  DEADLINE: <2026-11-20 Fri>", [("pay rent", "open", "2026-11-20")]),
        (
            "- TODO pay rent\n  SCHEDULED: <2026-11-18 Wed 09:00 .+1m>\n\t- by card",
            [("pay rent", "open", "2026-11-18T09:00"), ("by card", None, None)],
        ),
        (
            "- TODO pay rent\n  DEADLINE: <2026-11-20 Fri>\n  SCHEDULED: <2026-11-18 Wed>",
            [("pay rent", "open", "2026-11-20")],
        ),
        ("- the DEADLINE: <2026-11-20>", [("the DEADLINE: <2026-11-20>", None, None)]),
        ("- DEADLINE: tomorrow", [("DEADLINE: tomorrow", None, None)]),
        # Properties, drawers, queries, macros and references are none of the text.
        ("tags:: [[Home]]\nalias:: flat\n\n- paint", [("paint", None, None)]),
        (
            f"- TODO paint\n  id:: {ID}\n  collapsed:: true\n  two coats\n\t- white",
            [("paint", "open", None), ("two coats", None, None), ("white", None, None)],
        ),
        (
            "- TODO paint\n  :LOGBOOK:\n  CLOCK: [2026-11-16 Mon 10:00:00]\n  :END:\n- rest",
            [("paint", "open", None), ("rest", None, None)],
        ),
        ("- TODO paint\n  :LOGBOOK:\n- no end", [("paint", "open", None), ("no end", None, None)]),
        (
            '- open\n  #+BEGIN_QUERY\n  {:title [:h3 "Now"]}\n  #+END_QUERY\n- rest',
            [("open", None, None), ("rest", None, None)],
        ),
        ("- #+BEGIN_QUOTE\n  said Ana\n  #+END_QUOTE", [("said Ana", None, None)]),
        ("- {{query (todo now later)}}\n- rest", [("rest", None, None)]),
        (f"- as in (({ID})) said", [("as in said", None, None)]),
        (f"- (({ID})) call Ruth", [("call Ruth", None, None)]),
        (f"- TODO {{{{embed (({ID}))}}}} call Ruth", [("call Ruth", "open", None)]),
        ("- ![map](m.png){:height 300, :width 200}", [("map", None, None)]),
        ("- f((x)) is {{open}}", [("f((x)) is {{open}}", None, None)]),
    ],
)
def test_what_a_page_states(text: str, lines: list[tuple[str, str | None, str | None]]) -> None:
    assert stated(read_page(text)) == lines


@pytest.mark.parametrize(
    ("name", "text", "is_page"),
    [
        ("2026_11_16.md", "- NOW call Ruth", True),
        ("plan.md", "- LATER call Ruth\n\t- at home", True),  # all of it is one outline
        ("plan.md", "type:: list\n\n- LATER call Ruth", True),
        ("plan.md", "# Plan\n- LATER call Ruth\n  collapsed:: true", True),
        ("plan.md", "# Plan\n- LATER call Ruth\n- {{query (todo now)}}\n  query-table:: true", True),
        ("plan.md", "title:: Plan\nicon:: x\n\n- TODO call Ruth\n\t- at home", True),
        ("plan.md", "# News\n- NOW with fewer bugs", False),
        ("plan.md", "NOW is a word\n\n- NOW too", False),
    ],
)
def test_which_files_are_pages(name: str, text: str, is_page: bool) -> None:
    keywords = [line.keyword for region in read_page(text, name).regions for line in region.lines]
    assert any(keywords) == is_page


def test_properties_of_a_page_without_markers_are_no_text() -> None:
    (region,) = read_page("tags:: [[Home]], flat\npublic:: true\n\n- paint\n\t- white", "plan.md").regions
    assert [line.text for line in region.lines] == ["paint", "white"]
    prose = read_page("std:: vector is a list.\n\nSo is this.", "plan.md")
    assert [line.text for region in prose.regions for line in region.lines] == [
        "std:: vector is a list.",
        "So is this.",
    ]


def test_words_keep_their_places_behind_what_is_left_out() -> None:
    text = f"- TODO call Ruth (({ID})) today\r\n  collapsed:: true\r\n  DEADLINE: <2026-11-20 Fri>\r\n"
    (line,) = read_page(text).regions[0].lines
    assert line.due is not None
    assert [text[start:end] for word in (*line.words, line.due) for start, end in [word.span or (0, 0)]] == [
        "call",
        "Ruth",
        "today",
        "2026-11-20",
    ]
    assert (line.due.source, line.keyword) == (("3:14",), "TODO")
