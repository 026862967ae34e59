"""The parts of training, one by one: settings, examples, noise, batches, the schedule; gold bullets and latency."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertForTokenClassification

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.errors import InputError
from inkslate.experiments.latency import latency_json, measure_latency
from inkslate.experiments.reproduce import render_gold_bullets
from inkslate.extraction import FoundSentence, ModelInfo
from inkslate.model.features import FEATURES
from inkslate.model.layout import LAYOUTS, Mark, Piece, WordPiece, render
from inkslate.model.network import Network
from inkslate.model.rules import Rules
from inkslate.model.schemes import SCHEMES
from inkslate.model.tokenizer import parse_subwords
from inkslate.model.view import Passage
from inkslate.model.windows import Encoder
from inkslate.training.batches import by_length, collate
from inkslate.training.config import PRESETS, TrainConfig
from inkslate.training.examples import (
    IGNORED,
    Example,
    SentenceObjective,
    TaggingObjective,
    class_weights,
    count_labels,
)
from inkslate.training.noise import confuse_region, confuse_word, decorate_region, drop_layout
from inkslate.training.optimization import label_weight, parameter_groups, schedule, summed_loss
from tests.support.boards import labelled_regions, words
from tests.support.tiny_tagger import shake

BREAK, BULLET = Mark.LINE_BREAK, Mark.BULLET
SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
VOCABULARY = (*SPECIALS, "call", "##ing", "ruth", "rain")
# A task in two words, the first in two tokens, and a remark in one.
REGION = Region(
    "r",
    (Line.from_text("calling Ruth", bullet=True), Line.from_text("rain")),
    (Sentence(0, 2, Label.TASK), Sentence(2, 3, Label.NON_TASK)),
)


def small_encoder() -> Encoder:
    tokenizer = Tokenizer(models.WordPiece({token: at for at, token in enumerate(VOCABULARY)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens([*SPECIALS, *(mark.value for mark in Mark)])
    frame = [(token, tokenizer.token_to_id(token)) for token in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=frame)
    return Encoder(parse_subwords(tokenizer.to_str()), max_length=32)


# Settings


@pytest.mark.parametrize(
    ("setting", "value", "reason"),
    [
        ("scheme", "iob", "choose from nti, bio, bi"),
        ("layout", "all", "choose from both, breaks, bullets, none"),
        ("schedule", "cosine", "choose from constant, linear"),
        ("loss_on", "last", "choose from all, first"),
        ("select", "best", "choose from loss, last"),
        ("seed", -1, "from 0 to 2147483647"),
        ("seed", 2**31, "from 0 to 2147483647"),
        ("epochs", 0, "a whole number from 1 to"),
        ("epochs", 1.5, "a whole number from 1 to"),
        ("epochs", "3", "a whole number from 1 to"),
        ("batch_size", 0, "a whole number from 1 to"),
        ("batch_size", True, "a whole number from 1 to"),
        ("classifier_batch_size", -1, "a whole number from 1 to"),
        ("learning_rate", -1e-5, "a number from 0.0 to 1.0"),
        ("learning_rate", math.nan, "a number from 0.0 to 1.0"),
        ("learning_rate", "1e-5", "a number from 0.0 to 1.0"),
        ("learning_rate", None, "a number from 0.0 to 1.0"),
        ("head_factor", math.inf, "a number from 0.0 to"),
        ("warm_up", 1.1, "a number from 0.0 to 1.0"),
        ("weight_decay", -0.1, "a number from 0.0 to 1.0"),
        ("clip", -1.0, "a number from 0.0 to"),
        ("class_weight_power", -1.0, "a number from 0.0 to 10.0"),
        ("word_layers", 33, "a whole number from 0 to 32"),
        ("word_layers", "2", "a whole number from 0 to 32"),
        ("word_noise", 2.0, "a number from 0.0 to 1.0"),
        ("mark_noise", 1.5, "a number from 0.0 to 1.0"),
        ("layout_dropout", -0.5, "a number from 0.0 to 1.0"),
        ("adversarial", -1.0, "a number from 0.0 to"),
        ("dropout", 1.5, "a number from 0.0 to 1.0"),
    ],
)
def test_settings_that_make_no_sense_are_refused_by_name(setting: str, value: Any, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        replace(PRESETS["tuned"], **{setting: value})
    assert str(caught.value).startswith(f"{setting} is {value!r}; ")
    assert reason in str(caught.value)


def test_the_default_is_the_papers_and_presets_go_by_their_names() -> None:
    paper = TrainConfig()
    assert (paper.batch_size, paper.learning_rate, paper.epochs, paper.select) == (3, 1e-6, 100, "loss")
    assert PRESETS["paper"] == paper
    assert {name: preset.preset for name, preset in PRESETS.items()} == {"paper": "paper", "tuned": "tuned"}
    assert TrainConfig(**paper.to_json()) == paper
    # "Not given" is a choice of its own where the encoder, or nobody, decides.
    assert replace(paper, clip=None, dropout=None) == paper


# Examples


@pytest.mark.parametrize(
    ("scheme", "loss_on", "labels"),
    [
        # [CLS] <.> call ##ing ruth </> rain [SEP]; a dash is a token that is not trained
        ("nti", "all", "IITIIINI"),
        ("nti", "first", "--T-I-N-"),
        ("bio", "all", "OOBIIOOO"),
        ("bio", "first", "--B-I-O-"),
        ("bi", "all", "IIBIIIBI"),
        ("bi", "first", "--B-I-B-"),
    ],
)
def test_labels_of_tokens(scheme: str, loss_on: str, labels: str) -> None:
    config = replace(PRESETS["paper"], scheme=scheme, loss_on=loss_on)
    (example,) = TaggingObjective(config, small_encoder()).examples(Passage(REGION))
    names = {IGNORED: "-"} | dict(enumerate(SCHEMES[scheme].labels))
    assert "".join(names[label] for label in example.labels) == labels
    # Capital or not, first of its line or not, bulleted or not; marks have no features.
    assert example.features == [0, 0, 4, 4, 6, 0, 3, 0]


@pytest.mark.parametrize(("loss_on", "labels"), [("all", "II---INI"), ("first", "------N-")])
def test_words_that_nobody_reviewed_are_not_trained_on(loss_on: str, labels: str) -> None:
    sentences = (Sentence(0, 2, Label.TASK, reviewed=False), Sentence(2, 3, Label.NON_TASK))
    objective = TaggingObjective(replace(PRESETS["paper"], scheme="nti", loss_on=loss_on), small_encoder())
    (example,) = objective.examples(Passage(replace(REGION, sentences=sentences)))
    names = {IGNORED: "-"} | dict(enumerate(SCHEMES["nti"].labels))
    assert "".join(names[label] for label in example.labels) == labels
    unseen = replace(REGION, sentences=(Sentence(0, 3, Label.TASK, reviewed=False),))
    assert len(objective.items([Board("b", (replace(REGION, sentences=sentences), replace(unseen, id="s")))])) == 1


def test_word_layers_have_labels_for_kept_tokens_alone() -> None:
    config = replace(PRESETS["paper"], loss_on="first", word_layers=1)
    (example,) = TaggingObjective(config, small_encoder()).examples(Passage(REGION))
    # [CLS] <.> call (##ing) ruth </> rain [SEP]
    assert example.kept == [0, 1, 2, 4, 5, 6, 7]
    names = {IGNORED: "-"} | dict(enumerate(SCHEMES["nti"].labels))
    assert "".join(names[label] for label in example.labels) == "--TI-N-"
    assert len(example.ids) == len(example.features) == 8
    with pytest.raises(InputError, match="word_layers is 1; it needs loss_on first"):
        replace(config, loss_on="all")


def test_a_layout_that_is_withheld_is_in_no_example() -> None:
    config = replace(PRESETS["paper"], layout="none")
    (example,) = TaggingObjective(config, small_encoder()).examples(Passage(REGION))
    assert [VOCABULARY[number] for number in example.ids] == ["[CLS]", "call", "##ing", "ruth", "rain", "[SEP]"]
    assert example.features == [0, 1, 1, 5, 1, 0]


def test_the_classifier_sees_one_sentence_at_a_time_and_no_layout() -> None:
    task = SentenceObjective(PRESETS["paper"], small_encoder())
    examples = [task.examples(item) for item in task.items([Board("b", (REGION,))])]
    seen = [([VOCABULARY[number] for number in e.ids], e.features, e.labels) for (e,) in examples]
    assert seen == [
        (["[CLS]", "call", "##ing", "ruth", "[SEP]"], [0, 1, 1, 5, 0], [1]),
        (["[CLS]", "rain", "[SEP]"], [0, 1, 0], [0]),
    ]


def test_a_region_longer_than_a_window_gives_an_example_a_window() -> None:
    region = Region("r", (Line.from_text("rain " * 100),), (Sentence(0, 100, Label.NON_TASK),))
    examples = TaggingObjective(PRESETS["tuned"], small_encoder()).examples(Passage(region))
    assert len(examples) > 3
    assert all(len(e.ids) == len(e.labels) == len(e.features) <= 32 for e in examples)
    assert sum(label == SCHEMES["nti"].labels.index("N") for e in examples for label in e.labels) == 1


def test_without_a_random_generator_examples_are_as_written() -> None:
    config = replace(PRESETS["tuned"], word_noise=1.0, mark_noise=1.0, layout_dropout=1.0)
    task = TaggingObjective(config, small_encoder())
    assert task.examples(Passage(REGION)) == TaggingObjective(PRESETS["tuned"], task.encoder).examples(Passage(REGION))
    noisy = [task.examples(Passage(REGION), random.Random(seed)) for seed in range(10)]
    assert any(examples != task.examples(Passage(REGION)) for examples in noisy)
    assert noisy == [task.examples(Passage(REGION), random.Random(seed)) for seed in range(10)]


# Noise


@given(labelled_regions(), st.floats(0, 1), st.integers(0, 2**32))
def test_noise_keeps_words_lines_and_sentences(region: Region, share: float, seed: int) -> None:
    noisy = confuse_region(region, share, random.Random(seed))
    assert noisy.sentences == region.sentences
    assert [(len(line.words), line.bullet) for line in noisy.lines] == [
        (len(line.words), line.bullet) for line in region.lines
    ]
    assert all(text.split() == [text] for text in noisy.word_texts)
    assert confuse_region(region, 0.0, random.Random(seed)) == region


@given(labelled_regions(), st.floats(0, 1), st.integers(0, 2**32))
def test_marks_keep_words_lines_and_sentences(region: Region, share: float, seed: int) -> None:
    marked = decorate_region(region, share, random.Random(seed))
    assert marked.sentences == region.sentences
    assert [(len(line.words), line.bullet) for line in marked.lines] == [
        (len(line.words), line.bullet) for line in region.lines
    ]
    assert decorate_region(region, 0.0, random.Random(seed)) == region


def test_marks_are_put_where_sentences_begin_and_end() -> None:
    region = Region(
        "r",
        (Line.from_text("call Ruth about"), Line.from_text("the key.")),
        (Sentence(0, 5, Label.TASK),),
    )
    seen = [[line.text for line in decorate_region(region, 1.0, random.Random(seed)).lines] for seed in range(300)]
    first, second = ({lines[at] for lines in seen} for at in (0, 1))
    assert {"CALL RUTH ABOUT", "**call Ruth about**", "_call_ Ruth about", "->call Ruth about"} <= first
    assert {"THE KEY.", "the key", "**the key.**"} <= second
    assert not any(text.endswith((".", "!")) for text in first)  # the sentence goes on in the next line
    assert not any(text.startswith(("->", "→", "–", ">")) for text in second)


@given(words, st.integers(0, 2**32))
def test_a_confused_word_is_one_letter_away(word: str, seed: int) -> None:
    confused = confuse_word(word, random.Random(seed))
    assert confused.split() == [confused]
    assert abs(len(confused) - len(word)) <= 1
    if len(confused) == len(word):
        # One letter taken for another, or two that changed places.
        changed = [at for at in range(len(word)) if word[at] != confused[at]]
        assert len(changed) < 2 or (
            changed[1] == changed[0] + 1
            and len(changed) == 2
            and (word[changed[0]], word[changed[1]]) == (confused[changed[1]], confused[changed[0]])
        )


def test_all_kinds_of_confusion_come_up() -> None:
    seen = {confuse_word("lot", random.Random(seed)) for seed in range(200)}
    assert {"1ot", "l0t", "lt", "loot", "olt", "lto"} <= seen  # taken for another, dropped, doubled, swapped
    assert {confuse_word("I", random.Random(seed)) for seed in range(50)} >= {"L", "J", "T", "1"}  # capitals stay


@pytest.mark.parametrize(("share", "shown"), [(0.0, "both"), (1.0, "none")])
def test_layout_is_withheld_from_a_share_of_regions(share: float, shown: str) -> None:
    assert drop_layout(LAYOUTS["both"], share, random.Random(0)) == LAYOUTS[shown]


# Batches


def example(length: int, labels: Sequence[int] = (0,)) -> Example:
    return Example(list(range(length)), [0] * length, labels)


@given(st.lists(st.integers(1, 50), max_size=8), st.integers(0, 100))
def test_batches_by_length_keep_every_example_once_and_cost_least(lengths: list[int], waste: int) -> None:
    def cost(parts: Iterable[Sequence[int]]) -> int:
        return sum(waste + max(part) * len(part) for part in parts)

    examples = [Example([number] * length, [], []) for number, length in enumerate(lengths)]
    parts = by_length(examples, waste=waste)
    assert sorted(e.ids for part in parts for e in part) == sorted(e.ids for e in examples)
    ordered, every = sorted(lengths), range(1, len(lengths))
    cuts = [sorted(cut) for size in range(len(lengths)) for cut in combinations(every, size)]
    cut_parts = ([ordered[a:b] for a, b in pairwise([0, *cut, len(ordered)])] for cut in cuts)
    assert cost([[len(e.ids) for e in part] for part in parts]) == min(map(cost, cut_parts), default=0)


@pytest.mark.parametrize(
    ("lengths", "waste", "parts"),
    [
        ([3, 1, 2], 100, [[1, 2, 3]]),  # all in one where padding is cheap
        ([3, 1, 2], 0, [[1], [2], [3]]),  # each alone where it is not
        ([5, 5, 50, 48], 10, [[5, 5], [48, 50]]),  # long ones do not pad short ones
        ([], 10, []),
    ],
)
def test_batches_by_length(lengths: Sequence[int], waste: int, parts: list[list[int]]) -> None:
    cut = by_length([example(length) for length in lengths], waste=waste)
    assert [[len(e.ids) for e in part] for part in cut] == parts


def test_padding_is_masked_and_has_no_label() -> None:
    batch = collate([example(3, (1, 0, 2)), example(1, (2,))], pad=9)
    assert batch.ids.tolist() == [[0, 1, 2], [0, 9, 9]]
    assert batch.mask.tolist() == [[1, 1, 1], [1, 0, 0]]
    assert batch.features.tolist() == [[0, 0, 0], [0, 0, 0]]
    assert batch.labels.tolist() == [[1, 0, 2], [2, IGNORED, IGNORED]]
    assert batch.kept.shape == (2, 0)
    batch = collate([example(3, (1, 2))._replace(kept=[0, 2]), example(1, (2,))._replace(kept=[0])], pad=9)
    assert batch.labels.tolist() == [[1, 2], [2, IGNORED]]
    assert batch.kept.tolist() == [[0, 2], [0, -1]]


@pytest.mark.parametrize(
    ("power", "weights"),
    [
        (1.0, [1.0, 4.0]),  # the paper's: inverse frequency
        (0.5, [1.0, 2.0]),
        (0.0, [1.0, 1.0]),
    ],
)
def test_rare_labels_weigh_more(power: float, weights: list[float]) -> None:
    examples = [example(1, (0, 0, 0, IGNORED)), example(1, (0, 1))]
    assert class_weights(count_labels(examples, 2), ("N", "T"), power) == weights


def test_the_loss_is_the_weighted_mean_over_labels() -> None:
    generator = torch.Generator().manual_seed(0)
    logits = torch.randn(2, 3, 2, generator=generator)
    labels, weights = torch.tensor([[0, 1, IGNORED], [1, IGNORED, IGNORED]]), torch.tensor([1.0, 4.0])
    assert label_weight(labels, weights) == 1 + 4 + 4
    expected = torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), weight=weights)
    torch.testing.assert_close(summed_loss(logits, labels, weights) / label_weight(labels, weights), expected)
    nothing = torch.full((2, 3), IGNORED)  # the share of a process that has none
    assert (summed_loss(logits, nothing, weights), label_weight(nothing, weights)) == (0, 0)


def tiny_network(*, features: int = FEATURES, layers: int = 1, word_layers: int = 0) -> Network:
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": layers, "num_attention_heads": 2, "intermediate_size": 16}
    config = BertConfig(vocab_size=20, num_labels=3, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, **sizes)
    return Network(BertForTokenClassification(config), features=features, word_layers=word_layers)


@pytest.mark.parametrize("attention", ["eager", "sdpa"])
@pytest.mark.parametrize("word_layers", [1, 2, 3])
def test_word_layers_see_kept_tokens_and_no_padding(word_layers: int, attention: str) -> None:
    plain, words = tiny_network(layers=3).eval(), tiny_network(layers=3, word_layers=word_layers).eval()
    shake(plain)
    words.load_state_dict(plain.state_dict())
    rng = random.Random(0)
    examples = [
        Example(rng.choices(range(20), k=length), rng.choices(range(FEATURES), k=length), [], kept)
        for length, kept in ((9, [0, 2, 3, 8]), (5, [0, 1, 4]), (7, list(range(7))))
    ]
    for network in (plain, words):
        network.model.set_attn_implementation(attention)
    lengths: list[int] = []
    for layer in words.model.base_model.encoder.layer:
        layer.register_forward_pre_hook(lambda _, inputs: lengths.append(inputs[0].shape[1]))
    with torch.no_grad():
        ids, mask, features, _, kept = collate(examples, pad=3)
        batch = words(ids, mask, features, kept)
        assert lengths == [9] * (3 - word_layers) + [7] * word_layers  # the most tokens, and the most that are kept
        for row, one in zip(batch, examples, strict=True):
            ids, mask, features, _, kept = collate([one], pad=3)
            alone = words(ids, mask, features, kept)[0]
            torch.testing.assert_close(row[: len(one.kept)], alone, atol=1e-5, rtol=0)
            # Where all tokens are kept it is the network without word layers, and nowhere else.
            of_all = plain(ids, mask, features)[0, one.kept]
            assert torch.allclose(alone, of_all, atol=1e-5) == (len(one.kept) == len(one.ids))


def test_gradients_of_parts_add_up_to_those_of_the_padded_batch() -> None:
    rng = random.Random(0)
    examples = [
        Example(*([rng.randrange(top) for _ in range(length)] for top in (20, 21, 3))) for length in (2, 9, 3, 8, 2)
    ]
    weights, network, gradients = torch.tensor([1.0, 2.0, 3.0]), tiny_network(), []
    for waste in (0, 10**9):
        parts = [collate(part, pad=0) for part in by_length(examples, waste=waste)]
        whole = sum(label_weight(part.labels, weights) for part in parts)
        network.zero_grad()
        for part in parts:
            (summed_loss(network(part.ids, part.mask, part.features), part.labels, weights) / whole).backward()
        gradients.append({name: p.grad.clone() for name, p in network.named_parameters() if p.grad is not None})
    cut, padded = gradients
    assert len(by_length(examples, waste=0)) == 4
    assert cut.keys() == padded.keys() == dict(network.named_parameters()).keys()
    for name in padded:
        torch.testing.assert_close(cut[name], padded[name], atol=1e-6, rtol=1e-4)


def test_new_parameters_learn_faster_and_only_matrices_decay() -> None:
    network = tiny_network()
    config = replace(PRESETS["tuned"], learning_rate=0.1, head_factor=5.0, weight_decay=0.01)
    names = {id(parameter): name for name, parameter in network.named_parameters()}
    settings = {
        names[id(parameter)]: (group["lr"], group["weight_decay"])
        for group in parameter_groups(network, config)
        for parameter in group["params"]
    }
    assert settings.keys() == set(names.values())
    assert settings["features.weight"] == (0.5, 0.0)
    assert settings["model.classifier.weight"] == (0.5, 0.01)
    assert settings["model.classifier.bias"] == (0.5, 0.0)
    assert settings["model.bert.embeddings.word_embeddings.weight"] == (0.1, 0.01)
    assert settings["model.bert.embeddings.LayerNorm.weight"] == (0.1, 0.0)


@pytest.mark.parametrize(
    ("kind", "warm_up", "step", "steps", "factor"),
    [
        ("constant", 0.5, 0, 100, 1.0),
        ("constant", 0.5, 99, 100, 1.0),
        ("linear", 0.1, 0, 100, 0.1),  # never a step of nothing
        ("linear", 0.1, 9, 100, 1.0),
        ("linear", 0.1, 10, 100, 1.0),
        ("linear", 0.1, 55, 100, 0.5),
        ("linear", 0.1, 99, 100, 1 / 90),
        ("linear", 0.0, 0, 10, 1.0),
        ("linear", 1.0, 9, 10, 1.0),  # nothing but warm-up
        ("linear", 0.1, 0, 1, 1.0),  # a single step
    ],
)
def test_the_schedule(kind: str, warm_up: float, step: int, steps: int, factor: float) -> None:
    config = replace(PRESETS["paper"], schedule=kind, warm_up=warm_up)
    assert schedule(config, step, steps) == pytest.approx(factor)


# Gold bullets


def labelled(lines: Sequence[tuple[str, bool]], *ends: int) -> Region:
    sentences = tuple(Sentence(start, end, Label.TASK) for start, end in pairwise((0, *ends)))
    return Region("r", tuple(Line.from_text(text, bullet=bullet) for text, bullet in lines), sentences)


def word(index: int, text: str) -> WordPiece:
    return WordPiece(index, text)


@pytest.mark.parametrize(
    ("region", "pieces"),
    [
        # A bulleted line that begins a sentence keeps its bullet.
        (labelled([("a b", True)], 2), (BULLET, word(0, "a"), word(1, "b"))),
        # One that continues a sentence loses it; a line without one gains none.
        (
            labelled([("a", False), ("b", True), ("c", False)], 2, 3),
            (word(0, "a"), BREAK, word(1, "b"), BREAK, word(2, "c")),
        ),
        # A sentence that begins inside a bulleted line gains one.
        (labelled([("a b", True)], 1, 2), (BULLET, word(0, "a"), BULLET, word(1, "b"))),
        # A bullet with nothing behind it is gone, its line break is not.
        (labelled([("", True), ("a", True)], 1), (BREAK, BULLET, word(0, "a"))),
        (labelled([]), ()),
    ],
)
def test_gold_bullets_stand_where_gold_sentences_begin(region: Region, pieces: tuple[Piece, ...]) -> None:
    assert render_gold_bullets(region, LAYOUTS["both"]) == pieces
    assert render_gold_bullets(region, LAYOUTS["breaks"]) == render(region, LAYOUTS["breaks"])
    assert render_gold_bullets(region, LAYOUTS["none"]) == render(region, LAYOUTS["none"])
    assert render_gold_bullets(region, LAYOUTS["bullets"]) == tuple(piece for piece in pieces if piece is not BREAK)


def test_gold_bullets_need_labels() -> None:
    with pytest.raises(InputError, match="region 'r': gold bullets need labels"):
        render_gold_bullets(REGION.without_labels(), LAYOUTS["both"])


# Latency


class Counting:
    """A predictor that notes how often it was asked, and of what."""

    info = ModelInfo("counting", "1", "none", "none")

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def predict(self, board: Board) -> list[tuple[FoundSentence, ...]]:
        (region,) = board.regions
        self.asked.append(region.word_texts)
        return [(FoundSentence(0, len(region.word_texts), False),)]


def test_latency_is_measured_for_every_predictor_region_by_region() -> None:
    counting, ticks = Counting(), []
    boards = [Board("b", (REGION, replace(REGION, id="empty", lines=(), sentences=()))), Board("c", (REGION,))]
    figures = measure_latency(
        {"rules": Rules(), "counting": counting}, boards, rounds=3, tick=lambda: ticks.append(None)
    )
    assert list(figures) == ["rules", "counting"]
    for row in figures.values():
        assert 0 < row["p50_ms"] <= row["p95_ms"]
        assert row["mean_ms"] > 0
    # Regions without words take no time; one call before the rounds pays for what is built once.
    assert counting.asked == [REGION.word_texts] * (1 + 3 * 2)
    assert len(ticks) == 3 * 2
    value = latency_json(figures, device="cpu", regions=2, rounds=3)
    assert value == {"device": "cpu", "regions": 2, "rounds": 3, "rows": figures}
