"""Tests of the command that draws the documents' pictures."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser

from localdiscord.tests.browsers import IN_THE_BROWSER, browser, one_browser
from localdiscord.tests.documents.pictures import FOLDER, draw_with

__all__ = ("browser", "one_browser")

pytestmark = IN_THE_BROWSER


async def test_all_pictures_of_the_documents_are_drawn(browser: Browser, tmp_path: Path) -> None:
    await draw_with(browser, tmp_path)
    assert headers(tmp_path) == headers(FOLDER)


def headers(folder: Path) -> dict[str, bytes]:
    """Return the first bytes of each picture in a folder, which tell its format and size."""
    return {path.name: path.read_bytes()[:24] for path in folder.glob("*.png")}
