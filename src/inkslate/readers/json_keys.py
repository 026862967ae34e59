"""Keys of JSON objects that services and their clients spell differently."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from inkslate.formats.json_values import Fields

Spelling = Callable[[str], str]


@cache
def snake_case(name: str) -> str:
    """As the Python packages of Azure and Google write it: `pageNumber` is `page_number`."""
    return re.sub("[A-Z]", lambda letter: "_" + letter.group().lower(), name)


@cache
def pascal_case(name: str) -> str:
    """As .NET writes it unless it is told not to: `pageNumber` is `PageNumber`."""
    return name[:1].upper() + name[1:]


@cache
def with_underscore(name: str) -> str:
    """As Google's Python package writes a name that Python uses itself: `type` is `type_`."""
    return f"{name}_"


def find_key(fields: Fields, name: str, *others: Spelling) -> str:
    """The key under which the object has the field: its camelCase name, or one of the other spellings.

    A key with a value wins over one with null; the name itself where the object has none of them.
    """
    if name in fields:
        return name
    keys = [name, *(spelling(name) for spelling in others)]
    return next((key for key in keys if key in fields), next((key for key in keys if fields.has(key)), name))
