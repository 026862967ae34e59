"""SVG elements as text, and their positions. Text from data is escaped here, and only here.

Presentation attributes alone, no style sheet and no ids: several figures can share a page, also a page
whose content security policy forbids inline styles.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from html import escape

WIDTH = 640
LEFT, RIGHT = 20, WIDTH - 20
# Dark enough to be read as text on paper.
INK, SOFT, GREEN, BLUE, RED = "#1c2129", "#55606e", "#12703c", "#0b6283", "#b3202c"
PURPLE, BROWN = "#6a35b5", "#8a5200"
PAPER, RULE, HAIR = "#ffffff", "#c9d0d9", "#e1e5ea"

Point = tuple[float, float]

# Helvetica's widths: most systems have it, or a font with the same metrics.
_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_BOLD = 1.08
_GLYPHS = (
    (0.23, "ijl|'"),
    (0.29, " !,./:;I[]\\ft"),
    (0.37, '()-r`{}"*^'),
    (0.51, "cksvxyzJ"),
    (0.62, "FTZL+=<>~"),
    (0.68, "ABEKPSVXY&"),
    (0.74, "CDHNRUw"),
    (0.79, "GOQ"),
    (0.85, "mM"),
    (1.02, "W@%…—\ufffd"),
)
_EM = {character: width for width, characters in _GLYPHS for character in characters}
_COLOURS = (BLUE, RED, GREEN, PURPLE, BROWN, INK)
_DASHES = ("", "7 3", "2 3", "9 3 2 3")
# Around the point; the empty one is a dot.
_MARKERS: tuple[tuple[Point, ...], ...] = (
    (),
    ((-4, -4), (4, -4), (4, 4), (-4, 4)),
    ((0, -5), (5, 4), (-5, 4)),
    ((0, -5.5), (5.5, 0), (0, 5.5), (-5.5, 0)),
)
# XML 1.0 cannot represent these; it can represent DEL and the C1 block, which are not text either.
_FORBIDDEN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    """Text that is safe in content and in quoted attributes; what XML cannot hold becomes U+FFFD."""
    return escape(_printable(text))


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """The approximate width of the text; rather too large than too small."""
    return sum(map(_em, _printable(text))) * size * (_BOLD if bold else 1)


def truncate(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """The text, shortened with … if it is wider than the width."""
    if width_of(text, size, bold=bold) <= width:
        return text
    room, kept = width - width_of("…", size, bold=bold), 0
    for character in text:
        room -= width_of(character, size, bold=bold)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + "…"


def wrap(text: str, width: float, size: float) -> list[str]:
    """The text in rows that fit the width; a word that is too wide for a row is shortened."""
    rows: list[str] = []
    for word in text.split():
        longer = f"{rows[-1]} {word}" if rows else ""
        if longer and width_of(longer, size) <= width:
            rows[-1] = longer
        else:
            rows.append(truncate(word, width, size))
    return rows


def text(
    x: float, y: float, content: str, *, size: float = 12, fill: str = INK, anchor: str = "start", bold: bool = False
) -> str:
    """One run of text; y is its base line."""
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" fill="{fill}" text-anchor="{anchor}"'
    return f"<text {place}{weight}>{clean(content)}</text>"


def rect(
    corner: Point, width: float, height: float, *, fill: str, stroke: str = "none", radius: float = 0, dash: str = ""
) -> str:
    """A rectangle from its upper left corner, its corners rounded by `radius`."""
    x, y = corner
    box = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'
    return f'<rect {box} rx="{_number(radius)}" fill="{fill}" stroke="{stroke}"{_dashes(dash)}/>'


def line(points: Sequence[Point], *, stroke: str = INK, width: float = 1, dash: str = "") -> str:
    """A line through the points."""
    through = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
    ends = f'stroke="{stroke}" stroke-width="{_number(width)}" stroke-linejoin="round"'
    return f'<polyline points="{through}" fill="none" {ends}{_dashes(dash)}/>'


def polygon(points: Sequence[Point], *, fill: str) -> str:
    """A filled shape."""
    return f'<polygon points="{" ".join(f"{_number(x)},{_number(y)}" for x, y in points)}" fill="{fill}"/>'


def dot(x: float, y: float, radius: float, *, fill: str = INK) -> str:
    """A filled circle."""
    return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" fill="{fill}"/>'


def chip(x: float, y: float, content: str, *, fill: str, ink: str, dash: str = "") -> str:
    """Bold text on a rounded rectangle with its centre at (x, y); see `chip_width`."""
    width = chip_width(content)
    ground = rect((x - width / 2, y - 9), width, 18, fill=fill, stroke=ink, radius=5, dash=dash)
    return ground + text(x, y + 4, content, size=11, fill=PAPER if fill == ink else ink, anchor="middle", bold=True)


def chip_width(content: str) -> float:
    """The width of a chip with this text."""
    return max(20, width_of(content, 11, bold=True) + 10)


def break_mark(x: float, y: float) -> str:
    """The sign of the return key, drawn because few fonts have it."""
    shaft = line([(x + 4, y - 4), (x + 4, y + 1), (x - 3, y + 1)], stroke=SOFT, width=1.3)
    return shaft + polygon([(x - 5.5, y + 1), (x - 1.5, y - 2), (x - 1.5, y + 4)], fill=SOFT)


def curve(points: Sequence[Point], look: int, *, marked: Sequence[Point]) -> str:
    """A line with its markers; looks differ in colour, dashes and shape."""
    colour, shape = colour_of(look), _MARKERS[look % len(_MARKERS)]
    markers = (
        polygon([(x + dx, y + dy) for dx, dy in shape], fill=colour) if shape else dot(x, y, 4.5, fill=colour)
        for x, y in marked
    )
    return line(points, stroke=colour, width=2, dash=_DASHES[look % len(_DASHES)]) + "".join(markers)


def colour_of(look: int) -> str:
    """The colour of the series with this number."""
    return _COLOURS[look % len(_COLOURS)]


def titled(title: str, body: Iterable[str]) -> str:
    """A group with a title for screen readers and tooltips."""
    return f"<g><title>{clean(title)}</title>{''.join(body)}</g>"


def document(height: float, body: Iterable[str], *, title: str, description: str) -> str:
    """A complete figure with a light background, so that it is readable on a dark page too."""
    ground = rect((0.5, 0.5), WIDTH - 1, height - 1, fill=PAPER, stroke=RULE, radius=10)
    high = _number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" width="{WIDTH}" height="{high}" '
        f'role="img" font-family="{_FONT}">\n<title>{clean(title)}</title>\n<desc>{clean(description)}</desc>\n'
        + "\n".join((ground, *body))
        + "\n</svg>\n"
    )


def legend(names: Sequence[str], *, top: float) -> tuple[list[str], float]:
    """A sample of each look with its name, in rows, and the middle of the last row."""
    drawn: list[str] = []
    x, y = float(LEFT), top
    for look, name in enumerate(names):
        width = 40 + width_of(name, 12)
        if x > LEFT and x + width > RIGHT:
            x, y = float(LEFT), y + 20
        drawn += [curve([(x, y), (x + 32, y)], look, marked=[(x + 16, y)]), text(x + 40, y + 4, name)]
        x += width + 18
    return drawn, y


def ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Round numbers from at most `low` to at least `high`, in steps of 1, 2 or 5 times a power of ten."""
    rough = (high - low or 1) / 6
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough)
    step = max(step, 1.0) if whole else step
    first = math.floor(low / step)
    return [number * step for number in range(first, max(math.ceil(high / step), first + 1) + 1)]


