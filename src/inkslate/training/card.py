"""The model card, generated from the manifest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inkslate.evaluation.columns import SCORES
from inkslate.model.bundle import Manifest


def model_card(manifest: Manifest) -> str:
    """The README of the model's folder."""
    rows = "\n".join(f"| `{name}` | {value} |" for name, value in sorted(manifest.training.items()))
    data = "\n".join(f"- `{name}`, sha256 `{digest}`" for name, digest in manifest.data.items()) or "- not recorded"
    return f"""# {manifest.name}

An inkslate model ({manifest.kind}): it cuts notes into sentences and says which are tasks.

    inkslate extract notes.txt --model {manifest.name}

| | |
| --- | --- |
| scheme | {manifest.scheme} |
| layout | {manifest.layout} |
| encoder | {manifest.encoder} |
| version | {manifest.version} |

## Data

{data}

The licence of the data decides what the weights may be used for. Weights trained on the released SLATE data are for
research use, as that data is.

## Scores

{_scores(manifest.scores)}

## Training

| setting | value |
| --- | --- |
{rows}
"""


def _scores(scores: Mapping[str, Any]) -> str:
    if not scores:
        return "Not measured: the model was trained without validation data."
    columns = [column for column in SCORES.values() if column.on_card]
    titles = ["set", *(column.title for column in columns), "signature"]
    lines = [f"| {' | '.join(titles)} |", f"|{' --- |' * len(titles)}"]
    for name, value in scores.items():
        # A model may be older than a score.
        figures = [column.show_or_undefined(column.read(value, required=False)) for column in columns]
        signature = value["signature"].replace("|", "\\|")
        lines.append(f"| {name} | {' | '.join(figures)} | `{signature}` |")
    return "\n".join(lines)
