"""Every reader of files takes a time in proportion to the file, however it is nested or repeated."""

# ruff: noqa: E501 - the tables are easier to read with a case a line
from __future__ import annotations

import json
from dataclasses import replace

import pytest

from inkslate.readers import READERS
from inkslate.readers.document import Document
from inkslate.readers.strokes import strokes_of
from tests.growth.measuring import Repeat, Step, measure

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]

SMALL_FILE = 8_000  # characters, much of which is markup

_PAGE = "<PcGts><Page><TextRegion id='r'>"
_PAGE_END = "</TextRegion></Page></PcGts>"
_LINE = "<TextLine><TextEquiv><Unicode>call Sam</Unicode></TextEquiv></TextLine>"
_ALTO = "<alto><Layout><Page><PrintSpace><TextBlock>"
_ALTO_END = "</TextBlock></PrintSpace></Page></Layout></alto>"
_ENEX = "<en-export><note><content><![CDATA[<en-note>"
_ENEX_END = "</en-note>]]></content></note></en-export>"
_INK = "<ink xmlns='http://www.w3.org/2003/InkML'>"
_WORD = "<annotation type='type'>Word</annotation><annotation type='transcription'>a</annotation>"
XML = {
    "page-xml": [
        Repeat("readingOrder {", f"{_PAGE}<TextLine custom='", f"'/>{_PAGE_END}"),
        Repeat("structure {type ", f"{_PAGE}<TextLine custom='", f"'/>{_PAGE_END}"),
        Repeat("readingOrder {index index  ", f"{_PAGE}<TextLine custom='", f"'/>{_PAGE_END}"),
        Repeat("1,2 ", f"{_PAGE}<TextLine><Coords points='", f"'/></TextLine>{_PAGE_END}"),
        Repeat("a ", f"{_PAGE}<TextLine><TextEquiv><Unicode>", f"</Unicode></TextEquiv></TextLine>{_PAGE_END}"),
        Repeat("a¬\n", f"{_PAGE}<TextEquiv><Unicode>", f"</Unicode></TextEquiv>{_PAGE_END}"),
        Repeat(_LINE, _PAGE, _PAGE_END),
        Repeat(f"<TextRegion id='r{{n}}'>{_LINE}</TextRegion>", "<PcGts><Page>", "</Page></PcGts>"),
        Repeat(f"<TextRegion>{_LINE}", "<PcGts><Page>", "</Page></PcGts>", close="</TextRegion>"),
        Repeat(_LINE, "<PcGts><Page>" + "<TextRegion>" * 150, "</TextRegion>" * 150 + "</Page></PcGts>"),
        Repeat(
            "<RegionRefIndexed regionRef='r'/>", "<PcGts><Page><ReadingOrder>", f"</ReadingOrder>{_LINE}</Page></PcGts>"
        ),
    ],
    "alto": [
        Repeat("<TextLine><String CONTENT='call Sam'/></TextLine>", _ALTO, _ALTO_END),
        Repeat("<TextLine><String CONTENT='a' SUBS_TYPE='HypPart1' SUBS_CONTENT='ab'/></TextLine>", _ALTO, _ALTO_END),
        Repeat("a ", f"{_ALTO}<TextLine TAGREFS='", f"'/>{_ALTO_END}"),
        Repeat("a ", f"{_ALTO}<TextLine><String CONTENT='", f"'/></TextLine>{_ALTO_END}"),
        Repeat("<TextBlock>", _ALTO, _ALTO_END, close="</TextBlock>"),
        Repeat("- : ", f"{_ALTO}<TextLine TYPE='", f"'/>{_ALTO_END}"),
    ],
    "enex": [
        Repeat(
            "<note><title>a</title><content>&lt;div&gt;call Sam&lt;/div&gt;</content></note>",
            "<en-export>",
            "</en-export>",
        ),
        Repeat("<note><task><title>a</title></task></note>", "<en-export>", "</en-export>"),
        *(
            Repeat(part, _ENEX, _ENEX_END)
            for part in (
                "<div>call Sam</div>",
                "<br/>",
                "<ul><li>a",
                "<li>",
                "<en-todo/>",
                "<b>",
                "</b>",
                "<p>",
                "<",
                "<!--",
                "&amp;",
                "a ",
            )
        ),
        Repeat("<ul>", _ENEX, _ENEX_END, middle="a", close="</ul>"),
        Repeat("<div>", _ENEX, _ENEX_END, middle="a<br/>", close="</div>"),
        Repeat("padding-left --en-todo  ", f"{_ENEX}<div style='", f"'>a</div>{_ENEX_END}"),
        Repeat("<table><tr><td>a", _ENEX, _ENEX_END),
    ],
    "inkml": [
        Repeat(f"<traceGroup><trace>1 2,3 4</trace>{_WORD}</traceGroup>", _INK, "</ink>"),
        Repeat("1 2,", f"{_INK}<trace>", "</trace></ink>"),
        Repeat("1 ", f"{_INK}<trace>", "</trace></ink>"),
        Repeat("'1\"2 ", f"{_INK}<trace>", "</trace></ink>"),
        Repeat(
            "<trace>1 2</trace>",
            f"{_INK}<traceGroup id='g'>",
            "</traceGroup></ink>",
            close=f"<traceView traceDataRef='#g'>{_WORD}</traceView>",
        ),
        Repeat("<traceGroup>", _INK, "</ink>", close="</traceGroup>"),
        Repeat(
            "a ",
            f"{_INK}<traceGroup><annotation type='transcription'>",
            "</annotation><trace>1 2</trace></traceGroup></ink>",
        ),
        Repeat("<annotation type='a{n}'>b</annotation>", f"{_INK}<traceGroup>", "</traceGroup></ink>"),
    ],
}
_HOCR = "<html><body><div class='ocr_page'>"
HTML = [
    Repeat(part, head, tail)
    for head, tail in (
        ("", ""),
        (_HOCR, "</div></body></html>"),
        (f"{_HOCR}<span class='ocr_line' title='", "'>a</span></div>"),
    )
    for part in (
        *(
            "<",
            "<a",
            "<a ",
            "<a b",
            "<a b=",
            "<a b='",
            "<!",
            "<!--",
            "<!-- a",
            "<!--a--",
            "<!a",
            "<![CDATA[",
            "<?",
            "</",
            "</a",
            "</p>",
        ),
        *(
            "<p>",
            "<i>",
            "<b></i>",
            "&",
            "&#",
            "&a",
            "&amp;",
            "a ",
            "a",
            '"',
            "' ",
            ";bbox 1",
            "bbox 1 2 3 4;",
            "<script>",
            "<a/",
        ),
        "<span class='ocr_line'><span class='ocrx_word' id='w{n}'>call</span></span>",
        "<div class='ocr_page'>",
        "<div class='ocr_carea'><p class='ocr_par'>a</p></div>",
    )
]