def format_tick(tick: float) -> str:
    """A tick as text, without rounding errors of binary fractions."""
    return f"{round(tick, 12):,.10g}"


def flow(groups: Iterable[Sequence[float]], *, gap: float) -> list[tuple[float, int]]:
    """The x and row of each box, from their widths; a group that fits in a row is not divided.

    The last box of a group (a line break) stays with the one before it in any case.
    """
    places: list[tuple[float, int]] = []
    x, row = float(LEFT), 0
    for widths in groups:
        whole = sum(widths) + gap * (len(widths) - 1)
        for at, width in enumerate(widths):
            needed = whole if at == 0 else sum(widths[-2:]) + gap if at == len(widths) - 2 else width
            if x > LEFT and x + needed > RIGHT:
                x, row = float(LEFT), row + 1
            places.append((x, row))
            x += width + gap
    return places


def spread(wanted: Iterable[float], gap: float, low: float, high: float = math.inf) -> list[float]:
    """Places near those wanted, which ascend, at least `gap` apart and from low to high if that has room."""
    places: list[float] = []
    for want in wanted:
        places.append(max(want, places[-1] + gap if places else low))
    for at in range(len(places) - 1, -1, -1):
        places[at] = min(places[at], high)
        high = places[at] - gap
    return places


def _printable(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", re.sub(r"[\t\r\n]", " ", text))


def _em(character: str) -> float:
    if character in _EM:
        return _EM[character]
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.15
    return 0.57 if character.isascii() else 0.78 if character.isupper() else 0.65


def _dashes(dash: str) -> str:
    return f' stroke-dasharray="{dash}"' if dash else ""


def _number(value: float) -> str:
    return f"{round(value, 1):.10g}"
