"""Measures the review page in Chromium: keys, scrolling, and walks at random that must lose nothing.

    python benchmarks/page.py [--model MODEL] [--walks 500] [--steps 40] [--crashes] [--first-seed 1] [--only-walks]

Prints the time from a key to the focus on the next task for 200 tasks, the frames of scrolling through 1,200 tasks, and
how many walks of buttons, keys, drops, pastes, reloads and the back button found every word and decision again. With
`--crashes` the service is also killed and started again on the way; every second walk has a service with a workspace.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # the walks are those of the tests

from tests.support.browser import Browser, Sheet, chromium, sheet
from tests.support.page_walk import Walk
from tests.support.service import CrashingService, crashing

_WATCH = """() => {
  window.times = [];
  let began = null;
  addEventListener("keydown", (event) => (began = event.timeStamp), true);
  addEventListener("focusin", () => {
    if (began !== null) window.times.push(performance.now() - began);
    began = null;
  }, true);
}"""
_SCROLL = """() => new Promise((resolve) => {
  const list = document.querySelector("#scroll");
  const times = [];
  let last = null;
  const step = (now) => {
    if (last !== null) times.push(now - last);
    last = now;
    list.scrollTop += 300;
    if (list.scrollTop + list.clientHeight < list.scrollHeight - 1) requestAnimationFrame(step);
    else resolve(times);
  };
  requestAnimationFrame(step);
})"""


def _open_tasks(page: Sheet, count: int) -> None:
    page.drop(f"{count}.txt", "\n".join(f"- call number {number} today" for number in range(count)).encode())
    page.page.wait_for_function("count => document.querySelectorAll('#list .item').length === count", arg=count)


def measure_keys(page: Sheet, count: int) -> list[float]:
    """Milliseconds from each key to the focus on the next task."""
    _open_tasks(page, count)
    page.page.locator("#list .head").first.focus()
    page.page.evaluate(_WATCH)
    for number in range(200):
        page.press("d" if number % 5 == 0 else "a")
    times: list[float] = page.page.evaluate("() => window.times")
    return times


def measure_scrolling(page: Sheet) -> list[float]:
    """Milliseconds of each frame from the first to the last of 1,200 tasks."""
    _open_tasks(page, 1200)
    page.page.wait_for_timeout(1000)
    frames: list[float] = page.page.evaluate(_SCROLL)
    return frames


def _line(name: str, times: list[float]) -> str:
    over = sum(time > 50 for time in times)
    ordered = sorted(times)
    return (
        f"{name}: {len(times)}, median {statistics.median(times):.1f} ms, 99th percentile "
        f"{ordered[int(len(ordered) * 0.99)]:.1f} ms, longest {ordered[-1]:.1f} ms, over 50 ms: {over}"
    )


@contextmanager
def _services(options: argparse.Namespace) -> Iterator[list[CrashingService]]:
    """The services that take turns: without a workspace and, where there are crashes, also with one."""
    chosen = ("--model", options.model, "--read-seconds", "60")
    with ExitStack() as stack:
        services = [stack.enter_context(crashing(*chosen))]
        if options.crashes:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            services.append(stack.enter_context(crashing(*chosen, "--workspace", Path(folder) / "kept")))
        yield services


def walk(browser: Browser, service: CrashingService, seed: int, options: argparse.Namespace) -> bool:
    """One walk; whether it found everything again."""
    try:
        with sheet(browser, service.url) as page:
            Walk(page, seed, service.crash if options.crashes else None).run(options.steps)
            if options.crashes:
                page.errors.clear()  # refused connections are noted as errors
    except Exception as error:
        print(f"walk {seed}: {error}", flush=True)
        return False
    return True


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="rules")
    parser.add_argument("--walks", type=int, default=500)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--crashes", action="store_true", help="kill the service on the way")
    parser.add_argument("--only-walks", action="store_true", help="measure neither keys nor scrolling")
    options = parser.parse_args()
    with chromium() as browser, _services(options) as services:
        if not options.only_walks:
            for count in (200, 1200):
                with sheet(browser, services[0].url) as page:
                    print(_line(f"keys with {count} tasks", measure_keys(page, count)), flush=True)
            with sheet(browser, services[0].url) as page:
                print(_line("frames of scrolling 1,200 tasks", measure_scrolling(page)), flush=True)
        failed = 0
        for number in range(options.walks):
            seed = options.first_seed + number
            failed += not walk(browser, services[seed % len(services)], seed, options)
            if (number + 1) % 10 == 0:
                print(f"{number + 1} walks, {failed} failed", flush=True)
        print(f"{options.walks} walks of {options.steps} steps: {failed} lost something")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
