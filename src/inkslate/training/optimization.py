"""What the optimizer works with: the loss, the learning rate's schedule and the parameter groups."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from inkslate.model.network import Network
from inkslate.training.config import TrainConfig
from inkslate.training.examples import IGNORED


def summed_loss(logits: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Summed class-weighted cross-entropy; divided by `label_weight` it is the loss.

    `labels` are label numbers, or rows of probabilities (soft targets).
    """
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
    """The factor of the learning rate at a step."""
    if config.schedule == "constant":
        return 1.0
    warm = max(1, round(config.warm_up * steps))
    return (step + 1) / warm if step < warm else max(0.0, (steps - step) / max(1, steps - warm))


def parameter_groups(network: Network, config: TrainConfig) -> list[dict[str, Any]]:
    """Groups for AdamW: head and features learn faster; biases, norms and features have no weight decay."""
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
