"""What is waited for comes, or the test says what did not come."""

from __future__ import annotations

import pytest

from tests.support.waiting import assert_eventually


def test_what_holds_is_not_waited_for() -> None:
    assert_eventually(lambda: True, "nothing", seconds=0, between=lambda: pytest.fail("it held"))


def test_what_comes_is_waited_for() -> None:
    seen: list[int] = []
    assert_eventually(lambda: len(seen) == 3, "three", between=lambda: seen.append(0))
    assert seen == [0, 0, 0]


def test_what_never_comes_is_named() -> None:
    with pytest.raises(AssertionError, match=r"waited 0\.05 s in vain for the end of days"):
        assert_eventually(lambda: False, "the end of days", seconds=0.05)
