"""Three notes as they are on paper, and the files that each program would make of them.

Every format gets the same notes, so what a reader finds can be compared with one table of facts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from inkslate.board import Box

TICKS = {"☐": "open", "☑": "done"}


@dataclass(frozen=True)
class PaperLine:
    """A line on paper, in characters from the left margin, and the facts that it states."""

    text: str
    mark: str = ""
    column: int = 0
    heading: int = 0
    indent: int = 0
    keyword: str = ""

    @property
    def box(self) -> str | None:
        """What its box or keyword says."""
        return TICKS.get(self.mark) or {"TODO": "open", "DONE": "done"}.get(self.keyword)

    @property
    def written(self) -> list[str]:
        """Everything on the line, word by word."""
        return [*([self.mark] if self.mark else []), *([self.keyword] if self.keyword else []), *self.text.split()]


NOTES: dict[str, list[PaperLine]] = {
    # Boxes, ticked and not, in a nested list.
    "week": [
        PaperLine("Week 46", heading=1),
        PaperLine("book the large room", "☐"),
        PaperLine("ask Ruth for the key", "☐", 4, indent=1),
        PaperLine("pay the deposit", "☑", 4, indent=1),
        PaperLine("send the agenda", "☐"),
    ],
    # Keywords, a wrapped item, and a line that is indented without a mark.
    "minutes": [
        PaperLine("Minutes of Monday", heading=1),
        PaperLine("Actions", heading=2),
        PaperLine("call the venue about lunch for twenty people", keyword="TODO"),
        PaperLine("the budget is still open", "•"),
        PaperLine("ask Sam for all of the numbers", "•", 4, indent=1, keyword="TODO"),
        PaperLine("before the end of May", "", 6, indent=1),
        PaperLine("print the badges", keyword="DONE"),
        PaperLine("the small ones only", "", 4, indent=1),
    ],
    # Three levels, numbers with boxes behind them in between.
    "garden": [
        PaperLine("Spring", heading=2),
        PaperLine("the roses along the wall", "1."),
        PaperLine("prune the old ones first", "•", 4, indent=1),
        PaperLine("tie up the climbers", "☐", 8, indent=2),
        PaperLine("feed all of them", "☑", 8, indent=2),
        PaperLine("the seeds are in the shed", "2."),
    ],
}
WIDTH, HEIGHT, LEFT, PITCH = 10, 20, 50, 32

# What a renderer gives: the file, and for each line the sources of all words that are written on it.
Rendered = tuple[bytes, list[list[tuple[str | int, ...]]]]


def places(number: int, line: PaperLine) -> list[Box]:
    """The boxes of the words on a line; no hand or scanner puts them exactly below each other."""
    boxes, at = [], line.column
    for word in line.written:
        boxes.append(Box(LEFT + at * WIDTH + number % 3, 40 + number * PITCH, len(word) * WIDTH, HEIGHT))
        at += len(word) + 1
    return boxes


def around(boxes: Sequence[Box]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom."""
    first, last = boxes[0], boxes[-1]
    return int(first.x), int(first.y), int(last.x + last.width), int(first.y + first.height)


def text(note: list[PaperLine]) -> Rendered:
    """Plain text, headings with #."""
    return _typed(note, {"☐": "[ ]", "☑": "[x]"})


def markdown(note: list[PaperLine]) -> Rendered:
    """Markdown: every list mark is Markdown's own; a line of its own is a paragraph."""
    return _typed(note, {"☐": "- [ ]", "☑": "- [x]", "•": "-"})


def _typed(note: list[PaperLine], marks: dict[str, str]) -> Rendered:
    rows, sources = [], []
    for number, line in enumerate(note, 1):
        front = "#" * line.heading + " " if line.heading else " " * line.column
        words = [marks.get(word, word) for word in line.written]
        rows.append(front + " ".join(words))
        at, found = len(front) + 1, []
        for word in words:
            found.append((f"{number}:{at}",))
            at += len(word) + 1
        sources.append(found)
    return "\n".join(rows).encode(), sources


