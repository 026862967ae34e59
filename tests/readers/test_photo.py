"""Photos and screenshots: what is recognised, what is said about it, and hostile pictures."""

from __future__ import annotations

import re
import socket
import struct
import subprocess
import sys
import zlib
from difflib import SequenceMatcher
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from inkslate.board import Board
from inkslate.errors import InputError, MissingExtra, ReadingWarning
from inkslate.extractor import default_extractor
from inkslate.formats import boards_of, findings_of
from inkslate.readers import read_file, scan_document
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document
from inkslate.readers.photo import reader
from inkslate.readers.photo.picture import load_picture
from inkslate.readers.photo.recogniser import RecognisedLine, RecognisedWord
from inkslate.readers.text import parse_text

pytest.importorskip("rapidocr", reason="needs the extra photo")
from tests.support.commands import Here
from tests.support.photographed_notes import HAND, Image, NotePicture, encoded

DARK = {"paper": (30, 30, 30), "ink": (235, 235, 235)}
HOUSE = """House, Saturday
- call the landlord about the boiler
- order seeds for the spring bed
- the leeks look good this year
- pay the gas bill by Friday"""
MEETING = """Stand-up Monday
The release went well.
- send Ana the photos by Friday
- book the hall for 12 June
Ben was ill last week."""
MOVE = """Move
[ ] rent a van for Saturday
[ ] cancel the old internet contract
[x] pay the deposit
The new flat has two rooms."""
LAUNCH = """Launch plan
1. write the press release
2. update the price list
3. test the backup before Thursday
Sales grew by 12 percent."""
CLASS = """Biology
A cell has a nucleus.
- read chapter four before Thursday
- hand in the lab report"""
TRIP = """Trip to Rome
- renew my passport
- buy train tickets
- ask Tom for the guide book
The weather is best in May."""
GARDEN = """garden
- water the tomatoes
- call the plumber
- order wood for the winter
the roses look nice"""
TEAM = """team
- send the report to nina
- fix the broken printer
the lunch was great"""
NOTES = [
    NotePicture(HOUSE),
    NotePicture(MEETING, **DARK),
    NotePicture(LAUNCH, "Caladea"),
    NotePicture(MOVE, photo=True),
    NotePicture(CLASS, "Caladea", photo=True),
    NotePicture(TRIP, "Intuitive"),
    NotePicture(HOUSE, "Intuitive", photo=True),
    NotePicture(MEETING, "AmaticSC"),
    NotePicture(LAUNCH, "AmaticSC", photo=True),
    NotePicture(GARDEN, HAND),
    NotePicture(TEAM, HAND, photo=True),
    NotePicture(GARDEN.replace("call", "ask"), HAND, photo=True),
]


def tasks(board: Board) -> list[str]:
    """The tasks, as what somebody would compare: small letters and digits, no signs."""
    found = default_extractor().extract(board).tasks
    return [re.sub(r"[^a-z0-9]+", " ", task.text.lower()).strip() for task in found]


def read(document: Document) -> Board:
    (board,) = boards_of(scan_document(document))
    return board


@pytest.mark.slow
@pytest.mark.no_cover
def test_nine_of_ten_tasks_of_twelve_notes_are_found() -> None:
    wanted, found = 0, 0
    for note in NOTES:
        clean = tasks(parse_text(note.text, board="a"))
        seen = tasks(read(Document("a.jpg", encoded(note.draw(), quality=85))))
        near = [any(SequenceMatcher(None, task, other).ratio() >= 0.9 for other in seen) for task in clean]
        wanted, found = wanted + len(clean), found + sum(near)
        print(f"{note}: {sum(near)} of {len(clean)}, {seen if not all(near) else ''}")
    assert wanted >= 20  # the model finds most of them on the clean text
    assert found >= 0.9 * wanted


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "note",
    [NotePicture(MEETING, **DARK), NotePicture(LAUNCH, "Caladea"), NotePicture(TRIP, "Intuitive")],
    ids=["white on dark", "a serif font", "a written font"],
)
def test_clear_print_is_read_line_by_line(note: NotePicture) -> None:
    (region,) = read(Document("a.png", encoded(note.draw(), "PNG"))).regions
    found = [(line.text, line.bullet, line.words[0].source) for line in region.lines]
    assert found == [
        # A mark is the first word of the recogniser's line.
        (re.sub(r"^(?:-|\d\.) ", "", text), bool(mark := text[0] in "-123"), (f"line{number}#{int(mark)}",))
        for number, text in enumerate(note.text.split("\n"), 1)
    ]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "house.png"
    path.write_bytes(encoded(NotePicture(HOUSE).draw(), "PNG"))
    return path


