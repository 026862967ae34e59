"""The CSV of the released SLATE data: one region a row, sentences as `<s>words<aN>` in one string."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from itertools import count

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.errors import InputError
from inkslate.formats.findings import FindingCollector, Scanned
from inkslate.messages import counted, shorten

COLUMNS = ("annotate", "wr_lines", "line_list_item_mask", "wh_id", "wr_id")
_TAG = re.compile(r"<s>|<a(\d+)>")
_STRING = re.compile(r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*""", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|(.))", re.DOTALL)
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\\": "\\", "'": "'", '"': '"'}
# A row has a whole region; the default limit of the csv module, 128 KiB a field, is too low for large ones.
_FIELD_LIMIT = 1 << 26


def scan_slate_csv(text: str, name: str) -> Iterator[Scanned]:
    """Findings in row order, then the boards: rows with the same wh_id are regions of one board."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        return
    csv.field_size_limit(_FIELD_LIMIT)
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    boards: dict[str, dict[str, Region]] = {}
    header: list[str] | None = None
    for number in count(1):
        findings = FindingCollector(f"{name} row {number}")
        row = _next_row(rows, findings)
        if row is None:
            break
        if header is None:
            header = row
            missing = [column for column in COLUMNS if column not in header]
            if missing:
                findings.wrong(f"missing columns: {', '.join(missing)}", f"the header needs {', '.join(COLUMNS)}")
        elif row:
            _scan_row(row, header, boards, findings)
        yield from findings.found
        if header is row and not findings.clean:
            return
    yield from findings.found
    if findings.clean:
        yield from (Board(board, tuple(regions.values())) for board, regions in boards.items() if regions)


def _next_row(rows: Iterator[list[str]], findings: FindingCollector) -> list[str] | None:
    """The next row; None at the end, and where the file is not CSV."""
    try:
        return next(rows, None)
    except csv.Error as error:
        findings.wrong(f"not CSV: {error}", "quote the field properly; the file may be cut off")
        return None


def _scan_row(
    row: list[str], header: list[str], boards: dict[str, dict[str, Region]], findings: FindingCollector
) -> None:
    """Add the row's region to its board, or findings where it is not one."""
    if len(row) != len(header):
        findings.wrong(f"{len(row)} fields, the header has {len(header)}", "quote fields that have commas")
        return
    fields = {column: row[header.index(column)] for column in COLUMNS}
    regions = boards.setdefault(fields["wh_id"], {})
    findings.where += f", region {fields['wr_id']}" if fields["wr_id"].isprintable() else ""
    region = _parse_row(fields, findings)
    if fields["wr_id"] in regions:
        findings.wrong("duplicate wr_id in this document", "give each region of a document its own")
    elif region is not None:
        regions[region.id] = region


