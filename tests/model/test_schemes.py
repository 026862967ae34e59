"""The three schemes, by the paper's algorithms and by law."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given

from inkslate.board import Region, Span, partition_problems
from inkslate.errors import InputError
from inkslate.model.schemes import BI, BIO, NTI, SCHEMES, Scheme
from tests.support.boards import labelled_regions


def paper_vote(scheme: Scheme, labels: tuple[str, ...]) -> str:
    """Algorithms 1, 2 and 3 of the paper, line by line."""
    if scheme is NTI:
        if "N" in labels or "T" in labels:
            return "T" if labels.count("T") > labels.count("N") else "N"
        return "I"
    if "B" in labels:
        return "B"
    return "I" if scheme is BI else Counter(labels).most_common(1)[0][0]


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=lambda scheme: scheme.name)
def test_vote_is_the_papers_on_every_sequence_up_to_length_six(scheme: Scheme) -> None:
    for length in range(1, 7):
        for labels in product(scheme.labels, repeat=length):
            assert scheme.vote(labels) == paper_vote(scheme, labels), labels


@pytest.mark.parametrize(
    ("scheme", "label", "tokens"),
    [(NTI, "T", "TII"), (NTI, "N", "NII"), (NTI, "I", "III"), (BI, "B", "BII"), (BIO, "B", "BII"), (BIO, "O", "OOO")],
)
def test_tokens_of_a_word_vote_for_the_label_they_are_taught(scheme: Scheme, label: str, tokens: str) -> None:
    assert scheme.token_labels(label, 3) == tuple(tokens)
    assert scheme.vote(scheme.token_labels(label, 3)) == label


def test_a_word_without_tokens_has_no_vote() -> None:
    with pytest.raises(ValueError, match="without tokens"):
        NTI.vote([])


# Words on the left, (start, end, is_task) on the right; None: the scheme cannot say.
@pytest.mark.parametrize(
    ("scheme", "labels", "spans"),
    [
        (NTI, "TINI", [(0, 2, True), (2, 4, False)]),
        (NTI, "TTN", [(0, 1, True), (1, 2, True), (2, 3, False)]),
        (NTI, "IIT", [(0, 2, False), (2, 3, True)]),  # first word I: a non-task, since no T was seen
        (NTI, "III", [(0, 3, False)]),
        (BI, "BIB", [(0, 2, None), (2, 3, None)]),
        (BI, "IIB", [(0, 2, None), (2, 3, None)]),  # first word I begins a sentence all the same
        (BI, "III", [(0, 3, None)]),
        (BIO, "BIOOB", [(0, 2, True), (2, 4, False), (4, 5, True)]),
        (BIO, "BB", [(0, 1, True), (1, 2, True)]),
        (BIO, "OIIB", [(0, 3, False), (3, 4, True)]),  # I after O: only a B begins a task
        (BIO, "IIOO", [(0, 4, False)]),  # I first, then O: one stretch outside
        (BIO, "III", [(0, 3, False)]),
        (BIO, "BIOI", [(0, 2, True), (2, 4, False)]),
        (NTI, "", []),
    ],
)
def test_decode_reads_every_sequence_also_odd_ones(
    scheme: Scheme, labels: str, spans: list[tuple[int, int, bool | None]]
) -> None:
    assert scheme.decode(labels) == tuple(Span(*span) for span in spans)


def test_decode_refuses_a_label_of_another_scheme() -> None:
    with pytest.raises(InputError, match="SLATE-NTI has no label 'B'"):
        NTI.decode("NBI")


@given(labelled_regions())
def test_nti_loses_nothing(region: Region) -> None:
    spans = tuple(Span(s.start, s.end, s.is_task) for s in region.sentences or ())
    assert NTI.decode(NTI.encode(spans)) == spans


@given(labelled_regions())
def test_bi_keeps_every_boundary(region: Region) -> None:
    assert [(s.start, s.end) for s in BI.decode(BI.encode(region.sentences or ()))] == [
        (s.start, s.end) for s in region.sentences or ()
    ]


@given(labelled_regions())
def test_bio_keeps_every_task(region: Region) -> None:
    decoded = BIO.decode(BIO.encode(region.sentences or ()))
    assert [(s.start, s.end) for s in decoded if s.is_task] == [
        (s.start, s.end) for s in region.sentences or () if s.is_task
    ]


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=lambda scheme: scheme.name)
def test_every_word_is_in_exactly_one_sentence(scheme: Scheme) -> None:
    for length in range(7):
        for labels in product(scheme.labels, repeat=length):
            assert partition_problems(scheme.decode(labels), length) == []