def hocr(note: list[PaperLine]) -> Rendered:
    """One area, as Tesseract writes it; titles in <h1>, other headings as ocr_header."""
    rows, sources = [], []
    for number, line in enumerate(note):
        boxes = places(number, line)
        names = [f"word_1_{number}_{at}" for at in range(len(boxes))]
        words = "".join(
            f"<span class='ocrx_word' id='{name}' title='bbox {_four(around([box]))}'>{escape(word)}</span> "
            for name, box, word in zip(names, boxes, line.written, strict=True)
        )
        kind = "ocr_header" if line.heading == 2 else "ocr_line"
        row = f"<span class='{kind}' id='line_1_{number}' title=\"bbox {_four(around(boxes))}\">{words}</span>"
        rows.append(f"<h1 class='ocr_title'>{row}</h1>" if line.heading == 1 else f"<p class='ocr_par'>{row}</p>")
        sources.append([(name,) for name in names])
    body = "\n".join(rows)
    page = f"<div class='ocr_page' id='page_1'><div class='ocr_carea' id='block_1_1'>{body}</div></div>"
    return f"<html><body>{page}</body></html>".encode(), sources


def page_xml(note: list[PaperLine]) -> Rendered:
    """Regions of type header and heading, and one for the text between."""
    kinds = {0: "paragraph", 1: "header", 2: "heading"}
    regions, sources, last = [], [], -1
    for number, line in enumerate(note):
        boxes = places(number, line)
        names = [f"r{number}w{at}" for at in range(len(boxes))]
        words = "".join(
            f'<Word id="{name}">{_coords(box)}<TextEquiv><Unicode>{escape(word)}</Unicode></TextEquiv></Word>'
            for name, box, word in zip(names, boxes, line.written, strict=True)
        )
        row = f'<TextLine id="l{number}">{words}</TextLine>'
        if line.heading or line.heading != last:
            regions.append((line.heading, f"r{number}", []))
        regions[-1][2].append(row)
        last = line.heading
        sources.append([(name,) for name in names])
    body = "".join(
        f'<TextRegion id="{key}" type="{kinds[level]}">{"".join(rows)}</TextRegion>' for level, key, rows in regions
    )
    space = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"
    return f'<PcGts xmlns="{space}"><Page>{body}</Page></PcGts>'.encode(), sources


def alto(note: list[PaperLine]) -> Rendered:
    """A block for each heading, known by its tag, and one for the text between; spaces are elements."""
    blocks, sources, last = [], [], -1
    for number, line in enumerate(note):
        boxes = places(number, line)
        names = [f"string_{number}_{at}" for at in range(len(boxes))]
        words = "<SP/>".join(
            f'<String ID="{name}" {_sides(box)} CONTENT="{escape(word)}"/>'
            for name, box, word in zip(names, boxes, line.written, strict=True)
        )
        if line.heading or line.heading != last:
            blocks.append((line.heading, f"block_{number}", []))
        blocks[-1][2].append(f'<TextLine ID="line_{number}">{words}</TextLine>')
        last = line.heading
        sources.append([(name,) for name in names])
    body = "".join(
        f'<TextBlock ID="{key}" TAGREFS="T{level}">{"".join(rows)}</TextBlock>' for level, key, rows in blocks
    )
    tags = '<Tags><LayoutTag ID="T1" LABEL="title"/><LayoutTag ID="T2" LABEL="heading"/></Tags>'
    page = f"<Layout><Page><PrintSpace>{body}</PrintSpace></Page></Layout>"
    return f'<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#">{tags}{page}</alto>'.encode(), sources


def azure(note: list[PaperLine]) -> Rendered:
    """A layout result: roles of paragraphs, check boxes as selection marks."""
    content, words, lines, marks, paragraphs, sources = "", [], [], [], [], []
    for number, line in enumerate(note):
        start, found = len(content), []
        for word, box in zip(line.written, places(number, line), strict=True):
            state = {"☐": "unselected", "☑": "selected"}.get(word)
            shown = f":{state}:" if state else word
            entry = {"polygon": _polygon(box), "span": {"offset": len(content), "length": len(shown)}}
            if state:
                marks.append({"state": state, **entry})
                found.append(())
            else:
                found.append((f"/analyzeResult/pages/0/words/{len(words)}",))
                words.append({"content": word, **entry})
            content += f"{shown} "
        content = content[:-1] + "\n"
        spans = [{"offset": start, "length": len(content) - 1 - start}]
        lines.append({"content": content[start:-1], "spans": spans})
        role = {1: {"role": "title"}, 2: {"role": "sectionHeading"}}.get(line.heading, {})
        paragraphs.append({"content": content[start:-1], "spans": spans, **role})
        sources.append(found)
    page = {"pageNumber": 1, "words": words, "lines": lines, "selectionMarks": marks}
    result = {"modelId": "prebuilt-layout", "stringIndexType": "textElements", "content": content}
    return _json({"analyzeResult": {**result, "pages": [page], "paragraphs": paragraphs}}), sources


