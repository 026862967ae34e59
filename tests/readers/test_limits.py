"""Files that are larger than notes: one error that says how to go on, before memory runs out.

The limits are lowered here. What has pictures or attachments is read however large it is.
"""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from inkslate.errors import InputError
from inkslate.formats import boards_of
from inkslate.readers import limits, scan_document
from inkslate.readers.document import Document
from tests.support.commands import Here
from tests.support.device_bytes import END, rm_page

python_docx = pytest.importorskip("docx")
MAIL = "From: Sam <sam@example.org>\nDate: Mon, 16 Nov 2026 09:30:00 +0100\nMessage-ID: <1@a>\nMIME-Version: 1.0\n"
ATTACHED = (
    MAIL + 'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n\ncall Ruth\n--b\n'
    "Content-Disposition: attachment\n\n{}\n--b--\n"
)
CUE = "00:00:01.000 --> 00:00:02.000\n{}\n\n"
NOTE = "<note><title>a</title><content><![CDATA[<en-note>{}</en-note>]]></content>{}</note>"
KEEP = {"title": "", "isTrashed": False, "isArchived": False, "userEditedTimestampUsec": 1}
WORDS = "call Ruth about the figures " * 30
LINES = "call\n" * 80


def docx(text: str, picture: bytes = b"") -> bytes:
    file = io.BytesIO()
    note = python_docx.Document()
    note.add_paragraph(text)
    note.save(file)
    with zipfile.ZipFile(file, "a") as package:
        package.writestr("word/media/a.png", picture)
    return file.getvalue()


def docx_table(text: str) -> bytes:
    file = io.BytesIO()
    note = python_docx.Document()
    note.add_table(1, 1).cell(0, 0).text = text
    note.save(file)
    return file.getvalue()


def enex(*notes: str) -> str:
    return f"<en-export>{''.join(notes)}</en-export>"


TOO_LARGE: dict[str, tuple[str, str | bytes]] = {
    "one line": ("a.txt", WORDS),
    "many lines": ("a.txt", LINES),
    "empty lines": ("a.txt", "\n" * 200),
    "markdown": ("a.md", LINES),
    "org": ("a.org", LINES),
    "captions": ("a.vtt", "WEBVTT\n\n" + CUE.format(WORDS)),
    "many cues": ("a.srt", "".join(f"{n}\n" + CUE.format("call") for n in range(40))),
    "mail": ("a.eml", f"{MAIL}\n{WORDS}"),
    "HTML mail": ("a.eml", f"{MAIL}Content-Type: text/html\n\n" + "<p>call</p>" * 80),
    "quoted mail": ("a.eml", f"{MAIL}\n" + "> call\n" * 80),
    "mailbox": ("a.mbox", "From a Mon Nov 16 09:30:00 2026\nSubject: b\n\ncall\n\n" * 40),
    "Keep": ("a.json", json.dumps(KEEP | {"textContent": WORDS})),
    "Keep's list": ("a.json", json.dumps(KEEP | {"listContent": [{"text": "call", "isChecked": False}] * 80})),
    "a large note": ("a.enex", enex(NOTE.format(WORDS, ""))),
    "many notes": ("a.enex", enex(*[NOTE.format("call", "")] * 80)),
    "Apple Notes": ("a.html", f"<div><h1>a</h1></div>{'<div>call</div>' * 80}"),
    "Word": ("a.docx", docx(WORDS)),
    "a table of Word": ("a.docx", docx_table(WORDS)),
    "reMarkable": ("a.rm", rm_page(((1, 9), END, END, 0, WORDS))),
}


@pytest.mark.parametrize("case", TOO_LARGE)
def test_more_words_than_notes_have(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, content = TOO_LARGE[case]
    document = Document(name, content if isinstance(content, bytes) else content.encode())
    assert list(boards_of(scan_document(document)))
    monkeypatch.setattr(limits, "MOST_WORDS", 150)
    with pytest.raises(
        InputError, match=rf"^{name}.*: has more than 150 words and lines; divide it into several files$"
    ):
        list(boards_of(scan_document(document)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", json.dumps(KEEP | {"textContent": "call"})),
        ("a.xml", "<alto><Layout><Page/></Layout></alto>"),
        ("a.hocr", "<div class='ocr_page'></div>"),
        ("a.html", "<div><h1>a</h1></div>"),
    ],
)
def test_larger_trees_than_memory_is_for(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document(name, text.encode())
    assert len(list(boards_of(scan_document(document)))) == 1
    monkeypatch.setattr(limits, "MOST_MARKUP", len(text) - 1)
    with pytest.raises(InputError, match=rf"^{name}: has more than 0 MB of JSON or markup; divide it"):
        list(boards_of(scan_document(Document(name, text.encode()))))


def test_tags_without_end_in_an_export_of_evernote(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_TAGS", 30)
    with pytest.raises(InputError, match="has more than 30 tags; divide it"):
        list(scan_document(Document("a.enex", enex("<note/>" * 30).encode())))


def test_attachments_and_pictures_may_be_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_WORDS", 150)
    monkeypatch.setattr(limits, "MOST_MARKUP", 50_000)
    data = "QUJD\n" * 20_000
    for name, content in (
        ("a.eml", ATTACHED.format(data).encode()),
        ("a.mbox", f"From a Mon Nov 16 09:30:00 2026\n{ATTACHED.format(data)}".encode()),
        ("a.enex", enex(NOTE.format("call Ruth", f"<resource><data>{data}</data></resource>")).encode()),
        ("a.docx", docx("call Ruth", data.encode())),
    ):
        (board,) = boards_of(scan_document(Document(name, content)))
        assert board.regions[-1].lines[-1].text == "call Ruth"


def test_data_sets_have_no_limit_of_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_WORDS", 150)
    text = "".join(json.dumps({"id": f"b{n}", "regions": [{"lines": [{"text": "call"}]}]}) + "\n" for n in range(200))
    assert len(list(boards_of(scan_document(Document("a.jsonl", text.encode()))))) == 200


def test_the_command_says_it_in_one_line(tmp_path: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_WORDS", 150)
    file = tmp_path / "journal.txt"
    file.write_text(LINES, encoding="utf-8")
    done = here("read", str(file))
    message = f"inkslate: {file}: has more than 150 words and lines; divide it into several files\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
