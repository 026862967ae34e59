"""Names of people as programs display them, and as they are spoken."""

from __future__ import annotations

import re

_VIA = re.compile(r"\s+via\s.*", re.DOTALL)
_COMPANY = re.compile(r"\s+\|.*", re.DOTALL)  # Ann Baker | ACME
_REMARK = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")  # Ann Baker (Sales)


def spoken_name(text: str) -> str:
    """A name as it is spoken: `Baker, Ann (Sales)` is Ann Baker; empty where nothing but remarks is there."""
    plain = " ".join(_REMARK.sub("", _COMPANY.sub("", _VIA.sub("", text))).split()).strip("\"' ")
    last, comma, first = plain.partition(", ")
    return f"{first} {last}" if comma and len(plain.split()) < 4 and "," not in first else plain
