"""Pages of a reMarkable and notebooks of a Supernote byte by byte, also such as no device writes."""

from __future__ import annotations

from collections.abc import Sequence

HEADER = b"reMarkable .lines file, version=6          "
Id = tuple[int, int]
Run = tuple[Id, Id, Id, int, str]
END = (0, 0)


def number(value: int) -> bytes:
    """A number of as many bytes as it needs."""
    parts = []
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def inner(index: int, data: bytes) -> bytes:
    """A block within a block."""
    return number(index << 4 | 0xC) + len(data).to_bytes(4, "little") + data


def tagged_id(index: int, value: Id) -> bytes:
    """An id with its tag."""
    return number(index << 4 | 0xF) + bytes([value[0]]) + number(value[1])


def block(kind: int, data: bytes) -> bytes:
    """A block of a page."""
    return len(data).to_bytes(4, "little") + bytes([0, 1, 1, kind]) + data


def text_block(runs: Sequence[Run], styles: dict[Id, int] | None = None, *, count: int | None = None) -> bytes:
    """Typed text; `count` is how many runs it claims to have."""
    items = b"".join(map(_item, runs))
    formats = b"".join(
        bytes([at[0]]) + number(at[1]) + tagged_id(1, (1, 1)) + inner(2, bytes([17, style]))
        for at, style in (styles or {}).items()
    )
    content = inner(1, inner(1, number(len(runs) if count is None else count) + items))
    content += inner(2, inner(1, number(len(styles or {})) + formats))
    return block(7, tagged_id(1, END) + inner(2, content) + inner(3, bytes(16)))


def _item(run: Run) -> bytes:
    own, left, right, deleted, text = run
    data = tagged_id(2, own) + tagged_id(3, left) + tagged_id(4, right) + number(5 << 4 | 4)
    data += deleted.to_bytes(4, "little")
    if text:
        data += inner(6, number(len(text.encode())) + b"\1" + text.encode())
    return inner(0, data)


def stroke_block(*, deleted: bool = False, points: int = 3) -> bytes:
    """A stroke of ink."""
    data = b"".join(tagged_id(index, (1, index)) for index in (1, 2, 3, 4)) + number(5 << 4 | 4) + bytes(4)
    return block(5, data if deleted else data + inner(6, bytes(14 * points)))


def rm_page(*runs: Run) -> bytes:
    """A page with typed text."""
    return HEADER + text_block(runs)


def notebook(*blocks: bytes, footer: str) -> bytes:
    """A notebook of a Supernote; `{0}`, `{1}` in the footer are the addresses of the blocks."""
    data, places = b"noteSN_FILE_VER_20230015", []
    for each in blocks:
        places.append(len(data))
        data += len(each).to_bytes(4, "little") + each
    shown = footer.format(*places).encode()
    return data + len(shown).to_bytes(4, "little") + shown + b"tail" + len(data).to_bytes(4, "little")
