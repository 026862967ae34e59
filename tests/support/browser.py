"""Chromium on the service's page; errors in its console and requests to other hosts fail the test."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is in the extra `dev`")
from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright  # noqa: E402

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_DROP = """([name, data]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name));
  for (const type of ["dragenter", "dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }
}"""
_PASTE = """(text) => {
  const transfer = new DataTransfer();
  transfer.setData("text/plain", text);
  const options = { clipboardData: transfer, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new ClipboardEvent("paste", options));
}"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; the test is skipped where there is none."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    with sync_playwright() as driver:
        # The sandbox does not work as root in a container.
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


@dataclass
class Sheet:
    """The page, with the actions of a user."""

    page: Page
    url: str
    errors: list[str] = field(default_factory=list)
    foreign_requests: list[str] = field(default_factory=list)

    def assert_clean(self) -> None:
        """No error was in the console, and no other host was asked."""
        assert self.errors == [], self.errors
        assert self.foreign_requests == []

    def renew(self) -> None:
        """As in a new browser: nothing is stored."""
        self.page.goto("about:blank")  # first, because the page stores what is open when it is left
        session = self.page.context.new_cdp_session(self.page)
        session.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "all"})
        session.detach()
        self.visit()

    def visit(self) -> None:
        self.page.goto(self.url)
        self.page.wait_for_selector("html[data-ready]")

    def open_menu(self, name: str) -> None:
        """Open one of the menus; on a phone the first ones are in a menu themselves."""
        if not self.page.locator(f"#{name} summary").is_visible():
            self.page.click("#menu")
        self.page.click(f"#{name} summary")
        if name == "recent":  # its notes come from the browser's database, all at once
            self.page.locator("#recent li").first.wait_for()

    def example(self, file: str) -> None:
        self.open_menu("examples")
        self.page.click(f"#examples [data-example='{file}']")
        self.page.wait_for_function("name => document.title.startsWith(name)", arg=file)

    def drop(self, name: str, data: bytes) -> None:
        self.page.evaluate(_DROP, [name, base64.b64encode(data).decode()])

    def drop_file(self, path: Path) -> None:
        self.drop(path.name, path.read_bytes())
        self.page.wait_for_function("name => document.title.startsWith(name)", arg=path.name)

    def paste(self, text: str) -> None:
        self.page.evaluate(_PASTE, text)

    def write(self, text: str) -> None:
        self.page.fill("#editor", text)

    def texts(self, which: str = "#list .item") -> list[str]:
        return [str(text) for text in self.page.locator(f"{which} .text").all_text_contents()]

    def tasks(self) -> list[str]:
        return self.texts("#list .item.task")

    def wait_for_tasks(self, *texts: str) -> None:
        self.page.wait_for_function(
            "wanted => JSON.stringify([...document.querySelectorAll('#list .item.task .text')]"
            ".map((text) => text.textContent)) === wanted",
            arg=json.dumps(texts, ensure_ascii=False, separators=(",", ":")),
        )

    def item(self, text: str) -> Any:
        return self.page.locator("#list .item").filter(has=self.page.get_by_text(text, exact=True))

    def choose(self, text: str) -> None:
        self.item(text).locator(".head").click()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focus_is_on(self) -> str:
        return str(self.page.evaluate("document.activeElement.closest('.item')?.querySelector('.text').textContent"))

    def wait_until_saved(self) -> None:
        self.page.wait_for_selector("#saved:not([aria-busy])", state="attached")

    def give_scores(self, score: Callable[[str], float]) -> None:
        """Add scores to the extractions of files, as a model with scores would; not of text in the editor."""

        def scored(route: Route) -> None:
            answer = route.fetch()
            value = answer.json()
            for extraction in value["extractions"]:
                for region in extraction["regions"]:
                    for sentence in region["sentences"]:
                        sentence["score"] = score(sentence["text"])
            route.fulfill(response=answer, json=value)

        self.page.route("**/v1/extract*", scored)


@contextmanager
def sheet(browser: Browser, url: str, **options: Any) -> Iterator[Sheet]:
    """The page in a new browser context; fails at the end on console errors and requests to other hosts."""
    context: BrowserContext = browser.new_context(accept_downloads=True, **options)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(60_000)  # for a busy machine
    opened = Sheet(page, url)
    page.on("console", lambda message: message.type in ("error", "warning") and opened.errors.append(message.text))
    page.on("pageerror", lambda error: opened.errors.append(str(error)))
    page.on("request", lambda request: _is_ours(request.url, url) or opened.foreign_requests.append(request.url))
    opened.visit()
    yield opened
    opened.assert_clean()
    context.close()


def _is_ours(address: str, url: str) -> bool:
    return address.startswith((f"{url}/", f"blob:{url}/"))
