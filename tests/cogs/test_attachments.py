"""Tests of channels that take no pictures."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.discord_io.attachments import BARRED_S, MOST_CHARACTERS, Attachments, Picture, without_pictures
from cogs.discord_io.faults import MISSING_PERMISSIONS
from cogs.text import ui
from cogs.text.ui import message, text
from pictures import Scene, Studio


class Channel:
    """A channel that takes messages, but no files."""

    def __init__(self, number: int) -> None:
        self.id = number
        self.takes_words = True

    async def send(self, **how: Any) -> Any:
        if how.get("files") or not self.takes_words:
            response: Any = SimpleNamespace(status=403, reason="")
            raise discord.Forbidden(response, {"code": MISSING_PERMISSIONS, "message": ""})
        return SimpleNamespace(id=self.id, content="", components=[])


def pictured() -> ui.LayoutView:
    return ui.LayoutView(
        ui.Container(Picture("board", Scene(1, 1, "dusk", ()), "A board.", [text("A board.")]))
    )


async def test_a_channel_that_takes_no_pictures_is_remembered_for_a_while_only() -> None:
    clock = SimpleNamespace(now=0.0)
    studio = Studio(lambda _: b"drawn")
    attachments = Attachments(studio, lambda: clock.now)
    for number in range(5):
        place: Any = Channel(number)
        await attachments.send(place, pictured())
        assert list(attachments._barred_until) == [number]
        clock.now += BARRED_S
    studio.close()


async def test_a_channel_that_takes_no_words_either_has_not_refused_pictures() -> None:
    studio = Studio(lambda _: b"drawn")
    attachments = Attachments(studio, lambda: 0.0)
    place: Any = Channel(1)
    place.takes_words = False
    with pytest.raises(discord.Forbidden):
        await attachments.send(place, pictured())
    assert attachments._barred_until == {}
    studio.close()


@pytest.mark.parametrize("lengths", [(4100,), (3000, 2000), (1500, 1500, 1500, 1500), (4000,), (10, 3989, 1)])
def test_a_message_in_words_fits_discord_and_cuts_no_emoji_through(lengths: tuple[int, ...]) -> None:
    sign = "<:fish_695d19:1574118796157779968> "
    texts = [(sign * 200)[:length] for length in lengths]
    view = without_pictures(message([ui.TextDisplay(text) for text in texts]))
    shown = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    assert sum(map(len, shown)) <= MOST_CHARACTERS
    assert (shown == texts) == (sum(lengths) <= MOST_CHARACTERS)
    for before, after in zip(texts, shown, strict=True):
        assert len(after) >= 0.4 * len(before)
        if after != before:
            assert after.removesuffix("…").count("<") == after.count(">")


@pytest.mark.parametrize(
    "sentence", ["石工がモアイを彫りました。", "**場：**<:fish_695d19:1574118796157779968>魚、"]
)
def test_a_text_without_spaces_keeps_most_of_what_fits(sentence: str) -> None:
    written = "## 場\n" + sentence * 400
    view = without_pictures(message([ui.TextDisplay(written)]))
    [shown] = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    assert MOST_CHARACTERS - 2 * len(sentence) < len(shown) <= MOST_CHARACTERS
    assert written.startswith(shown.removesuffix("…"))
    assert shown.count("<") == shown.count(">")
