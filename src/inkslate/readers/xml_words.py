"""Words of XML elements, with the way back to the file.

A word's source is the id of its element; without one, the nearest id and `#n`: the n-th word of that element.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from inkslate.board import Box, Word
from inkslate.errors import InputError
from inkslate.messages import shorten

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


class ElementWords:
    """Makes the words of one file; `attribute` is what the format calls ids."""

    def __init__(self, root: Element, *, name: str, attribute: str) -> None:
        self._name, self._attribute = name, attribute
        ids = Counter(key for element in root.iter() if (key := element.get(attribute)) is not None)
        # A duplicate id does not identify an element, so it is not used.
        self._repeated = {key for key, times in ids.items() if times > 1}
        self._counts: Counter[str] = Counter()

    def refuse_duplicates(self, regions: Iterable[Element]) -> None:
        """An InputError where two of these regions have the same id."""
        seen: set[str] = set()
        for region in regions:
            if (key := region.get(self._attribute)) is None:
                continue
            if key in seen:
                raise InputError(f"{self._name}: duplicate region id {shorten(key)}; give each region its own")
            seen.add(key)

    def anchors(self, elements: Iterable[Element]) -> list[str]:
        """The ids of elements inside of each other, from the outermost; those that have none are left out."""
        return [key for element in dict.fromkeys(elements) if (key := self._id(element))]

    def words(
        self,
        tokens: Iterable[tuple[Element, str]],
        *,
        line: Element,
        above: Sequence[str],
        box: Callable[[Element], Box | None],
    ) -> list[Word]:
        """The words of a line below the ids `above`, from its tokens and the elements that these are from."""
        anchors = [*above, *self.anchors([line])]
        words, place = [], None
        owner: Element | None = None
        for element, token in tokens:
            counted = self.address(anchors)
            source = self._id(element) if element is not line else None
            if element is not owner:
                owner, place = element, box(element)
            words.append(Word(token, place, (source or counted,)))
        return words

    def address(self, anchors: Sequence[str]) -> str:
        """The address of the next word: the nearest id, and the word's number within it."""
        nearest = anchors[-1] if anchors else "Page"
        address = f"{nearest}#{self._counts[nearest]}"
        for key in anchors or ("Page",):
            self._counts[key] += 1
        return address

    def where(self, element: Element) -> str:
        """The file and the element, for messages."""
        return f"{self._name}, {element.tag} {shorten(element.get(self._attribute) or 'without id')}"

    def _id(self, element: Element) -> str | None:
        key = element.get(self._attribute)
        return None if key in self._repeated else key
