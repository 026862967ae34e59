"""docs/mcp.md: its JSON is JSON, its settings start the verb that there is, its limits are those of the code."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from inkslate.assistant import limits
from inkslate.assistant.schemas import FoundTask
from inkslate.assistant.toolbox import TEXT_FORMATS, TOOLS
from inkslate.cli.notes.mcp import command
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "mcp.md").read_text("utf-8")
SNIPPETS: list[dict[str, Any]] = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
SETTINGS = [found for found in SNIPPETS if "id" not in found]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: next(iter(settings)))
def test_settings_start_the_server(settings: dict[str, Any]) -> None:
    ((_, servers),) = settings.items()
    server = servers["inkslate"]
    verb, *arguments = server["args"]
    assert (server["command"], verb) == ("inkslate", "mcp")
    parsed = command.make_context("mcp", arguments)
    assert all(folder.startswith("/") for folder in parsed.params["folders"])


def test_the_settings_of_three_kinds_of_assistants_are_there() -> None:
    assert [next(iter(settings)) for settings in SETTINGS] == ["mcpServers", "servers", "context_servers"]


def test_the_task_is_one() -> None:
    (task,) = [found for found in SNIPPETS if "id" in found]
    assert FoundTask.model_validate(task, strict=True, extra="forbid").model_dump() == task


def test_tools_formats_and_limits_are_those_of_the_code() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == set(TOOLS)
    assert ", ".join(f"`{name}`" for name in TEXT_FORMATS) in PAGE
    for stated in (
        f"| a message | {limits.MAX_LINE >> 20} MB |",
        f"| a text | {limits.MAX_TEXT:,} characters |",
        f"| a file | {limits.MAX_FILE >> 20} MB |",
        f"| notes of a folder | {limits.MAX_NOTES:,} |",
        f"| entries of a page | {limits.MAX_PAGE} |",
        f"| the text of a task | {limits.MAX_TASK:,} characters",
        f"| reading a folder | {limits.FOLDER_SECONDS:g} seconds",
        f"| a call | {limits.CALL_SECONDS:g} seconds",
    ):
        assert stated in PAGE