def textract(note: list[PaperLine]) -> Rendered:
    """AnalyzeDocument with layout and forms: check boxes as selection elements."""
    blocks: list[dict[str, Any]] = []
    layouts: list[dict[str, Any]] = []
    sources = []
    for number, line in enumerate(note):
        found, names = [], []
        for at, (word, box) in enumerate(zip(line.written, places(number, line), strict=True)):
            key = f"w{number}-{at}"
            if word in TICKS:
                status = "SELECTED" if word == "☑" else "NOT_SELECTED"
                blocks.append(_block(key, "SELECTION_ELEMENT", box, SelectionStatus=status))
            else:
                blocks.append(_block(key, "WORD", box, Text=word))
                names.append(key)
            found.append((key,))
        sources.append(found)
        whole = Box(*around(places(number, line))[:2], 100, HEIGHT)
        blocks.append(_block(f"l{number}", "LINE", whole, Text=line.text, below=names))
        kind = {1: "LAYOUT_TITLE", 2: "LAYOUT_SECTION_HEADER"}.get(line.heading, "LAYOUT_TEXT")
        if line.heading or not layouts or layouts[-1]["BlockType"] != kind:
            layouts.append(_block(f"layout{number}", kind, whole, below=[]))
        layouts[-1]["Relationships"][0]["Ids"].append(f"l{number}")
    return _json({"Blocks": [*blocks, *layouts]}), sources


def google_vision(note: list[PaperLine]) -> Rendered:
    """One block with a paragraph a line, and breaks behind the last symbol of each word."""
    paragraphs, sources = [], []
    for number, line in enumerate(note):
        words, last = [], len(line.written) - 1
        for at, (word, box) in enumerate(zip(line.written, places(number, line), strict=True)):
            symbols: list[dict[str, Any]] = [{"text": letter} for letter in word]
            symbols[-1]["property"] = {"detectedBreak": {"type": "LINE_BREAK" if at == last else "SPACE"}}
            words.append({"boundingBox": {"vertices": _vertices(box)}, "symbols": symbols})
        paragraphs.append({"words": words})
        path = f"/responses/0/fullTextAnnotation/pages/0/blocks/0/paragraphs/{number}/words"
        sources.append([(f"{path}/{at}",) for at in range(len(words))])
    text_ = "\n".join(" ".join(line.written) for line in note)
    pages = [{"blocks": [{"blockType": "TEXT", "paragraphs": paragraphs}]}]
    return _json({"responses": [{"fullTextAnnotation": {"pages": pages, "text": text_}}]}), sources


def ink_recognizer(note: list[PaperLine]) -> Rendered:
    """A writing region of lines; marks are bullets of list items."""
    units: list[dict[str, Any]] = [{"id": 0, "category": "root", "childIds": [1]}]
    region: dict[str, Any] = {"id": 1, "category": "writingRegion", "parentId": 0, "childIds": []}
    units.append(region)
    sources = []
    for number, line in enumerate(note, 1):
        key, found = 100 * number, []
        rows = {"id": key, "category": "line", "childIds": [], "recognizedText": " ".join(line.written)}
        for at, (word, box) in enumerate(zip(line.written, places(number, line), strict=True), 1):
            kind = "inkBullet" if at == 1 and line.mark else "inkWord"
            sides = {"topX": box.x, "topY": box.y, "width": box.width, "height": box.height}
            units.append(
                {"id": key + at, "category": kind, "parentId": key, "recognizedText": word, "strokeIds": [key + at]}
                | {"boundingRectangle": sides}
            )
            rows["childIds"].append(key + at)
            found.append((key + at,))
        sources.append(found)
        region["childIds"].append(key + 99 if line.mark else key)
        if line.mark:
            units.append({"id": key + 99, "category": "listItem", "parentId": 1, "childIds": [key]})
        units.append({**rows, "parentId": key + 99 if line.mark else 1})
    return _json({"recognitionUnits": units}), sources


