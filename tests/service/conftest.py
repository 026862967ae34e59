"""A running service with the rules, shared by the tests of a module; a module that needs options starts its own."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.support.service import Service, serving


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def client(service: Service) -> Iterator[httpx.Client]:
    with service.client() as open_client:
        yield open_client
