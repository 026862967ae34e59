"""Label Studio: a board as the text of one labelling task, and its export (JSON, JSON-MIN) as labelled boards.

The text has a line for each line of the board and a blank line between regions. The task's data has the board itself
too, so that an export can be read without guessing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from inkslate.board import Board, Label, Region, Sentence
from inkslate.errors import InputError
from inkslate.formats.board_jsonl import collect_board
from inkslate.formats.findings import FindingCollector, Scanned
from inkslate.formats.json_values import parse_json
from inkslate.formats.label_studio_spans import LabelledSpan, parse_spans
from inkslate.formats.label_studio_text import BoardText, board_texts
from inkslate.formats.stated_facts import speaker_json
from inkslate.messages import counted, shorten


def board_data(board: Board, text: str) -> dict[str, Any]:
    """The `data` of a board's labelling task. Its keys differ from those that JSON-MIN adds."""
    regions = [
        {"id": region.id, **speaker_json(region), "lines": [line.to_json() for line in region.lines]}
        for region in board.regions
    ]
    return {"text": text, "board": board.id, "regions": regions}


def scan_label_studio(text: str, name: str) -> Iterator[Scanned]:
    """Boards and findings of an export. A board that nobody labelled has no sentences; a skipped one is left out."""
    seen: set[str] = set()
    for where, entry in _entries(text, name):
        findings = FindingCollector(where)
        board = None
        try:
            board = _board(entry, findings)
        except InputError as error:
            what, _, remedy = str(error).rpartition("; ")
            findings.wrong(what, remedy)
        if board is not None and board.id in seen:
            findings.wrong(f"duplicate board id {shorten(board.id)}", "give each board its own id")
        yield from findings.found
        if board is not None and findings.clean:
            seen.add(board.id)
            yield board


@dataclass(frozen=True, slots=True)
class _Entry:
    """A labelling task: its data and the annotations that count."""

    data: Mapping[str, Any]
    annotations: Sequence[Sequence[LabelledSpan]]
    skipped: bool


def _entries(text: str, name: str) -> Iterator[tuple[str, _Entry | InputError]]:
    try:
        value = parse_json(text)
    except ValueError as error:
        raise InputError(f"{name}: {error}; export the project as JSON or JSON-MIN") from None
    tasks = [value] if isinstance(value, dict) else value
    if not isinstance(tasks, list):
        raise InputError(f"{name}: not a list of tasks; export the project as JSON or JSON-MIN")
    for where, versions in _together(tasks, name):
        try:
            yield where, _minimal_entry(versions) if "data" not in versions[0] else _entry(versions[0])
        except InputError as error:
            yield where, error


