"""A new reader, writer, score or backend is one entry and one module: everything else finds it in the table."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import inkslate
from inkslate.model.bundle import MANIFEST, ONNX, load_bundle
from inkslate.model.shipped import DEFAULT_MODEL, shipped_model
from tests.support.documented import undocumented
from tests.support.paths import ROOT

NOTES = "call Ruth; send the deck"
# Everything is asked for in one process: it takes a second to start. The service reads in further processes, which
# import this file again, and with it the new entries.
ASK = """
import json, sys
import tests.support.extended
from click.testing import CliRunner
from starlette.testclient import TestClient
from inkslate.cli import cli
from inkslate.service.app import create_app
from inkslate.service.settings import ServiceSettings
from tests.support.documented import undocumented

def command(*arguments):
    done = CliRunner().invoke(cli, arguments)
    return [done.exit_code, done.stdout]

def main():
    said = {
        "read": command("read", "notes.semi"),
        "extract": command("extract", "notes.semi", "--model", "rules", "--to", "shout"),
        "evaluate": command("evaluate", "gold.jsonl", "--model", "rules"),
        "json": command("evaluate", "gold.jsonl", "--model", "rules", "--json"),
        "model": command("extract", "notes.semi", "--model", "constant"),
        "help of read": command("read", "--help"),
        "help of extract": command("extract", "--help"),
        "help of batch": command("batch", "--help"),
        "undocumented": undocumented(),
    }
    with TestClient(create_app(ServiceSettings(model="rules")), base_url="http://127.0.0.1") as client:
        body = open("notes.semi", "rb").read()
        said["formats"] = client.get("/v1/formats").json()
        said["openapi"] = client.get("/openapi.json").json()
        said["page"] = client.get("/page/formats.json").json()
        for name, query, headers in [
            ("by query", "?from=semicolons&to=shout", {}),
            ("by media type", "?to=shout", {"Content-Type": "text/semicolons"}),
            ("by name", "?to=shout&name=a.semi", {}),
        ]:
            answer = client.post(f"/v1/extract{query}", content=body, headers=headers)
            said[name] = [answer.status_code, answer.headers["content-type"], answer.text]
    print(json.dumps(said))

if __name__ == "__main__":
    main()
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What inkslate says about the new entries."""
    folder = tmp_path_factory.mktemp("extended")
    (folder / "notes.semi").write_text(NOTES)
    (folder / "ask.py").write_text(ASK)
    sentences = [{"start": 0, "end": 2, "label": 1}]
    region = {"id": "r", "lines": [{"text": "call Ruth", "bullet": True}], "sentences": sentences}
    (folder / "gold.jsonl").write_text(json.dumps({"id": "b", "regions": [region]}))
    constant_model(folder / "constant")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(inkslate.__file__).parent.parent), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", folder / "ask.py"],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def constant_model(folder: Path) -> None:
    """The shipped model, with weights that only the new backend runs."""
    source = shipped_model(DEFAULT_MODEL)
    assert source is not None
    bundle = load_bundle(source)
    folder.mkdir()
    for name in (MANIFEST, *bundle.manifest.files):
        if name != ONNX:
            shutil.copy(source / name, folder / name)
    (folder / "model.constant").write_bytes(b"")
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"] = {name: sha for name, sha in manifest["files"].items() if name != ONNX}
    manifest["files"]["model.constant"] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    manifest |= {"word_layers": 0, "thresholds": {}, "calibration": {}}
    (folder / MANIFEST).write_text(json.dumps(manifest))


def test_the_command_line_uses_them(said: dict[str, list[object]]) -> None:
    code, text = said["read"]
    board = json.loads(str(text))
    assert (code, [line["text"] for line in board["regions"][0]["lines"]]) == (0, ["call Ruth", "send the deck"])
    assert said["extract"] == [0, "CALL RUTH!\nSEND THE DECK!\n"]
    code, text = said["evaluate"]
    assert code == 0
    assert "missed share" in str(text)
    assert json.loads(str(said["json"][1]))["missed_share"] == 0.0


def test_a_model_runs_on_the_new_backend(said: dict[str, list[object]]) -> None:
    # Every word begins a task; those behind the first of a line keep their own row.
    code, text = said["model"]
    assert (code, str(text).split("\n")[:2]) == (0, ["[ ] call", "[ ] Ruth"])


def test_the_help_lists_them(said: dict[str, list[object]]) -> None:
    assert "semicolons" in str(said["help of read"][1])
    assert "semicolons" in str(said["help of batch"][1])
    assert "semicolons" in str(said["help of extract"][1])
    assert "shout" in str(said["help of extract"][1])


def test_the_service_uses_them(said: dict[str, list[object]]) -> None:
    loud = "CALL RUTH!\nSEND THE DECK!\n"
    assert said["by query"] == said["by media type"] == said["by name"] == [200, "text/shout; charset=utf-8", loud]
    formats = dict(said["formats"])
    assert {"name": "semicolons", "media_types": ["text/semicolons"]} in formats["readers"]
    assert {"name": "shout", "media_type": "text/shout", "suffix": "loud"} in formats["writers"]
    page = dict(said["page"])
    assert page["titles"]["shout"] == "Capitals, loud"
    assert page["editable"]["semi"] == "semicolons"
    operation = dict(said["openapi"])["paths"]["/v1/extract"]["post"]
    assert "text/shout" in operation["responses"]["200"]["content"]
    choices = {item["name"]: json.dumps(item["schema"]) for item in operation["parameters"]}
    assert '"semicolons"' in choices["from"]
    assert '"shout"' in choices["to"]


def test_the_documentation_lists_all_entries_but_these(said: dict[str, object]) -> None:
    assert undocumented() == {"readers": [], "writers": [], "scores": [], "backends": []}
    assert said["undocumented"] == {
        "readers": ["semicolons"],
        "writers": ["shout"],
        "scores": ["missed_share"],
        "backends": ["constant"],
    }
