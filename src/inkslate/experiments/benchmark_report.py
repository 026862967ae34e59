"""The output of `inkslate benchmark`: ratios first, then absolute figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from inkslate.experiments.benchmark import BASELINE, REFERENCE
from inkslate.experiments.figures import latency_figure
from inkslate.messages import counted


def report_text(result: Mapping[str, Any]) -> str:
    """The figures as aligned text."""
    sections = (_ratios(result), _latency(result), _start(result), _growth(result), _limit(result), _setting(result))
    return "\n\n".join(section for section in sections if section) + "\n"


def growth_figure(result: Mapping[str, Any]) -> str:
    """Time against the number of sentences, as SVG."""
    series = {name: [(int(size), ms) for size, ms in points.items()] for name, points in result["growth"].items()}
    setting = result["setting"]
    return latency_figure(
        series,
        x_label="sentences in a region",
        y_label="milliseconds",
        note=f"One region a call, end to end; {setting['processor']}, {counted(setting['threads'], 'thread')}. "
        "The reference and the two models have RoBERTa-base's shape and were not measured on the longest.",
    )


def _models(result: Mapping[str, Any]) -> list[str]:
    return list(result["setting"]["models"])


def _ratios(result: Mapping[str, Any]) -> str:
    latency = result["latency"]
    if REFERENCE not in latency:
        return (
            "Ratios: not measured. The reference, RoBERTa-base in PyTorch, needs torch: pip install 'inkslate[train]'"
        )
    reference = latency[REFERENCE]["mean_ms"]
    rows = [
        ("", "latency, one at a time", "p50", "throughput, all cores", "cold start", "peak memory"),
        (REFERENCE, "1.0", "1.0", "1.0", "1.0", "1.0"),
    ]
    for name in _models(result):
        start, base = result["start"][name], result["start"][REFERENCE]
        rows.append(
            (
                name,
                _times(reference / latency[name]["mean_ms"]),
                _times(latency[REFERENCE]["p50_ms"] / latency[name]["p50_ms"]),
                _times(result["bulk"][name]["regions_per_second"] * reference / 1000),
                _times(base["seconds"] / start["seconds"]),
                _times(base["peak_bytes"] / start["peak_bytes"]),
            )
        )
    slower = result["baseline_over_reference"]
    rows.append((BASELINE, _times(1 / slower), "", "", "", ""))
    told = (
        f"Times faster (or smaller) than the paper's reference, RoBERTa-base in PyTorch float32, in this run; the "
        f"two-model baseline takes {slower:.1f} times as long as the reference."
    )
    return f"{told}\n{_table(rows)}"


def _latency(result: Mapping[str, Any]) -> str:
    rows = [("milliseconds a region", "mean", "p50", "p95", "p99", "outside the model", "regions a second, bulk")]
    for name, figures in result["latency"].items():
        outside, bulk = result["outside_model"].get(name), result["bulk"].get(name)
        rows.append(
            (
                name,
                *(f"{figures[key]:.2f}" for key in ("mean_ms", "p50_ms", "p95_ms", "p99_ms")),
                "" if outside is None else f"{100 * outside:.1f} %",
                "" if bulk is None else f"{bulk['regions_per_second']:.0f}",
            )
        )
    return _table(rows)


def _start(result: Mapping[str, Any]) -> str:
    rows = [("", "cold start, s", "peak memory, MB", "memory after a tenth of a stream", "at its end")]
    for name, figures in result["start"].items():
        stream = result["stream"].get(name)
        rows.append(
            (
                name,
                f"{figures['seconds']:.2f}",
                _megabytes(figures["peak_bytes"]),
                f"{_megabytes(stream['early'])} MB" if stream else "",
                f"{_megabytes(stream['end'])} MB ({counted(stream['boards'], 'board')})" if stream else "",
            )
        )
    return _table(rows)


def _growth(result: Mapping[str, Any]) -> str:
    sizes = sorted({int(size) for points in result["growth"].values() for size in points})
    rows = [("milliseconds a sentence, by number of sentences", *(str(size) for size in sizes))]
    for name, points in result["growth"].items():
        by_size = {int(size): ms for size, ms in points.items()}
        rows.append((name, *(f"{by_size[size] / size:.2f}" if size in by_size else "" for size in sizes)))
    return _table(rows)


def _limit(result: Mapping[str, Any]) -> str:
    if not result["limit"]:
        return ""
    rows = [("", "operations a region", "this machine's rate", "floor, ms", "share of the limit reached")]
    for name, figures in result["limit"].items():
        rows.append(
            (
                name,
                f"{figures['operations'] / 1e9:.2f} G",
                f"{figures['operations_per_second'] / 1e9:.0f} G/s",
                f"{figures['floor_ms']:.2f}",
                f"{100 * figures['share']:.0f} %",
            )
        )
    return _table(rows)


def _setting(result: Mapping[str, Any]) -> str:
    setting, sizes = result["setting"], result["install"]
    models = ", ".join(
        f"{name}: {model['name']} sha256:{model['sha256'][:12]}" for name, model in setting["models"].items()
    )
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:4]
    shares = ", ".join(f"{name} {_megabytes(size)}" for name, size in largest)
    return (
        f"{counted(setting['regions'], 'region')} of {setting['tokens']:.0f} tokens on average, "
        f"{counted(setting['rounds'], 'round')} in turns, {counted(setting['threads'], 'thread')}; "
        f"{setting['processor']}; Python {setting['python']}\n{models}\n"
        f"base install: {_megabytes(sum(sizes.values()))} MB on disk ({shares})"
    )


def _times(value: float) -> str:
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def _megabytes(size: float) -> str:
    return f"{size / 1e6:.0f}"


def _table(rows: Iterable[Sequence[str]]) -> str:
    rows = list(rows)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width) for at, (cell, width) in enumerate(cells)
        ).rstrip()
        for cells in (list(zip(row, widths, strict=True)) for row in rows)
    )
