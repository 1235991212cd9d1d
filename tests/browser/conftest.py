"""Pages in real Chromium: a test fails on anything in the console and on every request to anywhere.

A test asks for `page`, or for `new_page` where a page needs options of its own (`java_script_enabled=False`),
shows it something by `open_page(html)` or `page.goto(path.as_uri())`, and may ask for `axe(page)`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
)  # fmt: skip
_INSIDE = ("file:", "data:", "blob:", "about:")
_MILLISECONDS = 15_000


@pytest.fixture(scope="module")  # while a browser runs, so does a loop that would be in the way of asyncio
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        _do_without("no Chromium here: browser tests are skipped; .ci/run installs it")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _do_without("no Playwright here: browser tests are skipped; `make test` installs it")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def troubles() -> Iterator[list[str]]:
    """What went wrong in the test's pages; anything left in it fails the test."""
    found: list[str] = []
    yield found
    if found:
        pytest.fail("\n".join(["the page is not at rest:", *found]), pytrace=False)


@pytest.fixture
def new_page(browser: Browser, troubles: list[str]) -> Iterator[Callable[..., Page]]:
    """A fresh page, with the options that Playwright's contexts have."""
    contexts = []

    def make(**options: Any) -> Page:
        context = browser.new_context(**options)
        context.set_default_timeout(_MILLISECONDS)
        contexts.append(context)
        page = context.new_page()
        _watch(page, troubles)
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def open_page(page: Page, tmp_path: Path) -> Callable[[str], Page]:
    """Show a page's text, from a file as a student would open it."""

    def show(html: str) -> Page:
        file = tmp_path / "page.html"
        file.write_text(html, encoding="utf-8")
        page.goto(file.as_uri())
        return page

    return show


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], None]:
    """Assert that axe-core finds nothing that keeps people from using the page."""
    script = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

    def check(page: Page) -> None:
        page.evaluate(script)
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        if found:
            pytest.fail("\n".join(["axe-core complains:", *map(_violation, found)]), pytrace=False)

    return check


def _do_without(why: str) -> NoReturn:
    """Skip the test, or fail it where a browser is required."""
    if os.environ.get("REQUIRE_BROWSER"):
        pytest.fail(why.replace("browser tests are skipped", "but REQUIRE_BROWSER is set"))
    pytest.skip(why)


def _watch(page: Page, troubles: list[str]) -> None:
    def hear(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            troubles.append(f"console {message.type}: {message.text}")

    def see(request: Request) -> None:
        if not request.url.startswith(_INSIDE):
            troubles.append(f"request: {request.url}")

    page.on("console", hear)
    page.on("pageerror", lambda error: troubles.append(f"script error: {error}"))
    page.on("request", see)


def _violation(violation: dict[str, Any]) -> str:
    targets = (" ".join(map(str, node["target"])) for node in violation["nodes"])
    return f"{violation['id']}: {violation['help']}\n    at " + "\n    at ".join(targets)