def format_slate_csv(boards: Iterable[Board]) -> str:
    """Labelled boards as the CSV; InputError for what the format cannot hold."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for board in boards:
        for region in board.regions:
            where = f"board {shorten(board.id)}, region {shorten(region.id)}"
            if region.sentences is None:
                raise InputError(f"{where}: no sentences; slate-csv holds labelled regions only")
            if any(_TAG.search(word) for word in region.word_texts):
                raise InputError(f"{where}: a word looks like a tag of slate-csv; write board JSONL instead")
            annotate = "".join(f"<s>{region.text(s.start, s.end)}<a{int(s.label)}>" for s in region.sentences)
            lines = [line.text for line in region.lines]
            writer.writerow([annotate, repr(lines), [int(line.bullet) for line in region.lines], board.id, region.id])
    return out.getvalue()


def parse_annotation(annotate: str) -> tuple[list[tuple[list[str], Label]], list[str]]:
    """Sentences as (words, label), and every problem of the tags."""
    sentences: list[tuple[list[str], Label]] = []
    problems: list[str] = []
    opened, at = False, 0
    for tag in _TAG.finditer(annotate):
        text, at = annotate[at : tag.start()], tag.end()
        sentence = len(sentences) + 1
        if not opened and text.strip():
            problems.append(f"{shorten(text.strip())} is outside of every sentence")
        if tag[0] == "<s>":
            if opened:
                problems.append(f"sentence {sentence} has a second <s> before its <aN>")
            opened = True
        elif not opened:
            problems.append(f"{tag[0]} without <s> after sentence {sentence - 1}")
        else:
            opened = False
            # int() refuses very many digits; a label has one digit.
            known = len(tag[1]) == 1 and int(tag[1]) in set(Label)
            if not known:
                problems.append(f"sentence {sentence} has the unknown tag {shorten(tag[0])}")
            sentences.append((text.split(), Label(int(tag[1])) if known else Label.NON_TASK))
    if opened:
        problems.append(f"sentence {len(sentences) + 1} has no <aN>")
    elif annotate[at:].strip():
        problems.append(f"{shorten(annotate[at:].strip())} is outside of every sentence")
    return sentences, problems


def parse_string_list(literal: str) -> list[str]:
    """A Python list of plain strings, parsed without evaluating anything."""
    inner = _inside_brackets(literal)
    strings: list[str] = []
    at = 0
    while at < len(inner):
        match = _STRING.match(inner, at)
        if match is None:
            raise InputError(f"item {len(strings) + 1} is not a quoted string")
        strings.append(_ESCAPE.sub(_unescape, match[1] if match[1] is not None else match[2]))
        at = match.end()
        if at < len(inner):
            if inner[at] != ",":
                raise InputError(f"no comma after item {len(strings)}")
            at += 1
    return strings


def _parse_row(fields: dict[str, str], findings: FindingCollector) -> Region | None:
    if not fields["wh_id"] or not fields["wr_id"]:
        findings.wrong("wh_id or wr_id is empty", "name the document and the region")
    parsed, problems = parse_annotation(fields["annotate"])
    for problem in problems:
        findings.wrong(f"annotate: {problem}", "write each sentence as <s>words<aN>, N from 0 to 4")
    texts, mask = _column(fields, "wr_lines", findings), _column(fields, "line_list_item_mask", findings)
    if texts is None or mask is None or not findings.clean:
        return None
    for number, (words, label) in enumerate(parsed, 1):
        if not words:
            findings.repaired(f"annotate: sentence {number} (<a{int(label)}>) is empty", "reading leaves it out")
    if len(mask) == len(texts) + 1:
        findings.repaired("line_list_item_mask has one value more than wr_lines has lines", "reading drops the last")
    elif len(mask) != len(texts):
        sizes = f"{counted(len(mask), 'value')} for {counted(len(texts), 'line')}"
        findings.wrong(f"line_list_item_mask has {sizes}", "give each line a 0 or a 1")
    try:
        lines = tuple(Line.from_text(text, bullet=bit == "1") for text, bit in zip(texts, mask, strict=False))
    except InputError as error:
        findings.wrong(f"wr_lines: {error}", "correct the line's text")
        return None
    annotated = [word for words, _ in parsed for word in words]
    written = [word.text for line in lines for word in line.words]
    if findings.clean and annotated != written:
        findings.wrong(
            f"annotate and wr_lines differ at {_first_difference(annotated, written)}", "both hold the same words"
        )
    if not findings.clean:
        return None
    return Region(fields["wr_id"], lines, tuple(_sentences(parsed)))


def _sentences(parsed: Iterable[tuple[list[str], Label]]) -> Iterator[Sentence]:
    at = 0
    for words, label in parsed:
        if words:
            yield Sentence(at, at + len(words), label)
            at += len(words)


def _column(fields: dict[str, str], column: str, findings: FindingCollector) -> list[str] | None:
    try:
        if column == "wr_lines":
            return parse_string_list(fields[column])
        return _parse_bits(fields[column])
    except InputError as error:
        findings.wrong(
            f"{column}: {error}", "write it as a list, such as " + ("['a line']" if column == "wr_lines" else "[0, 1]")
        )
        return None


def _parse_bits(literal: str) -> list[str]:
    inner = _inside_brackets(literal)
    bits = [item.strip() for item in inner.split(",")] if inner else []
    for number, bit in enumerate(bits, 1):
        if bit not in ("0", "1"):
            raise InputError(f"value {number} is {shorten(bit)}, not 0 or 1")
    return bits


def _inside_brackets(literal: str) -> str:
    stripped = literal.strip()
    if len(stripped) < 2 or stripped[0] != "[" or stripped[-1] != "]":
        raise InputError(f"{shorten(stripped)} is not a list")
    return stripped[1:-1].strip()


def _unescape(match: re.Match[str]) -> str:
    two, four, eight, octal, simple = match.groups()
    if two or four or eight:
        point = int(two or four or eight, 16)
        if point > 0x10FFFF:
            raise InputError(f"{match[0]} is not a character")
        return chr(point)
    # As in Python: an unknown escape keeps its backslash, an escaped line end is removed.
    return chr(int(octal, 8)) if octal else "" if simple == "\n" else _SIMPLE.get(simple, match[0])


def _first_difference(annotated: list[str], written: list[str]) -> str:
    for number, (a, b) in enumerate(zip(annotated, written, strict=False)):
        if a != b:
            return f"word {number}: {shorten(a)} and {shorten(b)}"
    return f"word {min(len(annotated), len(written))}: {counted(len(annotated), 'word')} and {len(written)}"
