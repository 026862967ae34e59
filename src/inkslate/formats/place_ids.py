"""Regions of board JSONL without an id: their place on the board is their id."""

from __future__ import annotations

from typing import Any


def has_unnamed_regions(item: object) -> bool:
    """Whether a region of a board, as parsed JSON, has no id."""
    regions = item.get("regions") if isinstance(item, dict) else None
    return isinstance(regions, list) and any(map(_is_unnamed, regions))


def _is_unnamed(region: object) -> bool:
    return isinstance(region, dict) and region.get("id") is None


def place_ids(regions: list[Any]) -> dict[int, str]:
    """The ids of regions that have none, by their number: the place, with a prime where another region has that id."""
    taken = {region["id"] for region in regions if isinstance(region, dict) and isinstance(region.get("id"), str)}
    places: dict[int, str] = {}
    for number, region in enumerate(regions, 1):
        if _is_unnamed(region):
            place = f"r{number}"
            while place in taken:
                place += "'"
            places[number] = place
    return places
