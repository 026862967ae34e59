"""`inkslate mcp`, driven by the SDK's own client: what an assistant gets, and what it is refused."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.mcp_client import COMMAND, Asked, ask
from tests.support.paths import ROOT

pytestmark = pytest.mark.process

TASK = "call the landlord about the boiler by Friday"
NOW = ("--now", "2026-11-16")


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Everything in a folder, with times and content."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
    }


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "work").mkdir(parents=True)
    (folder / "home.md").write_text(f"# Home\n\n- [ ] {TASK}\n- [x] pay the rent\n")
    (folder / "work" / "plan.txt").write_text("[ ] Sam: send Ben the numbers by 2026-12-01\n")
    return folder


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    file = tmp_path / "secret.md"
    file.write_text("- [ ] hide the treasure\n")
    return file


def test_the_tools_and_what_they_give(notes: Path) -> None:
    before = snapshot(notes)

    async def talk(asked: Asked) -> None:
        tools = {tool.name: tool for tool in (await asked.session.list_tools()).tools}
        assert set(tools) == {"tasks_in_text", "tasks_in_file", "tasks_in_folder", "list_notes"}
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools.values())
        assert all(tool.output_schema for tool in tools.values())

        text = f"# Home\n\n- [ ] {TASK}\n"
        (task,) = (await asked.call("tasks_in_text", text=text, format="markdown", now="2026-11-16"))["tasks"]
        assert (task["text"], task["owner"], task["due"], task["stated"]) == (TASK, None, "2026-11-20", True)
        assert task["source"] == {"file": None, "line": 3, "heading": "Home", "ids": []}

        (task,) = (await asked.call("tasks_in_file", path="work/plan.txt"))["tasks"]
        assert (task["owner"], task["due"]) == ("Sam", "2026-12-01")
        assert task["source"]["file"] == "work/plan.txt"
        absolute = await asked.call("tasks_in_file", path=str(notes / "work" / "plan.txt"))
        assert absolute["tasks"] == [task]

        found = await asked.call("tasks_in_folder")
        assert [(task["text"], task["due"]) for task in found["tasks"]] == [
            (TASK, "2026-11-20"),
            ("Sam: send Ben the numbers by 2026-12-01", "2026-12-01"),
        ]
        assert [task["source"]["file"] for task in found["tasks"]] == ["home.md", "work/plan.txt"]
        assert (found["total"], found["notes"], found["not_read"]) == (2, 2, [])
        inside = await asked.call("tasks_in_folder", path="work")
        assert [task["source"]["file"] for task in inside["tasks"]] == ["work/plan.txt"]
        listed = await asked.call("list_notes")
        assert {note["path"] for note in listed["notes"]} == {"home.md", "work/plan.txt"}

    ask(talk, notes, options=NOW)
    assert snapshot(notes) == before


def test_pages_say_that_there_is_more(notes: Path) -> None:
    (notes / "many.md").write_text("".join(f"- [ ] call number {number}\n" for number in range(7)))

    async def talk(asked: Asked) -> None:
        found: list[str] = []
        cursor = None
        for size in (3, 3, 1):
            result = await asked.call("tasks_in_file", path="many.md", limit=3, cursor=cursor)
            assert (len(result["tasks"]), result["total"]) == (size, 7)
            found += [task["text"] for task in result["tasks"]]
            cursor = result["next_cursor"] or cursor
        assert result["next_cursor"] is None
        assert found == [f"call number {number}" for number in range(7)]
        shown = await asked.session.call_tool("tasks_in_file", {"path": "many.md", "limit": 3})
        assert shown.content[0].type == "text"
        assert "7 open tasks, 3 of them here" in shown.content[0].text
        (notes / "many.md").write_text("- [ ] call nobody\n- [ ] call everybody\n")
        assert "have changed" in await asked.error("tasks_in_file", path="many.md", cursor=cursor)
        assert "damaged" in await asked.error("tasks_in_file", path="many.md", cursor="1;2")
        for limit in (0, 201, "many", True):
            assert "limit" in await asked.error("tasks_in_file", path="many.md", limit=limit)

    ask(talk, notes)


def test_nothing_outside_is_read(notes: Path, secret: Path) -> None:
    (notes / "link.md").symlink_to(secret)
    (notes / "folder").symlink_to(secret.parent)
    (notes / "inside.md").symlink_to(notes / "home.md")
    (notes / ".hidden.md").write_text("- [ ] hide it\n")
    (notes / "to-hidden.md").symlink_to(notes / ".hidden.md")
    os.mkfifo(notes / "pipe.md")
    (notes / "device.md").symlink_to("/dev/zero")
    (notes / "loop.md").symlink_to(notes / "loop.md")

    async def talk(asked: Asked) -> None:
        refused = {
            str(secret): "outside",
            "/etc/passwd": "outside",
            "/dev/stdin": "outside",
            str(notes) + "-2/x.md": "outside",
            "../secret.md": "..",
            f"{notes}/../secret.md": "..",
            "work/../../secret.md": "..",
            "link.md": "outside",
            "folder/secret.md": "outside",
            "device.md": "outside",
            ".hidden.md": "hidden",
            "to-hidden.md": "hidden",
            "pipe.md": "a device or a pipe",
            "loop.md": "",
            "work": "a folder",
            "~/notes.md": "no such file",
            "missing.md": "no such file",
            "a\nb": "control characters",
            "a\0b": "control characters",
        }
        for path, reason in refused.items():
            message = await asked.error("tasks_in_file", path=path)
            assert reason in message, (path, message)
            assert "treasure" not in message
        for path in ("folder", "..", "/", str(secret.parent)):
            assert "treasure" not in await asked.error("tasks_in_folder", path=path)
            assert "secret" not in (await asked.error("list_notes", path=path)).replace(str(secret.parent), "")
        assert [task["text"] for task in (await asked.call("tasks_in_file", path="inside.md"))["tasks"]] == [TASK]
        found = await asked.call("tasks_in_folder")
        assert {task["source"]["file"] for task in found["tasks"]} <= {"home.md", "inside.md", "work/plan.txt"}
        assert any(reason.startswith("link.md: leads outside") for reason in found["not_read"])
        listed = {note["path"] for note in (await asked.call("list_notes"))["notes"]}
        assert listed == {"home.md", "inside.md", "work/plan.txt"}

    ask(talk, notes)


def test_arguments_as_models_write_them(notes: Path) -> None:
    async def talk(asked: Asked) -> None:
        result = await asked.call("tasks_in_text", text="call Ruth", format=None, now=None, limit=None, cursor=None)
        assert [task["text"] for task in result["tasks"]] == ["call Ruth"]
        assert (await asked.call("list_notes", path=None, limit=1.0))["total"] == 2
        assert "text" in await asked.error("tasks_in_text", text=None)
        assert "limit" in await asked.error("list_notes", limit=1.5)

    ask(talk, notes)


def test_all_files_that_are_read_are_listed(notes: Path) -> None:
    (notes / "mail.eml").write_text("From: Ana Ruiz <ana@x.org>\nSubject: Roof\n\nI will call the roofer.\n")
    for name in ("data.json", "table.csv", "photo.png", "movie.mp4"):  # content decides, labelled, costly, unknown
        (notes / name).write_text("x")

    async def talk(asked: Asked) -> None:
        listed = {note["path"] for note in (await asked.call("list_notes"))["notes"]}
        assert listed == {"home.md", "mail.eml", "work/plan.txt"}
        (task,) = (await asked.call("tasks_in_file", path="mail.eml"))["tasks"]
        assert (task["text"], task["owner"]) == ("I will call the roofer.", "Ana Ruiz")
        assert (await asked.call("tasks_in_folder"))["notes"] == 2

    ask(talk, notes)


def test_several_folders_have_names(notes: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "notes"
    other.mkdir(parents=True)
    (other / "home.md").write_text("- [ ] buy the paint\n")

    async def talk(asked: Asked) -> None:
        for path, text in (("notes/home.md", TASK), ("notes-2/home.md", "buy the paint")):
            (task,) = (await asked.call("tasks_in_file", path=path))["tasks"]
            assert (task["text"], task["source"]["file"]) == (text, path)
        assert "notes, notes-2" in await asked.error("tasks_in_file", path="home.md")
        (task,) = (await asked.call("tasks_in_folder", path="notes-2"))["tasks"]
        assert task["source"]["file"] == "notes-2/home.md"

    ask(talk, notes, other)


def test_hostile_files_do_not_end_the_server(notes: Path) -> None:
    (notes / "deep.json").write_text("[" * 200_000)
    (notes / "nul.md").write_bytes(b"\0" * 1000)
    (notes / "latin.md").write_bytes(b"caf\xe9")
    (notes / "surrogate.jsonl").write_text(
        '{"id": "\\ud800", "regions": [{"id": "r", "lines": [{"text": "\\udc00"}]}]}'
    )
    (notes / "large.md").write_bytes(b"- [ ] call\n" * 800_000)
    (notes / "long.md").write_text("- [ ] " + "call " * 20_000 + "\n")
    (notes / os.fsdecode(b"name-\xff.md")).write_text("- [ ] call Ruth\n")
    bomb = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    (notes / "bomb.xml").write_text(f'<!DOCTYPE x [<!ENTITY a0 "ha">{bomb}]><x>&a11;</x>')

    async def talk(asked: Asked) -> None:
        for name in ("deep.json", "nul.md", "latin.md", "surrogate.jsonl", "bomb.xml"):
            assert name in await asked.error("tasks_in_file", path=name)
        assert "larger than 8 MB" in await asked.error("tasks_in_file", path="large.md")
        (task,) = (await asked.call("tasks_in_file", path="long.md"))["tasks"]
        assert len(task["text"]) == 1000
        assert task["text"].endswith("…")
        found = await asked.call("tasks_in_folder")
        assert {"home.md", "name-?.md"} <= {task["source"]["file"] for task in found["tasks"]}
        assert found["not_read_total"] == 3
        assert "200000" in await asked.error("tasks_in_text", text="x" * 200_001)
        assert "now" in await asked.error("tasks_in_text", text="x", now="soon")
        assert "text" in await asked.error("tasks_in_text")
        assert "extra" in (await asked.error("tasks_in_text", text="x", path="y")).lower()
        assert "no tool" in await asked.error("write_file", path="y")

    ask(talk, notes)


def test_a_vault_is_read_with_its_list_and_never_written(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    shutil.copytree(ROOT / "examples" / "vault", vault)
    shutil.rmtree(vault / ".inkslate", ignore_errors=True)
    subprocess.run([sys.executable, "-m", "inkslate", "vault", vault], check=True, capture_output=True)
    tasks = vault / "Tasks.md"
    listed = tasks.read_text("utf-8")
    assert "- [ ] order varnish" in listed
    tasks.write_text(listed.replace("- [ ] order varnish", "- [x] order varnish"), "utf-8")
    before = snapshot(vault)

    async def talk(asked: Asked) -> None:
        found = await asked.call("tasks_in_folder")
        texts = {task["text"]: task for task in found["tasks"]}
        assert "order varnish" not in texts
        assert texts["sand the deck"]["due"] == "2026-12-01"
        assert f"^{texts['sand the deck']['id']}" in listed  # the ids are those of the list
        assert texts["sand the deck"]["source"] | {"line": 0} == {
            "file": "projects/Boat.md",
            "line": 0,
            "heading": "Next",
            "ids": [],
        }
        inside = await asked.call("tasks_in_folder", path="projects")
        assert [task["text"] for task in inside["tasks"]] == ["sand the deck"]
        (vault / ".inkslate" / "vault.json").write_text("{")
        assert ".inkslate/vault.json" in await asked.error("tasks_in_folder")

    ask(talk, vault)
    after = snapshot(vault)
    assert {path for path in before | after if before.get(path) != after.get(path)} == {".inkslate/vault.json"}


MALFORMED = [
    b"\n",
    b"not json\n",
    b"{}\n",
    b"[]\n",
    b'{"jsonrpc": "2.0"}\n',
    b'{"jsonrpc": "2.0", "id": {}, "method": 7}\n',
    b'{"jsonrpc": "2.0", "method": "notifications/unknown", "params": 5}\n',
    b'{"jsonrpc": "2.0", "id": 999, "result": {}}\n',
    b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 77}}\n',
    b"\xff\xfe\x00\n",
    b"[" * 100_000 + b"\n",
    b'{"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "tasks_in_text", "arguments": [1]}}\n',
    b'{"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": "tasks_in_text", '
    b'"arguments": {"text": "\\ud800"}}}\n',
    b"x" * (9 << 20) + b"\n",
]


def message(number: int, method: str, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


def test_malformed_messages_are_survived(notes: Path) -> None:
    opening = message(
        1,
        "initialize",
        protocolVersion="2025-06-18",
        capabilities={},
        clientInfo={"name": "test", "version": "1"},
    )
    process = subprocess.Popen(
        [*COMMAND, str(notes)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        for line in [
            *MALFORMED[:3],
            opening,
            b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n',
            *MALFORMED,
        ]:
            process.stdin.write(line)
        process.stdin.write(message(41, "tools/call", name="tasks_in_file", arguments={"path": "home.md"}))
        process.stdin.flush()
        answers: dict[object, Any] = {}
        while 41 not in answers:
            answer = json.loads(process.stdout.readline())
            answers[answer.get("id")] = answer
        assert answers[41]["result"]["structuredContent"]["tasks"][0]["text"] == TASK
        assert answers[5]["error"] or answers[5]["result"]["isError"]
        process.stdin.close()
        assert process.wait(30) == 0  # the assistant has gone
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close() if process.stderr else None


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [(["missing"], "no such folder"), ([], "DIR"), ([".", "--model", "nothing"], "no model")],
)
def test_a_wrong_start_is_one_line(tmp_path: Path, arguments: list[str], reason: str) -> None:
    done = subprocess.run([*COMMAND, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_without_the_extra_the_remedy_is_named(tmp_path: Path) -> None:
    start = "sys.argv = ['inkslate', 'mcp', '.']; from inkslate.cli import main; main()"
    code = f"import sys; sys.modules['mcp'] = None; {start}"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'inkslate[mcp]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1
