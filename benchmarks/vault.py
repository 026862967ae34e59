"""Time and memory of `inkslate vault` on a vault of generated notes: a first run, a second one, one after three edits.

    python benchmarks/vault.py --notes 3000

The notes are daily notes whose open tasks are carried over from day to day, meetings in prose and projects, made from a
seed; no two meetings are the same, so that no note is free. Each run is a process of its own, as people start it.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

VERBS = ["call", "email", "ask", "remind", "thank", "invite", "pay", "visit", "text", "meet"]
PEOPLE = ["Ana", "Ben", "Carla", "Dan", "Eva", "Farid", "Grace", "Hugo", "Ines", "Jonas", "Kim", "Lena", "Mo", "Nora"]
THINGS = [
    "the boiler", "the lease", "the budget", "the slides", "the invoice", "the garden", "the show", "the contract",
    "the new desk", "the summer trip", "the survey", "the website", "the choir", "the roof", "the audit", "the printer",
]  # fmt: skip
SAID = [
    "{a} showed {t} and {b} had questions about {u}.",
    "We talked about {t} for a while, mostly about what {a} had heard.",
    "{a} thinks that {t} matters more than {u}.",
    "Nobody knew why {t} had become so expensive since the spring.",
    "It rained, so {a} and {b} stayed and looked at {t} again.",
    "Please send {b} the numbers for {t} by Friday.",
    "We need to book a room for {t} before the end of the month.",
]


def task(dice: random.Random, number: int) -> str:
    text = f"{dice.choice(VERBS)} {dice.choice(PEOPLE)} about {dice.choice(THINGS)} no. {number}"
    return text + dice.choice(["", "", f" 📅 {day(dice)}", f" [due:: {day(dice)}]", " ⏫", " #work"])


def day(dice: random.Random) -> str:
    return (date(2026, 1, 1) + timedelta(days=dice.randrange(365))).isoformat()


def prose(dice: random.Random, sentences: int) -> str:
    return " ".join(
        dice.choice(SAID).format(
            a=dice.choice(PEOPLE), b=dice.choice(PEOPLE), t=dice.choice(THINGS), u=dice.choice(THINGS)
        )
        for _ in range(sentences)
    )


def make_vault(folder: Path, notes: int, seed: int = 0) -> None:
    """Two fifths daily notes, two fifths meetings, the rest projects."""
    dice = random.Random(seed)
    for name in (".obsidian", "daily", "meetings", "projects"):
        (folder / name).mkdir(parents=True)
    first = date(2023, 1, 1)
    carried: list[str] = []
    for number in range(notes):
        when = (first + timedelta(days=number * 2 // 5)).isoformat()
        if number % 5 < 2:
            carried += [task(dice, 3 * number + extra) for extra in range(dice.randrange(3))]
            done = [each for each in carried if dice.random() < 0.08]  # a task is carried over for a week or so
            carried = [each for each in carried if each not in done and dice.random() > 0.005]  # and few are forgotten
            boxes = "\n".join([*(f"- [ ] {each}" for each in carried), *(f"- [x] {each}" for each in done)])
            text = f"# {when}\n\n## Tasks\n\n{boxes}\n\n## Log\n\n- {prose(dice, 1)}\n- {prose(dice, 1)}\n"
            path = folder / "daily" / f"{when}{'' if number % 5 == 0 else '-evening'}.md"
        elif number % 5 < 4:
            box = f"- [{dice.choice('xxxx ')}] {task(dice, 3 * number)}"
            text = f"# Meeting {number}\n\n{prose(dice, 4)}\n\n{prose(dice, 3)}\n\n{box}\n"
            path = folder / "meetings" / f"{when} {number}.md"
        else:
            box = f"- [{dice.choice('xxxx ')}] {task(dice, 3 * number)}"
            text = f"# Project {number}\n\n## Goal\n\n{prose(dice, 2)}\n\n## Next\n\n{box}\n"
            path = folder / "projects" / f"Project {number}.md"
        path.write_text(text, "utf-8")


def run(folder: Path) -> tuple[float, float, float, str]:
    """Seconds, seconds of all cores together, megabytes at most, and what the command says."""
    start = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "inkslate", "vault", str(folder)], stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, said
    spent = usage.ru_utime + usage.ru_stime
    return time.monotonic() - start, spent, usage.ru_maxrss / 1024, said.strip().rpartition(": ")[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=3000)
    parser.add_argument("--keep", type=Path, help="make the vault in this new folder and keep it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = options.keep or Path(place) / "vault"
        make_vault(folder, options.notes)
        for name, changed in (("first run", 0), ("second run", 0), ("three notes changed", 3)):
            for path in sorted((folder / "meetings").glob("*.md"))[:changed]:
                path.write_text(path.read_text("utf-8") + "\n- [ ] call the landlord about the boiler\n", "utf-8")
            seconds, spent, megabytes, said = run(folder)
            print(f"{name:20} {seconds:6.2f} s {spent:6.2f} s CPU {megabytes:6.0f} MB  {said}", flush=True)
        size = (folder / ".inkslate" / "vault.json").stat().st_size / 2**20
        print(f"state file {size:.1f} MB; this process {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB")


if __name__ == "__main__":
    main()
