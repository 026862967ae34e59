"""Options and arguments that several verbs share, and the files that they name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from inkslate.cli.output import WITH_ERRORS, stop, tell, told_warnings
from inkslate.details import DetailContext, find_locale
from inkslate.errors import InkslateError, InputError
from inkslate.files import is_folder
from inkslate.messages import counted, one_line
from inkslate.model.shipped import DEFAULT_MODEL
from inkslate.model.view import VIEWS
from inkslate.readers import READERS
from inkslate.readers.board_ids import NamedFile
from inkslate.readers.document import STDIN, load
from inkslate.readers.folders import NoteSelection, find_notes

if TYPE_CHECKING:
    from inkslate.tracking import KnownTask
    from inkslate.writers import Writer
    from inkslate.writers.records import TaskRecord

_Command = TypeVar("_Command", bound=Callable[..., object])
_Read = TypeVar("_Read")
POSITIVE = click.IntRange(min=1)

files_argument = click.argument("files", nargs=-1, metavar="[FILE]...")
strict_option = click.option(
    "--strict",
    is_flag=True,
    help="Stop at the first file that cannot be read, with exit code 2. [default: read the others, list the bad files "
    "at the end, exit with 1]",
)
from_option = click.option(
    "--from",
    "format",
    type=click.Choice(list(READERS)),
    help="Format of the files. [default: detected from the name and the content of each file]",
)
model_option = click.option(
    "--model",
    default=DEFAULT_MODEL,
    show_default=True,
    help="Name of a model, or its folder. `open` comes with inkslate; `rules` needs no model.",
)
ignore_marks_option = click.option(
    "--ignore-marks",
    is_flag=True,
    help="Let the model alone decide. Otherwise an open box or a keyword such as TODO makes a task, and what has a "
    "ticked box is none.",
)
threshold_option = click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    metavar="SCORE",
    help="A sentence is a task if its score, from 0 to 1, is above this. A lower threshold finds more tasks, a higher "
    "one makes fewer mistakes in what it finds. [default: the model's own, which `inkslate model` prints]",
)
out_file_option = click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write to this file instead of standard output. An error leaves an existing file as it was.",
)
existing_option = click.option(
    "--existing",
    metavar="FILE",
    help="The tasks that your tool has now, such as the calendar of the last run or the output of `task export`: what "
    "is done there stays done, and what is there is not made again. docs/writers.md says how to get the file.",
)
view_option = click.option(
    "--view",
    type=click.Choice(list(VIEWS)),
    help="What the model reads around a region: `region` nothing, `headings` the headings above it, `facts` also which "
    "lines are nested or have a box. [default: region]",
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    default=0,
    show_default=True,
    help="Seed of all random numbers; the same seed gives the same result.",
)


def encoder_option(default: str | None = None, *, whose: str = "the model") -> Callable[[_Command], _Command]:
    """--encoder, which is required if there is no default."""
    return click.option(
        "--encoder",
        required=default is None,
        default=default,
        show_default=default is not None,
        metavar="NAME",
        help=f"Pretrained encoder of {whose}: a folder with config.json, tokenizer.json and model.safetensors, or a "
        "name on the Hugging Face hub.",
    )


def check_moment(_context: click.Context, _option: click.Parameter, value: str | None) -> datetime | None:
    """The local time that an option gives in ISO 8601."""
    try:
        moment = datetime.fromisoformat(value) if value else None
        if moment is not None and (moment.tzinfo is not None or not 1900 <= moment.year <= 9000):
            raise ValueError("has a time zone, or a year that dates are not computed for")
        return moment
    except ValueError:
        raise click.BadParameter(
            f"{value!r} is not a local date; write it like 2026-11-15 or 2026-11-15T09:30"
        ) from None


def check_locale(_context: click.Context, _option: click.Parameter, value: str) -> str:
    """A known locale."""
    try:
        find_locale(value)
    except InputError as error:
        raise click.BadParameter(str(error)) from None
    return value


def check_number(minimum: float, *, exclusive: bool = False) -> Callable[..., float | None]:
    """A callback that refuses numbers below the minimum, infinity and NaN; `exclusive` refuses the minimum too."""

    def check(_context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
        if value is None or (math.isfinite(value) and (value > minimum or (value == minimum and not exclusive))):
            return value
        bound = f"above {minimum:g}" if exclusive else f"of {minimum:g} or more"
        raise click.BadParameter(f"{value} is not a number {bound}", param=parameter)

    return check


def detail_options(*, without_now: str) -> Callable[[_Command], _Command]:
    """--now, --locale and --people, which owners and due dates depend on; `without_now` is the default of --now."""
    options = (
        click.option(
            "--people",
            metavar="FILE",
            help="Names of people who can own tasks: one person a line, aliases after commas.",
        ),
        click.option(
            "--locale",
            callback=check_locale,
            default="en",
            show_default=True,
            help="How to read dates: `en-US` reads 12/3 as 3 December, `en` as 12 March. There is no other language.",
        ),
        click.option(
            "--now",
            metavar="DATE",
            callback=check_moment,
            help="The date that `tomorrow` counts from, such as 2026-11-15 or 2026-11-15T09:30. "
            f"[default: {without_now}]",
        ),
    )

    def add(command: _Command) -> _Command:
        for option in options:
            command = option(command)
        return command

    return add


class InputFiles:
    """The files of a command, in order. One that cannot be read does not keep the others from being read.

    With --strict, or where it is the only one, its error ends the command.
    """

    def __init__(self, files: Sequence[NamedFile], *, strict: bool) -> None:
        self._files = files or [NamedFile(STDIN)]
        self._goes_on = len(self._files) > 1 and not strict
        self._reasons: list[str] = []

    def __len__(self) -> int:
        return len(self._files)

    def read(self, reading: Callable[[str], _Read]) -> Iterator[tuple[NamedFile, _Read]]:
        """Each file that can be read, with what `reading` made of it."""
        for file in self._files:
            try:
                with told_warnings():
                    read = reading(file.path)
            except InkslateError as error:
                if not self._goes_on:
                    raise
                self._reasons.append(one_line(str(error)))
            else:
                yield file, read

    @property
    def all_failed(self) -> bool:
        """Whether none of them could be read."""
        return len(self._reasons) == len(self._files)

    def report(self, *, code: int = WITH_ERRORS) -> None:
        """At the end: list the files that could not be read, if any, and exit with the code; with 2 if all are bad."""
        for reason in self._reasons:
            tell(f"not read: {reason}")
        if self.all_failed:
            stop(f"inkslate: none of {counted(len(self._files), 'file')} could be read; each line above has the reason")
        if self._reasons:
            stop(
                f"inkslate: {len(self._reasons)} of {counted(len(self._files), 'file')} could not be read, the results "
                "of the others are complete; --strict stops at the first",
                code=code,
            )


def named_files(names: Sequence[str]) -> list[NamedFile]:
    """The files of a command that takes no folders."""
    return [NamedFile(name) for name in names]


def files_and_folders(names: Sequence[str], selection: NoteSelection) -> list[NamedFile]:
    """The files that are named, and those in the folders that are named.

    Boards of a folder that is named alone are called by their path in it, so that they stay the same when it is moved.
    """
    files: list[NamedFile] = []
    for name in names:
        if name == STDIN or not is_folder(name):
            files.append(NamedFile(name))
        else:
            paths = [(path, str(Path(name) / path)) for path in find_notes(name, selection)]
            files += [NamedFile(full, path if len(names) == 1 else Path(full).as_posix()) for path, full in paths]
    return files


def read_extracted_tasks(path: str) -> dict[str, tuple[KnownTask, ...]]:
    """The tasks of an extraction file, by board."""
    from inkslate.tracking import parse_extractions

    document = load(path)
    return parse_extractions(document.text, document.name)


def read_existing(writer: Writer, path: str | None) -> dict[str, TaskRecord]:
    """The tasks that the writer's tool has; none where no file is named, or where it is not there yet."""
    if path is None or (path != STDIN and not Path(path).exists()):
        return {}
    document = load(path)
    return writer.read_back(document.text, document.name)


def read_people(path: str | None) -> tuple[str, ...]:
    """The names in a file, one line each; blank lines and lines that start with # are skipped."""
    lines = load(path).text.splitlines() if path else []
    return tuple(line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#"))


def detail_context(options: Mapping[str, Any]) -> DetailContext:
    """What --now, --locale and --people say."""
    return DetailContext(now=options["now"], locale=options["locale"], people=read_people(options["people"]))
