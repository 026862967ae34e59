"""Habits: what each kind of sentence is for a person, from few boards; and what to correct next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from inkslate import Extractor
from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.errors import InputError, ModelError
from inkslate.formats import format_boards
from inkslate.model.backends.habits import HABITS, KIND_NAMES, KINDS
from inkslate.model.backends.head import Head
from inkslate.model.bundle import ADAPTER, CARD, MANIFEST, Bundle, load_bundle, save_bundle
from inkslate.training.adapting.adapter import adapt, save_adapter
from inkslate.training.adapting.gain import habit_bounds
from inkslate.training.adapting.kinds import add_kinds, missing_kinds
from inkslate.training.adapting.queue import Queue, make_queue
from inkslate.training.config import TrainConfig
from inkslate.training.data import TrainingData
from inkslate.training.starting.anchoring import anchored_targets
from inkslate.training.starting.habit import learn_habit
from inkslate.training.starting.mixing import mixed_data
from tests.support.adaptable import CHANCES, adaptable, person
from tests.support.commands import Here
from tests.support.hand_made import SPECIALS
from tests.support.tiny_tagger import listing


def with_kinds(folder: Path) -> Bundle:
    """A model for which `maybe` begins a sentence of the first kind; no sentence is of another kind."""
    bundle = adaptable(folder)
    table = np.full((len(SPECIALS) + len(CHANCES) + 1, len(KIND_NAMES)), -2.0, np.float32)
    table[len(SPECIALS) + list(CHANCES).index("maybe"), 0] = 2.0
    return save_bundle(folder, bundle.manifest, {KINDS: Head(table).to_bytes()})


@pytest.fixture
def base(tmp_path: Path) -> Bundle:
    return with_kinds(tmp_path / "base")


def save(boards: list[Board], base: Bundle, name: str = "mine") -> Bundle:
    return save_adapter(adapt(boards, base), base.folder.parent / name, data={})


def test_a_habit_is_learned_from_few_boards(base: Bundle) -> None:
    learned = adapt(person(8, maybe=True), base)
    assert learned.learned["tasks"].of_kinds
    assert (learned.boards, learned.used) == (8, ["tasks"])
    first, *others = learned.learned["tasks"].weights
    # `maybe` has a logit of -0.7 and is of the first kind by 0.88: enough to turn it, and not much more.
    assert 0.79 < first < 1
    assert all(abs(other) < 0.5 for other in others)
    mine = save(person(8, maybe=True), base)
    notes = "note and\nmaybe and and\ntask and"
    assert [task.text for task in Extractor.load(mine.folder).extract(notes).tasks] == ["maybe and and", "task and"]


def test_who_has_no_habit_gains_nothing(base: Bundle) -> None:
    assert adapt(person(24, maybe=False), base).used == []


def test_the_bundle_has_the_habits_and_the_same_bytes_every_time(base: Bundle) -> None:
    one, other = (save(person(12, maybe=True), base, name) for name in ("one", "other"))
    assert listing(one.folder) == [CARD, ADAPTER, HABITS, MANIFEST]
    assert one.path(HABITS).read_bytes() == other.path(HABITS).read_bytes()
    assert one.info.sha256 == other.info.sha256
    changed = save(person(13, maybe=True), base, "third")
    assert changed.info.sha256 != one.info.sha256  # though the table of words is the same
    assert changed.path(ADAPTER).read_bytes() == one.path(ADAPTER).read_bytes()


# Whose boards show a habit: somebody with one; not who has none, nor two boards, nor a model without kinds.
OWNERS = {"habit": (12, True, True), "none": (24, False, False), "few": (2, True, False), "plain": (12, True, False)}


@pytest.mark.parametrize("name", OWNERS)
def test_other_boards_follow_the_habit(name: str, base: Bundle, tmp_path: Path) -> None:
    """The word `maybe` of other boards has the chances of the model, or those that the habit makes of them."""
    boards, maybe, is_own = OWNERS[name]
    habit = learn_habit(person(boards, maybe=maybe), adaptable(tmp_path / "plain") if name == "plain" else base)
    config = TrainConfig(start="x", anchor=2.0)
    _, held = anchored_targets([], person(4, maybe=False), habit.tagger, config)
    rows = np.stack([targets.rows[5] for targets in held]) / config.anchor
    assert habit.is_own == is_own
    if is_own:
        assert (rows[:, 1] > rows[:, 0]).all()
    else:
        np.testing.assert_allclose(rows, np.array([[0.6, 0.3, 0.1]] * 4), atol=1e-3)


def test_a_habit_is_not_taken_back(base: Bundle, tmp_path: Path) -> None:
    (tmp_path / "mix.jsonl").write_text(format_boards(_renamed(person(4, maybe=False))), "utf-8")
    config = TrainConfig(start="x", anchor=1.0, kept=0.25)
    for maybe in (False, True):
        data = TrainingData(person(24, maybe=maybe), (), {})
        mixed = mixed_data(data, tmp_path / "mix.jsonl", base, config)
        assert (mixed.habit, mixed.config) == (maybe, replace(config, kept=0.0 if maybe else 0.25))


def _renamed(boards: list[Board]) -> list[Board]:
    return [replace(board, id=f"other {board.id}") for board in boards]


TABLES: dict[str, tuple[Callable[[], np.ndarray], str]] = {  # type: ignore[type-arg]
    "one column": (lambda: np.zeros((9, 1), np.float32), "has 1 columns, not 4"),
    "no vectors": (lambda: np.zeros((2, 4), np.float32), "has 2 rows, too few"),
    "other vectors": (lambda: np.zeros((6, 4), np.float32), "vectors of 7 numbers, the adapter needs 4"),
    "not finite": (lambda: np.full((10, 4), np.nan, np.float32), "not finite"),
    "huge": (lambda: np.full((9, 4), 3e38, np.float32), "has numbers that no habit has"),
    "doubles": (lambda: np.zeros((10, 4)), "not a table of float32 numbers"),
}


@pytest.mark.parametrize("name", TABLES)
def test_hostile_habits_are_refused(name: str, base: Bundle, tmp_path: Path) -> None:
    mine = save(person(12, maybe=True), base)
    build, reason = TABLES[name]
    np.save(tmp_path / "t.npy", build())
    save_bundle(mine.folder, mine.manifest, {HABITS: (tmp_path / "t.npy").read_bytes()})
    with pytest.raises(ModelError, match=reason):
        Extractor.load(mine.folder).extract("note and")


def test_the_fewer_boards_the_clearer_a_gain_must_be() -> None:
    falls = [habit_bounds(boards).fall for boards in (5, 10, 20, 40)]
    assert falls == sorted(falls, reverse=True)
    assert falls[0] > falls[-1]


def sentences(board: int, count: int, *, task: bool) -> Board:
    """A board of many sentences that begin with `maybe`, all of them tasks or none."""
    label = Label.TASK if task else Label.NON_TASK
    lines = tuple(Line.from_text("maybe and") for _ in range(count))
    found = tuple(Sentence(2 * at, 2 * at + 2, label) for at in range(count))
    return Board(f"b{board}", (Region("r", lines, found),))


def test_many_sentences_of_one_board_are_no_habit(base: Bundle) -> None:
    one = [sentences(0, 20, task=True), *(sentences(number, 1, task=False) for number in range(1, 9))]
    learned = adapt(one, base)
    assert (learned.tasks, learned.used) == (20, [])
    several = [sentences(number, 2, task=True) for number in range(10)] + [sentences(10, 9, task=False)]
    learned = adapt(several, base)
    assert (learned.tasks, learned.used) == (20, ["tasks"])
    assert learned.learned["tasks"].gain.fall > habit_bounds(11).fall


def test_a_habit_by_half_of_the_boards_wants_more_of_them(base: Bundle) -> None:
    learned = adapt([sentences(number, 4, task=number % 9 < 5) for number in range(9)], base)
    assert learned.used == []
    assert learned.more_boards > 0


def test_kinds_are_learned_from_labels_of_the_guide(tmp_path: Path) -> None:
    texts = {"maybe and": (3, []), "note and": (4, []), "task and": (0, ["w"]), "and note": (0, ["c"])}
    boards = [
        {
            "id": f"b{number}",
            "regions": [
                {
                    "id": "r",
                    "lines": [{"text": text} for text in texts],
                    "sentences": [
                        {"start": 2 * at, "end": 2 * at + 2, "label": label, "kinds": kinds}
                        for at, (label, kinds) in enumerate(texts.values())
                    ],
                }
            ],
        }
        for number in range(30)
    ]
    base = add_kinds(adaptable(tmp_path / "base"), boards)
    learned = adapt(person(12, maybe=True), load_bundle(base.folder))
    assert learned.learned["tasks"].weights.argmax() == 0
    with pytest.raises(InputError, match="no sentence of the boards is of the kind 'waiting'"):
        add_kinds(base, [board | {"regions": [_without_kinds(board["regions"][0])]} for board in boards])  # type: ignore[index,operator]


def test_boards_may_have_no_kinds() -> None:
    assert missing_kinds([]) == list(KIND_NAMES)
    sentence = {"start": 0, "end": 1, "label": 3, "kinds": ["c"]}
    board = {"id": "b", "regions": [{"id": "r", "lines": [{"text": "call"}], "sentences": [sentence]}]}
    assert missing_kinds([board]) == ["non-task due to context", "waiting"]


def _without_kinds(region: dict[str, list[dict[str, object]]]) -> dict[str, object]:
    return {**region, "sentences": [each | {"kinds": []} for each in region["sentences"]]}


# What to correct next


def ids(queue: Queue) -> list[str]:
    return [each.board.id for each in queue.boards]


def test_unsure_boards_come_first_until_something_like_them_was_corrected(base: Bundle) -> None:
    unsure = [replace(board, id=f"maybe {board.id}") for board in person(3, maybe=True)]
    sure = [Board("sure", (Region("r", unsure[0].regions[0].lines[:2]),))]
    queue = make_queue([*sure, *unsure], [], base)
    assert ids(queue)[0].startswith("maybe")
    assert queue.boards[0].worth > 2 * queue.boards[1].worth  # after the first, the others say nothing new
    assert queue.helps
    after = make_queue([*sure, *unsure], person(3, maybe=True), base)
    assert after.boards[0].worth < queue.boards[0].worth


def test_corrected_boards_are_left_out_and_the_curve_says_when_it_is_flat(base: Bundle) -> None:
    corrected = person(24, maybe=True)
    queue = make_queue([*corrected, replace(corrected[0], id="new")], corrected, base)
    assert ids(queue) == ["new"]
    assert (queue.corrected, queue.reached, queue.halfway, queue.helps) == (24, 100.0, 100.0, False)
    assert replace(queue, reached=80.0, halfway=78.0).helps


def test_the_command_lists_boards_and_gives_advice(base: Bundle, tmp_path: Path, here: Here) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text("note and\ntask and\n", "utf-8")
    (notes / "b.txt").write_text("maybe and\nmaybe and and\n", "utf-8")
    (tmp_path / "c.jsonl").write_text(format_boards(person(24, maybe=True)), "utf-8")
    done = here("queue", notes, "--model", base.folder, "--limit", "1")
    assert (done.returncode, done.stdout.count("\n")) == (0, 1)
    assert "b.txt" in done.stdout
    assert "2 boards left" in done.stderr
    told = here("queue", notes, "--model", base.folder, "--corrected", tmp_path / "c.jsonl", "--json")
    assert '"id": "b.txt"' in told.stdout
    assert "more corrections no longer help: F1 100.0 with half of 24 corrected boards, 100.0 with all" in told.stderr
    refused = here("queue", notes, "--model", "rules")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
