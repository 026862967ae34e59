"""Small vaults for tests: a folder, its notes, and what the list says after a run."""

from __future__ import annotations

import os
import re
from pathlib import Path

from tests.support.commands import call_main

_LINE = re.compile(
    r"^- \[(?P<box>.)\] (?P<text>.*?) (?P<link>\[\[[^]]*\]\]|\[[^]]*\]\([^)]*\))(?P<marks>.*?)"
    r" (?:\^(?P<block>\w+)|<!-- (?P<comment>\w+) -->)$",
    re.MULTILINE,
)


class SmallVault:
    """A vault in an empty folder."""

    def __init__(self, root: Path, *, obsidian: bool = True) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        if obsidian:
            (root / ".obsidian").mkdir()

    def write(self, path: str, text: str) -> Path:
        """Write a note; its time moves on, as a second write within a tick of the clock would not."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        later = file.stat().st_mtime_ns + 10**9 if file.exists() else None
        file.write_text(text, "utf-8")
        if later:
            os.utime(file, ns=(later, later))
        return file

    def update(self, *options: str) -> int:
        """Run `inkslate vault` in this process, without a model; the exit status."""
        return call_main("vault", self.root, "--model", "rules", "--now", "2026-11-16", *options)

    @property
    def list(self) -> str:
        """The text of the list."""
        return (self.root / "Tasks.md").read_text("utf-8")

    def section(self, title: str = "Open") -> list[str]:
        """The texts of a section, ticked ones with an x in front."""
        found = re.search(rf"^## {title}\n(.*?)(?=^## |^<!-- inkslate)", self.list, re.MULTILINE | re.DOTALL)
        lines = _LINE.finditer(found[1]) if found else ()
        return [("x " if match["box"] == "x" else "") + match["text"] for match in lines]

    def ids(self) -> dict[str, str]:
        """The ids of all tasks of the list by their texts."""
        return {match["text"]: match["block"] or match["comment"] for match in _LINE.finditer(self.list)}

    def edit_list(self, old: str, new: str) -> None:
        """Replace a text in the list, as somebody does in an editor."""
        assert old in self.list
        (self.root / "Tasks.md").write_text(self.list.replace(old, new), "utf-8")
