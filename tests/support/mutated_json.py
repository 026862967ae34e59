"""Files that went wrong somewhere: random changes of a good JSON document."""

from __future__ import annotations

import contextlib
import copy
import json
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.readers.document import Document

_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 300),
    st.sampled_from([10**400, 1e308, -1e308, 0.5]),
    st.text(max_size=6),
    st.sampled_from(["\ud83d", "a\0b", "\n", " ", "•", "- x", "/label", "root", "line", "listItem", "Text", "inkWord"]),
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def assert_boards_or_error(reader: ModuleType, value: Any) -> None:
    """Whatever the document is, the reader gives boards or says what is wrong with it."""
    document = Document("wall.json", json.dumps(value).encode())
    reader.recognises(document)
    with contextlib.suppress(InputError):
        assert all(isinstance(board, Board) for board in reader.scan(document))


@st.composite
def mutations(draw: st.DrawFn, good: Any) -> Any:
    """The document with one to four places changed, dropped, doubled or filled with a part from elsewhere."""
    value = copy.deepcopy(good)
    for _ in range(draw(st.integers(1, 4))):
        places = list(_places(value))
        if not places:
            break
        holder, key = draw(st.sampled_from(places))
        action = draw(st.sampled_from(["change", "drop", "double", "move"]))
        if action == "drop":
            del holder[key]
        elif action == "double" and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif action == "move":
            other, place = draw(st.sampled_from(places))
            holder[key] = copy.deepcopy(other[place])
        else:
            holder[key] = draw(_VALUES)
    return value


def _places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    stack = [value]
    while stack:
        holder = stack.pop()
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        for key in keys:
            found.append((holder, key))
            if isinstance(holder[key], dict | list):
                stack.append(holder[key])
    return found
