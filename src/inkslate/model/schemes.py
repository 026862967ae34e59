"""The paper's three labeling schemes as three values of one type.

`encode` turns sentences into word labels, `vote` token labels into the label of their word
(Algorithms 1 to 3 of the paper), `decode` word labels into spans that partition the words.

Odd sequences, which a model may produce, are read as follows.

| sequence | reading |
| --- | --- |
| first word I (BI, NTI) | it begins a sentence all the same; under NTI a non-task, since no T was seen |
| first word I, or I after O (BIO) | not a task: only a B begins one, so the word joins the stretch outside |
| all I | one sentence (BI), one non-task (NTI), one stretch outside (BIO) |
| O after B or I (BIO) | ends the task and begins a stretch outside |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from inkslate.board import Sentence, Span
from inkslate.errors import InputError


@dataclass(frozen=True)
class Scheme:
    """A labeling scheme as data.

    `begins` lists the labels that begin a sentence, those that win a tied vote first.
    `first` and `rest` give the labels of a sentence's first and other words, by is-task.
    `opens` gives the is-task of the sentence that a label begins; labels that are not in it continue one.
    `outside` is the label of words outside of the sentences that the scheme marks, if it has one.

    >>> NTI.encode([Span(0, 2, is_task=True), Span(2, 5, is_task=False)])
    ('T', 'I', 'N', 'I', 'I')
    >>> BIO.title, BI.labels
    ('SLATE-BIO', ('B', 'I'))
    """

    name: str
    title: str
    labels: tuple[str, ...]
    begins: tuple[str, ...]
    first: Mapping[bool, str]
    rest: Mapping[bool, str]
    opens: Mapping[str, bool | None]
    default: bool | None
    outside: str | None = None

    def __reduce__(self) -> tuple[type[Scheme], tuple[Any, ...]]:
        # A pickle cannot hold a read-only view of a table.
        values = (getattr(self, each.name) for each in fields(self))
        return Scheme, tuple(dict(value) if isinstance(value, MappingProxyType) else value for value in values)

    def encode(self, sentences: Sequence[Sentence] | Sequence[Span]) -> tuple[str, ...]:
        """One label a word, for sentences that partition the words."""
        labels: list[str] = []
        for sentence in sentences:
            task = bool(sentence.is_task)
            labels.append(self.first[task])
            labels.extend([self.rest[task]] * (sentence.end - sentence.start - 1))
        return tuple(labels)

    def token_labels(self, word_label: str, tokens: int) -> tuple[str, ...]:
        """The training labels of a word's tokens: the first has the label of the word, the others continue it."""
        continues = {self.first[task]: self.rest[task] for task in (True, False)}
        return (word_label, *[continues.get(word_label, word_label)] * (tokens - 1))

    def vote(self, token_labels: Sequence[str]) -> str:
        """The label of a word from those of its tokens: a beginning wins, else the most frequent.

        Between two kinds of beginning the more frequent wins, and a tie goes to N (Algorithm 3:
        T only when it outnumbers N). Between labels that begin nothing a tie goes to the earlier token.
        """
        if not token_labels:
            raise ValueError("a word without tokens has no vote")
        if len(token_labels) == 1:
            return token_labels[0]
        counts = Counter(token_labels)
        beginnings = [label for label in self.begins if counts[label]]
        # Both max and Counter keep the first of equals: the order of `begins`, then of the tokens.
        return max(beginnings or counts, key=counts.__getitem__)

    def decode(self, word_labels: Sequence[str]) -> tuple[Span, ...]:
        """Spans that partition the words; see the module's table for odd sequences."""
        spans: list[Span] = []
        start, task, outside = 0, self.default, False
        for index, label in enumerate(word_labels):
            if label not in self.labels:
                raise InputError(f"{self.title} has no label {label!r}: it has {', '.join(self.labels)}")
            begins = label in self.opens or (label == self.outside and not outside)
            if index and begins:
                spans.append(Span(start, index, task))
                start = index
            if index == 0 or begins:
                task = self.opens.get(label, self.default)
                outside = label not in self.opens
        if word_labels:
            spans.append(Span(start, len(word_labels), task))
        return tuple(spans)


def _table(**entries: bool | None) -> Mapping[str, bool | None]:
    return MappingProxyType(entries)


def _by_task(task: str, other: str) -> Mapping[bool, str]:
    return MappingProxyType({True: task, False: other})


BI = Scheme(
    name="bi",
    title="Sentence-BI",
    labels=("B", "I"),
    begins=("B",),
    first=_by_task("B", "B"),
    rest=_by_task("I", "I"),
    opens=_table(B=None),
    default=None,
)
BIO = Scheme(
    name="bio",
    title="SLATE-BIO",
    labels=("B", "I", "O"),
    begins=("B",),
    first=_by_task("B", "O"),
    rest=_by_task("I", "O"),
    opens=_table(B=True),
    default=False,
    outside="O",
)
NTI = Scheme(
    name="nti",
    title="SLATE-NTI",
    labels=("N", "T", "I"),
    begins=("N", "T"),
    first=_by_task("T", "N"),
    rest=_by_task("I", "I"),
    opens=_table(N=False, T=True),
    default=False,
)

SCHEMES: Mapping[str, Scheme] = MappingProxyType({scheme.name: scheme for scheme in (NTI, BIO, BI)})
