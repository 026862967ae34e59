"""Learning in the service: from corrections of the page and from annotations in Label Studio, used at once, undone."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from inkslate.service.learning.models import FOLDER, CannotLearn, LearnedModels
from inkslate.service.problems import Problem
from inkslate.service.security import check_token
from inkslate.service.settings import ServiceSettings
from tests.support.paths import ROOT
from tests.support.service import serving

# What Label Studio 1.23.2 sent: health, setup, versions, predict, three annotations and the button "train".
REQUESTS = ROOT / "tests" / "support" / "label-studio-requests.jsonl"
GENRES = ("household", "shopping", "recipe", "packing", "party-plan", "garden")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    workspace = tmp_path_factory.mktemp("workspace") / "corrections"
    with serving("--model", "open", "--threads", "1", "--workspace", workspace) as service, service.client() as opened:
        yield opened


def boards(count: int) -> list[dict[str, Any]]:
    """Boards of somebody for whom a heading makes no task."""
    paths = [ROOT / "corpus" / "test" / f"{genre}.jsonl" for genre in GENRES]
    found = [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()][:count]
    for sentence in (each for board in found for region in board["regions"] for each in region["sentences"]):
        sentence["label"] = int(sentence["label"] in (1, 2))
        sentence.pop("kinds", None)
    return [{"id": board["id"], "regions": board["regions"]} for board in found]


def send(client: httpx.Client, request: dict[str, Any]) -> httpx.Response:
    return client.request(
        request["method"], request["path"], headers=request["headers"], content=request["body"].encode()
    )


@pytest.mark.process
def test_label_studio_gets_predictions_and_its_annotations_are_kept(client: httpx.Client) -> None:
    answers = [
        (request, send(client, request)) for request in map(json.loads, REQUESTS.read_text("utf-8").splitlines())
    ]
    by_call = {
        request["path"].rpartition("/")[2]: answer for request, answer in answers if "webhook" not in request["path"]
    }
    assert by_call["health"].json()["status"] == "UP"
    assert by_call["setup"].json() == {"model_version": "open 2"}
    assert by_call["versions"].json() == {"versions": ["open 2"]}
    results = by_call["predict"].json()["results"]
    assert len(results) == 2
    first = results[0]["result"][0]
    assert (first["from_name"], first["to_name"], first["type"]) == ("label", "text", "labels")
    assert first["value"]["labels"] in (["Task"], ["Non-task"])
    hooks = [answer for request, answer in answers if "webhook" in request["path"]]
    assert [hook.status_code for hook in hooks] == [201, 201, 201, 409]
    assert [hook.json()["problems"] for hook in hooks[:3]] == [[], [], []]
    assert "2 reviewed boards" in hooks[3].json()["detail"]
    stored = client.get("/v1/corrections").json()["corrections"]
    assert {each["board"] for each in stored} == {"retro", "standup"}


@pytest.mark.process
def test_what_is_learned_is_used_at_once_and_undone(client: httpx.Client) -> None:
    for board in boards(22):  # a habit is clear from 20 boards on
        assert client.put("/v1/corrections", json={"board": board, "revision": 0}).status_code == 201
    before = client.get("/v1/learning").json()
    assert (before["learned"], before["model"]) == (False, "open")
    learned = client.post("/v1/learning", timeout=600).json()
    assert learned["used"] is True
    (part,) = [part for part in learned["parts"] if part["name"] == "tasks"]
    assert part["after"] > part["before"]
    assert part["fixed"] > part["broken"]
    assert client.get("/v1/model").json()["name"] == "learned-1"
    assert client.get("/label-studio/versions").json() == {"versions": ["learned-1 1"]}
    assert client.post("/v1/extract", content="call Ruth", headers={"Content-Type": "text/plain"}).status_code == 200
    assert client.delete("/v1/learning").json()["learned"] is False
    assert client.get("/v1/model").json()["name"] == "open"


@pytest.mark.process
def test_without_a_workspace_or_with_rules_nothing_is_learned(tmp_path: Path) -> None:
    with serving("--workspace", tmp_path / "w") as service, service.client() as client:
        refused = client.post("/v1/learning")
        assert (refused.status_code, refused.json()["title"]) == (409, "Nothing can be learned now")
        assert client.post("/label-studio/predict", json={"tasks": [{"data": {"text": "call Ruth"}}]}).json() == {
            "results": [{"result": [], "model_version": "rules 1"}]
        }
        for body in (b"[]", b"{}", b'{"tasks": 1}', b"{"):
            answer = client.post("/label-studio/predict", content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code == 422
        assert client.post("/label-studio/webhook", json={"action": "PROJECT_UPDATED"}).status_code == 201


def test_what_is_in_use_is_read_with_care(tmp_path: Path) -> None:
    models = LearnedModels(tmp_path, "open")
    assert (models.current(), models.can_undo(), models.stamp) == ("open", False, 0)
    (tmp_path / FOLDER).mkdir()
    for content in ("{", "[1]", '["../x"]', '["learned-7"]', '{"a": 1}', "null"):
        (tmp_path / FOLDER / "current.json").write_text(content, "utf-8")
        assert models.current() == "open"
    assert models.stamp > 0
    assert models.undo() is False
    with pytest.raises(CannotLearn, match="0 reviewed boards"):
        models.learn([])
    with pytest.raises(CannotLearn, match="the rules, which cannot learn"):
        LearnedModels(tmp_path, "rules").learn([])


def test_the_token_may_be_a_password() -> None:
    settings = ServiceSettings(token="a-token-of-some-length")
    basic = base64.b64encode(b"anybody:a-token-of-some-length").decode()
    check_token({"authorization": f"Basic {basic}"}, "/label-studio/predict", settings)
    for wrong in ("Basic !", "Basic " + base64.b64encode(b"anybody:no").decode(), "Basic"):
        with pytest.raises(Problem):
            check_token({"authorization": wrong}, "/label-studio/predict", settings)
