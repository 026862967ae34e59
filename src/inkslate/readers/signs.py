"""Signs that say nothing in front of a check box or a to-do keyword: arrows, emoji, characters without a picture."""

from __future__ import annotations

# Zero-width spaces, marks of the direction of writing, byte-order marks that were pasted into a text.
INVISIBLE = "\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"
# What says something is not among them: ticks, crosses, boxes, question marks.
_EMOJI = (
    "\U0001f1e6-\U0001f531\U0001f534-\U0001f5f3\U0001f5fb-\U0001faff"
    "\u231a\u231b\u23e9-\u23fa\u2600-\u260f\u2614-\u26ff\u2728\u2757\u203c\u2763\u2764\u2b50\u2b55\ufe0f"
)
ARROWS = rf"[>→»{INVISIBLE}] | [-=]{{1,3}}> | [{_EMOJI}]"  # one of them, in verbose patterns
