"""The training loop: one for taggers and classifiers, on one process or many."""

from __future__ import annotations

import math
import random
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
from accelerate import Accelerator
from torch import nn
from torch.optim.swa_utils import AveragedModel
from torch.utils.data import DataLoader, Dataset

from inkslate.errors import InputError
from inkslate.model.network import Network, choose_kernels
from inkslate.training.checkpoint import CHECKPOINT, Log, Position, load_checkpoint, save_checkpoint
from inkslate.training.config import TrainConfig
from inkslate.training.examples import IGNORED, Batch, Example, Task, by_length, class_weights, collate, nothing_of
from inkslate.training.progress import Progress

_VALIDATION_BATCH = 32
# About what a pass over the network costs by itself, in tokens; less padding is not worth another pass.
_WASTED_TOKENS = {"cpu": 300, "cuda": 2000}
_MAKERS = 2  # processes that make batches for a GPU
_SAME_CTRL_C_SECONDS = 1.0


@dataclass(frozen=True)
class Run:
    """What a training run works on; `identity` tells its checkpoints from another's."""

    task: Task
    network: Network
    train: Sequence[Any]  # boards, or whatever the task makes its items of
    val: Sequence[Any]
    folder: Path
    pad: int
    identity: dict[str, Any]
    title: str = "training"
    checkpoint_seconds: float = 300.0

    @property
    def config(self) -> TrainConfig:
        return self.task.config


def fit(run: Run, *, resume: bool, progress: Progress) -> dict[str, torch.Tensor]:
    """Train, and give back the weights of the selected epoch. Ctrl-C leaves a checkpoint to resume from."""
    return _Fit(run, progress).go(resume=resume)