@pytest.mark.slow
def test_lines_boxes_sources_and_a_warning(house: Path) -> None:
    with pytest.warns(ReadingWarning, match=r"house\.png: recognised from a photo, which is experimental.*; compare"):
        (board,) = read_file(house)
    lines = [(line.text, line.bullet) for region in board.regions for line in region.lines]
    assert lines == [(line.removeprefix("- "), line.startswith("-")) for line in HOUSE.split("\n")]
    first = board.regions[0].words[0]
    assert first.source == ("line1#0",)
    assert first.box is not None
    assert 50 < first.box.x < 75
    assert 50 < first.box.y < 75
    assert 20 < first.box.height < 60
    assert detect_format(Document("stdin", house.read_bytes())) == "photo"


@pytest.mark.slow
def test_a_turned_photo_is_turned_back_and_nothing_is_downloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> NoReturn:
        raise AssertionError("a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    turned = NotePicture("call the landlord\nthe hall was cold").draw().transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = 6  # turn it by a quarter, clockwise
    board = read(Document("a.jpg", encoded(turned, exif=exif)))
    assert [line.text for region in board.regions for line in region.lines] == [
        "call the landlord",
        "the hall was cold",
    ]


@pytest.mark.parametrize("mode", ["L", "P", "LA", "RGBA", "CMYK", "1", "I;16", "transparent P"])
def test_pictures_of_every_kind(mode: str) -> None:
    plain = NotePicture("call the landlord", ink=(0, 0, 0)).draw()
    if mode == "I;16":
        image, options = Image.fromarray(np.asarray(plain.convert("L")).astype(np.uint16) * 257), {}
    else:
        image, options = plain.convert(mode.split()[-1]), {"transparency": 255} if " " in mode else {}
    picture = load_picture(Document("a", encoded(image, "JPEG" if mode == "CMYK" else "PNG", **options)))
    assert picture.pixels.shape == (*plain.size[::-1], 3)
    assert np.abs(picture.pixels.astype(int) - np.asarray(plain).astype(int)[:, :, ::-1]).mean() < 3


def test_large_and_narrow_pictures_are_made_smaller_and_wider() -> None:
    wide = load_picture(Document("a", encoded(Image.new("L", (8_000, 100)), "PNG")))
    assert (wide.pixels.shape, wide.scale) == ((500, 2_000, 3), 4.0)
    high = load_picture(Document("a", encoded(Image.new("L", (3, 300)))))
    assert (high.pixels.shape, high.scale) == ((300, 75, 3), 1.0)
    square = load_picture(Document("a", encoded(Image.new("L", (5_000, 5_000)))))
    assert (square.pixels.shape, square.scale) == ((2_000, 2_000, 3), 2.5)


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.no_cover
def test_memory_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    path.write_bytes(claimed(8_000, 8_000, bytes(8_000 * (1 + 4 * 8_000)), colours=6))
    code = (
        "import re, sys\n"
        "from pathlib import Path\n"
        "from inkslate.readers import read_file\n"
        "try: read_file(sys.argv[1])\n"
        "except ValueError as error: print(error)\n"
        # Not ru_maxrss: a process inherits it from the one that started it.
        "print(int(re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1]) // 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert "no writing found" in done.stdout
    assert int(done.stdout.split()[-1]) < 1_500  # MB; a small picture takes 340


def line(*words: str, score: float = 0.99, y: float = 10.0) -> RecognisedLine:
    found = [RecognisedWord(word, score, [(100.0 * at, y), (100.0 * at + 80, y + 30)]) for at, word in enumerate(words)]
    return RecognisedLine(found, score)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["-call", "Ruth"], "- call Ruth"),
        (["–call", "Ruth"], "- call Ruth"),
        (["=", "call", "Ruth"], "- call Ruth"),
        (["一", "call", "Ruth"], "- call Ruth"),
        (["•call", "Ruth"], "- call Ruth"),
        (["-5", "degrees"], "-5 degrees"),
        (["well-known", "facts"], "well-known facts"),
        (["=", "12"], "- 12"),
        (["[]call", "Ruth"], "[ ] call Ruth"),
        (["[", "I", "call", "Ruth"], "[ ] call Ruth"),
        (["『]", "call", "Ruth"], "[ ] call Ruth"),
        (["[", "]", "call", "Ruth"], "[ ] call Ruth"),
        (["[x]call", "Ruth"], "[x] call Ruth"),
        (["□", "call", "Ruth"], "[ ] call Ruth"),
        (["call", "Ruth，", "（now）"], "call Ruth, (now)"),
        (["call\0", "Ruth"], "call Ruth"),
    ],
)
def test_marks_are_told_from_words(monkeypatch: pytest.MonkeyPatch, words: list[str], shown: str) -> None:
    monkeypatch.setattr(reader, "recognise", lambda _picture: [line(*words)])
    found = read(Document("a.png", encoded(Image.new("L", (9, 9)), "PNG"))).regions[0].lines[0]
    mark = {"open": "[ ] ", "done": "[x] ", None: "- " if found.bullet else ""}[found.box]
    assert mark + found.text == shown


