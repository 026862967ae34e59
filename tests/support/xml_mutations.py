"""Damage to XML files as other programs and bad luck do it, for tests of readers."""

from __future__ import annotations

import copy
from collections.abc import Callable
from xml.etree.ElementTree import Element, fromstring, tostring

from hypothesis import strategies as st

_VALUES = ["", " ", "NaN", "-1", "1e999", "0", "#", "r1", "t0", "\u2028", "x" * 50, "• 1. 😀", "99999999999999999999"]


def mutated(data: bytes) -> st.SearchStrategy[bytes]:
    """The file with up to six changes of its elements, then perhaps cut or with a byte changed."""
    return st.tuples(st.lists(_change(), max_size=6), st.one_of(st.none(), _tear())).map(
        lambda changes: _apply(data, *changes)
    )


def _change() -> st.SearchStrategy[tuple[str, int, int, str]]:
    kinds = st.sampled_from(["drop", "double", "into", "text", "attribute", "forget", "rename"])
    return st.tuples(kinds, st.integers(0, 999), st.integers(0, 999), st.sampled_from(_VALUES))


def _tear() -> st.SearchStrategy[Callable[[bytes], bytes]]:
    def cut(at: int) -> Callable[[bytes], bytes]:
        return lambda data: data[: at % len(data)]

    def smear(at: int, byte: int) -> Callable[[bytes], bytes]:
        return lambda data: data[: at % len(data)] + bytes([byte]) + data[at % len(data) + 1 :]

    return st.one_of(
        st.integers(0, 99999).map(cut), st.tuples(st.integers(0, 99999), st.integers(0, 255)).map(lambda x: smear(*x))
    )


def _apply(data: bytes, changes: list[tuple[str, int, int, str]], tear: Callable[[bytes], bytes] | None) -> bytes:
    root = fromstring(data)
    for kind, one, two, value in changes:
        _alter(root, kind, one, two, value)
    changed = tostring(root, encoding="utf-8", xml_declaration=True)
    return tear(changed) if tear else changed


def _alter(root: Element, kind: str, one: int, two: int, value: str) -> None:
    elements = list(root.iter())
    first, second = elements[one % len(elements)], elements[two % len(elements)]
    if kind == "drop" and first in list(second):
        second.remove(first)
    elif kind == "drop" and len(first):
        first.remove(first[two % len(first)])
    elif kind == "double" and len(first):
        first.insert(two % len(first), copy.deepcopy(first[two % len(first)]))
    elif kind == "into":
        second.append(copy.deepcopy(first))
    elif kind == "text":
        first.text = value
    elif kind == "attribute" and first.attrib:
        first.set(sorted(first.attrib)[two % len(first.attrib)], value)
    elif kind == "forget" and first.attrib:
        del first.attrib[sorted(first.attrib)[two % len(first.attrib)]]
    elif kind == "rename":
        first.tag = second.tag
