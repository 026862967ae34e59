"""Adapting: a habit is learned from reviewed sentences, only what gains is written, and the bytes are the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from inkslate import Extractor
from inkslate.board import Board
from inkslate.errors import InputError, ModelError
from inkslate.evaluation.evaluation import evaluate
from inkslate.formats import format_boards
from inkslate.model.backends.adapted import steer
from inkslate.model.backends.head import HEAD
from inkslate.model.bundle import ADAPTER, CARD, MANIFEST, ONNX, Bundle, load_bundle, save_bundle
from inkslate.model.loading import load_predictor
from inkslate.training.adapting import adapter
from inkslate.training.adapting.adapter import adapt, save_adapter
from inkslate.training.adapting.evidence import Evidence, subset
from inkslate.training.adapting.gain import Gain, habit_bounds
from inkslate.training.adapting.logistic import fit, leave_out
from tests.support.adaptable import adaptable, person
from tests.support.commands import Here
from tests.support.hand_made import write
from tests.support.tiny_tagger import listing


@pytest.fixture
def base(tmp_path: Path) -> Bundle:
    return adaptable(tmp_path / "base")


def adapted(boards: list[Board], base: Bundle, name: str = "mine") -> Bundle:
    return save_adapter(adapt(boards, base), base.folder.parent / name, data={"c.jsonl": "0" * 64})


# What is learned


def test_a_habit_is_learned_and_used(base: Bundle) -> None:
    mine = adapted(person(24, maybe=True), base)
    notes = "note and\nmaybe and and\ntask and"
    assert [task.text for task in Extractor.load(base.folder).extract(notes).tasks] == ["task and"]
    extractor = Extractor.load(mine.folder, threads=2)
    assert [task.text for task in extractor.extract(notes).tasks] == ["maybe and and", "task and"]
    assert [len(found.tasks) for found in extractor.extract_many([notes] * 3)] == [2, 2, 2]
    others = person(10, maybe=True)
    scores = [evaluate(others, load_predictor(folder)).scores.task.f1 for folder in (base.folder, mine.folder)]
    assert scores == [pytest.approx(2 / 3), 1.0]


def test_who_agrees_with_the_model_gains_nothing(base: Bundle) -> None:
    result = adapt(person(24, maybe=False), base)
    assert result.used == []
    assert all(abs(each.gain.points) < 0.5 for each in result.learned.values())


def test_few_tasks_are_not_enough_however_clear_the_gain(base: Bundle) -> None:
    few, more = (adapt(person(count, maybe=True), base) for count in (9, 10))
    assert few.learned["tasks"].gain.is_clear
    assert (few.tasks, few.used, few.more_boards) == (18, [], 11)
    assert (more.boards, more.tasks, more.used) == (10, 20, ["tasks"])
    assert replace(more, boards=9).used == []  # too few boards
    assert replace(more, boards=21).used == []  # too rare


def test_sentences_that_nobody_reviewed_teach_nothing(base: Bundle) -> None:
    either = [adapt(person(24, maybe=maybe, reviewed=False), base) for maybe in (True, False)]
    assert either[0].sentences == either[1].sentences == 24 * 2 + 12
    for name in ("tasks", "beginnings"):
        one, other = (each.learned[name].weights for each in either)
        assert (one == other).all()


def test_boards_without_labels_are_left_out(base: Bundle) -> None:
    labelled = person(12, maybe=True)
    bare = [replace(board.without_labels(), id=f"x{board.id}") for board in labelled]
    assert adapt([*labelled, *bare], base).boards == 12


@pytest.mark.parametrize(
    ("boards", "reason"),
    [
        ([], "0 reviewed boards with 0 tasks among 0 sentences"),
        (person(2, maybe=True), "2 reviewed boards with 4 tasks among 7 sentences"),
        ([board.without_labels() for board in person(9, maybe=True)], "0 reviewed boards"),
    ],
)
def test_too_little_to_learn_from(boards: list[Board], reason: str, base: Bundle) -> None:
    with pytest.raises(InputError) as caught:
        adapt(boards, base)
    assert str(caught.value).startswith(reason)
    assert "adapting needs at least 3 boards" in str(caught.value)


@pytest.mark.parametrize("count", [1.0, 0.5])
def test_leaving_a_board_out_is_close_to_learning_without_it(count: float) -> None:
    rng = np.random.default_rng(0)
    vectors = np.hstack([rng.normal(size=(240, 6)), np.ones((240, 1))])
    truth = vectors @ rng.normal(size=7) + rng.normal(size=240) > 0
    boards = np.repeat(np.arange(12), 20)
    flat = np.zeros(240)
    evidence = Evidence(vectors, flat, flat, truth, np.full(240, -1, np.int8), boards)
    counts = np.where(boards % 2, 1.0, count)
    close = leave_out(evidence, fit(evidence, 3.0, counts), 3.0, counts)
    for board in range(12):
        kept, out = boards != board, boards == board
        exact = vectors[out] @ fit(subset(evidence, kept), 3.0, counts[kept])
        assert np.abs(close[out] - exact).max() < 0.15 * np.abs(exact).max()


def test_a_row_that_counts_twice_is_like_two_rows() -> None:
    rng = np.random.default_rng(1)
    vectors, flat = rng.normal(size=(40, 3)), np.zeros(40)
    evidence = Evidence(vectors, flat, flat, rng.random(40) > 0.5, np.full(40, -1, np.int8), np.arange(40))
    twice = subset(evidence, np.repeat(np.arange(40), 2))  # type: ignore[arg-type]
    assert np.allclose(fit(evidence, 0.3, np.full(40, 2.0)), fit(twice, 0.3), atol=1e-6)
    assert not np.allclose(fit(evidence, 0.3), fit(twice, 0.3), atol=1e-2)


@pytest.mark.parametrize(
    ("gain", "clear"),
    [
        (Gain(70, 75, 2, 0.8), True),
        (Gain(70, 70.4, 0.1, 0.8), False),  # too small to matter
        (Gain(70, 75, 7, 0.8), False),  # by chance, perhaps
        (Gain(70, 75, 2, 0.99), False),  # the log loss does not agree
        (Gain(70, 65, 2, 0.8), False),
        (Gain(70, 75, 4, 0.8, 2.6, habit_bounds(10)), True),
        (Gain(70, 75, 4, 0.8, 2.4, habit_bounds(10)), False),  # on some boards only
        (Gain(70, 75, 4, 0.8, 2.4, habit_bounds(20)), True),
        (Gain(70, 75, 6, 0.8, 2.6, habit_bounds(20)), False),  # less than its own error
        (Gain(70, 72.9, 0.1, 0.8, 2.6, habit_bounds(20)), False),  # gains of this size are often losses elsewhere
    ],
)
def test_a_clear_gain(gain: Gain, clear: bool) -> None:
    assert gain.is_clear is clear


def test_more_boards_are_wanted_by_the_error_of_the_gain() -> None:
    assert Gain(70, 75, 20, 0.9).boards_wanted(10) == 314
    assert Gain(70, 75, 1, 0.9).boards_wanted(10) == 10
    assert Gain(70, 69, 1, 0.9).boards_wanted(10) is None
    assert Gain(70, 72, 1, 0.9, 1.25, habit_bounds(10)).boards_wanted(10) is None  # more boards make it no larger
    assert Gain(70, 75, 9, 0.9, 1.25, habit_bounds(10)).boards_wanted(10) == 40
    assert Gain(70, 75, 9, 0.9, -1.0, habit_bounds(10)).boards_wanted(10) is None


def test_what_is_learned_about_tasks_moves_no_boundary() -> None:
    columns = np.random.default_rng(0).normal(size=(50, 5)).astype(np.float32)
    columns[:, 4] = 0
    before, after = (_chances(logits) for logits in (columns[:, :3], steer(columns)))
    assert np.allclose(before[:, 2], after[:, 2], atol=1e-6)
    ratio = np.log(after[:, 1] / after[:, 0]) - np.log(before[:, 1] / before[:, 0])
    assert np.allclose(ratio, columns[:, 3], atol=1e-5)


def _chances(logits: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    powers = np.exp(logits)
    return powers / powers.sum(axis=1, keepdims=True)


# What is written


def test_the_bundle_is_small_and_names_its_base(base: Bundle) -> None:
    mine = adapted(person(24, maybe=True), base)
    assert listing(mine.folder) == [CARD, ADAPTER, MANIFEST]
    assert sum(path.stat().st_size for path in mine.folder.iterdir()) < 100_000
    assert mine.manifest.base == {"name": "base", "sha256": base.manifest.files[ONNX]}
    assert mine.info.sha256 not in (None, base.info.sha256)
    assert mine.manifest.data == {"c.jsonl": "0" * 64}
    assert mine.manifest.training["tasks"]["used"] is True


def test_the_same_boards_give_the_same_bytes(base: Bundle) -> None:
    one, other = (adapted(person(24, maybe=True), base, name) for name in ("one", "other"))
    assert one.path(ADAPTER).read_bytes() == other.path(ADAPTER).read_bytes()
    assert one.manifest == replace(other.manifest, name="one", files=one.manifest.files)


def test_nothing_is_left_where_writing_fails(base: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(adapter, "move_folder", stop)
    before = listing(base.folder.parent)
    with pytest.raises(KeyboardInterrupt):
        adapted(person(24, maybe=True), base)
    assert listing(base.folder.parent) == before


def test_a_base_elsewhere_is_refused_before_anything_is_written(base: Bundle, tmp_path: Path) -> None:
    result = adapt(person(24, maybe=True), base)
    with pytest.raises(InputError, match="an adapter stands beside its base; choose --out"):
        save_adapter(result, tmp_path / "elsewhere" / "mine", data={})
    assert not (tmp_path / "elsewhere").exists()


# Bases that cannot be adapted


def test_a_model_without_vectors_says_so(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="gives no vectors of words; export the model again"):
        adapt(person(24, maybe=True), write(tmp_path / "m", vote="first"))


def test_an_adapter_is_not_a_base(base: Bundle) -> None:
    mine = adapted(person(24, maybe=True), base)
    with pytest.raises(ModelError, match="was adapted itself; name its base 'base' with --model"):
        adapt(person(24, maybe=True), mine)


def test_a_model_of_another_vote_or_scheme_is_not_adapted(base: Bundle) -> None:
    other = replace(base, manifest=replace(base.manifest, vote="all"))
    with pytest.raises(ModelError, match="only a tagger of SLATE-NTI whose first token of a word decides"):
        adapt(person(24, maybe=True), other)


# Adapters that cannot be loaded


def test_a_base_that_is_gone_or_another_one(base: Bundle, tmp_path: Path) -> None:
    mine = adapted(person(24, maybe=True), base)
    base.folder.rename(tmp_path / "away")
    with pytest.raises(ModelError, match="its base 'base' is missing; put the folder of that model at"):
        Extractor.load(mine.folder)
    changed = adaptable(tmp_path / "base", max_length=16)
    with pytest.raises(ModelError, match="max_length is not that of the base 'base'"):
        load_bundle(mine.folder)
    save_bundle(changed.folder, changed.manifest, {ONNX: base_model(tmp_path / "away") + b"\x12\x00"})
    with pytest.raises(ModelError, match=r"another version of its base 'base'.*run `inkslate adapt` again"):
        load_bundle(mine.folder)


def base_model(folder: Path) -> bytes:
    return (folder / ONNX).read_bytes()


def edit(bundle: Bundle, **fields: object) -> None:
    """Change fields of a manifest as somebody with an editor would."""
    path = bundle.folder / MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | fields), "utf-8")


SHA = "0" * 64
HOSTILE: dict[str, tuple[dict[str, object], str]] = {
    "a path": ({"base": {"name": "../base", "sha256": SHA}}, "is not the plain name of a folder"),
    "an absolute path": ({"base": {"name": "/etc", "sha256": SHA}}, "is not the plain name of a folder"),
    "the folder above": ({"base": {"name": "..", "sha256": SHA}}, "is not the plain name of a folder"),
    "a number": ({"base": {"name": 1, "sha256": SHA}}, "is not the plain name of a folder"),
    "a control character": ({"base": {"name": "a\nb", "sha256": SHA}}, "is not the plain name of a folder"),
    "no hash": ({"base": {"name": "base"}}, "base is not a name and a sha256"),
    "a short hash": ({"base": {"name": "base", "sha256": "00"}}, "not 64 hexadecimal digits"),
    "a list": ({"base": ["base"]}, "base is not a name and a sha256"),
    "null": ({"base": None}, "base is not a name and a sha256"),
    "itself": ({"base": {"name": "mine", "sha256": SHA}}, "was made for another version of its base 'mine'"),
    "another scheme": ({"scheme": "bio"}, "has a base, which only a tagger of SLATE-NTI can have"),
    "another shape": ({"word_layers": 2}, "word_layers is not that of the base"),
    "a network of its own": ({"files": {ONNX: SHA, ADAPTER: SHA}}, "has a base and a model.onnx of its own"),
    "no table": ({"files": {}}, "the model has no adapter.npy"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_manifests_are_refused(name: str, base: Bundle) -> None:
    mine = adapted(person(24, maybe=True), base)
    fields, reason = HOSTILE[name]
    edit(mine, **fields)
    with pytest.raises(ModelError) as caught:
        Extractor.load(mine.folder)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


TABLES: dict[str, tuple[Callable[[], np.ndarray], str]] = {  # type: ignore[type-arg]
    "three columns": (lambda: np.zeros((8, 3), np.float32), "has 3 columns, not 5"),
    "other vectors": (lambda: np.zeros((5, 5), np.float32), "vectors of 7 numbers, the adapter needs 4"),
    "not finite": (lambda: np.full((8, 5), np.inf, np.float32), "not finite"),
    "doubles": (lambda: np.zeros((8, 5)), "not a table of float32 numbers"),
}


@pytest.mark.parametrize("name", TABLES)
def test_hostile_tables_are_refused(name: str, base: Bundle, tmp_path: Path) -> None:
    mine = adapted(person(24, maybe=True), base)
    build, reason = TABLES[name]
    np.save(tmp_path / "t.npy", build())
    save_bundle(mine.folder, mine.manifest, {ADAPTER: (tmp_path / "t.npy").read_bytes()})
    with pytest.raises(ModelError, match=reason):
        Extractor.load(mine.folder).extract("note and")


def test_a_table_that_was_changed_is_refused(base: Bundle) -> None:
    mine = adapted(person(24, maybe=True), base)
    content = mine.path(ADAPTER).read_bytes()
    mine.path(ADAPTER).write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(ModelError, match="its sha256 is not the manifest's"):
        load_bundle(mine.folder)


def test_a_base_without_vectors_is_refused(base: Bundle) -> None:
    mine = adapted(person(24, maybe=True), base)
    plain = write(base.folder.parent / "plain", vote="first")
    edit(mine, base={"name": "plain", "sha256": plain.manifest.files[ONNX]})
    with pytest.raises(ModelError, match="gives no vectors of words"):
        Extractor.load(mine.folder).extract("note and")


# The command


def test_the_command_writes_what_gains(base: Bundle, tmp_path: Path, here: Here) -> None:
    file = tmp_path / "corrected.jsonl"
    file.write_text(format_boards(person(12, maybe=True)), "utf-8")
    done = here("adapt", file, "--model", base.folder, "--out", tmp_path / "mine")
    assert done.returncode == 0
    assert "learned from: 12 boards, 42 reviewed sentences, 24 tasks" in done.stdout
    assert "tasks: F1 66.7 -> 100.0 on boards left out (+33.3, standard error" in done.stdout
    assert "beginnings: F1 100.0 -> 100.0 on boards left out (+0.0, standard error 0.0); no clear gain" in done.stdout
    assert "8 more corrected boards would help most" in done.stderr
    (tmp_path / "notes.txt").write_text("maybe and\n", "utf-8")
    assert "maybe and" in here("extract", tmp_path / "notes.txt", "--model", tmp_path / "mine").stdout


def test_the_command_writes_nothing_without_a_gain_unless_it_is_forced(
    base: Bundle, tmp_path: Path, here: Here
) -> None:
    file = tmp_path / "corrected.jsonl"
    file.write_text(format_boards(person(24, maybe=False)), "utf-8")
    refused = here("adapt", file, "--model", base.folder, "--out", tmp_path / "mine")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "no clear gain on boards left out (F1 of tasks 100.0 -> 100.0" in refused.stderr
    assert "correct about 24 more boards, or write it with --force" in refused.stderr
    assert not (tmp_path / "mine").exists()
    assert here("adapt", file, "--model", base.folder, "--out", tmp_path / "mine", "--force").returncode == 0
    assert load_bundle(tmp_path / "mine").path(HEAD) == base.folder / HEAD


def test_rules_cannot_be_adapted(tmp_path: Path, here: Here) -> None:
    file = tmp_path / "corrected.jsonl"
    file.write_text(format_boards(person(3, maybe=False)), "utf-8")
    refused = here("adapt", file, "--model", "rules", "--out", tmp_path / "mine")
    assert (refused.returncode, "has nothing to adapt" in refused.stderr) == (2, True)
