"""The board of a transcript: a region for each turn of a speaker, a line for each cue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inkslate.board import Board, Line, Region, Word
from inkslate.readers.captions.cues import Cue
from inkslate.readers.captions.labels import is_person
from inkslate.readers.captions.speech import Utterance, utterances


def board_of_cues(id: str, cues: Sequence[Cue]) -> Board:
    """The board; the source of a word is the time code at which its cue begins."""
    turns: list[list[Utterance]] = []
    for said in utterances(cues):
        if not turns or said.fresh or turns[-1][-1].voice != said.voice:
            turns.append([])
        turns[-1].append(said)
    return Board(id, tuple(_region(number, turn) for number, turn in enumerate(turns, 1)))


def _region(number: int, turn: Sequence[Utterance]) -> Region:
    voice = turn[0].voice
    return Region(f"r{number}", tuple(_lines(turn)), speaker=voice if is_person(voice) else None)


def _lines(turn: Iterable[Utterance]) -> Iterable[Line]:
    for said in turn:
        source = (said.start,)
        yield Line(tuple(Word(word, None, source) for word in said.text.split()))
