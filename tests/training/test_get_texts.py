"""scripts/get-texts: from the files of three repositories to the texts of a model build, checked by their sha256."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import subprocess
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

from inkslate.training.synthesis.texts import load_items, load_texts
from tests.support.paths import ROOT


@pytest.fixture(scope="module")
def script() -> Any:
    loader = SourceFileLoader("get_texts", str(ROOT / "scripts" / "get-texts"))
    spec = importlib.util.spec_from_loader("get_texts", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the files of all three sources."""
    folder = tmp_path / "repository"
    texts = {
        "not-to-release/sources/b/1.conllu": "# text = See you.\n1\tSee\n",
        "not-to-release/sources/a/2.conllu": "# sent_id = 1\n# text = It rained.\n1\tIt\n\n# text = Call me é\n",
        "src/resources/Ask0729-fixed.txt": "No\tAct now",
        "src/resources/testSet-qualifiedBatch-fixed.txt": "Yes\tPlease call",
        "resources/todo-dataset.json": json.dumps(
            {"instance": {"panon": {"text": "pay the rent", "sents": [{"text": "pay"}, {"text": "pay the rent"}]}}}
        )
        + "\n"
        + json.dumps({"instance": {"text": "x " * 50}})
        + "\n",
        "large.bin": "not needed",
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    config = tmp_path / "gitconfig"
    config.write_text(
        "[uploadpack]\nallowAnySHA1InWant = true\nallowFilter = true\n[user]\nname = a\nemail = a@example.org\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    for words in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "-m", "texts")):
        subprocess.run(["git", "-C", str(folder), *words], check=True)
    return folder


def test_the_files_are_made_from_a_commit(script: Any, repository: Path, tmp_path: Path) -> None:
    head = subprocess.run(
        ["git", "-C", str(repository), "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    )
    made = {
        "ewt-documents.jsonl": '{"sentences": ["It rained.", "Call me é"]}\n{"sentences": ["See you."]}\n',
        "email-intent.tsv": "No\tAct now\nYes\tPlease call\n",
        "todo-items.txt": "pay the rent\n",
    }
    (tmp_path / "texts").mkdir()
    for name, text in made.items():
        expected = hashlib.sha256(text.encode()).hexdigest()
        source = script.SOURCES[name]._replace(
            repository=repository.as_uri(), commit=head.stdout.strip(), sha256=expected
        )
        script.get(name, source, tmp_path / "texts")
        assert (tmp_path / "texts" / name).read_text("utf-8") == text
        script.get(name, source._replace(repository="file:///nowhere"), tmp_path / "texts")  # checked, not fetched
    assert sorted(path.name for path in (tmp_path / "texts").iterdir()) == sorted(made)
    assert len(load_texts(tmp_path / "texts" / "ewt-documents.jsonl")) == 2
    assert load_items(tmp_path / "texts" / "todo-items.txt") == ["pay the rent"]


def test_another_file_is_refused(script: Any, tmp_path: Path) -> None:
    (tmp_path / "todo-items.txt").write_text("something else\n")
    with pytest.raises(SystemExit, match=r"todo-items.txt: sha256 is \w+, not ff845ef53b9f"):
        script.get("todo-items.txt", script.SOURCES["todo-items.txt"], tmp_path)
    assert (tmp_path / "todo-items.txt").read_text() == "something else\n"


def test_a_source_out_of_reach_is_named(tmp_path: Path) -> None:
    environment = {
        "PATH": "/usr/bin:/bin",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "url.file:///nowhere/.insteadOf",
    }
    environment["GIT_CONFIG_VALUE_0"] = "https://github.com/"
    done = subprocess.run(
        [str(ROOT / "scripts" / "get-texts"), str(tmp_path / "t")], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "could not be fetched" in done.stderr
    assert "Traceback" not in done.stderr
    assert list((tmp_path / "t").iterdir()) == []
