"""Formats that a service does not read: costly ones, and those whose extra is missing."""

from __future__ import annotations

import pytest

from inkslate.errors import MissingExtra
from inkslate.service.formats import declared_format, formats_json
from inkslate.service.problems import Problem
from inkslate.service.reading import bodies
from inkslate.service.settings import ServiceLimits

PNG = b"\x89PNG\r\n\x1a\n"


def read(data: bytes, media_type: str) -> Problem:
    with pytest.raises(Problem) as error:
        bodies.read_boards(data, declared_format(media_type, None), None, ServiceLimits())
    return error.value


@pytest.mark.parametrize(("media_type", "status"), [("image/png", 415), ("application/octet-stream", 422)])
def test_a_photo_is_refused_at_once(media_type: str, status: int) -> None:
    problem = read(PNG, media_type)
    assert problem.status == status
    assert "takes longer than a request may" in problem.detail
    assert problem.remedy.startswith("run `inkslate read` on ")
    assert problem.remedy.endswith(" and send the boards")
    assert "photo" not in [reader["name"] for reader in formats_json()["readers"]]


def test_a_missing_extra_is_a_problem_and_no_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    def scan(*_arguments: object, **_options: object) -> None:
        raise MissingExtra("body: reading a PDF needs pypdfium2: pip install 'inkslate[pdf]'")

    monkeypatch.setattr(bodies, "scan_document", scan)
    problem = read(b"%PDF-1.7", "application/pdf")
    assert problem.status == 422
    assert "needs pypdfium2" in problem.detail
    assert "ask whoever runs the service" in problem.remedy