def _azure(**result: str) -> str:
    return '{"analyzeResult": {' + ", ".join(f'"{key}": {value}' for key, value in result.items()) + "}}"


def _split(text: str) -> tuple[str, str]:
    head, tail = text.split("HERE")
    return head, tail


_BOX = '"polygon": [1, {n}, 2, {n}, 2, 3, 1, 3]'
_SPAN = '"span": {"offset": 0, "length": 1}'
_WORDS = '"words": [{"content": "a"}HERE]'
_DEEP = [
    Repeat(part, head, close=close) for head, part, close in (("", "[", "]"), ("", '{"a":', ""), ('{"a": ', "[", "]"))
]
JSON = {
    "azure": [
        Repeat(', {"content": "call Sam", ' + _BOX + "}", *_split(_azure(pages='[{"words": [{"content": "a"}HERE]}]'))),
        Repeat(
            f', {{"content": "a", {_SPAN}}}',
            *_split(_azure(content='"a b c"', pages='[{"words": [{"content": "a"}HERE]}]')),
        ),
        Repeat(
            "a ",
            *_split(_azure(content='"HERE"')),
            middle='", "pages": [{"words": [{}',
            close=', {"span": {"offset": 0, "length": 20000}}',
        ),
        Repeat(
            ', {"content": "a", "polygon": [{n}, 1, 2, 1, 2, 3, 1, 3]}',
            *_split(_azure(pages='[{"lines": [], "words": [{"content": "a"}HERE]}]')),
            middle='], "selectionMarks": [{}',
            close=', {"state": "selected", "polygon": [1, 1, 2, 1, 2, 3, 1, 3]}',
        ),
        Repeat(
            "🇩🇪",
            *_split(
                _azure(
                    stringIndexType='"textElements"',
                    content='"HERE"',
                    pages='[{"words": [{"span": {"offset": 0, "length": 1}}]}]',
                )
            ),
        ),
        Repeat(', {"content": "call Sam"}', *_split(_azure(paragraphs='[{"content": "a"}HERE]'))),
        Repeat("a ", *_split(_azure(content='"HERE"'))),
        Repeat("a\\n", *_split(_azure(content='"HERE"'))),
    ],
    "textract": [
        Repeat(
            ', {"BlockType": "LINE", "Id": "l{n}", "Text": "call Sam", "Geometry": {"BoundingBox": {"Left": 1, "Top": {n}, "Width": 1, "Height": 1}}}',
            '{"Blocks": [{"BlockType": "PAGE"}',
            "]}",
        ),
        Repeat(
            ', {"BlockType": "WORD", "Id": "l{n}", "Text": "a", "Geometry": {"BoundingBox": {"Left": {n}, "Top": 1, "Width": 1, "Height": 1}}}',
            '{"Blocks": [{"BlockType": "PAGE"}',
            "]}",
            middle="",
            close=', {"BlockType": "SELECTION_ELEMENT", "Id": "s{n}", "Geometry": {"BoundingBox": {"Left": 1, "Top": 1, "Width": 1, "Height": 1}}}',
        ),
        Repeat(
            ', {"BlockType": "LAYOUT_LIST", "Id": "l{n}", "Relationships": [{"Type": "CHILD", "Ids": ["l1", "l2"]}]}',
            '{"Blocks": [{"BlockType": "PAGE"}',
            "]}",
        ),
        Repeat(
            ', "a"',
            '{"Blocks": [{"BlockType": "LINE", "Id": "a", "Text": "a", "Relationships": [{"Type": "CHILD", "Ids": ["b"',
            "]}]}]}",
        ),
    ],
    "google-vision": [
        Repeat(
            ', {"symbols": [{"text": "a", "property": {"detectedBreak": {"type": "SPACE"}}}]}',
            '{"responses": [{"fullTextAnnotation": {"pages": [{"blocks": [{"paragraphs": [{"words": [{}',
            "]}]}]}]}}]}",
        ),
        Repeat(', {"description": "a"}', '{"responses": [{"textAnnotations": [{"description": "b b b"}', "]}]}"),
        Repeat("a ", '{"responses": [{"fullTextAnnotation": {"text": "', '"}}]}'),
        Repeat(', {"textAnnotations": []}', '{"responses": [{}', "]}"),
    ],
    "ink-recognizer": [
        Repeat(
            ', {"category": "line", "id": {n}, "recognizedText": "call Sam"}',
            '{"recognitionUnits": [{"category": "root", "id": -1}',
            "]}",
        ),
        Repeat(
            ', {"category": "inkWord", "id": {n}, "parentId": "l", "recognizedText": "a"}',
            '{"recognitionUnits": [{"category": "line", "id": "l", "recognizedText": "a a a"}',
            "]}",
        ),
        Repeat(
            ', {"category": "inkBullet", "id": {n}, "parentId": "l", "recognizedText": "x"}',
            '{"recognitionUnits": [{"category": "line", "id": "l", "recognizedText": "' + "a " * 20_000 + '"}',
            "]}",
        ),
        Repeat(
            ', {"category": "paragraph", "id": {n}1, "parentId": {n}}',
            '{"recognitionUnits": [{"category": "root", "id": -1}',
            "]}",
        ),
        Repeat(
            ', {"category": "inkWord", "id": {n}, "recognizedText": "a", "boundingRectangle": {"topX": {n}, "topY": {n}, "width": 1, "height": 1}}',
            '{"recognitionUnits": [{"category": "root", "id": -1}',
            "]}",
        ),
    ],
    "jiix": [
        Repeat(', {"label": "call"}', '{"type": "Text", "label": "", "words": [{"label": "a"}', "]}"),
        Repeat("a ", '{"type": "Text", "version": "3", "label": "', '"}'),
        Repeat("a\\n", '{"type": "Text", "version": "3", "label": "', '"}'),
        Repeat('{"type": "Text", "elements": [', '{"type": "Text", "elements": [', "]}", close="]}"),
        Repeat(
            ', {"id": {n}}',
            '{"type": "Text", "words": [{"label": "' + "a " * 3_000 + '", "items": [{"id": "a"}',
            "]}]}",
        ),
    ],
    "board": [
        Repeat(', {"text": "call Sam"}', '{"id": "b", "regions": [{"id": "r", "lines": [{"text": "a"}', "]}]}"),
        Repeat(', {"id": "r{n}", "lines": [{"text": "a"}]}', '{"id": "b", "regions": [{"id": "r", "lines": []}', "]}"),
        Repeat(', {"lines": []}', '{"id": "b", "regions": [{"lines": []}', "]}"),
        Repeat(', {"id": "r{n}", "a": 1, "lines": []}', '{"id": "b", "regions": [{"id": "r", "lines": []}', "]}"),
        Repeat(', {"a": 1, "text": ""}', '{"id": "b", "regions": [{"id": "r", "lines": [{"text": "a"}', "]}]}"),
        Repeat('{"id": "b{n}", "regions": []}\n'),
        Repeat('{"id": "b", "regions": []}\n'),
        Repeat(', "a{n}": 1', '{"id": "b", "regions": []', "}"),
        Repeat("a ", '{"id": "b", "regions": [{"id": "r", "lines": [{"text": "', '"}]}]}'),
        Repeat(
            ', {"start": 0, "end": 1, "label": 1}',
            '{"id": "b", "regions": [{"id": "r", "lines": [{"text": "a"}], "sentences": [{}',
            "]}]}",
        ),
        *(Repeat(part) for part in ("[", "{", '{"a":', "1", '"', "\n")),
    ],
    "google-keep": [
        Repeat('{"text": "call Sam", "isChecked": true}, ', '{"listContent": [', '{"text": "a"}]}'),
        *(
            Repeat(part, '{"textContent": "', '"}')
            for part in ("a", "a ", " ", "\\n", "- a\\n", "  \\n a\\n", "TODO ", "- ")
        ),
        Repeat("{w} ", '{"title": "', '"}'),
    ],
    "label-studio": [
        Repeat(
            ', {"result": []}',
            '[{"data": {"text": "'
            + "a " * 999
            + 'a\\n", "board": "b", "regions": [{"id": "r", "lines": [{"text": "'
            + "a " * 1_000
            + '"}]}]}, "annotations": [{"result": []}',
            "]}]",
        ),
        Repeat(
            ', {"result": [{"value": {"start": 0, "end": 1999, "labels": ["Task"]}}]}',
            '[{"data": {"text": "'
            + "a " * 999
            + 'a\\n", "board": "b", "regions": [{"id": "r", "lines": [{"text": "'
            + "a " * 1_000
            + '"}]}]}, "annotations": [{"result": [{"value": {"start": 0, "end": 1999, "labels": ["Task"]}}]}',
            "]}]",
        ),
        Repeat(
            ', {"value": {"start": {n}, "end": 10000, "labels": ["Task"]}}',
            '[{"data": {"text": "a\\n", "board": "b", "regions": [{"id": "r", "lines": [{"text": "a"}]}]}, "annotations": [{"result": [{}',
            "]}]}]",
        ),
    ],
}
_CUE = "00:01.000 --> 00:02.000\n"
CAPTIONS = [
    Repeat(part, head)
    for head in (f"WEBVTT\n\n{_CUE}", f"WEBVTT\n\n{_CUE}<v ", f"WEBVTT\n\n{_CUE}Sam: a\n\n")
    for part in (
        *(
            "a",
            "a ",
            "<",
            "<v",
            "<v ",
            "<v a>",
            "<v.",
            "</v>",
            "<1",
            "<1:",
            "<a ",
            "&",
            "&a;",
            "{",
            "{\\",
            ">> a ",
            "- a\n",
        ),
        *(
            "Sam: ",
            "Sam (",
            "[Sam",
            "-->",
            "\n",
            "a\n",
            "\n\n1\n",
            f"\n\n{_CUE}a",
            f"\n\nb{{n}}\n{_CUE}<v S{{n}}>a",
            "\n\nNOTE a",
        ),
        *(f"\n\n{_CUE}S{{w}}: a", f"\n{_CUE}call<00:01.500>\na"),
    )
]
_MAIL = "From: Sam <a@b.c>\nSubject: a\n"
_PLAIN, _MARKUP = f"{_MAIL}\n", f"{_MAIL}Content-Type: text/html\n\n"
MAILS = [
    *(Repeat(part, _MAIL) for part in ("a", "a: b\n", "To: ", " a\n", "To: a,\n b\n", "\n", "=?utf-8?q?")),
    *(Repeat(part, f"{_MAIL}Content-Type: text/plain") for part in ("; a=b", ";", '"', "; a*{n}*=b", " ")),
    *(
        Repeat(part, _PLAIN)
        for part in (
            *(
                "a",
                "a ",
                ">",
                "> a\n",
                "\n",
                "On 1 ",
                "On 1\n",
                "On 1 wrote:\n",
                "On 1 " + "schrieb " * 49 + "\n",
                "From: a\n",
                "From: a\nSent: b\n",
                "Thanks,\n",
            ),
            *(
                "This message ",
                "this e-mail is a\n",
                "Thanks,\nSam\n",
                "_",
                "-- \na",
                "- a\n",
                "De: \n",
                "sent from my ",
                "\t",
            ),
        )
    ),
    *(
        Repeat(part, _MARKUP)
        for part in ("<", "<p>", "<p", "<a b='", "<!--", "&", "&amp;", "a ", "<li>a", "<b>a</b>", "<br>", "</p>")
    ),
    *(
        Repeat(part, _MARKUP)
        for part in ("<blockquote type=cite>", "<style>", "<td>a</td>", "<div>", "<p class='a {n}'>a</p>")
    ),
    Repeat("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n", _MAIL),
    Repeat("--b\nContent-Type: text/plain\n\na\n", f"{_MAIL}Content-Type: multipart/mixed; boundary=b\n\n"),
    Repeat("--b\n", f"{_MAIL}Content-Type: multipart/mixed; boundary=b\n\n"),
    Repeat("QUJD\n", f"{_MAIL}Content-Transfer-Encoding: base64\n\n"),
    Repeat("=41=\n", f"{_MAIL}Content-Transfer-Encoding: quoted-printable\n\n"),
]
MAILBOXES = [
    Repeat(part) for part in (f"From a\n{_PLAIN}call\n\n", "From a\n", "From ", "\n", "From a\n\n", ">From a\n")
]
_CSV = "annotate,wr_lines,line_list_item_mask,wh_id,wr_id\n"
CSV = [
    Repeat(part, _CSV) for part in ("a", '"', '"a\n', ",", "<s>a,['a'],[0],b,{n}\n", "'", "<", "\n", "[", "<a1>")
] + [Repeat(part, f'{_CSV}"<s>a","[', ']","[0]",b,r\n') for part in ("'a', ", "'", "\\", "'a", "\\'", " ", "a")]
CASES = [
    *((name, repeat) for name, repeats in (XML | JSON).items() for repeat in repeats),
    *((name, repeat) for name in JSON for repeat in _DEEP),
    *(
        (name, Repeat(f"<{tag}>", f"<{root}>", f"</{root}>", close=f"</{tag}>"))
        for name, root, tag in (("page-xml", "PcGts", "Page"), ("alto", "alto", "Page"))
    ),
    *(
        (name, Repeat(part, f"<{root}"))
        for name, root in (("page-xml", "PcGts"), ("alto", "alto"), ("enex", "en-export"), ("inkml", "ink"))
        for part in (" ", "a", " a='b'", "<!--", "&", " xmlns:a{n}='b'")
    ),
    *(("hocr", repeat) for repeat in HTML),
    *(("eml", repeat) for repeat in MAILS),
    *(("mbox", repeat) for repeat in MAILBOXES),
    *(("webvtt", repeat) for repeat in CAPTIONS),
    *(("srt", replace(repeat, head=repeat.head.removeprefix("WEBVTT\n\n"))) for repeat in CAPTIONS[::5]),
    *(("apple-notes", repeat) for repeat in HTML),
    *(
        ("apple-notes", Repeat(part, "<div>"))
        for part in ("<ul><li>a", "<li>a", "<s>a", "<div>a<br>", "<h1>a", "</div>", "<td>a")
    ),
    *(("slate-csv", repeat) for repeat in CSV),
]


