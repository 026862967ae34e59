"""A two-layer encoder with random weights in Hugging Face layout, and boards that are easy to learn."""

from __future__ import annotations

import random
from pathlib import Path

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.formats import format_boards
from tests.support.tokenizer_families import word_piece


def write_encoder(folder: Path, *, seed: int = 0) -> Path:
    """As a user's encoder folder is: config.json, model.safetensors, tokenizer.json."""
    import torch
    from transformers import BertConfig, BertModel

    torch.manual_seed(seed)
    tokenizer = word_piece()
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=128,
    )
    BertModel(config).save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def toy_boards(count: int, *, seed: int) -> list[Board]:
    """A heading, then bulleted tasks that begin with a verb and remarks that do not."""
    rng = random.Random(seed)
    return [Board(f"b{number}", (_region(rng),)) for number in range(count)]


def write_boards(path: Path, count: int, *, seed: int) -> Path:
    path.write_text(format_boards(toy_boards(count, seed=seed)), "utf-8")
    return path


def _region(rng: random.Random) -> Region:
    lines, sentences, at = [], [], 0
    for _ in range(rng.randint(2, 5)):
        task = rng.random() < 0.5
        words = [rng.choice(["call", "buy"]) if task else rng.choice(["Milk", "Zoë", "42"])]
        words += rng.choices(["Ruth", "about", "the", "banquet", "eggs", "and", "bread"], k=rng.randint(1, 4))
        lines.append(Line.from_text(" ".join(words), bullet=task))
        sentences.append(Sentence(at, at + len(words), Label.TASK if task else Label.NON_TASK))
        at += len(words)
    return Region("r1", tuple(lines), tuple(sentences))
