"""Corrections: stored as labelled boards, on the disk when acknowledged, and valid for training."""

from __future__ import annotations

import copy
import os
import signal
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.readers import read_file
from inkslate.service.corrections import Conflict, CorrectionStore, labelled_board
from tests.support.commands import Run
from tests.support.service import serving
from tests.support.waiting import assert_eventually

LABELLED: dict[str, Any] = {
    "id": "b1",
    "regions": [
        {
            "id": "r1",
            "lines": [{"text": "to do"}, {"text": "call Ruth", "bullet": True}],
            "sentences": [{"start": 0, "end": 2, "label": 0}, {"start": 2, "end": 4, "label": 1}],
        }
    ],
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("workspace") / "corrections"


@pytest.fixture(scope="module")
def client(workspace: Path) -> Iterator[httpx.Client]:
    with serving("--workspace", workspace) as service, service.client() as open_client:
        yield open_client


def board(name: str = "b1", label: int = 1) -> Board:
    value = copy.deepcopy(LABELLED) | {"id": name}
    value["regions"][0]["sentences"][1]["label"] = label
    return labelled_board(value, where="x")


def test_a_revision_is_kept_once(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path)
    assert store.put(board(), 1, {})[1] is True
    assert store.put(board(), 1, {})[1] is False  # the same again
    with pytest.raises(Conflict, match="other content"):
        store.put(board(label=0), 1, {})
    with pytest.raises(Conflict, match="other content"):
        store.put(board(), 1, {"owner": "Ruth"})
    assert store.put(board(label=2), 3, {"owner": "Ruth"})[1] is True
    with pytest.raises(Conflict, match="at revision 3"):
        store.put(board(), 2, {})
    latest = store.get("b1")
    assert latest is not None
    assert (latest.revision, latest.notes) == (3, {"owner": "Ruth"})
    assert '"label": 2' in latest.content
    assert store.get("b1", 1).content != latest.content  # type: ignore[union-attr]
    assert store.get("b2") is None
    store.close()


def test_boards_are_listed_by_their_ids(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path)
    for name in ("c", "a", "ü", "b"):
        store.put(board(name), 1, {})
        store.put(board(name, label=0), 2, {})
    assert [(item.board, item.revision) for item in store.latest()] == [("a", 2), ("b", 2), ("c", 2), ("ü", 2)]
    assert [item.board for item in store.latest(after="a", limit=2)] == ["b", "c"]
    assert store.delete("b") is True
    assert store.delete("b") is False
    assert [item.board for item in store.latest()] == ["a", "c", "ü"]
    store.close()


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path)
    pragma = store._connection.execute
    assert pragma("pragma journal_mode").fetchone() == ("wal",)
    assert pragma("pragma synchronous").fetchone() == (2,)  # FULL
    store.close()


def test_several_processes_may_write(tmp_path: Path) -> None:
    """Two connections, as of two workers."""
    stores = [CorrectionStore(tmp_path), CorrectionStore(tmp_path)]

    def write(store: CorrectionStore, prefix: str) -> None:
        for number in range(50):
            store.put(board(f"{prefix}{number}"), 1, {})

    threads = [threading.Thread(target=write, args=(store, prefix)) for store, prefix in zip(stores, "xy", strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stores[0].latest()) == 100
    for store in stores:
        store.close()


def modes(folder: Path) -> dict[str, int]:
    """The permissions of a workspace and of the files in it."""
    return {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())}


PRIVATE = {"corrections.sqlite": 0o600, "corrections.sqlite-wal": 0o600, "corrections.sqlite-shm": 0o600}


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o777])
def test_a_workspace_is_private_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        store = CorrectionStore(tmp_path / "new")
        store.put(board(), 1, {})
        assert modes(tmp_path / "new") == {"new": 0o700} | PRIVATE
    finally:
        os.umask(before)
    store.close()


def test_an_older_workspace_is_closed_to_others(tmp_path: Path) -> None:
    """As it was made before workspaces were private, and not closed: its log is still there."""
    folder = tmp_path / "old"
    first = CorrectionStore(folder)
    first.put(board(), 1, {})
    for path in (folder, *folder.iterdir()):
        path.chmod(0o777 if path.is_dir() else 0o666)
    second = CorrectionStore(folder)
    assert modes(folder) == {"old": 0o700} | PRIVATE
    assert second.get("b1") is not None
    for store in (first, second):
        store.close()


def test_a_folder_that_others_use_is_refused_and_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    folder.chmod(0o755)
    (folder / "todo.txt").write_text("- call Ruth")
    with pytest.raises(InputError, match=r"also holds 'todo.txt'; name a new folder, or close this one: chmod 700 "):
        CorrectionStore(folder)
    assert {path.name for path in folder.iterdir()} == {"todo.txt"}
    assert folder.stat().st_mode & 0o777 == 0o755
    folder.chmod(0o700)  # the remedy
    CorrectionStore(folder).close()


