"""In the page, in Chromium: a contact sheet shows a game in a language, from its lobby to its replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from localdiscord.tests.browsers import IN_THE_BROWSER
from tests.sheets.stage import a_stage
from tests.sheets.walk import channel_of, walked

pytestmark = IN_THE_BROWSER

LOOKED_AT = {
    "commands",
    "the lobby",
    "Set up…",
    "rules, page 1",
    "the first question",
    "the board early",
    "the board late",
    "the menu, with a refusal",
    "the score",
    "the shared game",
    "the review",
    "the replay",
}


async def test_a_walk_leads_from_the_lobby_to_the_replay(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for most in ("LATE", "MOST_TOPICS"):
        monkeypatch.setattr(f"tests.sheets.walk.{most}", 3)
    monkeypatch.setattr("tables.reviews.MOST_S", 0.1)
    game, language = "ru-ra-re", "ja"
    async with a_stage(tmp_path, [channel_of(game, language)]) as stage:
        tiles = await walked(stage, browser, game, language)
    assert {tile.moment for tile in tiles} >= LOOKED_AT
    assert len({tile.png for tile in tiles}) == len(tiles)  # No moment shows what another has shown.
