"""How the time of a step grows with its input: the CPU time of four times as much against that of once as much."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from inkslate.errors import InputError

T = TypeVar("T")

SMALL = 3_000  # characters; the larger input has four times as many
TIMES = 4
MOST_GROWTH = 6.0  # linear is 4, quadratic is 16
FLOOR = 0.03  # seconds of CPU: less than that says nothing about growth
SLACK = 4  # times that a slow or busy machine may take; that work grows in proportion is held by the ratio
MOST_SECONDS = 3.0  # of CPU for a megabyte,
MOST_FOR_LINE = 50e-6  # and for each line, which may be a task of two characters,
MOST_FOR_CALL = 0.05  # and for a call
TRACED = 4  # times as long may it take where coverage is measured
_ATTEMPTS = 6
_LETTERS = str.maketrans("0123456789", "abcdefghij")


@dataclass(frozen=True)
class Repeat:
    """A text of one part again and again; `{n}` in it is the number of the repetition, `{w}` the same in letters."""

    part: str
    head: str = ""
    tail: str = ""
    middle: str = ""  # behind all parts
    close: str = ""  # once for each part, behind the middle

    def __str__(self) -> str:
        shown = f"{self.head[-30:]}{self.part}{self.middle[:20]}{self.close[:20]}"
        return ascii(shown if len(shown) < 50 else f"{shown[:24]}...{shown[-24:]}")[1:-1]

    def count(self, size: int) -> int:
        """How many parts make up about `size` characters."""
        return max(1, size // (len(self.part) + len(self.close)))

    def text(self, size: int) -> str:
        """The text with so many repetitions that it has about `size` characters."""
        count = self.count(size)
        return f"{self.head}{_repeated(self.part, count)}{self.middle}{_repeated(self.close, count)}{self.tail}"


def _repeated(part: str, count: int) -> str:
    if "{n}" not in part and "{w}" not in part:
        return part * count
    numbers = map(str, range(count))
    return "".join([part.replace("{n}", one).replace("{w}", one.translate(_LETTERS)) for one in numbers])


@dataclass(frozen=True)
class Growth:
    """The best times of both inputs."""

    small: float
    large: float
    megabytes: float  # of the larger input
    most: float  # seconds that the larger input may take

    @property
    def is_steep(self) -> bool:
        """Whether the time grows faster than the input."""
        return self.large > FLOOR and self.large > MOST_GROWTH * self.small

    @property
    def problem(self) -> str | None:
        """What is wrong with it; None where the time is in proportion."""
        if self.is_steep:
            return f"{TIMES} times the input takes {self.large / self.small:.1f} times as long ({self.large:.3f} s)"
        if self.large > self.most:
            return f"{self.large:.2f} s for {self.megabytes:.3f} MB"
        return None


@dataclass(frozen=True)
class Step(Generic[T]):
    """What is measured: how its input is made from a text, which is not measured, and what is done with it."""

    run: Callable[[T], object]
    prepare: Callable[[str], T]

    def seconds(self, text: str) -> float:
        """The CPU time for a text; that the step refuses it is an answer too."""
        given = self.prepare(text)
        gc.disable()  # it would go through whatever else the tests hold
        began = time.process_time()
        try:
            self.run(given)
        except InputError:
            pass
        finally:
            gc.enable()
        return time.process_time() - began


def measure(
    step: Step[T],
    repeat: Repeat,
    *,
    small: int = SMALL,
    megabyte_seconds: float = MOST_SECONDS,
    line_seconds: float = MOST_FOR_LINE,
) -> Growth:
    """The growth of a step. Where it looks bad, what four times as much says; milliseconds are easily disturbed."""
    step.seconds(repeat.text(1))  # the first call imports modules and compiles patterns, which would hide growth
    found = _measure(step, repeat, small, megabyte_seconds, line_seconds)
    if not found.is_steep:
        return found
    return _measure(step, repeat, TIMES * small, megabyte_seconds, line_seconds)


def _measure(step: Step[T], repeat: Repeat, small: int, megabyte_seconds: float, line_seconds: float) -> Growth:
    """The best of several attempts, as far as they are needed: a machine may be busy."""
    one, four = repeat.text(small), repeat.text(TIMES * small)
    megabytes = len(four.encode("utf-8", "surrogatepass")) / 1e6
    most = SLACK * (megabyte_seconds * megabytes + line_seconds * four.count("\n") + MOST_FOR_CALL)
    most *= TRACED if "coverage" in sys.modules else 1
    found = Growth(float("inf"), float("inf"), megabytes, most)
    for _ in range(_ATTEMPTS):
        small_seconds, large_seconds = step.seconds(one), step.seconds(four)
        found = replace(found, small=min(found.small, small_seconds), large=min(found.large, large_seconds))
        if found.problem is None:
            break
    return found
