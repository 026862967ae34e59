"""Measures the review page in Chromium, takes walks at random over it that must lose nothing, and takes its pictures.

    python benchmarks/page.py speed [--model MODEL]
    python benchmarks/page.py walks [--count 500] [--seed 1] [--steps 40] [--model MODEL]
    python benchmarks/page.py pictures FOLDER

`speed` prints the time from a key to the focus on the next task for 200 and for 1,200 tasks, and the frames of
scrolling through 1,200 tasks. `walks` presses buttons and keys, drops, pastes, reloads, goes back, kills the service;
after each walk it looks for every word and decision. Each walk has a seed of its own, which is printed where it fails;
that walk is repeated with `--count 1 --seed SEED`. The windows are 390, 768, 1024 and 1440 pixels wide, light and dark;
half of the walks have a service with a workspace. `pictures` takes those of the README, with the model that ships.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent))  # the walks are those of the tests

from tests.support.browser import Browser, Sheet, chromium, sheet
from tests.support.page_walk import Walk, Window
from tests.support.service import CrashingService, crashing, serving
from tests.support.warm_service import warm_start

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
def _services(model: str) -> Iterator[list[CrashingService]]:
    """The services that take turns: one without a workspace and one with."""
    chosen = ("--model", model, "--read-seconds", "60")
    with ExitStack() as stack:
        warm = stack.enter_context(warm_start())
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        yield [
            stack.enter_context(crashing(*chosen, warm=warm)),
            stack.enter_context(crashing(*chosen, "--workspace", Path(folder) / "kept", warm=warm)),
        ]


@dataclass
class Walkers:
    """Pages that walks share, each as a new browser has it: with touch and without, of each service."""

    browser: Browser
    services: list[CrashingService]
    opened: dict[tuple[bool, str], tuple[Sheet, ExitStack]] = field(default_factory=dict)

    def walk(self, seed: int, steps: int) -> bool:
        """One walk; whether it found everything again."""
        window = Window(seed)
        service = self.services[seed // 8 % len(self.services)]  # each has all windows
        place = window.has_touch, service.url
        try:
            page = self._page(*place)
            window.resize(page)
            Walk(page, seed, service.crash).run(steps)
            page.errors.clear()  # refused connections are noted as errors
            page.assert_clean()
        except Exception as error:
            print(f"seed {seed} failed: {error}", flush=True)
            if place in self.opened:
                self.opened.pop(place)[0].page.context.close()
            return False
        return True

    def _page(self, has_touch: bool, url: str) -> Sheet:
        forget_corrections(url)
        if (has_touch, url) not in self.opened:
            stack = ExitStack()
            self.opened[has_touch, url] = stack.enter_context(sheet(self.browser, url, has_touch=has_touch)), stack
        page, _ = self.opened[has_touch, url]
        page.renew()
        return page


def forget_corrections(url: str) -> None:
    """Delete what is stored in the workspace of a service, where it has one."""
    with httpx.Client(base_url=url, verify=False, timeout=60) as client:
        if client.get("/v1/service").json()["workspace"]:
            for each in client.get("/v1/corrections", params={"limit": 1000}).json()["corrections"]:
                client.delete("/v1/corrections/board", params={"id": each["board"]})


def measure_speed(options: argparse.Namespace) -> int:
    """Print the times of keys and frames; no result is a failure."""
    with chromium() as browser, crashing("--model", options.model, "--read-seconds", "60") as service:
        for count in (200, 1200):
            with sheet(browser, service.url) as page:
                print(_line(f"keys with {count} tasks", measure_keys(page, count)), flush=True)
        with sheet(browser, service.url) as page:
            print(_line("frames of scrolling 1,200 tasks", measure_scrolling(page)), flush=True)
    return 0


def take_walks(options: argparse.Namespace) -> int:
    """Take walks and print how many lost something; the exit code."""
    failed: list[int] = []
    began = time.monotonic()
    with chromium() as browser, _services(options.model) as services:
        walkers = Walkers(browser, services)
        for done, seed in enumerate(range(options.seed, options.seed + options.count), start=1):
            if not walkers.walk(seed, options.steps):
                failed.append(seed)
            if done % 10 == 0 or done == options.count:
                minutes = (time.monotonic() - began) / 60
                print(f"{done} of {options.count} walks in {minutes:.1f} minutes, {len(failed)} failed", flush=True)
    print(
        f"{options.count} walks of {options.steps} steps, seeds {options.seed} to {options.seed + options.count - 1}:"
    )
    print(f"failed: {', '.join(map(str, failed))}" if failed else "nothing was lost")
    return 1 if failed else 0


def take_pictures(options: argparse.Namespace) -> int:
    """Write the two pictures of the page that the documentation shows."""
    with chromium() as browser, serving("--model", "open") as service:
        with sheet(browser, service.url, viewport={"width": 1280, "height": 720}, color_scheme="light") as page:
            _open_example(page, "whiteboard.jiix", tasks=4)
            _shoot(page, options.folder / "page-ink.png")
        with sheet(browser, service.url, viewport={"width": 1280, "height": 860}, color_scheme="dark") as page:
            _open_example(page, "planning.txt", tasks=5)
            page.choose("order two more tents before 20 May")
            page.page.get_by_role("button", name="Why?").click()
            page.page.wait_for_selector(".why-words")
            _shoot(page, options.folder / "page-dark.png")
    return 0


def _open_example(page: Sheet, name: str, *, tasks: int) -> None:
    """Open an example that gives so many tasks, and accept the first one."""
    page.example(name)
    page.page.wait_for_selector(f"#list .item:nth-child({tasks})")
    page.page.locator("#list .head").first.focus()
    page.press("a")
    page.wait_until_saved()


def _shoot(page: Sheet, path: Path) -> None:
    page.page.mouse.move(5, 400)  # where it points at nothing
    page.page.wait_for_timeout(500)  # until nothing moves
    page.page.screenshot(path=path)


def main() -> None:
    """Measure, walk, or take pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    speed = commands.add_parser("speed", help="the times of keys and frames")
    speed.set_defaults(run=measure_speed)
    walks = commands.add_parser("walks", help="walks at random that must lose nothing")
    walks.add_argument("--count", type=int, default=500, help="how many walks (default: 500)")
    walks.add_argument("--seed", type=int, default=1, help="of the first walk; the next ones count on (default: 1)")
    walks.add_argument("--steps", type=int, default=40, help="steps of a walk (default: 40)")
    walks.set_defaults(run=take_walks)
    pictures = commands.add_parser("pictures", help="the pictures of the README")
    pictures.set_defaults(run=take_pictures)
    pictures.add_argument("folder", type=Path, help="where page-ink.png and page-dark.png go, such as docs/figures")
    for command in (speed, walks):
        command.add_argument("--model", default="rules", help="the model of the service (default: rules)")
    options = parser.parse_args()
    sys.exit(options.run(options))


if __name__ == "__main__":
    main()