def test_a_workspace_that_cannot_be_closed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It belongs to somebody else, or its file system has no permissions."""
    tmp_path.chmod(0o755)

    def not_mine(_path: Path, _mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", not_mine)
    with pytest.raises(
        InputError, match=r"\(Operation not permitted\); name a new folder, or let its owner run: chmod"
    ):
        CorrectionStore(tmp_path)
    monkeypatch.setattr(Path, "chmod", lambda _path, _mode: None)
    with pytest.raises(InputError, match="its file system cannot keep it from other users"):
        CorrectionStore(tmp_path)


@pytest.mark.parametrize("content", [b"", b"not a database at all, but a text of some length" * 100])
def test_what_is_no_database(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "corrections.sqlite").write_bytes(content)
    if content:
        with pytest.raises(InputError, match="not a database of corrections"):
            CorrectionStore(tmp_path)
    else:
        CorrectionStore(tmp_path).close()  # a file that a crash left empty


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    CorrectionStore(tmp_path).close()
    with sqlite3.connect(tmp_path / "corrections.sqlite") as connection:
        connection.execute("pragma user_version = 99")
    connection.close()
    with pytest.raises(InputError, match="newer inkslate"):
        CorrectionStore(tmp_path)


def test_over_http_and_back_to_training(client: httpx.Client, workspace: Path, tmp_path: Path, run: Run) -> None:
    body = {"board": LABELLED, "revision": 1, "notes": {"owners": {"t1": "Ruth"}}}
    assert client.get("/v1/corrections").json() == {"corrections": [], "next": None}
    first = client.put("/v1/corrections", json=body)
    assert (first.status_code, first.json()["revision"]) == (201, 1)
    again = client.put("/v1/corrections", json=body)
    assert (again.status_code, again.json()) == (200, first.json())
    assert client.put("/v1/corrections", json=body | {"notes": {}}).status_code == 409
    other = copy.deepcopy(LABELLED) | {"id": "a/../b ?&é"}
    assert client.put("/v1/corrections", json={"board": other, "revision": 0}).status_code == 201
    page = client.get("/v1/corrections", params={"limit": 1}).json()
    assert (page["corrections"][0]["board"], page["next"]) == ("a/../b ?&é", "a/../b ?&é")
    rest = client.get("/v1/corrections", params={"after": page["next"]}).json()
    one = client.get("/v1/corrections", params={"id": "a/../b ?&é"}).json()
    assert [each["board"] for each in one["corrections"]] == ["a/../b ?&é"]
    assert client.get("/v1/corrections", params={"id": "z"}).json() == {"corrections": [], "next": None}
    assert ([item["board"] for item in rest["corrections"]], rest["next"]) == (["b1"], None)
    kept = client.get("/v1/corrections/board", params={"id": "a/../b ?&é"}).json()
    assert kept["board"]["regions"][0]["sentences"] == LABELLED["regions"][0]["sentences"]
    assert client.get("/v1/corrections/board", params={"id": "none"}).status_code == 404
    # The service may be running.
    done = run("export-corrections", workspace, "-o", tmp_path / "mine.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert client.delete("/v1/corrections/board", params={"id": "b1"}).status_code == 204
    assert client.delete("/v1/corrections/board", params={"id": "b1"}).status_code == 204
    boards = read_file(tmp_path / "mine.jsonl")
    assert [item.id for item in boards] == ["a/../b ?&é", "b1"]
    assert boards[1] == labelled_board(LABELLED, where="x")
    assert run("check", tmp_path / "mine.jsonl").returncode == 0


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"revision": -1}, "revision"),
        ({"revision": True}, "revision"),
        ({"revision": 2**53}, "revision"),
        ({"notes": []}, "notes"),
        ({"notes": {"x": "y" * 300_000}}, "notes"),
        ({"board": {"id": "b", "regions": [{"id": "r", "lines": [{"text": "a"}]}]}}, "board"),  # not labelled
        ({"board": LABELLED | {"id": "x" * 2000}}, "board"),
        ({"other": 1}, "body"),
    ],
)
def test_what_is_no_correction(client: httpx.Client, change: dict[str, Any], field: str) -> None:
    answer = client.put("/v1/corrections", json={"board": LABELLED, "revision": 1} | change)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert answer.json()["remedy"]


def test_export_of_what_is_no_workspace(run: Run, tmp_path: Path) -> None:
    done = run("export-corrections", tmp_path / "none")
    assert done.returncode == 2
    assert "not a workspace" in done.stderr


def test_kill_of_a_worker_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """Two workers, four clients that write, and kill -9 of one worker, twice."""
    acknowledged: list[str] = []
    errors: list[str] = []
    stop = threading.Event()

    def write(service: Any, writer: int) -> None:
        number = 0
        while not stop.is_set():
            name = f"{writer}-{number}"
            value = copy.deepcopy(LABELLED) | {"id": name}
            try:
                with service.client() as new_client:
                    answer = new_client.put("/v1/corrections", json={"board": value, "revision": 1})
            except httpx.TransportError as error:
                errors.append(repr(error))
                continue
            if answer.status_code in (200, 201):
                acknowledged.append(name)
                number += 1
            elif answer.status_code != 429:
                errors.append(answer.text)

    def wait_for_more() -> None:
        wanted = len(acknowledged) + 40
        assert_eventually(lambda: len(acknowledged) >= wanted, "40 more corrections that are acknowledged")

    with serving("--workers", "2", "--workspace", tmp_path) as service:
        threads = [threading.Thread(target=write, args=(service, writer)) for writer in range(4)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(2):
                wait_for_more()
                os.kill(service.workers()[0], signal.SIGKILL)
            wait_for_more()
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        workers = service.workers()
        service.stop(signal.SIGKILL)
        # They do not outlive their parent.
        assert_eventually(
            lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), "the end of the workers"
        )
    assert errors == []
    store = CorrectionStore(tmp_path, create=False)
    assert store._connection.execute("pragma integrity_check").fetchone() == ("ok",)
    assert {item.board for item in store.latest()} >= set(acknowledged)
    store.close()
