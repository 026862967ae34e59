"""Histories of notes and ticks: whatever happens, nothing open is hidden and a second look changes nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from inkslate.vault.merging import merge, name_tasks
from inkslate.vault.state import format_state, load_state
from inkslate.vault.values import NoteState, NoteTask, VaultList, VaultState
from inkslate.writers.records import TaskRecord

TODAY = date(2026, 11, 16)
TEXTS = [f"{verb} {thing}" for verb in ("paint", "mend", "sell") for thing in ("fence", "boat")]
Contents = dict[str, list[tuple[str, bool]]]  # notes, and their tasks with whether they are done

notes_strategy: st.SearchStrategy[Contents] = st.dictionaries(
    st.sampled_from(["2026-11-01.md", "2026-11-02.md", "2026-11-03.md"]),
    st.lists(st.tuples(st.sampled_from(TEXTS), st.booleans()), max_size=4, unique_by=lambda pair: pair[0]),
    max_size=3,
)
ticks = st.sets(st.sampled_from(TEXTS), max_size=2)


def as_notes(contents: Contents, before: VaultState) -> dict[str, NoteState]:
    notes = {}
    for path, tasks in contents.items():
        found = tuple(NoteTask(text=text, line=at, done=done, stated=True) for at, (text, done) in enumerate(tasks, 1))
        known = before.notes.get(path)
        same = known and [(task.text, task.done) for task in known.tasks] == tasks
        digest = str(hash(str(tasks)))
        fresh = NoteState(modified=0, size=0, sha256=digest, written=f"{path[:10]}T00:00:00", tasks=found)
        notes[path] = known if same and known else fresh
    return notes


def step(state: VaultState, contents: Contents, ticked: set[str]) -> VaultState:
    """A run after somebody has changed notes and ticked lines of the list."""
    listed = {
        task.id: TaskRecord(done=task.done or task.seen.text in ticked) for task in state.list.tasks if not task.hidden
    }
    named = name_tasks(as_notes(contents, state), state)
    return VaultState(notes=named, list=merge(named, state, listed, TODAY))


@given(st.lists(st.tuples(notes_strategy, ticks), min_size=1, max_size=5))
def test_a_second_look_changes_nothing(history: list[tuple[Contents, set[str]]]) -> None:
    state = VaultState()
    for contents, ticked in history:
        state = step(state, contents, ticked)
        assert step(state, contents, set()) == state
        assert len({task.id for task in state.list.tasks}) == len(state.list.tasks)


@given(st.lists(st.tuples(notes_strategy, ticks), min_size=1, max_size=5))
def test_every_task_that_is_open_in_all_notes_is_listed_unless_it_was_ticked(
    history: list[tuple[Contents, set[str]]],
) -> None:
    state, ever_ticked = VaultState(), set()
    for contents, ticked in history:
        ever_ticked |= ticked
        state = step(state, contents, ticked)
    states: dict[str, set[bool]] = {}
    for tasks in history[-1][0].values():
        for text, done in tasks:
            states.setdefault(text, set()).add(done)
    open_ = {task.seen.text for task in state.list.open}
    closed = {task.seen.text for task in state.list.tasks if task.done}
    for text, found in states.items():
        if found == {False} and text not in ever_ticked and len(history) == 1:
            assert text in open_
        assert text in open_ | closed or found != {False}


@given(notes_strategy)
def test_on_a_first_run_the_newest_note_decides(contents: Contents) -> None:
    state = step(VaultState(), contents, set())
    newest: dict[str, bool] = {}
    for path in sorted(contents):
        newest |= dict(contents[path])
    assert {task.seen.text for task in state.list.tasks} == {text for text, done in newest.items() if not done}


@given(notes_strategy, notes_strategy)
def test_ids_stay_while_words_stay(first: Contents, second: Contents) -> None:
    before = step(VaultState(), first, set())
    after = step(before, second, set())
    known = {task.seen.text: task.id for task in before.list.tasks}
    assert {task.seen.text: task.id for task in after.list.tasks if task.seen.text in known}.items() <= known.items()


@given(st.lists(st.tuples(notes_strategy, ticks), min_size=1, max_size=3))
def test_a_state_comes_back_from_its_file(tmp_path_factory: object, history: list[tuple[Contents, set[str]]]) -> None:
    state = VaultState(settings="s", written="w")
    for contents, ticked in history:
        state = replace(step(state, contents, ticked), settings="s", written="w")
    path = tmp_path_factory.getbasetemp() / "vault.json"  # type: ignore[attr-defined]
    path.write_text(format_state(state))
    assert load_state(path) == state
    assert load_state(path.with_name("none")) == VaultState(list=VaultList())
