"""A service's error instead of its result: reported with the reason that the service gives."""

from __future__ import annotations

from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.messages import shorten


def refuse_service_error(root: Fields, *, service: str, result: tuple[str, ...]) -> None:
    """Raise an InputError where the document is an error; a result has at least one of the fields `result`."""
    if "error" in root:
        try:
            error = root.inner("error")
        except InputError:
            error = None  # Some gateways put a plain string there.
        said = _said(error) if error else [_text(root, "error")]
    elif "message" in root and not any(key in root for key in result):
        said = _said(root)
    else:
        return
    reason = ": ".join(shorten(part, 200) for part in said if part) or "no reason given"
    raise InputError(f"{root.where}: the recognition failed, {service} answered {reason}; send the ink again")


def _said(error: Fields) -> list[str]:
    return [_text(error, "code"), _text(error, "message")]


def _text(fields: Fields, key: str) -> str:
    try:
        value = fields.id(key)
    except InputError:
        return ""
    return "" if value is None else str(value)
