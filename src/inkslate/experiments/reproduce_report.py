"""`inkslate reproduce` around its runs: checks before, latency after, and Table 2 in three files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.experiments.latency import latency_json, measure_latency, processor
from inkslate.experiments.reproduce import RESULT, SPLITS, RunOrder
from inkslate.experiments.table2.markdown import to_markdown
from inkslate.experiments.table2.page import to_html
from inkslate.experiments.table2.paper import TITLES
from inkslate.experiments.table2.plain_values import to_json
from inkslate.experiments.table2.table import Run, Table, build_table, run_scores
from inkslate.files import cannot_write, write_whole
from inkslate.messages import counted
from inkslate.model.bundle import MANIFEST, load_bundle
from inkslate.readers import read_file

LATENCY_FILE = "latency.json"
MODEL = "model"
_RESULT_KEYS = ("row", "seed", "preset", "bullets", "encoder", "evaluation")
_LATENCY_KEYS = ("device", "regions", "rounds", "rows")


def check_orders(orders: Sequence[RunOrder]) -> None:
    """All cheap checks before the first run: the encoder, the three files, the folder, existing results."""
    from inkslate.training.encoders import check_encoder
    from inkslate.training.run import load_data

    first = orders[0]
    check_encoder(first.encoder)
    for name in SPLITS:
        load_data(Path(first.data) / name, None)
    folder = first.folder.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(folder, error, remedy="choose another --out") from None
    for order in orders:
        _refuse_other_settings(order)


def collect_results(out: Path) -> list[dict[str, Any]]:
    """Every result under a folder, whatever its preset and bullets."""
    paths = sorted(out.glob(f"*/*/{RESULT}"))
    if not paths:
        raise InputError(f"{out}: holds no */*/{RESULT}; no run is finished")
    return [read_result(path) for path in paths]


def read_result(path: Path) -> dict[str, Any]:
    """The result of one run; an InputError names the file where it is missing or damaged."""
    value = _read_object(path, _RESULT_KEYS)
    try:
        if value["row"] not in TITLES:
            raise InputError(f"row {value['row']!r} is not in the table")
        run_scores(value)
        value["evaluation"]["signature"].split("|")
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise _damaged(path, f"{type(error).__name__}: {error}") from None
    return value


def collect_latencies(out: Path) -> dict[str, dict[str, Any]]:
    """The measured latencies under a folder, by the name of their group (`tuned-layout`)."""
    return {path.parent.name: _read_latency(path) for path in sorted(out.glob(f"*/{LATENCY_FILE}"))}


def unlabelled_boards(data: Path) -> list[Board]:
    """The test set without labels."""
    return [board.without_labels() for board in read_file(data / SPLITS[-1])]


def latency_of_first_seed(
    orders: Sequence[RunOrder],
    boards: Sequence[Board],
    *,
    rounds: int,
    tick: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """Time the first seed's models of a group on the CPU, in alternating rounds; the figures are kept in its folder."""
    import torch

    from inkslate.model.predictor import predictor_from

    first = [order for order in orders if order.seed == orders[0].seed]
    predictors = {order.row: predictor_from(load_bundle(order.folder / MODEL), device="cpu") for order in first}
    figures = measure_latency(predictors, boards, rounds=rounds, tick=tick)
    models = f"models of preset {first[0].preset}, bullets {first[0].bullets}, seed {first[0].seed}"
    value = latency_json(
        figures,
        device=f"{processor()}, {counted(torch.get_num_threads(), 'thread')}; {models}",
        regions=sum(bool(region.word_texts) for board in boards for region in board.regions),
        rounds=rounds,
    )
    write_whole(first[0].folder.parent / LATENCY_FILE, json.dumps(value, indent=1) + "\n")
    return value


def build_report(results: Sequence[Run], latencies: Mapping[str, Mapping[str, Any]], *, shown: str) -> Table:
    """One table of all groups, each with the latency of its own models; the times of `shown` are printed below."""
    groups: dict[str, list[Run]] = {}
    for run in results:
        groups.setdefault(f"{run['preset']}-{run['bullets']}", []).append(run)
    tables = [build_table(runs, latencies.get(name)) for name, runs in groups.items()]
    return Table(tuple(row for table in tables for row in table.rows), latencies.get(shown))


def write_report(out: Path, *, floor: Run, shown: str) -> str:
    """Write table2.md, table2.json and table2.html from all results in the folder; returns the Markdown."""
    results, latencies = [*collect_results(out), floor], collect_latencies(out)
    table = build_report(results, latencies, shown=shown)
    markdown = to_markdown(table)
    value = {**to_json(table, results), "latencies": latencies}
    write_whole(out / "table2.md", markdown)
    write_whole(out / "table2.json", json.dumps(value, indent=1, ensure_ascii=False) + "\n")
    write_whole(out / "table2.html", to_html(table))
    return markdown


def _refuse_other_settings(order: RunOrder) -> None:
    """Refuse a run that was made with other settings: its result would appear in the table unchanged."""
    asked = order.folder / "run.json"
    # A result without its run.json cannot be compared; its encoder is checked when the table is built.
    if not asked.exists() or not any((order.folder / name).exists() for name in (RESULT, f"{MODEL}/{MANIFEST}")):
        return
    kept = _read_object(asked, ("encoder", "overrides"))
    # The folder of an encoder may have moved; only its name is compared.
    names = Path(str(kept["encoder"])).name, Path(order.encoder).name
    if kept["overrides"] != order.overrides or names[0] != names[1]:
        raise InputError(
            f"{order.folder}: was run with encoder {names[0]} and {_settings(kept['overrides'])}, now encoder "
            f"{names[1]} and {_settings(order.overrides)} are asked for; use another --out, or remove the folder"
        )


def _settings(overrides: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in overrides.items()) or "the preset's settings"


def _read_latency(path: Path) -> dict[str, Any]:
    value = _read_object(path, _LATENCY_KEYS)
    try:
        int(value["regions"]), int(value["rounds"]), value["device"].split()
        for times in value["rows"].values():
            if not float(times["mean_ms"]) > 0:
                raise ValueError("mean_ms is not above 0")
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise _damaged(path, f"{type(error).__name__}: {error}") from None
    return value


def _read_object(path: Path, keys: Sequence[str]) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path}: missing; remove its folder and run it again") from None
    except (OSError, ValueError, RecursionError) as error:
        raise _damaged(path, type(error).__name__) from None
    if not isinstance(value, dict):
        raise _damaged(path, "not an object")
    for key in keys:
        if key not in value:
            raise _damaged(path, f"{key} is missing")
    return value


def _damaged(path: Path, reason: str) -> InputError:
    return InputError(f"{path}: damaged ({reason}); remove it and run it again")