def _together(tasks: Sequence[object], name: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Tasks in order. JSON-MIN has an entry for each annotation: entries of the same task are grouped."""
    groups: dict[object, tuple[str, list[dict[str, Any]]]] = {}
    for number, task in enumerate(tasks, 1):
        if not isinstance(task, dict):
            raise InputError(f"{name}, task {number}: not an object; export the project as JSON or JSON-MIN")
        key: object = number
        if "data" not in task and isinstance(task.get("id"), int | str):
            key = f"{task['id']!r} {task.get('board')!r}"
        groups.setdefault(key, (f"{name}, task {number}", []))[1].append(task)
    yield from groups.values()


def _entry(task: Mapping[str, Any]) -> _Entry:
    """A task of the JSON export."""
    data = task["data"]
    if not isinstance(data, dict):
        raise InputError("data is not an object; export the project as JSON or JSON-MIN")
    annotations = task.get("annotations", task.get("completions")) or []
    if not isinstance(annotations, list) or not all(isinstance(item, dict) for item in annotations):
        raise InputError("annotations is not a list of objects; export the project as JSON or JSON-MIN")
    valid = [item for item in annotations if not (item.get("was_cancelled") or item.get("skipped"))]
    # Ground truth is what Label Studio calls the annotation that somebody chose among several.
    chosen = [item for item in valid if item.get("ground_truth") is True] or valid
    results = []
    for item in chosen:
        result = item.get("result") or []
        if not isinstance(result, list):
            raise InputError("an annotation's result is not a list; export the project as JSON or JSON-MIN")
        results.append(parse_spans([part.get("value") for part in result if isinstance(part, dict)]))
    return _Entry(data, results, skipped=bool(annotations) and not valid)


def _minimal_entry(versions: Sequence[Mapping[str, Any]]) -> _Entry:
    """A task of JSON-MIN: data, results and other fields in one object, an object for each annotation."""
    results = []
    for version in versions:
        # Projects choose the control's name, so values are recognised by their labels.
        lists = [value for key, value in version.items() if key != "regions" and isinstance(value, list)]
        spans = parse_spans([item for items in lists for item in items])
        if spans or version.get("annotation_id") is not None:
            results.append(spans)
    return _Entry(versions[0], results, skipped=False)


def _board(entry: _Entry | InputError, findings: FindingCollector) -> Board | None:
    if isinstance(entry, InputError):
        raise entry
    if entry.data.get("regions") is None or entry.data.get("board") is None:
        raise InputError(
            "no board in its data; import what `extract --to label-studio` prints, its exports have the board"
        )
    board = collect_board({"id": entry.data["board"], "regions": entry.data["regions"]}, findings)
    if board is None:
        return None
    board = board.without_labels()
    shown = str(entry.data.get("text")).rstrip()
    placed = next((placed for placed in board_texts(board) if placed.text.rstrip() == shown), None)
    if placed is None:
        raise InputError("text differs from the board's lines, so the offsets are wrong; import the board again")
    if entry.skipped:
        findings.repaired("all its annotations are cancelled", "reading leaves the board out")
        return None
    if not entry.annotations:
        return board
    labelled = _labelled(board, placed, entry.annotations[0], findings)
    if not findings.clean:
        return labelled
    # Of the spans alone, each only once: there may be very many annotations of a large board.
    first, *others = dict.fromkeys(tuple(spans) for spans in entry.annotations)
    expected = _sentences(placed, first, FindingCollector(findings.where))
    for other in others:
        if expected != _sentences(placed, other, FindingCollector(findings.where)):
            findings.wrong(
                f"{len(entry.annotations)} annotations that differ",
                "mark one as ground truth (JSON), or keep only one in Label Studio",
            )
            break
    return labelled


def _labelled(
    board: Board, placed: BoardText, spans: Sequence[LabelledSpan], findings: FindingCollector
) -> Board | None:
    """The board with its sentences; None, with findings, where the spans are not a partition."""
    regions: list[Region] = []
    sentences = _sentences(placed, spans, findings)
    if not findings.clean:
        return None
    at = 0
    for region, (first, last) in zip(board.regions, pairwise(placed.first_words), strict=True):
        inside: list[Sentence] = []
        where = findings.inside(f"region {shorten(region.id)}")
        expected, gaps = first, []
        while at < len(sentences) and sentences[at][0] < last:
            start, end, label = sentences[at]
            if end > last:
                text = shorten(region.text(start - first, last - first))
                where.wrong(f"a span goes on from {text} into the next region", "end it at the blank line")
                return None
            gaps += [(expected, start)] if start > expected else []
            inside.append(Sentence(start - first, end - first, label))
            expected, at = end, at + 1
        gaps += [(expected, last)] if expected < last else []
        if gaps:
            count, text = sum(end - start for start, end in gaps), region.text(gaps[0][0] - first, gaps[0][1] - first)
            where.wrong(
                f"{counted(count, 'word')} without a label, the first at {shorten(text)}",
                "every word needs Task or Non-task",
            )
        else:
            regions.append(replace(region, sentences=tuple(inside)))
    return replace(board, regions=tuple(regions)) if findings.clean else None


def _sentences(
    placed: BoardText, spans: Sequence[LabelledSpan], findings: FindingCollector
) -> list[tuple[int, int, Label]]:
    """Spans of words from spans of characters, in order. A word is never cut: it goes to the span with more of it."""
    sentences: list[tuple[int, int, Label]] = []
    before: LabelledSpan | None = None
    for span in _in_code_points(spans, placed.text):
        first, last = bisect_right(placed.ends, span.start), bisect_left(placed.starts, span.end)
        if first >= last:
            findings.repaired(f"a span at character {span.start} has no word", "reading leaves it out")
            continue
        if before and sentences and first < sentences[-1][1]:
            word = shorten(placed.text[placed.starts[first] : placed.ends[first]])
            if (before.start, before.end, before.label) == (span.start, span.end, span.label):
                findings.repaired(f"the span at {word} is there twice", "reading takes it once")
                continue
            if span.start < before.end or first + 1 < sentences[-1][1]:
                findings.wrong(f"two spans overlap at {word}", "delete one of them")
                return []
            ours = min(span.end, placed.ends[first]) - span.start
            theirs = before.end - max(before.start, placed.starts[first])
            findings.repaired(f"the word {word} is cut by two spans", "reading gives it to the one with more of it")
            if ours > theirs:
                start, end, label = sentences.pop()
                sentences += [(start, end - 1, label)] if start < end - 1 else []
            else:
                first += 1
                if first >= last:
                    continue
        sentences.append((first, last, span.label))
        before = span
    return sentences


def _in_code_points(spans: Sequence[LabelledSpan], text: str) -> list[LabelledSpan]:
    """The spans in order, checked against the text. Old versions of Label Studio counted in UTF-16 code units."""
    if all(span.fits(text) for span in spans):
        return sorted(spans, key=lambda span: (span.start, span.end))
    units = [0]
    for character in text:
        units.append(units[-1] + 1 + (character > "\uffff"))
    moved = [span.moved(units) for span in spans]
    if all(span is not None and span.fits(text) for span in moved):
        return sorted((span for span in moved if span is not None), key=lambda span: (span.start, span.end))
    wrong = next(span for span in spans if not span.fits(text))
    if wrong.end > len(text):
        problem = f"a span ends at character {wrong.end} but the text has {len(text)}"
    else:
        there = shorten(text[wrong.start : wrong.end])
        problem = f"a span at character {wrong.start} says {shorten(wrong.text or '')} where the text has {there}"
    raise InputError(f"{problem}; delete that span and label it again")
