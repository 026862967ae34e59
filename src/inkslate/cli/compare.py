"""`inkslate compare`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from inkslate.board import Board
from inkslate.cli.options import POSITIVE, from_option, ignore_marks_option
from inkslate.cli.output import emit, refuse_overwriting
from inkslate.evaluation.comparison import ModelComparison
from inkslate.evaluation.evaluation import Evaluation, compare, evaluate
from inkslate.evaluation.metrics.matching import MATCHINGS
from inkslate.formats.predictions import parse_predictions
from inkslate.model.loading import load_predictor
from inkslate.readers import read_file
from inkslate.readers.document import load


@click.command("compare")
@click.argument("a")
@click.argument("b")
@click.argument("gold")
@from_option
@ignore_marks_option
@click.option(
    "--matching",
    type=click.Choice(list(MATCHINGS)),
    default="paper",
    show_default=True,
    help="How predicted sentences are matched to labelled ones; see `inkslate evaluate --help`.",
)
@click.option("--samples", type=POSITIVE, default=10_000, show_default=True, help="Number of samples of the boards.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: scores from 0 to 1, null if undefined.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write an HTML page of the boards on which A and B differ most.",
)
@click.option(
    "--boards", type=POSITIVE, default=30, show_default=True, help="With --html: number of boards on the page."
)
def command(a: str, b: str, gold: str, format: str | None, ignore_marks: bool, **options: object) -> None:
    """Say whether one of two models is better.

    It also says whether the difference may be chance. A and B are names or folders of models, or files of predictions:
    results of `extract --to jsonl`, or what another program found. GOLD is a file of labelled boards.

    Both are scored on the same samples of the boards (paired bootstrap). A difference whose 95 % interval leaves out
    zero is more than chance.

    \b
    Examples:
      inkslate compare open rules test.csv
      inkslate compare open models/mine boards.jsonl --html differences.html
      inkslate compare monday.jsonl tuesday.jsonl boards.jsonl --json
    """
    html = str(options["html"]) if options["html"] else None
    refuse_overwriting([a, b, gold], html)
    boards = read_file(gold, format=format)
    matching = str(options["matching"])
    first, second = (_evaluate(name, boards, matching=matching, ignore_marks=ignore_marks) for name in (a, b))
    comparison = ModelComparison(first, second, samples=int(str(options["samples"])))
    if html:
        from inkslate.evaluation.comparison_page import comparison_page

        title = f"{Path(gold).name}: {Path(a).name} and {Path(b).name}"
        emit(comparison_page(comparison, title=title, boards=int(str(options["boards"]))), html)
    if options["as_json"]:
        emit(json.dumps(comparison.to_json(), ensure_ascii=False) + "\n")
    else:
        from inkslate.evaluation.comparison_table import comparison_table

        emit(comparison_table(comparison))


def _evaluate(name: str, gold: Sequence[Board], *, matching: str, ignore_marks: bool) -> Evaluation:
    """The evaluation of a file of predictions, or of a model."""
    if Path(name).is_file():
        document = load(name)
        return compare(gold, parse_predictions(document.text, document.name, gold), matching=matching)
    return evaluate(gold, load_predictor(name), matching=matching, ignore_marks=ignore_marks)
