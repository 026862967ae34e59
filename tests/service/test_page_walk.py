"""No way to lose a note or a decision: walks over the page at random. `benchmarks/page.py` takes many more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.browser import Browser, sheet
from tests.support.page_looks import Seen
from tests.support.page_walk import Walk, Window
from tests.support.service import Service, crashing

pytestmark = [pytest.mark.browser, pytest.mark.no_cover, pytest.mark.slow]


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_walk_at_random_loses_nothing(browser: Browser, service: Service, seed: int) -> None:
    window = Window(seed)
    with sheet(browser, service.url, has_touch=window.has_touch) as page:
        window.resize(page)
        walk = Walk(page, seed)
        walk.run(40)  # looks for every word and decision
        assert len(walk.steps) >= 40


@pytest.mark.process
def test_a_walk_with_crashes_of_the_service_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    with crashing("--workspace", tmp_path / "kept") as service, sheet(browser, service.url) as page:
        walk = Walk(page, 5, service.crash)
        walk.run(20)
        assert len(walk.steps) >= 20
        page.errors.clear()  # the browser notes the refused connections


@pytest.mark.parametrize(
    ("text", "is_there"),
    [
        ("call w12 about w3", True),
        ("about w3 **send w4**", True),  # over lines
        ("send w4", True),  # within marks
        ("call w1", False),  # a part of another word
        ("w12 about w", False),
    ],
)
def test_a_walk_looks_for_whole_words(text: str, is_there: bool) -> None:
    seen = Seen(note="n", at=0, text="- call w12 about w3\n- **send w4**", is_text=True, decided={})
    assert seen.has(text) is is_there