def test_it_says_of_how_much_it_is_unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [line("call", "Ruth"), line("ask", "Tom", score=0.7, y=60.0), line("xq", score=0.3)]
    monkeypatch.setattr(reader, "recognise", lambda _picture: found)
    scanned = list(scan_document(Document("a.png", encoded(Image.new("L", (9, 9)), "PNG"))))
    (finding,) = findings_of(scanned)
    assert str(finding) == (
        "a.png: recognised from a photo, which is experimental; the recogniser is unsure of 2 of 4 words; 1 line left "
        "out as unreadable; compare the result with the picture"
    )
    (board,) = boards_of(scanned)
    assert [word.text for region in board.regions for word in region.words] == ["call", "Ruth", "ask", "Tom"]


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def claimed(width: int, height: int, content: bytes = b"\0", *, colours: int = 2) -> bytes:
    """A small PNG file that claims to have many pixels; colours 2 is RGB, 6 is RGBA."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colours, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(content, 1)) + chunk(b"IEND", b"")


PNG, JPEG = encoded(NotePicture("call").draw(), "PNG"), encoded(NotePicture("call").draw())
HOSTILE: dict[str, tuple[str, bytes, str]] = {
    "empty": ("a.png", b"", "is not a PNG or JPEG picture"),
    "text": ("a.jpg", b"call Ruth", "is not a PNG or JPEG picture"),
    "PDF": ("a.jpg", b"%PDF-1.7", "is not a PNG or JPEG picture"),
    "GIF": ("a.png", b"GIF89a" + bytes(40), "is not a PNG or JPEG picture"),
    "signature": ("a.png", b"\x89PNG\r\n\x1a\n", "UnidentifiedImageError"),
    "cut PNG": ("a.png", PNG[: len(PNG) // 2], "is not a PNG or JPEG picture that can be read"),
    "cut JPEG": ("a.jpg", JPEG[: len(JPEG) // 2], "is not a PNG or JPEG picture that can be read"),
    "damaged": ("a.jpg", JPEG[:20] + bytes(2_000), "is not a PNG or JPEG picture that can be read"),
    "large": ("a.png", claimed(9_000, 9_000), "more than 64 megapixels; save it smaller"),
    "larger": ("a.png", claimed(10_000, 10_000), "more than 64 megapixels; save it smaller"),
    "bomb": ("a.png", claimed(100_000, 100_000), "more than 64 megapixels; save it smaller"),
    "few rows": ("a.png", claimed(8_000, 8_000, bytes(9_000)), "is not a PNG or JPEG picture that can be read"),
    "hundred megabytes": ("a.jpg", b"\xff\xd8\xff" + bytes(100_000_000), "is larger than 40 MB; save it smaller"),
    "HEIC": ("a.heic", b"\0\0\0\x18ftypheic" + bytes(40), "is a HEIC photo, which is not read; save it as JPEG"),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_pictures_are_one_error(case: str) -> None:
    name, data, message = HOSTILE[case]
    with pytest.raises(InputError, match=rf"^{name}: .*{message}") as error:
        read(Document(name, data))
    assert "\n" not in str(error.value)


@pytest.mark.slow
def test_a_picture_without_writing_is_one_line(tmp_path: Path, here: Here) -> None:
    path = tmp_path / "sky.png"
    path.write_bytes(encoded(Image.new("RGB", (300, 200), (90, 140, 220)), "PNG"))
    done = here("extract", path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "sky.png: no writing found in it; take the photo from nearer" in done.stderr


def test_pictures_in_a_folder_of_notes_are_left_alone(tmp_path: Path, here: Here) -> None:
    (tmp_path / "notes.txt").write_text("[ ] call Ruth\n")
    (tmp_path / "broken.png").write_bytes(b"no picture")
    done = here("extract", tmp_path, "--model", "rules")
    assert (done.returncode, done.stderr) == (0, "")
    named = here("extract", tmp_path, "--model", "rules", "--glob", "*.png")
    assert named.returncode == 2
    assert "broken.png: is not a PNG or JPEG picture" in named.stderr


@pytest.mark.parametrize("module", ["PIL", "rapidocr"])
def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    import inkslate.dependencies as dependencies

    def missing(wanted: str) -> None:
        if wanted == module:
            raise ImportError(wanted)

    monkeypatch.setattr(dependencies, "import_module", missing)
    with pytest.raises(MissingExtra, match=rf"a\.png: reading a photo needs {module}: pip install 'inkslate\[photo\]'"):
        read(Document("a.png", PNG))


def test_weights_that_are_not_there_are_not_downloaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import rapidocr

    from inkslate.readers.photo import recogniser

    recogniser._engine.cache_clear()
    monkeypatch.setattr(rapidocr, "__file__", str(tmp_path / "__init__.py"))
    with pytest.raises(MissingExtra, match=r"needs PP-OCRv6_det_small\.onnx, which rapidocr 3\.10 has"):
        read(Document("a.png", PNG))
    recogniser._engine.cache_clear()
