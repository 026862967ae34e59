"""Files of ink devices, made by the libraries that read and write them: rmscene and supernotelib.

`python -m tests.support.ink_files` writes them to tests/files; the same bytes every time. Neither library is needed to
run the tests: rmscene asks for an old version of packaging, supernotelib brings fourteen packages along.
"""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import UUID

from tests.support.paths import ROOT

FILES = ROOT / "tests" / "files"
AUTHOR = UUID("495ba59f-c943-2b5c-b455-3682f6948906")
DOCUMENT = "5f1ae5b1-63ae-4a9c-8f3f-2c33b2a5d301"
PLAIN, HEADING, BOLD, BULLET, BULLET_2, BOX, BOX_TICKED = range(1, 8)
Item = tuple[tuple[int, int], tuple[int, int], tuple[int, int], int, "str | int"]


def page(items: Sequence[Item], styles: dict[tuple[int, int], int], *, ink: bool = False) -> bytes:
    """A page with typed text; an item is its id, those of its neighbours, how many were deleted, and the text."""
    import rmscene
    from rmscene import scene_items
    from rmscene.crdt_sequence import CrdtSequence, CrdtSequenceItem
    from rmscene.tagged_block_common import CrdtId, LwwValue

    blocks = list(rmscene.simple_text_document("", AUTHOR))
    runs = [
        CrdtSequenceItem(CrdtId(*own), CrdtId(*left), CrdtId(*right), deleted, value)
        for own, left, right, deleted, value in items
    ]
    text = scene_items.Text(
        CrdtSequence(runs),
        {CrdtId(*at): LwwValue(CrdtId(1, 15), scene_items.ParagraphStyle(style)) for at, style in styles.items()},
        -468.0,
        234.0,
        936.0,
    )
    kept = [block for block in blocks if not isinstance(block, rmscene.RootTextBlock)]
    if items:
        kept.insert(4, rmscene.RootTextBlock(CrdtId(0, 0), text))
    if ink:
        points = [scene_items.Point(x, 100 + x % 7, 10, 0, 20, 90) for x in range(0, 80, 4)]
        stroke = scene_items.Line(scene_items.PenColor.BLACK, scene_items.Pen.FINELINER_2, points, 2.0, 0.0)
        item = CrdtSequenceItem(CrdtId(1, 90), CrdtId(0, 0), CrdtId(0, 0), 0, stroke)
        kept.append(rmscene.SceneLineItemBlock(parent_id=CrdtId(0, 11), item=item))
    file = io.BytesIO()
    rmscene.write_blocks(file, kept)
    return file.getvalue()


def typed(*paragraphs: tuple[int, str], ink: bool = False) -> bytes:
    """A page that was typed from top to bottom: the style and the text of each paragraph."""
    text = "\n".join(text for _, text in paragraphs)
    styles = {(0, 0): paragraphs[0][0]} if paragraphs else {}
    at = 16
    for (_, before), (style, _) in pairwise(paragraphs):
        at += len(before)
        styles[1, at] = style
        at += 1
    return page([((1, 16), (0, 0), (0, 0), 0, text)] if text else [], styles, ink=ink)


def edited() -> bytes:
    """A page with words typed into others, by two devices, with a deleted word and a bold one."""
    items: list[Item] = [
        ((1, 16), (0, 0), (0, 0), 0, "Minutes\ncall landlord\norder"),  # the line breaks are 23 and 37
        ((1, 60), (1, 28), (1, 29), 0, "the "),
        ((2, 20), (1, 36), (1, 37), 0, " about the boiler"),
        ((1, 70), (1, 42), (0, 0), 6, ""),
        ((1, 80), (1, 75), (0, 0), 0, " "),
        ((1, 81), (1, 80), (0, 0), 0, 1),
        ((1, 82), (1, 81), (0, 0), 0, "seeds"),
        ((1, 87), (1, 86), (0, 0), 0, 2),
    ]
    return page(items, {(0, 0): HEADING, (1, 23): BULLET, (1, 37): BULLET})


