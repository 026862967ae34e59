"""From examples to padded batches: the tensors, the order of an epoch, and the share of each process."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

from inkslate.training.examples import IGNORED, Example, Labels, Objective

# About the cost of one more pass through the network, in tokens; saving less padding than this is not worth a pass. On
# a GPU a pass costs the time to start its kernels, so it is worth more tokens of a small network than of a large one.
_WASTED_TOKENS = {"cpu": 300, "cuda": 6000}
_LARGE, _MOST_TIMES = 85_000_000, 4  # parameters of the layers that the number for a GPU was measured with
_BATCH_WORKERS = 2  # processes that prepare batches for a GPU


class Batch(NamedTuple):
    """Padded tensors, one row per example."""

    ids: torch.Tensor
    mask: torch.Tensor
    features: torch.Tensor
    labels: torch.Tensor
    kept: torch.Tensor

    def to(self, device: torch.device) -> Batch:
        """The same batch on another device."""
        return Batch(*(tensor.to(device) for tensor in self))


def collate(examples: Sequence[Example], *, pad: int) -> Batch:
    """Padded tensors; padding is masked, is not kept and has no label."""
    longest = max(len(example.ids) for example in examples)
    widest = max(len(example.labels) for example in examples)
    most_kept = max(len(example.kept) for example in examples)

    def padded(rows: Iterable[Sequence[int]], width: int, filler: int) -> torch.Tensor:
        return torch.tensor([[*row, *[filler] * (width - len(row))] for row in rows], dtype=torch.int64)

    return Batch(
        ids=padded((e.ids for e in examples), longest, pad),
        mask=padded(([1] * len(e.ids) for e in examples), longest, 0),
        features=padded((e.features for e in examples), longest, 0),
        labels=_padded_rows([e.labels for e in examples], widest)
        if isinstance(examples[0].labels, np.ndarray)
        else padded((cast("Sequence[int]", e.labels) for e in examples), widest, IGNORED),
        kept=padded((e.kept for e in examples), most_kept, -1),
    )


def by_length(examples: Sequence[Example], *, waste: int) -> list[list[Example]]:
    """The examples sorted by length, in the parts that cost least: a part costs its padded tokens and `waste`."""
    ordered = sorted(examples, key=lambda example: len(example.ids))
    lengths = np.array([len(example.ids) for example in ordered], np.int64)
    least = np.zeros(len(ordered) + 1, np.int64)  # the cost of the first examples, by their number
    begins = [0] * len(ordered)  # where the last part of those up to this one begins
    for at, length in enumerate(lengths):
        costs = least[: at + 1] + waste + length * np.arange(at + 1, 0, -1)
        begins[at] = int(costs.argmin())  # of equal ones the longest part
        least[at + 1] = costs[begins[at]]
    parts: list[list[Example]] = []
    end = len(ordered)
    while end:
        begin = begins[end - 1]
        parts.append(ordered[begin:end])
        end = begin
    return parts[::-1]


def wasted_tokens(device: torch.device, parameters: int) -> int:
    """How many tokens of padding one more pass costs, for a network with so many parameters in its layers."""
    tokens = _WASTED_TOKENS.get(device.type, 300)
    times = min(_MOST_TIMES, max(1, _LARGE // max(1, parameters))) if device.type == "cuda" else 1
    return tokens * times


@dataclass(frozen=True)
class BatchMaker:
    """Makes the batches of an epoch, for the process `rank` of `processes`."""

    objective: Objective
    items: Sequence[Any]
    pad: int
    device: torch.device
    waste: int = 300  # tokens of padding that are not worth one more pass, see `wasted_tokens`
    rank: int = 0
    processes: int = 1

    def order(self, epoch: int) -> list[list[int]]:
        """Item numbers by batch, shuffled; the same in every process."""
        numbers = list(range(len(self.items)))
        random.Random(f"order {self.objective.config.seed} {epoch}").shuffle(numbers)
        size = self.objective.batch_size
        return [numbers[at : at + size] for at in range(0, len(numbers), size)]

    def epoch(self, epoch: int, *, skip: int = 0) -> Iterable[list[Batch]]:
        """The micro-batches of each batch after the first `skip`; while a GPU works, other processes make the next."""
        batches = _EpochBatches(self, epoch, self.order(epoch)[skip:])
        if self.device.type != "cuda":
            return (batches[at] for at in range(len(batches)))
        return DataLoader(batches, batch_size=None, num_workers=_BATCH_WORKERS, multiprocessing_context="fork")

    def micro_batches(self, epoch: int, numbers: Sequence[int]) -> list[Batch]:
        """This process's share of a batch, in parts of similar length: one long region does not pad all the others."""
        mine = numbers[self.rank :: self.processes]
        examples = [example for number in mine for example in self._augmented(epoch, number)]
        if not examples:
            # Every process must take part in every step: without a share, with a sequence that has no labels.
            spare = self._augmented(epoch, numbers[0])[0]
            examples = [spare._replace(labels=_no_labels(spare.labels))]
        # Processes wait for each other at every part, so several processes take their share in one part.
        parts = by_length(examples, waste=self.waste) if self.processes == 1 else [examples]
        return [collate(part, pad=self.pad) for part in parts]

    def _augmented(self, epoch: int, number: int) -> list[Example]:
        # A seed for each item and epoch: the result does not depend on the process that makes it.
        rng = random.Random(f"noise {self.objective.config.seed} {epoch} {number}")
        return self.objective.examples(self.items[number], rng)


class _EpochBatches(Dataset[list[Batch]]):
    """The batches of an epoch by number, for a DataLoader."""

    def __init__(self, maker: BatchMaker, epoch: int, batches: Sequence[Sequence[int]]) -> None:
        self._maker, self._epoch, self._batches = maker, epoch, batches

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, at: int) -> list[Batch]:
        return self._maker.micro_batches(self._epoch, self._batches[at])


def _no_labels(labels: Labels) -> Labels:
    """The same number of labels, all ignored by the loss."""
    return np.zeros_like(labels) if isinstance(labels, np.ndarray) else [IGNORED] * len(labels)


def _padded_rows(labels: Sequence[Any], width: int) -> torch.Tensor:
    """Rows of probabilities; rows of padding are zero, so the loss ignores them."""
    rows = np.zeros((len(labels), width, labels[0].shape[1]), np.float32)
    for at, given in enumerate(labels):
        rows[at, : len(given)] = given
    return torch.from_numpy(rows)
