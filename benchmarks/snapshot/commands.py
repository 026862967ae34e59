"""The cases of every command of the command line."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence

from cases import Case
from inputs import MADE, MODELS, NOW, files_in
from library import show_library

MATCHINGS = ("paper", "reference", "strict")


def output(name: str) -> str:
    """What a case printed."""
    return (MADE / f"{name}.out").read_text("utf-8")


def succeeded(name: str) -> bool:
    """Whether a case ended with exit code 0."""
    return (MADE / f"{name}.code").read_text() == "0\n"


def verbs() -> list[str]:
    """The commands, by the help of the code under test."""
    return re.findall(r"^  ([a-z][a-z-]+)  ", output("help/inkslate").partition("Commands:")[2], re.MULTILINE)


def choices(verb: str, option: str) -> list[str]:
    """What an option takes, by the help of the code under test."""
    found = re.search(rf"{option} \[([\w|-]+)\]", output(f"help/{verb}"))
    if found is None:
        sys.exit(f"`inkslate {verb} --help` does not say what {option} takes")
    return found[1].split("|")


def read_cases(files: Sequence[str]) -> Iterator[Case]:
    """Every file as its reader is detected, as each reader in turn, and from a pipe."""
    for file in [*files, *files_in("damaged")]:
        yield Case(f"read/{file}", ["read", file])
    for reader in choices("read", "--from"):
        for file in files_in("examples", "tests/files"):
            yield Case(f"read-as/{reader}/{file}", ["read", "--from", reader, file])
    for file in files_in("examples", "tests/files"):
        yield Case(f"read-pipe/{file}", ["read"], stdin=file)


def extract_cases(files: Sequence[str], golds: Sequence[str]) -> Iterator[Case]:
    """Every model and every writer, and the options of `extract`."""
    writers = choices("extract", "--to")
    now = ["--now", NOW]
    for model in MODELS:
        for file in [*files, *golds]:
            # Each start of the model takes a while: the files of the tests are written for all tools at once, below.
            few = file.startswith(("boards/", "corpus")) or (model == "open" and file.startswith("tests/"))
            for target in ["jsonl"] if few else writers:
                args = ["extract", file, "--to", target, "--model", model, *now]
                yield Case(f"extract/{model}/{target}/{file}", args)
    for target in writers:
        tested = [file for file in files if file.startswith("tests")]
        yield Case(f"extract/open/{target}/tests", ["extract", *tested, "--to", target, *now])
    for file in [*files_in("examples"), "notes/hand-made.txt"]:
        base = ["extract", file, "--model", "rules"]
        yield Case(f"extract/obsidian/{file}", [*base, *now, "--to", "markdown", "--obsidian"])
        yield Case(f"extract/people/{file}", [*base, *now, "--to", "jsonl", "--people", "notes/people.txt"])
        yield Case(f"extract/date-of-file/{file}", [*base, "--to", "jsonl"])
        for locale in ("en-GB", "en-US"):
            yield Case(f"extract/{locale}/{file}", [*base, *now, "--to", "jsonl", "--locale", locale])
    several = ["examples/standup.txt", "examples/retro.md", "examples/labelled.jsonl", "examples/standup.txt"]
    for target in writers:
        yield Case(f"extract/several/{target}", ["extract", *several, "--to", target, *now])
        made = f"{MADE}/extract/to-file/{target}.made"
        yield Case(f"extract/to-file/{target}", ["extract", "notes/hand-made.txt", "--to", target, *now, "-o", made])
    yield Case("extract/pipe", ["extract", "--from", "text", *now], stdin="examples/standup.txt")
    yield Case("extract/default", ["extract", "examples/standup.txt", *now])


def previous_cases() -> Iterator[Case]:
    """Files of the cases above against each other: ids that stay, and what changed."""
    for edited in files_in("edited"):
        file = edited.removeprefix("edited/")
        for model in MODELS:
            old = f"{MADE}/extract/{model}/jsonl/{file}.out"
            args = ["extract", edited, "--model", model, "--now", NOW, "--to", "jsonl"]
            yield Case(f"previous/{model}/{file}", [*args, "--previous", old])
            yield Case(f"unrelated/{model}/{file}", args)


def diff_cases() -> Iterator[Case]:
    """`diff` between the files that the cases above made."""
    pairs = {
        f"{kind}/{model}/{file}": (f"extract/{model}/jsonl/{file}", f"{kind}/{model}/{file}")
        for kind in ("previous", "unrelated")
        for model in MODELS
        for file in (edited.removeprefix("edited/") for edited in files_in("edited"))
    }
    pairs |= {
        f"models/{file}": (f"extract/rules/jsonl/{file}", f"extract/open/jsonl/{file}")
        for file in files_in("examples", "data")
        if (MADE / f"extract/open/jsonl/{file}.out").exists()
    }
    for name, (old, new) in pairs.items():
        args = ["diff", f"{MADE}/{old}.out", f"{MADE}/{new}.out"]
        yield Case(f"diff/text/{name}", args)
        yield Case(f"diff/json/{name}", [*args, "--json"])


def evaluate_cases(golds: Sequence[str]) -> Iterator[Case]:
    """`evaluate` with every model, with saved predictions, and with every matching."""
    for gold in golds:
        sources = {model: ["--model", model] for model in MODELS}
        for model in MODELS:
            sources[f"predictions-{model}"] = ["--predictions", f"{MADE}/extract/{model}/jsonl/{gold}.out"]
        for source, args in sources.items():
            base = ["evaluate", gold, *args]
            yield Case(f"evaluate/{source}/{gold}", base)
            for matching in MATCHINGS:
                name = f"evaluate/{source}-{matching}/{gold}"
                made = ["--html", f"{MADE}/{name}.html", "--calibration", f"{MADE}/{name}.svg"]
                # Scores are what a calibration is of: the rules have none, and then there would be no page either.
                made = made if "open" in source else made[:2]
                yield Case(name, [*base, "--matching", matching, "--json", "--per-region", *made])
                if source != "open":
                    yield Case(f"{name}.text", [*base, "--matching", matching, "--per-region"])


def other_cases(files: Sequence[str], golds: Sequence[str]) -> Iterator[Case]:
    """`check`, `synthesize` and the library."""
    for file in dict.fromkeys([*files, *golds, *files_in("damaged")]):
        yield Case(f"check/{file}", ["check", file])
    yield Case("check/all", ["check", *golds, "examples/labelled.jsonl"])
    labelled, texts = "corpus-test.jsonl", "examples/meeting.txt"
    yield Case("synthesize/boards", ["synthesize", labelled, "--count", "60"])
    yield Case("synthesize/texts", ["synthesize", labelled, "--texts", texts, "--todo", "examples/todo.txt"])
    yield Case("library", call=show_library)


def error_cases() -> Iterator[Case]:
    """Wrong calls of every command."""
    for name, args in _wrong_commands().items():
        yield Case(f"errors/{name}", args)
    for verb in verbs():
        yield Case(f"errors/option-{verb}", [verb, "--no-such-option"])


def _wrong_commands() -> dict[str, list[str]]:
    """Calls that end with a message, and two that print little."""
    extract = ["extract", "examples/standup.txt"]
    evaluate = ["evaluate", "examples/labelled.jsonl"]
    return {
        "no-verb": [],
        "version": ["--version"],
        "unknown-verb": ["unknown"],
        "no-file": ["read", "no such file.txt"],
        "folder": ["read", "examples"],
        "some-bad": ["read", "examples/standup.txt", "no such file.txt"],
        "unknown-format": ["read", "--from", "scribble", "examples/standup.txt"],
        "unknown-writer": [*extract, "--to", "scribble"],
        "unknown-model": [*extract, "--model", "no such model"],
        "folder-no-model": [*extract, "--model", "examples"],
        "bad-now": [*extract, "--now", "yesterday"],
        "bad-locale": [*extract, "--locale", "nowhere"],
        "no-people": [*extract, "--people", "no such file.txt"],
        "obsidian-alone": [*extract, "--obsidian"],
        "overwrites": [*extract, "-o", "examples/standup.txt"],
        "out-nowhere": [*extract, "-o", "no such folder/x"],
        "previous-is-text": [*extract, "--previous", "examples/standup.txt"],
        "unlabelled": ["evaluate", "examples/standup.txt", "--model", "rules"],
        "two-sources": [*evaluate, "--model", "rules", "--predictions", "x"],
        "other-predictions": [*evaluate, "--predictions", f"{MADE}/extract/rules/jsonl/examples/standup.txt.out"],
        "unknown-matching": [*evaluate, "--matching", "loose"],
        "diff-of-texts": ["diff", "examples/standup.txt", "examples/todo.txt"],
        "diff-of-one": ["diff", "examples/standup.txt"],
        "no-workspace": ["export-corrections", "no such folder"],
        "serve-open": ["serve", "--host", "0.0.0.0", "--port", "0"],
        "serve-origin": ["serve", "--allow-origin", "nowhere", "--port", "0"],
        "serve-no-token": ["serve", "--token-file", "no such file", "--port", "0"],
        "train-no-data": ["train", "--out", "trained"],
        "export-no-model": ["export", "no such model", "--data", "examples/labelled.jsonl", "--out", "exported"],
        "batch-no-out": ["batch", "examples"],
        "batch-address": ["batch", "examples", "--out", "b", "--address", "x"],
    }
