"""Predictions to score: extraction JSONL, or less of it.

A line is a board: `id`, and `regions` with `sentences` (each with `start`, `end` and either `task` or `label`), or the
spans of tasks alone, in `tasks` of a region or of the board. Everything else may be missing. Words that no task covers
are one sentence from task to task, which is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from inkslate.board import Board, Label, Region, partition_problems
from inkslate.errors import InputError
from inkslate.extraction import FoundSentence, ModelInfo
from inkslate.formats.extraction_jsonl import UNKNOWN, Predictions, json_objects
from inkslate.formats.json_values import Fields
from inkslate.messages import counted, shorten

_REMEDY = "predict the boards that are evaluated, as they are"
_Sentences = tuple[FoundSentence, ...]


def parse_predictions(text: str, name: str, gold: Sequence[Board]) -> Predictions:
    """The predictions for gold boards; InputError for boards, regions and words that these do not have.

    Boards that are missing in the file are missing in the result.
    """
    boards = {board.id: board for board in gold}
    found: dict[str, dict[str, _Sentences]] = {}
    models = set()
    for item in json_objects(text, name, remedy="a line of predictions is one JSON object, a board"):
        board = _board(item, boards)
        if board.id in found:
            raise InputError(f"{item.where}: duplicate board id {shorten(board.id)}; predict each board once")
        found[board.id] = dict(_regions(item, board))
        models.add(_model(item))
    model, version = models.pop() if len(models) == 1 else ("several" if models else "none", UNKNOWN)
    return Predictions(
        name,
        ModelInfo(model, version, UNKNOWN, UNKNOWN),
        {board: {region: tuple(s.span for s in each) for region, each in by.items()} for board, by in found.items()},
        {board: {region: tuple(s.score for s in each) for region, each in by.items()} for board, by in found.items()},
    )


def _board(item: Fields, boards: Mapping[str, Board]) -> Board:
    identity = item.value("id")
    if not isinstance(identity, str):
        raise InputError(f"{item.where}: not a prediction: it needs the id of a board, which is a string")
    if identity not in boards:
        known = counted(len(boards), "board")
        raise InputError(f"{item.where}: board {shorten(identity)} is none of the {known} to evaluate; {_REMEDY}")
    return boards[identity]


def _model(item: Fields) -> tuple[str, str]:
    model = item.value("model") or {}
    if not isinstance(model, dict):
        raise InputError(f"{item.where}: model is not an object; write its name and version, or leave it out")
    return str(model.get("name", UNKNOWN)), str(model.get("version", UNKNOWN))


def _regions(item: Fields, board: Board) -> Iterator[tuple[str, _Sentences]]:
    """The regions that the line has, with sentences that cover their words."""
    listed = item.objects("regions")
    if not listed and "tasks" not in item and "regions" not in item:
        raise InputError(f"{item.where}: not a prediction: it has neither regions nor tasks")
    left = {region.id for region in board.regions}
    for place, each in enumerate(listed):
        region = _region(each, board, place if len(listed) == len(board.regions) else None)
        if region.id not in left:
            raise InputError(f"{each.where}: region {shorten(region.id)} is there twice; predict each region once")
        _check_words(each, region)
        if "sentences" in each or "tasks" in each:
            left.remove(region.id)
            yield region.id, _complete(each, region)
        elif "tasks" not in item:
            raise InputError(f"{each.where}: not a prediction: it has neither sentences nor tasks")
    # The tasks of a whole extraction are among its sentences.
    if "tasks" in item and not (listed and left != {region.id for region in board.regions}):
        yield from _of_the_board(item, board)


def _of_the_board(item: Fields, board: Board) -> Iterator[tuple[str, _Sentences]]:
    """All regions of a board by the tasks that it lists."""
    tasks: dict[str, list[FoundSentence]] = {region.id: [] for region in board.regions}
    for each in item.objects("tasks"):
        name = each.value("region")
        only = board.regions[0] if name is None and len(board.regions) == 1 else None
        region = only or _find_region(each, board, name)
        tasks[region.id].append(_sentence(each, region, is_task=True))
    for region in board.regions:
        yield region.id, _filled(tasks[region.id], region, item.where)


def _region(item: Fields, board: Board, place: int | None) -> Region:
    if item.value("id") is None and place is not None:
        return board.regions[place]
    return _find_region(item, board, item.value("id"))


def _find_region(item: Fields, board: Board, name: object) -> Region:
    for region in board.regions:
        if region.id == name:
            return region
    shown = "a region without id" if name is None else f"region {shorten(str(name))}"
    raise InputError(f"{item.where}: {shown} is none of board {shorten(board.id)}; {_REMEDY}")


def _complete(item: Fields, region: Region) -> _Sentences:
    """The sentences of a region; gaps are filled where nothing but tasks is listed."""
    if "sentences" not in item:
        tasks = [_sentence(each, region, is_task=True) for each in item.objects("tasks")]
        return _filled(tasks, region, item.where)
    found = [_sentence(each, region) for each in item.objects("sentences")]
    if all(sentence.is_task for sentence in found):
        return _filled(found, region, item.where)
    for problem in partition_problems(found, len(region.word_texts)):
        raise InputError(f"{item.where}: {problem}; list every sentence, or tasks alone")
    return tuple(found)


def _filled(tasks: Sequence[FoundSentence], region: Region, where: str) -> _Sentences:
    """The tasks, and a non-task for the words between two of them."""
    sentences, at = [], 0
    for task in sorted(tasks, key=lambda task: task.start):
        if task.start < at:
            raise InputError(f"{where}: two tasks of region {shorten(region.id)} share word {task.start}; divide them")
        sentences += [FoundSentence(at, task.start, False), task] if task.start > at else [task]
        at = task.end
    words = len(region.word_texts)
    return (*sentences, FoundSentence(at, words, False)) if at < words else tuple(sentences)


def _sentence(item: Fields, region: Region, *, is_task: bool | None = None) -> FoundSentence:
    start, end = item.whole("start"), item.whole("end")
    if start is None or end is None or not 0 <= start < end:
        raise InputError(f"{item.where}: not a sentence: it needs start < end, words of the region")
    if end > len(region.word_texts):
        words = f"region {shorten(region.id)} has {counted(len(region.word_texts), 'word')}"
        raise InputError(f"{item.where}: it ends at word {end} but {words}; {_REMEDY}")
    text = item.value("text")
    if isinstance(text, str) and text.split() != list(region.word_texts[start:end]):
        raise InputError(
            f"{item.where}: its text is {shorten(text)}, but words {start} to {end} of region {shorten(region.id)} are "
            f"{shorten(region.text(start, end))}; {_REMEDY}"
        )
    score = item.number("score")
    if score is not None and not 0 <= score <= 1:
        raise InputError(f"{item.where}: score is {score:g}, but it must be a number from 0 to 1, or null")
    return FoundSentence(start, end, _is_task(item) if is_task is None else is_task, score)


def _is_task(item: Fields) -> bool:
    """What `task` or `label` says."""
    task, label = item.flag("task"), item.whole("label")
    if label is not None and label not in set(Label):
        raise InputError(f"{item.where}: label {label} is unknown; write 0 to 4, or task: true or false")
    of_label = None if label is None else Label(label).is_task
    if task is not None and of_label is not None and task != of_label:
        raise InputError(f"{item.where}: task and label say different things; leave one of them out")
    if (said := task if task is not None else of_label) is None:
        raise InputError(f"{item.where}: not a sentence: it needs task, true or false, or a label from 0 to 4")
    return said


def _check_words(item: Fields, region: Region) -> None:
    """InputError where the lines of a region, if it has some, are other words than those of the gold board."""
    lines = item.objects("lines")
    words = [word for line in lines for word in (line.text("text") or "").split()]
    gold = region.word_texts
    if words == list(gold) or not all("text" in line for line in lines) or not lines:
        return
    at = next((at for at, (a, b) in enumerate(zip(words, gold, strict=False)) if a != b), min(len(words), len(gold)))
    here, there = (shorten(side[at]) if at < len(side) else "missing" for side in (words, gold))
    raise InputError(f"{item.where}: word {at} is {here}, in region {shorten(region.id)} it is {there}; {_REMEDY}")
