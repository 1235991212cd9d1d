"""A part of a page → what is awaited of it, which may take a moment to come true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator

_MILLISECONDS = 30_000


def expect(part: Locator) -> Any:
    """Playwright's `expect`, which is imported only where there is Playwright."""
    from playwright.sync_api import expect as awaited

    awaited.set_options(timeout=_MILLISECONDS)
    return awaited(part)
