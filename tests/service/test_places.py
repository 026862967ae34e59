"""Places of tasks in the text that was sent, and the threshold of a request."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from inkslate.service.app import create_app
from inkslate.service.settings import ServiceSettings

pytestmark = pytest.mark.process  # bodies are read in processes

NOTES = "Minutes 😀\r\n\r\n- [ ] call **Ruth**\r\n- it rained on Tuesday\r\n"
TEXT = {"Content-Type": "text/plain"}


@pytest.fixture(scope="module")
def app() -> Iterator[TestClient]:
    with TestClient(create_app(ServiceSettings(model="open")), base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize(("kind", "stands"), [("text/plain", "call **Ruth**"), ("text/markdown", "call **Ruth")])
def test_tasks_and_sentences_have_their_places(app: TestClient, kind: str, stands: str) -> None:
    answer = app.post("/v1/extract", content=NOTES.encode(), headers={"Content-Type": kind}).json()
    (extraction,) = answer["extractions"]
    spans = [span for task in extraction["tasks"] for span in task["spans"]]
    assert stands in [NOTES[start:end] for start, end in spans]
    found = [sentence["spans"] for region in extraction["regions"] for sentence in region["sentences"]]
    assert all(found)
    assert all(span in [one for spans in found for one in spans] for span in spans)


def test_a_threshold_decides(app: TestClient) -> None:
    def tasks(threshold: str) -> list[str]:
        answer = app.post(f"/v1/extract?threshold={threshold}", content=NOTES.encode(), headers=TEXT)
        assert answer.status_code == 200, answer.text
        return [task["text"] for task in answer.json()["extractions"][0]["tasks"]]

    assert tasks("1") == ["call **Ruth**"]  # stated by its box
    assert tasks("0") == ["Minutes 😀", "call **Ruth**", "it rained on Tuesday"]


@pytest.mark.parametrize("threshold", ["-1", "1.5", "nan", "inf", "high", ""])
def test_a_threshold_is_a_share(app: TestClient, threshold: str) -> None:
    answer = app.post(f"/v1/extract?threshold={threshold}", content=NOTES.encode(), headers=TEXT)
    assert (answer.status_code, answer.json()["field"]) == (422, "threshold")


def test_live_boards_take_it_too(app: TestClient) -> None:
    with app.websocket_connect("ws://127.0.0.1/v1/live?threshold=0") as socket:
        for revision, note in enumerate(("it rained", "it rained\n\nthe deck"), 1):
            socket.send_json({"revision": revision, "text": note})
            (task,) = socket.receive_json()["added"]
            assert [note[start:end] for start, end in task["spans"]] == [task["text"]]


def test_a_model_without_scores_has_none() -> None:
    with TestClient(create_app(ServiceSettings(model="rules")), base_url="http://127.0.0.1") as client:
        answer = client.post("/v1/extract?threshold=0.5", content=b"call Ruth", headers=TEXT)
        assert (answer.status_code, answer.json()["field"]) == (422, "threshold")
        assert "gives no scores" in answer.json()["detail"]
