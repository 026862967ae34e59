"""`inkslate evaluate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from inkslate.cli.options import from_option, ignore_marks_option, model_option, threshold_option
from inkslate.cli.output import emit, refuse_overwriting
from inkslate.evaluation.evaluation import Evaluation, compare, evaluate
from inkslate.evaluation.metrics.matching import MATCHINGS
from inkslate.formats.predictions import parse_predictions
from inkslate.model.loading import load_predictor
from inkslate.readers import read_file
from inkslate.readers.document import load


@click.command("evaluate")
@click.argument("gold")
@from_option
@model_option
@threshold_option
@ignore_marks_option
@click.option(
    "--predictions",
    metavar="FILE",
    help="Score this result of `extract --to jsonl`, or what another program found, instead of running a model.",
)
@click.option(
    "--matching",
    type=click.Choice(list(MATCHINGS)),
    default="paper",
    show_default=True,
    help="How predicted sentences are matched to labelled ones; see above.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: scores from 0 to 1, null if undefined.")
@click.option("--per-region", is_flag=True, help="Add a row for every region, in the order of the file.")
@click.option(
    "--html", type=click.Path(dir_okay=False), metavar="FILE", help="Write an HTML page of the errors, worst first."
)
@click.option(
    "--calibration",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write an SVG plot of the scores against the share of tasks.",
)
@click.pass_context
def command(context: click.Context, /, **options: Any) -> None:
    """Score a model on labelled boards.

    GOLD is a file of labelled boards. The metrics are those of the paper.

    \b
    Matchings:
      paper      matches sentences at IoU >= 0.25
      reference  matches sentences at IoU > 0.25, like the code that the paper's authors released
      strict     like paper; also counts unmatched predicted tasks as false positives

    \b
    Examples:
      inkslate evaluate test.csv --model rules
      inkslate evaluate boards.jsonl --predictions tasks.jsonl --json --per-region
      inkslate evaluate test.csv --html errors.html
    """
    if options["predictions"] and context.get_parameter_source("model") != click.core.ParameterSource.DEFAULT:
        raise click.UsageError("give --model or --predictions, not both")
    if options["predictions"] and options["threshold"] is not None:
        raise click.UsageError("--threshold goes with --model: predictions say what is a task")
    for out in (options["html"], options["calibration"]):
        refuse_overwriting([options["gold"], options["predictions"] or "-"], out)
    result = _evaluate(options)
    if options["calibration"]:
        from inkslate.evaluation.reliability import reliability_figure

        emit(reliability_figure(result.outcomes, note=result.signature), options["calibration"])
    if options["html"]:
        from inkslate.evaluation.error_page import error_page

        emit(error_page(result, title=f"{Path(options['gold']).name}: errors"), options["html"])
    if options["as_json"]:
        emit(json.dumps(result.to_json(per_region=options["per_region"]), ensure_ascii=False) + "\n")
    else:
        from inkslate.evaluation.score_table import score_table

        emit(score_table(result, per_region=options["per_region"]))


def _evaluate(options: dict[str, Any]) -> Evaluation:
    predictor = None if options["predictions"] else load_predictor(options["model"])
    gold = read_file(options["gold"], format=options["format"])
    if predictor is None:
        document = load(options["predictions"])
        return compare(gold, parse_predictions(document.text, document.name, gold), matching=options["matching"])
    return evaluate(
        gold,
        predictor,
        matching=options["matching"],
        ignore_marks=options["ignore_marks"],
        threshold=options["threshold"],
    )