class _Fit:
    def __init__(self, run: Run, progress: Progress) -> None:
        choose_kernels()
        self.run, self.config, self.progress = run, run.config, progress
        self.accelerator = Accelerator(mixed_precision="bf16" if self._bf16() else "no")
        self.items = run.task.items(run.train)
        weights = class_weights(run.task.counts(self.items), run.task.labels, self.config.class_weight_power)
        self.weights = torch.tensor(weights, device=self.accelerator.device)
        self.val = [example for item in run.task.items(run.val) for example in run.task.examples(item)]
        torch.manual_seed(self.config.seed)
        run.network.to(self.accelerator.device)
        fused = self.accelerator.device.type == "cuda"
        optimizer = torch.optim.AdamW(parameter_groups(run.network, self.config), fused=fused)
        self.network, self.optimizer = self.accelerator.prepare(run.network, optimizer)
        self.rates = [group["lr"] for group in self.optimizer.param_groups]
        self.steps_an_epoch = math.ceil(len(self.items) / run.task.batch_size)
        self.all_steps = self.steps_an_epoch * self.config.epochs
        self.mean = AveragedModel(self._bare) if self.config.average else None
        self.at = Position()
        self.losses: list[float] = []  # of the epoch under way
        self.best: dict[str, Any] = {"loss": math.inf, "epoch": None, "weights": None}

    def go(self, *, resume: bool) -> dict[str, torch.Tensor]:
        keep = self._restore() if resume and (self.run.folder / CHECKPOINT).exists() else 0
        main = self.accelerator.is_main_process
        self.log = Log(self.run.folder, keep=keep) if main else None
        self.saved = time.monotonic()
        self.progress.start(self.run.title, steps=self.all_steps, done=self.at.total)
        try:
            with _interruptible() as interrupted:
                while self.at.epoch < self.config.epochs:
                    self._epoch(interrupted)
        finally:
            self.progress.close()
            if self.log:
                self.log.close()
        if self.mean is not None:
            return _copied(self.mean.module)
        weights = self.best["weights"] if self.config.select == "loss" else None
        return weights if weights is not None else self._weights()

    @property
    def _bare(self) -> Network:
        """The network without what accelerate puts around it."""
        return cast(Network, self.accelerator.unwrap_model(self.network))

    def _epoch(self, interrupted: threading.Event) -> None:
        batches = self._batches(self.at.epoch)
        self.network.train()
        started = time.monotonic()
        for parts in self._examples(batches[self.at.step :]):
            self.losses.append(self._step([part.to(self.accelerator.device) for part in parts]))
            self.at.step += 1
            self.at.total += 1
            if self._in_any_process(interrupted.is_set()):
                self._save()
                raise KeyboardInterrupt
        record: dict[str, Any] = {"kind": "epoch", "epoch": self.at.epoch, "seconds": time.monotonic() - started}
        record["loss"] = sum(self.losses) / len(self.losses)
        if self.val:
            record["val_loss"] = self._validate()
            if self.config.select == "loss" and record["val_loss"] < self.best["loss"]:
                self.best = {"loss": record["val_loss"], "epoch": self.at.epoch, "weights": self._weights()}
        self._write(**record)
        shown = " ".join(f"{name} {record[name]:.4f}" for name in ("loss", "val_loss") if record.get(name) is not None)
        self.progress.epoch(f"{self.run.title}: epoch {self.at.epoch + 1}/{self.config.epochs} {shown}")
        self.at.epoch, self.at.step, self.losses = self.at.epoch + 1, 0, []
        if self._in_any_process(time.monotonic() - self.saved >= self.run.checkpoint_seconds):
            self._save()

    def _step(self, batches: Sequence[Batch]) -> float:
        rate = schedule(self.config, self.at.total, self.all_steps)
        for group, base in zip(self.optimizer.param_groups, self.rates, strict=True):
            group["lr"] = base * rate
        loss = self._backward(batches)
        if not math.isfinite(loss):
            raise InputError(f"the loss is {loss} at step {self.at.total}; lower the learning rate")
        if self.config.adversarial:
            with self._perturbed():
                self._backward(batches)
        if self.config.clip:
            self.accelerator.clip_grad_norm_(self.network.parameters(), self.config.clip)
        self.optimizer.step()
        self.optimizer.zero_grad()
        if self.mean is not None and self.at.total >= math.floor((1 - self.config.average) * self.all_steps):
            self.mean.update_parameters(self._bare)
        self._write(kind="step", epoch=self.at.epoch, step=self.at.step, loss=loss, rate=self.rates[0] * rate)
        self.progress.step(loss)
        return loss

    def _backward(self, batches: Sequence[Batch]) -> float:
        """Backpropagate the loss over the whole batch, of which this process may hold a part, in parts."""
        weight = torch.stack([label_weight(batch.labels, self.weights) for batch in batches]).sum()
        whole = self.accelerator.reduce(weight, "sum").clamp(min=1e-9)
        total = torch.zeros((), device=self.accelerator.device)
        for batch in batches:
            with self.accelerator.autocast():
                logits = self.network(batch.ids, batch.mask, batch.features, batch.kept)
            part = summed_loss(logits.float(), batch.labels, self.weights)
            # Processes average their gradients; times their number, that is the sum over the whole batch.
            self.accelerator.backward(part / whole * self.accelerator.num_processes)
            total += part.detach()
        return float(self.accelerator.reduce(total, "sum") / whole)

    @contextmanager
    def _perturbed(self) -> Iterator[None]:
        """FGM: the token embeddings one step up their gradient, and back."""
        embeddings = self._bare.embeddings
        assert embeddings.grad is not None
        norm = embeddings.grad.norm()
        step = embeddings.grad * (self.config.adversarial / norm) if norm > 0 else torch.zeros_like(embeddings)
        embeddings.data.add_(step)
        yield
        embeddings.data.sub_(step)

    def _batches(self, epoch: int) -> list[list[int]]:
        order = list(range(len(self.items)))
        random.Random(f"order {self.config.seed} {epoch}").shuffle(order)
        size = self.run.task.batch_size
        return [order[at : at + size] for at in range(0, len(order), size)]

    def _examples(self, batches: Sequence[Sequence[int]]) -> Iterable[list[Batch]]:
        """The batches of an epoch; while a GPU works on one, other processes make the next."""
        maker = _Maker(self, batches)
        if self.accelerator.device.type != "cuda":
            return (maker[at] for at in range(len(batches)))
        return DataLoader(maker, batch_size=None, num_workers=_MAKERS, multiprocessing_context="fork")

    def micro_batches(self, indices: Sequence[int]) -> list[Batch]:
        """This process's share, in parts of alike lengths: one long region does not pad all the others."""
        mine = indices[self.accelerator.process_index :: self.accelerator.num_processes]
        examples = [example for index in mine for example in self._augmented(index)]
        if not examples:
            # A process with no share takes a sequence that counts for nothing.
            spare = self._augmented(indices[0])[0]
            examples = [spare._replace(labels=nothing_of(spare.labels))]
        # Processes wait for each other at every part, so several take their share in one.
        alone = self.accelerator.num_processes == 1
        waste = _WASTED_TOKENS.get(self.accelerator.device.type, 300)
        parts = by_length(examples, waste=waste) if alone else [examples]
        return [collate(part, pad=self.run.pad) for part in parts]

    def _augmented(self, index: int) -> list[Example]:
        rng = random.Random(f"noise {self.config.seed} {self.at.epoch} {index}")
        return self.run.task.examples(self.items[index], rng)

    def _validate(self) -> float:
        self.network.eval()
        total = weights = 0.0
        # Every process sees the whole validation set, so that all agree on the best epoch.
        network = self._bare
        with torch.inference_mode():
            for at in range(0, len(self.val), _VALIDATION_BATCH):
                batch = collate(self.val[at : at + _VALIDATION_BATCH], pad=self.run.pad).to(self.accelerator.device)
                with self.accelerator.autocast():
                    logits = network(batch.ids, batch.mask, batch.features, batch.kept)
                total += float(summed_loss(logits.float(), batch.labels, self.weights))
                weights += float(label_weight(batch.labels, self.weights))
        self.network.train()
        return total / weights if weights else math.nan

    def _weights(self) -> dict[str, torch.Tensor]:
        return _copied(self._bare)

    def _save(self) -> None:
        self.accelerator.wait_for_everyone()
        if self.accelerator.is_main_process:
            save_checkpoint(
                self.run.folder,
                {
                    "identity": self.run.identity,
                    "position": [self.at.epoch, self.at.step, self.at.total],
                    "log_lines": self.log.lines if self.log else 0,
                    "network": self._weights(),
                    "optimizer": self.optimizer.state_dict(),
                    "losses": self.losses,
                    "best": self.best,
                    "mean": None if self.mean is None else self.mean.state_dict(),
                    "random": torch.get_rng_state(),
                    "cuda_random": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
                },
            )
        self.saved = time.monotonic()

    def _restore(self) -> int:
        state = load_checkpoint(self.run.folder, self.run.identity)
        self._bare.load_state_dict(state["network"])
        if self.mean is not None:
            self.mean.load_state_dict(state["mean"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.at = Position(*state["position"])
        self.losses = state["losses"]
        self.best = state["best"]
        torch.set_rng_state(state["random"])
        if state["cuda_random"]:
            torch.cuda.set_rng_state_all(state["cuda_random"])
        return int(state["log_lines"])

    def _in_any_process(self, here: bool) -> bool:
        """Whether it holds in one process at least: those that disagree would wait for each other for ever."""
        if self.accelerator.num_processes == 1:
            return here
        return bool(self.accelerator.reduce(torch.tensor(float(here), device=self.accelerator.device), "sum") > 0)

    def _write(self, **record: Any) -> None:
        if self.log:
            self.log.write(**record)

    def _bf16(self) -> bool:
        return self.config.bf16 and torch.cuda.is_available() and torch.cuda.is_bf16_supported()


class _Maker(Dataset[list[Batch]]):
    """The batches of an epoch by number. Noise has seeds of its own: it is all one who makes a batch."""

    def __init__(self, fit: _Fit, batches: Sequence[Sequence[int]]) -> None:
        self.fit, self.batches = fit, batches

    def __len__(self) -> int:
        return len(self.batches)

    def __getitem__(self, at: int) -> list[Batch]:
        return self.fit.micro_batches(self.batches[at])


def _copied(network: nn.Module) -> dict[str, torch.Tensor]:
    return {name: tensor.detach().cpu().clone().contiguous() for name, tensor in network.state_dict().items()}


def summed_loss(logits: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Summed class-weighted cross-entropy; over the sum of its weights it is the loss."""
    if labels.is_floating_point():
        return -(labels * weights * logits.log_softmax(-1)).sum()
    rows = logits.reshape(-1, logits.shape[-1])
    return nn.functional.cross_entropy(rows, labels.reshape(-1), weight=weights, ignore_index=IGNORED, reduction="sum")


def label_weight(labels: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """The sum of the class weights of all labels."""
    if labels.is_floating_point():
        return (labels * weights).sum()
    return weights[labels.clamp(min=0)][labels != IGNORED].sum()


def schedule(config: TrainConfig, step: int, steps: int) -> float:
    """The learning rate's factor at a step."""
    if config.schedule == "constant":
        return 1.0
    warm = max(1, round(config.warm_up * steps))
    return (step + 1) / warm if step < warm else max(0.0, (steps - step) / max(1, steps - warm))


def parameter_groups(network: Network, config: TrainConfig) -> list[dict[str, Any]]:
    """Head and features learn faster; biases, norms and features do not decay."""
    head = network.head_parameters()
    groups: dict[tuple[bool, bool], list[nn.Parameter]] = {}
    for name, parameter in network.named_parameters():
        decays = parameter.ndim > 1 and not name.startswith("features.")
        groups.setdefault((name in head, decays), []).append(parameter)
    return [
        {
            "params": parameters,
            "lr": config.learning_rate * (config.head_factor if in_head else 1.0),
            "weight_decay": config.weight_decay if decays else 0.0,
        }
        for (in_head, decays), parameters in groups.items()
    ]


@contextmanager
def _interruptible() -> Iterator[threading.Event]:
    """Ctrl-C sets an event that the loop looks at between steps; a second one stops at once."""
    event = threading.Event()
    asked = 0.0
    if threading.current_thread() is not threading.main_thread():
        yield event
        return

    def ask(*_: object) -> None:
        nonlocal asked
        # A launcher hands Ctrl-C on to processes that the terminal told already: at once is the same one.
        if event.is_set() and time.monotonic() - asked > _SAME_CTRL_C_SECONDS:
            raise KeyboardInterrupt
        asked = time.monotonic()
        event.set()

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)
