"""The list file: in Markdown a section between two marks, and all other text is its owner's; else a whole file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from inkslate.board import OPEN, Board, Line, Region, Word
from inkslate.errors import InputError
from inkslate.extraction import Detail, Extraction, FoundSentence, ModelInfo
from inkslate.files import read_regular
from inkslate.vault.logseq import page_name
from inkslate.vault.notes import LOGSEQ, OBSIDIAN, SUFFIXES, Vault
from inkslate.vault.section import find_section, replace_section
from inkslate.vault.values import VaultList, VaultTask, parse_due
from inkslate.version import __version__
from inkslate.writers import Writer
from inkslate.writers.markdown import wiki_link
from inkslate.writers.markdown_text import escape_markdown
from inkslate.writers.options import WriterOptions
from inkslate.writers.records import TaskRecord

_SECTIONS = ("markdown", "obsidian", "dataview")  # writers whose list is a section of a file
_MODEL = ModelInfo("vault", __version__, "", "")


@dataclass(frozen=True, slots=True)
class ListFile:
    """The file of the list, as it was read: its text is None where there is none."""

    path: Path
    writer: Writer
    text: str | None

    @property
    def is_section(self) -> bool:
        """Whether the list is a section of a file, whose other text stays."""
        return self.writer.name in _SECTIONS

    @property
    def own_text(self) -> str | None:
        """That part of the text that is ours; None where there is none."""
        if self.text is None or not self.is_section:
            return self.text
        return find_section(self.text, str(self.path))

    def records(self) -> dict[str, TaskRecord] | None:
        """What the list has, by the keys of its writer; None where there is no list."""
        text = self.own_text
        return self.writer.read_back(text, str(self.path)) if text is not None and self.writer.reads else None

    def with_own(self, own: str) -> str:
        """The whole text with our part replaced; a new section is put behind the text that is there."""
        if not self.is_section:
            return own
        return replace_section(self.text or "", own)


def read_list(path: Path, writer: Writer, *, ours: bool) -> ListFile:
    """The list file. `ours`: the last run wrote it; a file that is written whole must be ours, or not there yet."""
    try:
        text = read_regular(path).decode()
    except FileNotFoundError:
        return ListFile(path, writer, None)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error}); name another file with --list") from None
    found = ListFile(path, writer, text)
    if not found.is_section and not ours:
        raise InputError(f"{path}: exists, and was not written by `inkslate vault`; name another file with --list")
    return found


def format_list(vault: Vault, file: ListFile, tasks: VaultList, options: WriterOptions) -> str:
    """The text of the list file."""
    if not file.is_section:
        return _write(vault, file.writer, [*tasks.open, *tasks.done], options)
    parts = [
        f"## {title}\n\n{_write(vault, file.writer, found, options)}"
        for title, found in (("Open", tasks.open), ("Done", tasks.done), ("No longer in the notes", tasks.vanished))
        if found or title == "Open"
    ]
    return file.with_own("\n" + "\n".join(parts) + "\n")


def listed_ids(writer: Writer, records: Mapping[str, TaskRecord], ids: Iterable[str]) -> dict[str, TaskRecord]:
    """The records of tasks by our ids instead of the writer's keys."""
    keys = {writer.key(name): name for name in ids}
    return {keys[key]: record for key, record in records.items() if key in keys}


def _write(vault: Vault, writer: Writer, tasks: Iterable[VaultTask], options: WriterOptions) -> str:
    listed = list(tasks)
    records = {task.id: _record(vault, writer, task) for task in listed}
    known = WriterOptions(now=options.now, existing=options.existing, records=records)
    return writer([_extraction(vault, listed)], options=known)


def _record(vault: Vault, writer: Writer, task: VaultTask) -> TaskRecord:
    return TaskRecord(
        done=task.done,
        completed=parse_due(task.completed),
        link=_link(vault, writer, task) if writer.name in _SECTIONS else None,
        marks=task.seen.marks,
    )


def _link(vault: Vault, writer: Writer, task: VaultTask) -> str:
    """`[[note#heading]]` where pages are linked by their names, else the file and its line."""
    page, dot, suffix = task.note.rpartition(".")
    is_page = SUFFIXES.get(f".{suffix.lower()}") == "markdown" and bool(dot)
    if vault.kind == LOGSEQ and is_page:
        return wiki_link(page_name(page))
    if is_page and (vault.kind == OBSIDIAN or writer.name != "markdown"):
        return wiki_link(page, task.seen.heading)
    name = task.note.encode("utf-8", "replace").decode()
    return f"[{escape_markdown(name)}:{task.seen.line}]({quote(task.note, errors='replace')})"


def _extraction(vault: Vault, tasks: Iterable[VaultTask]) -> Extraction:
    """The tasks as one board with a region for each, which is what writers write."""
    regions, sentences, ids, details = [], [], [], []
    places: Counter[str] = Counter()
    for task in tasks:
        place = f"{task.note}:{task.seen.line}".encode("utf-8", "replace").decode()
        places[place] += 1
        region = place if places[place] == 1 else f"{place}#{places[place]}"  # two tasks on one line
        words = tuple(Word(word, source=(str(task.seen.line),)) for word in task.seen.text.split())
        regions.append(Region(region, (Line(words, True, OPEN),)))
        sentences.append((FoundSentence(0, len(words), True, stated="box" if task.seen.stated else None),))
        ids.append(task.id)
        details.append(Detail(owner=task.seen.owner, due=parse_due(task.seen.due)))
    plain = Extraction(Board(vault.name, tuple(regions)), tuple(sentences), _MODEL)
    own = [task.id for task in plain.tasks]
    named = plain.with_ids(dict(zip(own, ids, strict=True)))
    return named.with_details(dict(zip(own, details, strict=True)))
