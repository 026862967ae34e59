"""Whole models from toy data: all stages, what each recipe may use, and going on where it was stopped."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from inkslate.errors import InputError
from inkslate.formats import format_boards, format_slate_csv
from inkslate.model.bundle import INT8
from inkslate.training import model_builds as recipes
from inkslate.training.distillation.distill import DistillConfig
from inkslate.training.model_builds import RECIPES, STAGES, Ingredients, Kitchen, Recipe
from inkslate.training.progress import Silent
from tests.support.commands import Here
from tests.support.tiny_encoder import toy_boards, write_encoder

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_teachers")]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A corpus, texts and released data in small, and an encoder of two layers."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("recipes")
    for split, count in (("train", 24), ("dev", 12)):
        (folder / "corpus" / split).mkdir(parents=True)
        (folder / "corpus" / split / "a.jsonl").write_text(format_boards(toy_boards(count, seed=count)))
    (folder / "texts").mkdir()
    (folder / "texts" / "ewt-documents.jsonl").write_text('{"sentences": ["it rained .", "call me ."]}\n')
    (folder / "texts" / "email-intent.tsv").write_text("Yes\tsend it to me .\n")
    (folder / "texts" / "todo-items.txt").write_text("water plants\n")
    (folder / "slate").mkdir()
    for name, seed in (("train", 5), ("val", 6)):
        boards = [replace(board, id=f"{name}-{board.id}") for board in toy_boards(10, seed=seed)]
        (folder / "slate" / f"{name}.csv").write_text(format_slate_csv(boards))
    write_encoder(folder / "tiny")
    yield folder
    torch.set_num_threads(threads)


@pytest.fixture
def quick_teachers(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = replace(recipes.PRESETS["tuned"], epochs=2, batch_size=8, learning_rate=3e-3)
    monkeypatch.setattr(recipes, "PRESETS", {"tuned": quick})


def kitchen(place: Path, out: Path, name: str, *, students: int = 1) -> Kitchen:
    config = DistillConfig()
    quick = {"epochs": 2, "batch_size": 16, "learning_rate": 3e-3}
    config = replace(config, mixed=replace(config.mixed, **quick), real=replace(config.real, **quick))  # type: ignore[arg-type]
    recipe = Recipe(
        RECIPES[name].released,
        boards=20,
        released_boards=8,
        teachers=2,
        specialists=1,
        students=students,
        word_layers=1,
        config=config,
    )
    encoder = str(place / "tiny")
    slate = place / "slate" if recipe.released else None
    ingredients = Ingredients(place / "corpus", place / "texts", slate, encoder, encoder)
    return Kitchen(name, recipe, ingredients, out, Silent())


def test_the_research_data_is_in_one_recipe_alone(place: Path, tmp_path: Path) -> None:
    for name in RECIPES:
        assert kitchen(place, tmp_path / name, name).build(until="data") is None
    texts = {name: "".join(p.read_text() for p in sorted((tmp_path / name).rglob("*.jsonl"))) for name in RECIPES}
    assert "train-" in texts["slate"]  # ids of the released boards
    assert "train-" not in texts["open"]
    assert not (tmp_path / "open" / "data" / "released.jsonl").exists()
    with pytest.raises(InputError, match="needs the released data"):
        replace(kitchen(place, tmp_path / "x", "slate"), from_=kitchen(place, tmp_path / "x", "open").from_).build()


def test_a_model_is_built_and_nothing_is_done_twice(place: Path, tmp_path: Path) -> None:
    work = kitchen(place, tmp_path / "m", "slate", students=3)
    assert work.build(until="labels") is None
    names = ["all-0", "all-1", "released-0"]
    assert sorted(path.name for path in (tmp_path / "m" / "teachers").iterdir()) == names
    index = json.loads((tmp_path / "m" / "labels" / "labels.json").read_text())
    assert [teacher for teacher, _ in index["teachers"]] == names
    shutil.rmtree(tmp_path / "m" / "teachers")  # they have said it all
    told: list[str] = []
    bundle = replace(work, tell=told.append).build()
    assert bundle is not None
    assert bundle.manifest.precision == INT8
    assert told == ["data", "labels", "student 0", "student 1", "student 2", "model"]
    assert bundle.manifest.thresholds["task"] <= 0.5
    assert not (tmp_path / "m" / "teachers").exists()
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "m").rglob("*") if path.is_file()}
    again = work.build()
    assert again is not None
    assert again.manifest == bundle.manifest
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "m").rglob("*") if path.is_file()} == before
    chosen = json.loads((tmp_path / "m" / "chosen.json").read_text())["student"]
    assert chosen in ("0", "1", "2")


def test_the_command(place: Path, tmp_path: Path, here: Here) -> None:
    assert STAGES[0] == "data"
    command = ["model", "build", "open", "--corpus", place / "corpus", "--texts", place / "texts"]
    done = here(*command, "--until", "data", "--out", tmp_path / "b")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "data: done; --until model goes on\n"
    empty = here("model", "build", "open", "--corpus", tmp_path, "--texts", place / "texts", "--out", tmp_path / "c")
    assert empty.returncode == 2
    assert "has no boards" in empty.stderr
    assert empty.stderr.count("\n") <= 2
