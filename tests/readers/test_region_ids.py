"""Every region of a board has an id of its own."""

from __future__ import annotations

import pytest

from inkslate.readers.region_ids import RegionIds, Rename, next_number, with_count, with_primes


@pytest.mark.parametrize(
    ("rename", "expected"),
    [
        (with_primes, ["a", "r2", "a'", "a''", "r2'"]),
        (with_count, ["a", "r2", "a-2", "a-3", "r2-2"]),
        (next_number, ["a", "r2", "r4", "r5", "r6"]),  # from the number of the region upwards
    ],
)
def test_duplicates_are_renamed(rename: Rename, expected: list[str]) -> None:
    ids = RegionIds(rename)
    assert [ids.take(given, number=number) for number, given in enumerate(["a", None, "a", "a", "r2"], 1)] == expected
    assert "a" in ids
    assert "b" not in ids


def test_many_duplicates_take_no_quadratic_time() -> None:
    ids = RegionIds(with_count)
    assert len({ids.take("a", number=number) for number in range(100_000)}) == 100_000
