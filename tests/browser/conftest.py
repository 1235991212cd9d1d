"""Pages in real Chromium: a test fails on anything in the console and on every request to anywhere.

A test asks for `page`, or for `new_page` where a page needs options of its own (`java_script_enabled=False`)
or scripts before its own, shows it something by `open_page(html)` or `page.goto(path.as_uri())`, and may ask
for `axe(page)`. A file's tests share one window, which each of them finds as if it were new.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request, ViewportSize

_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--disable-extensions",
    "--in-process-gpu",
    # A window has no bar to type addresses in, which would be a page of its own for every test.
    "--disable-features=InitialWebUI,PreloadTopChromeWebUI,WebUIOmniboxPopup,WebUIReloadButton",
)  # fmt: skip
_INSIDE = ("file:", "data:", "blob:", "about:")
_MILLISECONDS = 30_000
_STILL: Any = {"reduced_motion": "reduce"}  # a page that scrolls smoothly moves away under the mouse
_SIZE: ViewportSize = {"width": 1280, "height": 720}


@pytest.fixture(scope="package")  # while a browser runs, so does a loop that would be in the way of asyncio
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
    for (
        thread
    ) in threading.enumerate():  # what waits for the driver to end; copies are made of a process alone
        if thread.name.startswith("asyncio-waitpid"):
            thread.join(timeout=10)


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
        context = browser.new_context(**{**_STILL, **options})
        context.set_default_timeout(_MILLISECONDS)
        contexts.append(context)
        page = context.new_page()
        _watch(page, troubles)
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=_SIZE, **_STILL)
    context.set_default_timeout(_MILLISECONDS)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(window: Page, troubles: list[str]) -> Iterator[Page]:
    """The window with nothing in it, nothing kept, and nobody's size or colours."""
    watching = _watch(window, troubles)
    yield window
    for other in window.context.pages:
        if other != window:
            other.close()
    window.bring_to_front()
    if window.url.startswith("file:"):
        window.evaluate("localStorage.clear()")
    window.goto("about:blank")
    window.set_viewport_size(_SIZE)
    window.emulate_media(media="null", color_scheme="light")
    for event, listen in watching.items():
        window.remove_listener(event, listen)


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
        if page.evaluate("typeof axe") == "undefined":
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


def _watch(page: Page, troubles: list[str]) -> dict[Any, Callable[..., None]]:
    """Let a page tell its troubles; who listens to what is handed back."""

    def hear(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            troubles.append(f"console {message.type}: {message.text}")

    def see(request: Request) -> None:
        if not request.url.startswith(_INSIDE):
            troubles.append(f"request: {request.url}")

    def stumble(error: object) -> None:
        troubles.append(f"script error: {error}")

    watching: dict[Any, Callable[..., None]] = {"console": hear, "pageerror": stumble, "request": see}
    for event, listen in watching.items():
        page.on(event, listen)
    return watching


def _violation(violation: dict[str, Any]) -> str:
    targets = (" ".join(map(str, node["target"])) for node in violation["nodes"])
    return f"{violation['id']}: {violation['help']}\n    at " + "\n    at ".join(targets)