def archive(pages: Sequence[bytes | None], content: dict[str, Any]) -> bytes:
    """A document: a ZIP file; the page at each place has an id that ends with it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        members = {f"{DOCUMENT}.metadata": json.dumps({"type": "DocumentType", "visibleName": "Week"}).encode()}
        members[f"{DOCUMENT}.content"] = json.dumps({"fileType": "notebook"} | content).encode()
        members |= {f"{DOCUMENT}/p{at}.rm": data for at, data in enumerate(pages, 1) if data is not None}
        for name, data in members.items():
            package.writestr(zipfile.ZipInfo(name, (2026, 11, 16, 9, 30, 0)), data)
    return file.getvalue()


def week() -> bytes:
    """Four pages in another order than that of the file, one of ink alone and one deleted."""
    pages = [
        typed((PLAIN, "The hall was cold."), (PLAIN, "send Ana the rota by Friday"), ink=True),
        typed(ink=True),
        typed((HEADING, "Monday"), (BOX, "book the van for Saturday"), (BOX_TICKED, "pay the rent")),
        typed((PLAIN, "thrown away")),
    ]
    places = [("p1", "bc", 0), ("p2", "bd", 0), ("p3", "bb", 0), ("p4", "ba", 1)]
    listed = [
        {"id": name, "idx": {"timestamp": "1:2", "value": place}, "deleted": {"timestamp": "1:1", "value": gone}}
        for name, place, gone in places
    ]
    return archive(pages, {"cPages": {"pages": listed}})


def recognised(*blocks: str, elements: str = "Raw Content") -> bytes:
    """What the recogniser of a Supernote gives for blocks of text: words with boxes, in millimetres."""
    found: list[dict[str, Any]] = [{"type": "Raw Content"}]
    y = 10.0
    for block in blocks:
        words: list[dict[str, Any]] = []
        for number, line in enumerate(block.split("\n")):
            words += [{"label": "\n"}] if number else []
            x = 12.0
            for at, word in enumerate(line.split()):
                words += [{"label": " "}] if at else []
                box = {"x": x, "y": y, "width": 2.5 * len(word), "height": 6.0}
                words.append({"label": word, "bounding-box": box})
                x += 2.5 * len(word) + 3
            y += 9.0
        found.append({"type": "Text", "label": block, "words": words})
        y += 12.0
    return base64.b64encode(json.dumps({"type": elements, "elements": found}).encode())


def notebook(*pages: tuple[bytes | None, bool]) -> bytes:
    """A notebook: for each page the recognised text, and whether there is ink."""
    from supernotelib.manipulator import NotebookBuilder
    from supernotelib.parser import SupernoteXParser

    builder = NotebookBuilder()
    builder.append("__type__", b"note", skip_block_size=True)
    builder.append("__signature__", SupernoteXParser.SN_SIGNATURES[-2].encode(), skip_block_size=True)
    builder.append(
        "__header__", b"<FILE_TYPE:NOTE><APPLY_EQUIPMENT:N6><FILE_RECOGN_TYPE:1><FILE_RECOGN_LANGUAGE:en_US>"
    )
    for number, (text, ink) in enumerate(pages, 1):
        name = f"PAGE{number}"
        builder.append(f"{name}/bitmap", b"\x62\xff" * 20)
        bitmap = builder.get_block_address(f"{name}/bitmap")
        layer = f"<LAYERTYPE:NOTE><LAYERPROTOCOL:RATTA_RLE><LAYERNAME:MAINLAYER><LAYERBITMAP:{bitmap}>"
        builder.append(f"{name}/layer", layer.encode())
        if ink:
            builder.append(f"{name}/paths", b"\x01\0\0\0" + bytes(60))
        if text is not None:
            builder.append(f"{name}/text", text)
        places = {"TOTALPATH": "paths", "RECOGNTEXT": "text", "MAINLAYER": "layer"}
        fields = {key: builder.get_block_address(f"{name}/{part}") for key, part in places.items()}
        fields |= {"LAYER1": 0, "LAYER2": 0, "LAYER3": 0, "BGLAYER": 0, "RECOGNSTATUS": int(text is not None)}
        shown = "".join(f"<{key}:{value}>" for key, value in fields.items())
        builder.append(f"{name}/metadata", f'<PAGESTYLE:style_white>{shown}<LAYERINFO:[{{"layerId"#0}}]>'.encode())
    addresses = "".join(f"<PAGE{at}:{builder.toc[f'PAGE{at}/metadata']}>" for at in range(1, len(pages) + 1))
    builder.append("__footer__", f"<FILE_FEATURE:{builder.toc['__header__']}>{addresses}<COVER_0:0>".encode())
    builder.append("__tail__", b"tail", skip_block_size=True)
    builder.append("__end__", builder.toc["__footer__"].to_bytes(4, "little"), skip_block_size=True)
    return bytes(builder.build())


def remarkable_files() -> dict[str, bytes]:
    """The files of a reMarkable, by name."""
    house = typed(
        (HEADING, "House"), (PLAIN, "Before winter:"), (BULLET, "call the plumber about the boiler"),
        (BULLET_2, "ask for two quotes"), (BOX, "order wood — 2 m³"), (BOX_TICKED, "pay the rent"), (PLAIN, ""),
        (BOLD, "It was dry all week."),
    )  # fmt: skip
    return {"house.rm": house, "edited.rm": edited(), "week.rmdoc": week()}


def supernote_files() -> dict[str, bytes]:
    """The notebooks of a Supernote, by name."""
    plan = recognised("Plan", "- call the plumber about the boiler\n- order seeds\nfor the spring bed")
    boxes = recognised("[ ] book the van\n[x] pay the rent\nTODO send Ana the rota by Friday")
    texts = recognised("The hall was cold.", "Ben brings the keys.", elements="Text")
    return {
        "plan.note": notebook((plan, True)),
        "boxes.note": notebook((boxes, True), (None, True), (None, False), (texts, True)),
        "texts.note": notebook((texts, True), (boxes, True)),
    }


def write() -> None:
    """Write all files."""
    for folder, files in (("remarkable", remarkable_files()), ("supernote", supernote_files())):
        for name, data in files.items():
            Path(FILES, folder, name).write_bytes(data)


if __name__ == "__main__":
    write()
