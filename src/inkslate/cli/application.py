"""The command line: arguments in, text out. Everything else lives elsewhere."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

import click

from inkslate.board import Board
from inkslate.cli.batch import batch
from inkslate.cli.diff import diff, earlier_tasks
from inkslate.cli.distill import distill, synthesize
from inkslate.cli.export import benchmark, export
from inkslate.cli.model import help_without_verb
from inkslate.cli.model import model as model_group
from inkslate.cli.options import detail_context, detail_options, written_at
from inkslate.cli.serve import export_corrections, serve
from inkslate.cli.train import reproduce, train
from inkslate.details import add_details
from inkslate.errors import InkslateError, InputError
from inkslate.evaluation.evaluation import Evaluation, compare, evaluate
from inkslate.evaluation.metrics.matching import MATCHINGS
from inkslate.extractor import Extractor, load_predictor
from inkslate.files import write_whole
from inkslate.formats import findings_of, format_boards
from inkslate.formats.extraction_jsonl import parse_predictions
from inkslate.messages import counted
from inkslate.model.shipped import DEFAULT_MODEL
from inkslate.readers import READERS, read_file, scan_document
from inkslate.readers.document import load
from inkslate.tracking import keep_ids
from inkslate.version import __version__
from inkslate.writers import WRITERS
from inkslate.writers.options import WriterOptions

_FROM = click.option(
    "--from", "format", type=click.Choice(list(READERS)), help="The files' format; guessed where absent."
)
_MODEL = click.option(
    "--model",
    default=DEFAULT_MODEL,
    show_default=True,
    help="A model's name or folder; `slate` comes with inkslate, `rules` needs no model.",
)
_FILES = click.argument("files", nargs=-1, metavar="[FILE]...")


@click.group(
    invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="inkslate")
@click.pass_context
def cli(context: click.Context) -> None:
    """Find the sentences and the tasks in notes.

    Files are read from standard input where none is named; results go to standard output.

    \b
    Examples:
      inkslate extract notes.txt
      pbpaste | inkslate extract --to jsonl
      inkslate evaluate test.csv --html errors.html
    """
    help_without_verb(context)


@cli.command()
@_FILES
@_FROM
def read(files: Sequence[str], format: str | None) -> None:
    """Print boards as JSONL, one board a line.

    \b
    Examples:
      inkslate read notes.md
      inkslate read train.csv > train.jsonl
      inkslate read --from text < notes
    """
    _emit(format_boards(_read_all(files, format)))


@cli.command()
@_FILES
@_FROM
@click.option("--to", "target", type=click.Choice(list(WRITERS)), default="checklist", show_default=True)
@_MODEL
@detail_options
@click.option("-o", "--out", type=click.Path(dir_okay=False), help="Write to this file, whole or not at all.")
@click.option("--obsidian", is_flag=True, help="With --to markdown: due dates as marks of Obsidian's Tasks plugin.")
@click.option(
    "--previous", help="An earlier file of `extract --to jsonl`: tasks that are still the same keep their ids."
)
def extract(files: Sequence[str], format: str | None, target: str, model: str, out: str | None, **options: Any) -> None:
    """Find the tasks in notes, and who is to do them and when where the notes say so.

    \b
    Examples:
      inkslate extract notes.txt
      inkslate extract boards.jsonl --to jsonl -o tasks.jsonl
      inkslate extract notes.txt --now 2026-11-15 --locale en-US --people team.txt
      cat notes.md | inkslate extract --from markdown
      inkslate extract notes.txt --to markdown --obsidian >> Tasks.md
      inkslate extract notes.txt --to taskwarrior | task import -
      inkslate extract notes.txt --to ics -o tasks.ics
      inkslate extract notes.txt --previous tasks.jsonl --to jsonl -o tasks.jsonl
    """
    if options["obsidian"] and target != "markdown":
        raise click.UsageError("--obsidian goes with --to markdown")
    _refuse_overwriting([*files, options["people"] or "-"], out)
    earlier = earlier_tasks(options["previous"]) if options["previous"] else None
    context = detail_context(options)
    extractor = Extractor.load(model)
    read = [
        (_read_all([path], format), replace(context, now=context.now or written_at(path))) for path in files or ["-"]
    ]
    found = extractor.extract_many([board for boards, _ in read for board in boards])
    extractions = [extraction for boards, here in read for extraction in add_details(islice(found, len(boards)), here)]
    if earlier is not None:
        extractions = keep_ids(extractions, earlier)
    colour = out is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ
    how = WriterOptions(
        colour=colour, obsidian=options["obsidian"], now=(options["now"] or datetime.now()).astimezone()
    )
    _emit(WRITERS[target](extractions, options=how), out)
    if target == "checklist" and not any(extraction.tasks for extraction in extractions):
        click.echo("no tasks found", err=True)


@cli.command(name="evaluate")
@click.argument("gold")
@_FROM
@_MODEL
@click.option("--predictions", help="Score this file of `extract --to jsonl` instead of a model.")
@click.option("--matching", type=click.Choice(list(MATCHINGS)), default="paper", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (fractions of one, null where undefined).")
@click.option("--per-region", is_flag=True, help="Add a row for every region, in file order.")
@click.option("--html", type=click.Path(dir_okay=False), help="Write a page to look at the errors, worst first.")
@click.option("--calibration", type=click.Path(dir_okay=False), help="Draw scores against shares of tasks as SVG.")
@click.pass_context
def evaluate_command(context: click.Context, /, **options: Any) -> None:
    """Score a model, or predictions, against labelled boards by the paper's metrics.

    \b
    Matchings: `paper` keeps a match at IoU >= 0.25, `reference` (the released code) at IoU > 0.25,
    `strict` is `paper` with every unmatched predicted task as a false positive.

    \b
    Examples:
      inkslate evaluate test.csv --model rules
      inkslate evaluate boards.jsonl --predictions tasks.jsonl --json --per-region
      inkslate evaluate test.csv --html errors.html
    """
    if options["predictions"] and context.get_parameter_source("model") != click.core.ParameterSource.DEFAULT:
        raise click.UsageError("give --model or --predictions, not both")
    for out in (options["html"], options["calibration"]):
        _refuse_overwriting([options["gold"], options["predictions"] or "-"], out)
    result = _evaluate(options)
    if options["calibration"]:
        from inkslate.evaluation.reliability import reliability_figure

        _emit(reliability_figure(result.outcomes, note=result.signature), options["calibration"])
    if options["html"]:
        from inkslate.evaluation.error_page import error_page

        _emit(error_page(result, title=f"{Path(options['gold']).name}: errors"), options["html"])
    if options["as_json"]:
        _emit(json.dumps(result.to_json(per_region=options["per_region"]), ensure_ascii=False) + "\n")
    else:
        from inkslate.evaluation.score_table import score_table

        _emit(score_table(result, per_region=options["per_region"]))


@cli.command()
@_FILES
@_FROM
def check(files: Sequence[str], format: str | None) -> None:
    """List all that is wrong in labelled data, with file, row and remedy.

    What reading repairs is listed too, marked `repaired`, and is no error. Exit code 2 when anything is wrong.

    \b
    Examples:
      inkslate check train.csv val.csv test.csv
      inkslate check boards.jsonl
    """
    wrong = 0
    for path in files or ["-"]:
        scanned = list(scan_document(load(path), format=format))
        findings = findings_of(scanned)
        boards = [item for item in scanned if isinstance(item, Board)]
        regions = [region for board in boards for region in board.regions]
        unlabelled = sum(region.sentences is None for region in regions)
        sentences = sum(len(region.sentences or ()) for region in regions)
        here = sum(not finding.repaired for finding in findings)
        wrong += here
        for finding in findings:
            _emit(f"{'repaired' if finding.repaired else 'wrong'}: {finding}\n")
        sizes = {"board": len(boards), "region": len(regions), "sentence": sentences}
        summary = f"{path}: {', '.join(counted(size, noun) for noun, size in sizes.items())}"
        if unlabelled:
            summary += f", {counted(unlabelled, 'region')} without labels"
        _emit(f"{summary}; {here} wrong, {len(findings) - here} repaired\n")
    if wrong:
        _stop(f"inkslate: {wrong} {'thing is' if wrong == 1 else 'things are'} wrong; each line above has the remedy")


for _command in (
    diff,
    train,
    synthesize,
    distill,
    export,
    model_group,
    reproduce,
    benchmark,
    batch,
    serve,
    export_corrections,
):
    cli.add_command(_command)


def main() -> NoReturn:
    """Run the command line: exit 0 done, 2 bad input or usage, 130 interrupted; one line on stderr, no traceback.

    `batch` also has 1: done, with errors.
    """
    code = None
    try:
        # What a command gives to `Context.exit` comes back as a value.
        code = cli.main(prog_name="inkslate", standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _stop("inkslate: interrupted", code=130)
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "inkslate"
        _stop(f"{path}: {_one_line(error.format_message())} (see `{path} --help`)")
    except InkslateError as error:
        _stop(f"inkslate: {_one_line(str(error))}")
    except BrokenPipeError:
        # The reader went away (`| head`); point stdout elsewhere so that the exit flush does not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except Exception as error:
        if os.environ.get("INKSLATE_DEBUG"):
            raise
        _stop(
            f"inkslate: a defect of inkslate: {type(error).__name__}: {_one_line(str(error))}; "
            "set INKSLATE_DEBUG=1 for the details and report it",
            code=70,
        )
    sys.exit(code if isinstance(code, int) else 0)


def _read_all(files: Sequence[str], format: str | None) -> list[Board]:
    """Every file before any output, so that a bad one leaves nothing half-printed."""
    return [board for path in files or ["-"] for board in read_file(path, format=format)]


def _evaluate(options: dict[str, Any]) -> Evaluation:
    predictor = None if options["predictions"] else load_predictor(options["model"])
    gold = read_file(options["gold"], format=options["format"])
    if predictor is None:
        document = load(options["predictions"])
        return compare(gold, parse_predictions(document.text, document.name), matching=options["matching"])
    return evaluate(gold, predictor, matching=options["matching"])


def _refuse_overwriting(inputs: Sequence[str], out: str | None) -> None:
    if out and any(Path(out).resolve() == Path(path).resolve() for path in inputs if path != "-"):
        raise InputError(f"{out}: is an input too and would be lost; choose another name")


def _emit(text: str, out: str | None = None) -> None:
    if out:
        write_whole(out, text)
    else:
        # UTF-8 whatever the locale says: the formats are defined that way, and a pipe must not lose a character.
        try:
            sys.stdout.buffer.write(text.encode())
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            # What is still in the buffer must not fail again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise InputError(f"standard output cannot be written ({error.strerror}); make room, or use -o") from None


def _one_line(message: str) -> str:
    return " ".join(message.split())


def _stop(message: str, *, code: int = 2) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(code)
