"""Learning from the workspace of a running service, for the endpoints that ask for it."""

from __future__ import annotations

import json
import time

from inkslate.board import Board
from inkslate.formats import parse_board
from inkslate.service.learning.models import CannotLearn, LearnedModels
from inkslate.service.problems import Problem
from inkslate.service.state import ServiceState
from inkslate.training.adapting.adapter import Adapted

_SECONDS = 300.0  # learning from hundreds of boards takes longer than other requests


async def learn_from_workspace(state: ServiceState) -> Adapted:
    """Learn from all corrected boards of the workspace, and use the result; a Problem where there is too little."""
    models = learned_models(state)
    boards = await stored_boards(state)
    try:
        adapted = await state.run_in_thread(time.monotonic() + _SECONDS, models.learn, boards)
    except CannotLearn as error:
        raise Problem("cannot-learn", str(error), remedy="correct more boards, then try again") from None
    await state.use_learned()
    return adapted


def learned_models(state: ServiceState) -> LearnedModels:
    """The learned models of the workspace; a Problem where the service has none."""
    state.workspace()
    assert state.learned is not None  # there is one with every workspace
    return state.learned


async def stored_boards(state: ServiceState) -> list[Board]:
    """The latest revision of every corrected board."""
    stored = await state.run_on_workspace(state.workspace().latest)
    return [parse_board(json.loads(each.content), where=each.board) for each in stored]
