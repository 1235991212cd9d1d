"""The harness itself: a page that misbehaves is noticed, and a page at rest is not."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import warm

if TYPE_CHECKING:
    from playwright.sync_api import Page

GOOD = """<!doctype html><html lang="en"><head><title>Tree</title>
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<style>main { color: black; background: white }</style></head>
<body><main><h1>Tree</h1><button type="button">cut</button><p id="said"></p></main>
<script>document.querySelector("button").addEventListener("click", () =>
  document.querySelector("#said").textContent = "pruned")</script></body></html>"""


def test_a_page_under_a_strict_policy_works_and_is_at_rest(
    open_page: Callable[[str], Page], axe: Callable[[Page], None]
) -> None:
    page = open_page(GOOD)
    page.get_by_role("button", name="cut").click()
    assert page.inner_text("#said") == "pruned"
    axe(page)


def test_axe_names_what_is_wrong_and_where(
    open_page: Callable[[str], Page], axe: Callable[[Page], None]
) -> None:
    page = open_page(GOOD.replace(">cut<", "><"))
    with pytest.raises(pytest.fail.Exception) as complaint:
        axe(page)
    assert str(complaint.value) == (
        "axe-core complains:\nbutton-name: Buttons must have discernible text\n    at button"
    )


TROUBLES = {
    "a console error": ("<script>console.error('lost')</script>", "console error: lost"),
    "a script error": ("<script>absent()</script>", "script error: absent is not defined"),
    "a request": ("<img alt='' src='http://localhost:9/spy.png'>", "request: http://localhost:9/spy.png"),
}


@pytest.mark.parametrize(("body", "trouble"), TROUBLES.values(), ids=TROUBLES)
def test_a_page_that_is_not_at_rest_is_noticed(
    open_page: Callable[[str], Page], troubles: list[str], body: str, trouble: str
) -> None:
    open_page(f"<!doctype html><title>Tree</title>{body}")
    assert trouble in troubles
    troubles.clear()


def test_a_page_can_be_seen_without_scripts(new_page: Callable[..., Page], tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(GOOD, encoding="utf-8")
    page = new_page(java_script_enabled=False)
    page.goto(file.as_uri())
    page.get_by_role("button", name="cut").click()
    assert page.locator("#said").text_content() == ""


WITHOUT_A_BROWSER = {
    "skipped": ("", "no Chromium here: browser tests are skipped; .ci/run installs it"),
    "failed where it is required": ("1", "no Chromium here: but REQUIRE_BROWSER is set; .ci/run installs it"),
}


@pytest.mark.parametrize(("required", "word"), WITHOUT_A_BROWSER.values(), ids=WITHOUT_A_BROWSER)
def test_without_a_browser_a_test_says_so(tmp_path: Path, required: str, word: str) -> None:
    """In a process of its own, whose path leads nowhere."""
    test = f"{__file__}::{test_a_page_under_a_strict_policy_works_and_is_at_rest.__name__}"
    done = subprocess.run(
        [*warm.command("pytest"), "-p", "no:cacheprovider", "--assert=plain", test],
        env=os.environ | {"PATH": str(tmp_path), "REQUIRE_BROWSER": required, "COLUMNS": "200"},
        capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert word in done.stdout
    assert done.returncode == (1 if required else 0)
