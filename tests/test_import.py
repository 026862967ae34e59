"""Importing is free."""

from __future__ import annotations

import subprocess
import sys

import inkslate

HEAVY = ("torch", "transformers", "onnxruntime", "fastapi", "numpy", "tokenizers", "markdown_it", "click")


def in_a_new_process(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_import_loads_nothing_heavy() -> None:
    assert in_a_new_process(f"import inkslate, sys; print([m for m in {HEAVY} if m in sys.modules])").strip() == "[]"


def test_text_is_read_without_what_other_formats_need() -> None:
    notes = "inkslate.extract('- call Ruth', model='rules')"
    code = f"import inkslate, sys; {notes}; print([m for m in {HEAVY} if m in sys.modules])"
    assert in_a_new_process(code).strip() == "[]"


def test_import_takes_under_a_fifth_of_a_second() -> None:
    took = [
        float(in_a_new_process("import time; t = time.perf_counter(); import inkslate; print(time.perf_counter() - t)"))
        for _ in range(5)
    ]
    assert min(took) < 0.2  # the best of five: a busy machine is not a slow import


def test_every_public_name_is_there() -> None:
    for name in inkslate.__all__:
        assert getattr(inkslate, name) is not None
    assert set(dir(inkslate)) == set(inkslate.__all__)
