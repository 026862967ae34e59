"""Training with the rounding of an int8 export, so that the network learns to do without what it takes away.

The export gives each output channel of a matrix 7-bit weights, each table one 8-bit scale, and the inputs of a matrix
one 8-bit scale for the whole sequence (`conversion.quantise`). In training all of them are rounded on the way forward;
gradients pass as if nothing was rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

import torch
from torch import nn
from torch.nn import functional

from inkslate.model.network import Network, PartEmbedding

SMALL = 1 << 16  # tables and matrices with fewer numbers stay in float32, and the head is one of them
_WEIGHT_LEVELS = 64  # on either side of zero
_LEVELS = 255


@contextmanager
def rounding(network: Network) -> Iterator[None]:
    """While it lasts, the matrices and tables of the network that an export rounds work with rounded numbers."""
    changed: list[nn.Module] = []
    tables = [module for module in network.model.modules() if isinstance(module, nn.Embedding)]
    # Of the encoder's tables the export looks up one; positions and types are added to it in float32.
    kept = {*tables} - {network.model.get_input_embeddings()}
    try:
        for module in network.modules():
            forward = _ROUNDED.get(type(module))
            if forward is not None and module not in kept and _size(module) >= SMALL:
                module.forward = partial(forward, module)
                changed.append(module)
        yield
    finally:
        for module in changed:
            del module.forward


def round_channels(weight: torch.Tensor) -> torch.Tensor:
    """Each row as a multiple of its own step."""
    step = weight.detach().abs().amax(dim=1, keepdim=True).clamp(min=1e-12) / _WEIGHT_LEVELS
    return _straight_through(weight, (weight / step).round() * step)


def round_range(values: torch.Tensor, *, each: bool) -> torch.Tensor:
    """Numbers between the least and the greatest one, zero among them, as one of 256; `each` row has its own range."""
    known = values.detach().float()
    rows = known.flatten(1) if each else known.reshape(1, -1)
    shape = (-1, *[1] * (known.dim() - 1))
    low = rows.amin(dim=1).clamp(max=0.0).reshape(shape)
    high = rows.amax(dim=1).clamp(min=0.0).reshape(shape)
    step = ((high - low) / _LEVELS).clamp(min=1e-12)
    zero = (-low / step).round()
    rounded = (((known / step).round() + zero).clamp(0, _LEVELS) - zero) * step
    return _straight_through(values, rounded.to(values.dtype))


def _size(module: nn.Module) -> int:
    """How many numbers its matrix or table has in an export."""
    weight = module.table() if isinstance(module, PartEmbedding) else module.get_parameter("weight")
    return weight.numel()


def _straight_through(values: torch.Tensor, rounded: torch.Tensor) -> torch.Tensor:
    return values + (rounded - values).detach()


def _linear(module: nn.Linear, given: torch.Tensor) -> torch.Tensor:
    return functional.linear(round_range(given, each=True), round_channels(module.weight), module.bias)


def _embedding(module: nn.Embedding, numbers: torch.Tensor) -> torch.Tensor:
    return functional.embedding(numbers, round_range(module.weight, each=False), module.padding_idx)


def _parts(module: PartEmbedding, numbers: torch.Tensor) -> torch.Tensor:
    return functional.embedding(numbers, round_range(module.table(), each=False))


_ROUNDED: Mapping[type[nn.Module], Callable[..., torch.Tensor]] = {
    nn.Linear: _linear,
    nn.Embedding: _embedding,
    PartEmbedding: _parts,
}
