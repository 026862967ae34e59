"""Label Studio's import file: a labelling task a board, with what the model found as pre-annotations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from inkslate.board import Label
from inkslate.extraction import Extraction, FoundSentence, ModelInfo
from inkslate.formats.label_studio import board_data
from inkslate.formats.label_studio_spans import LABELS
from inkslate.formats.label_studio_text import BoardText, board_text
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.payloads import json_list

# The names of the controls in the labelling configuration (docs/tracking.md).
FROM_NAME, TO_NAME = "label", "text"


def write_label_studio(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A JSON list with a task a line; `formats.scan_label_studio` reads labelled exports back into boards."""
    del options
    return json_list([json.dumps(_task(extraction)) for extraction in extractions])


def label_studio_prediction(extraction: Extraction) -> dict[str, Any]:
    """What the model found, as Label Studio's prediction for the task of that board."""
    return _prediction(extraction, board_text(extraction.board))


def _task(extraction: Extraction) -> dict[str, Any]:
    placed = board_text(extraction.board)
    return {"data": board_data(extraction.board, placed.text), "predictions": [_prediction(extraction, placed)]}


def _prediction(extraction: Extraction, placed: BoardText) -> dict[str, Any]:
    results = [
        _result(placed, first + sentence.start, first + sentence.end, sentence)
        for first, found in zip(placed.first_words, extraction.sentences, strict=False)
        for sentence in found
    ]
    prediction: dict[str, Any] = {"model_version": model_version(extraction.model)}
    scores = [result["score"] for result in results if "score" in result]
    if scores:
        # Label Studio shows low scores first: the score of a board is that of its least certain sentence.
        prediction["score"] = min(scores)
    return {**prediction, "result": results}


def model_version(model: ModelInfo) -> str:
    """How Label Studio knows the model; two with different weights must differ."""
    return f"{model.name} {model.version}"


def _result(placed: BoardText, first: int, last: int, sentence: FoundSentence) -> dict[str, Any]:
    start, end = placed.starts[first], placed.ends[last - 1]
    label = LABELS[Label.TASK if sentence.is_task else Label.NON_TASK]
    result: dict[str, Any] = {
        "id": f"w{first}",
        "from_name": FROM_NAME,
        "to_name": TO_NAME,
        "type": "labels",
        "value": {"start": start, "end": end, "text": placed.text[start:end], "labels": [label]},
    }
    if sentence.score is not None:
        result["score"] = sentence.score if sentence.is_task else 1 - sentence.score
    return result