def _bytes(name: str, text: str) -> Document:
    return Document(f"notes-{name}", text.encode())


@pytest.mark.parametrize(("name", "repeat"), CASES, ids=lambda value: str(value))
def test_reading(name: str, repeat: Repeat) -> None:
    reading = Step(lambda document: list(READERS[name](document)), lambda text: _bytes(name, text))
    assert measure(reading, repeat, small=SMALL_FILE).problem is None


@pytest.mark.parametrize(("name", "repeat"), CASES[::3], ids=lambda value: str(value))
def test_recognising(name: str, repeat: Repeat) -> None:
    readers = [reader for reader in READERS.values() if reader.by_content]
    step = Step(lambda document: [reader.recognises(document) for reader in readers], lambda text: _bytes(name, text))
    assert measure(step, repeat, small=SMALL_FILE).problem is None


@pytest.mark.parametrize(
    ("name", "repeat"),
    [("inkml", one) for one in XML["inkml"]] + [("jiix", one) for one in JSON["jiix"]],
    ids=lambda value: str(value),
)
def test_strokes(name: str, repeat: Repeat) -> None:
    assert (
        measure(Step(lambda document: strokes_of(document, name), lambda text: _bytes(name, text)), repeat).problem
        is None
    )


def test_the_cases_are_what_they_should_be() -> None:
    """That most of them can be read: a table of refusals would measure nothing."""
    for name, repeats in JSON.items():
        for repeat in repeats[:2]:
            assert all(json.loads(line) for line in repeat.text(1_000).splitlines()), (name, repeat)
