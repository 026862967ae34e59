"""Small tokenizers of the three families, trained here on a few words."""

from __future__ import annotations

from collections.abc import Iterator

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from inkslate.model.layout import Mark

_TEXT = ["call Ruth about the banquet at noon", "buy milk, eggs and bread", "Zoë wrote 42 lines of Über-code"] * 5


def _framed(tokenizer: Tokenizer, first: str, last: str) -> Tokenizer:
    pairs = [(token, tokenizer.token_to_id(token)) for token in (first, last)]
    tokenizer.post_processor = processors.TemplateProcessing(single=f"{first} $A {last}", special_tokens=pairs)
    tokenizer.add_special_tokens([mark.value for mark in Mark])
    return tokenizer


def word_piece() -> Tokenizer:
    """As BERT has it: lower case, accents stripped, [UNK] for what it cannot spell."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(_TEXT, trainers.WordPieceTrainer(vocab_size=200, special_tokens=specials))
    # Files of real models come with a fixed length; it must not cut anything.
    tokenizer.enable_truncation(16)
    tokenizer.enable_padding(length=16, pad_token="[PAD]")
    return _framed(tokenizer, "[CLS]", "[SEP]")


def byte_level() -> Tokenizer:
    """As RoBERTa has it: bytes, no unknown token in use, the space belongs to the word behind it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    tokenizer.train_from_iterator(_TEXT, trainer)
    return _framed(tokenizer, "<s>", "</s>")


def sentence_piece() -> Tokenizer:
    """As XLM-R has it: a unigram model whose pieces include the special tokens themselves."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first")
    trainer = trainers.UnigramTrainer(
        vocab_size=120, special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"], unk_token="<unk>"
    )
    tokenizer.train_from_iterator(_TEXT, trainer)
    return _framed(tokenizer, "<s>", "</s>")


FAMILIES = {"word_piece": word_piece, "byte_level": byte_level, "sentence_piece": sentence_piece}


def all_families() -> Iterator[tuple[str, Tokenizer]]:
    for name, build in FAMILIES.items():
        yield name, build()
