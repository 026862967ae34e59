"""The training loop for taggers and classifiers, in one process or several."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
from accelerate import Accelerator
from torch import nn
from torch.optim.swa_utils import AveragedModel

from inkslate.errors import InputError
from inkslate.model.network import Network, choose_kernels
from inkslate.training.batches import Batch, BatchMaker, collate, wasted_tokens
from inkslate.training.checkpoint import CHECKPOINT, Log, Position, load_checkpoint, save_checkpoint
from inkslate.training.config import TrainConfig
from inkslate.training.examples import Objective, class_weights
from inkslate.training.interruption import interruptible
from inkslate.training.optimization import label_weight, parameter_groups, schedule, summed_loss
from inkslate.training.progress import TrainingProgress
from inkslate.training.rounding import rounding

_VALIDATION_BATCH = 32


@dataclass(frozen=True)
class Run:
    """The inputs of the training loop; a checkpoint is accepted only if its `identity` is the same."""

    objective: Objective
    network: Network
    train: Sequence[Any]  # boards, or what else the objective makes its items from
    val: Sequence[Any]
    folder: Path
    pad: int
    identity: dict[str, Any]
    title: str = "training"
    checkpoint_seconds: float = 300.0

    @property
    def config(self) -> TrainConfig:
        """The settings of the run."""
        return self.objective.config


def train_network(run: Run, *, resume: bool, progress: TrainingProgress) -> dict[str, torch.Tensor]:
    """Train, and return the weights of the selected epoch. Ctrl-C leaves a checkpoint to resume from."""
    return _Loop(run, progress).train(resume=resume)


class _Loop:
    def __init__(self, run: Run, progress: TrainingProgress) -> None:
        choose_kernels()
        self.run, self.config, self.progress = run, run.config, progress
        self.accelerator = Accelerator(mixed_precision="bf16" if self._bf16() else "no")
        objective, items = run.objective, run.objective.items(run.train)
        weights = class_weights(objective.counts(items), objective.labels, self.config.class_weight_power)
        self.weights = torch.tensor(weights, device=self.accelerator.device)
        self.batches = BatchMaker(
            objective,
            items,
            run.pad,
            self.accelerator.device,
            wasted_tokens(self.accelerator.device, run.network.layer_parameters),
            self.accelerator.process_index,
            self.accelerator.num_processes,
        )
        self.val = [example for item in objective.items(run.val) for example in objective.examples(item)]
        torch.manual_seed(self.config.seed)
        run.network.to(self.accelerator.device)
        fused = self.accelerator.device.type == "cuda"
        optimizer = torch.optim.AdamW(parameter_groups(run.network, self.config), fused=fused)
        self.network, self.optimizer = self.accelerator.prepare(run.network, optimizer)
        self.rates = [group["lr"] for group in self.optimizer.param_groups]
        self.steps_an_epoch = math.ceil(len(items) / objective.batch_size)
        self.all_steps = self.steps_an_epoch * self.config.epochs
        self.mean = AveragedModel(self._bare) if self.config.average else None
        self.at = Position()
        self.losses: list[float] = []  # of the current epoch
        self.best: dict[str, Any] = {"loss": math.inf, "epoch": None, "weights": None}

    def train(self, *, resume: bool) -> dict[str, torch.Tensor]:
        keep = self._restore() if resume and (self.run.folder / CHECKPOINT).exists() else 0
        main = self.accelerator.is_main_process
        self.log = Log(self.run.folder, keep=keep) if main else None
        self.saved = time.monotonic()
        self.progress.start(self.run.title, steps=self.all_steps, done=self.at.total)
        try:
            with interruptible() as interrupted, rounding(self._bare) if self.config.int8 else nullcontext():
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
        """The network without the wrapper of accelerate."""
        return cast(Network, self.accelerator.unwrap_model(self.network))

    def _epoch(self, interrupted: threading.Event) -> None:
        self.network.train()
        started = time.monotonic()
        for parts in self.batches.epoch(self.at.epoch, skip=self.at.step):
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
        """Backpropagate the loss of the whole batch; this process may have a share of it, split into micro-batches."""
        weight = torch.stack([label_weight(batch.labels, self.weights) for batch in batches]).sum()
        whole = self.accelerator.reduce(weight, "sum").clamp(min=1e-9)
        total = torch.zeros((), device=self.accelerator.device)
        for batch in batches:
            with self.accelerator.autocast():
                logits = self.network(batch.ids, batch.mask, batch.features, batch.kept)
            part = summed_loss(logits.float(), batch.labels, self.weights)
            # Processes average their gradients; multiplied by their number, this is the sum over the whole batch.
            self.accelerator.backward(part / whole * self.accelerator.num_processes)
            total += part.detach()
        return float(self.accelerator.reduce(total, "sum") / whole)

    @contextmanager
    def _perturbed(self) -> Iterator[None]:
        """FGM: move the token embeddings one step along their gradient, and back afterwards."""
        embeddings = self._bare.embeddings
        assert embeddings.grad is not None
        norm = embeddings.grad.norm()
        step = embeddings.grad * (self.config.adversarial / norm) if norm > 0 else torch.zeros_like(embeddings)
        embeddings.data.add_(step)
        yield
        embeddings.data.sub_(step)

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
        """Whether it is true in at least one process. All processes must agree, or they wait for each other forever."""
        if self.accelerator.num_processes == 1:
            return here
        return bool(self.accelerator.reduce(torch.tensor(float(here), device=self.accelerator.device), "sum") > 0)

    def _write(self, **record: Any) -> None:
        if self.log:
            self.log.write(**record)

    def _bf16(self) -> bool:
        return self.config.bf16 and torch.cuda.is_available() and torch.cuda.is_bf16_supported()


def _copied(network: nn.Module) -> dict[str, torch.Tensor]:
    return {name: tensor.detach().cpu().clone().contiguous() for name, tensor in network.state_dict().items()}
