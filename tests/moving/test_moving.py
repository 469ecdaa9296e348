"""In the page, in Chromium: a recorded turn is played, and all its chapters are filmed."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser

from localdiscord.tests.browsers import IN_THE_BROWSER
from tables.views.replay import Contents
from tests.moving.__main__ import FORMATS, RECORD
from tests.moving.turn import END_MS, LOOK_MS, Turn
from tests.sheets.stage import a_stage

pytestmark = IN_THE_BROWSER


async def test_a_turn_leads_from_the_board_to_the_thread(browser: Browser, tmp_path: Path) -> None:
    record, (form, width) = Contents.parse(RECORD.read_bytes()), FORMATS["turn-phone"]
    async with a_stage(tmp_path, ["games"]) as stage:
        people = [stage.discord.add_person(player.name, "en-US") for player in record.players]
        turn = Turn(stage, people, record, 2, form)
        await turn.play(browser, "games", width)
    assert turn.film.captions[0] == "The board in the channel: it is Ben’s turn"
    assert turn.film.captions[-2:] == [
        "The board again: it is Ana’s turn",
        "The thread tells every move and calls Ana",
    ]
    frames = turn.film.frames()
    assert (frames[0].ms, frames[-1].ms) == (LOOK_MS, END_MS)
    assert len({frame.image.tobytes() for frame in frames}) == len(frames)