def jiix(note: list[PaperLine]) -> Rendered:
    """A text block of words with strokes, and its structure."""
    words: list[dict[str, Any]] = []
    structure, sources = [], []
    for number, line in enumerate(note):
        words += [{"label": "\n"}] if number else []
        found = []
        for at, (word, box) in enumerate(zip(line.written, places(number, line), strict=True)):
            words += [{"label": " "}] if at else []
            sides = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
            words.append({"label": word, "bounding-box": sides, "items": [{"type": "stroke", "id": f"s{number}-{at}"}]})
            found.append((f"s{number}-{at}",))
        kind = {"type": "list-item", "bullet": {"label": line.mark}} if line.mark else {"type": "text-item"}
        structure.append({**kind, "first-line": number, "last-line": number})
        sources.append(found)
    label = "".join(word["label"] for word in words)
    block = {"type": "Text", "version": "3", "id": "MainBlock", "label": label, "words": words}
    return _json({**block, "structure": structure}), sources


def inkml(note: list[PaperLine]) -> Rendered:
    """A text block of lines of words, as IAMonDo has them."""
    traces, lines, sources = [], [], []
    for number, line in enumerate(note):
        words, found = [], []
        for at, (word, box) in enumerate(zip(line.written, places(number, line), strict=True)):
            key = f"t{number}-{at}"
            left, top, right, bottom = around([box])
            traces.append(f'<trace xml:id="{key}">{left} {top}, {right} {bottom}</trace>')
            words.append(_view("Word", f'<traceView traceDataRef="#{key}"/>', word))
            found.append((key,))
        lines.append(_view("Textline", "".join(words), " ".join(line.written)))
        sources.append(found)
    return f"<ink>{''.join(traces)}{_view('Textblock', ''.join(lines))}</ink>".encode(), sources


# The file's name, how it is made, and which levels of headings the format can express.
RENDERERS: dict[str, tuple[str, Callable[[list[PaperLine]], Rendered], bool]] = {
    "text": ("note.txt", text, True),
    "markdown": ("note.md", markdown, True),
    "hocr": ("note.hocr", hocr, True),
    "page-xml": ("note.xml", page_xml, True),
    "alto": ("note.xml", alto, True),
    "azure": ("note.json", azure, True),
    "textract": ("note.json", textract, True),
    "google-vision": ("note.json", google_vision, False),
    "ink-recognizer": ("note.json", ink_recognizer, False),
    "jiix": ("note.jiix", jiix, False),
    "inkml": ("note.inkml", inkml, False),
}


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _four(numbers: tuple[int, int, int, int]) -> str:
    return " ".join(map(str, numbers))


def _polygon(box: Box) -> list[int]:
    left, top, right, bottom = around([box])
    return [left, top, right, top, right, bottom, left, bottom]


def _vertices(box: Box) -> list[dict[str, int]]:
    flat = _polygon(box)
    return [{"x": x, "y": y} for x, y in zip(flat[::2], flat[1::2], strict=True)]


def _coords(box: Box) -> str:
    return '<Coords points="{}"/>'.format(" ".join(f"{one['x']},{one['y']}" for one in _vertices(box)))


def _sides(box: Box) -> str:
    return f'HPOS="{box.x}" VPOS="{box.y}" WIDTH="{box.width}" HEIGHT="{box.height}"'


def _block(key: str, kind: str, box: Box, *, below: list[str] | None = None, **fields: Any) -> dict[str, Any]:
    sides = {"Left": box.x / 1000, "Top": box.y / 1000, "Width": box.width / 1000, "Height": box.height / 1000}
    relations = {} if below is None else {"Relationships": [{"Type": "CHILD", "Ids": below}]}
    return {"Id": key, "BlockType": kind, "Geometry": {"BoundingBox": sides}, "Page": 1, **fields, **relations}


def _view(kind: str, inside: str, transcription: str = "") -> str:
    told = f'<annotation type="transcription">{escape(transcription)}</annotation>' if transcription else ""
    return f'<traceView><annotation type="type">{kind}</annotation>{told}{inside}</traceView>'
