"""Training with the rounding of an int8 export: the same numbers as the export, and gradients as without."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from torch import nn
from transformers import BertConfig, BertForTokenClassification

from inkslate.model.network import Network
from inkslate.training.conversion import quantise, to_onnx
from inkslate.training.rounding import SMALL, round_channels, round_range, rounding


def test_each_channel_has_its_own_step() -> None:
    weight = torch.tensor([[0.64, -0.011, 0.0], [64.0, -1.4, 0.6]])
    # Steps of 0.01 and 1.
    assert torch.allclose(round_channels(weight), torch.tensor([[0.64, -0.01, 0.0], [64.0, -1.0, 1.0]]))
    assert torch.equal(round_channels(torch.zeros(2, 3)), torch.zeros(2, 3))


def test_a_range_has_256_values_and_zero_is_one_of_them() -> None:
    values = torch.tensor([[0.0, 255.0, 3.4], [-1.0, 254.0, 7.5]])
    assert torch.allclose(round_range(values, each=True), torch.tensor([[0.0, 255.0, 3.0], [-1.0, 254.0, 8.0]]))
    both = round_range(torch.rand(4, 500) - 0.3, each=False)
    assert len(both.unique()) <= 256
    assert torch.equal(round_range(torch.zeros(2, 3), each=False), torch.zeros(2, 3))
    # Sequences of a batch do not share a range.
    far = torch.tensor([[0.1, 0.2], [1000.0, 0.0]])
    assert torch.allclose(round_range(far, each=True)[0], far[0], atol=0.001)
    assert not torch.allclose(round_range(far, each=False)[0], far[0], atol=0.05)


def test_gradients_pass_as_if_nothing_was_rounded() -> None:
    linear = nn.Linear(300, 300)
    given = torch.rand(2, 5, 300, requires_grad=True)
    weights = torch.rand(300)
    (round_range(given, each=True) @ weights).sum().backward()
    assert given.grad is not None
    assert torch.allclose(given.grad, weights.expand_as(given))
    round_channels(linear.weight).sum().backward()
    assert torch.equal(linear.weight.grad, torch.ones_like(linear.weight))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def network() -> Network:
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=600, hidden_size=256, num_hidden_layers=2, num_attention_heads=4, intermediate_size=512, num_labels=3
    )
    return Network(BertForTokenClassification(config), features=0).eval()


@pytest.mark.export
def test_a_rounded_network_is_nearer_to_its_export(network: Network, tmp_path: Path) -> None:
    ids = torch.randint(1, 600, (1, 20), generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        plain = network(ids, torch.ones_like(ids), torch.zeros_like(ids)).numpy()
        with rounding(network):
            rounded = network(ids, torch.ones_like(ids), torch.zeros_like(ids)).numpy()
        again = network(ids, torch.ones_like(ids), torch.zeros_like(ids)).numpy()
    assert np.array_equal(plain, again)  # nothing is left behind
    session = onnxruntime.InferenceSession(quantise(to_onnx(network, tmp_path), tmp_path))
    (exported,) = session.run(["logits"], {"ids": ids.numpy()})
    assert np.abs(exported - rounded).mean() < 0.25 * np.abs(exported - plain).mean()


def test_the_head_and_small_tables_are_not_rounded(network: Network) -> None:
    small = [module for module in network.modules() if isinstance(module, nn.Linear) and module.weight.numel() < SMALL]
    assert network.model.classifier in small  # type: ignore[operator]
    with rounding(network):
        assert all("forward" not in vars(module) for module in small)
        assert "forward" in vars(network.model.get_input_embeddings())
    assert all("forward" not in vars(module) for module in network.modules())
