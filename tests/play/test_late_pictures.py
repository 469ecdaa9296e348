"""Answers that don't wait for their pictures, and answers that send nothing since nothing has changed."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cogs.discord_io import delivery
from cogs.text.ids import TableId
from engine.catalogue import games
from localdiscord import ShownMessage
from localdiscord.rest.interactions import DEFER
from pictures import ANY_PURPOSE, Purpose, Rank, Scene, Unwanted
from tables.store.messages import Messages, Note
from tables.views.replay import file_of
from tests.engine.seeded import Setup
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, Evening, an_evening, moves_of
from tests.play.pace import PACE
from tests.play.pairing import PAIRING
from tests.tables.test_replay import table_of

pytestmark = pytest.mark.slow

ORIGINAL = "/webhooks/*/messages/@original"


class Easel:
    """Draws as the bot's studio does, but only when the test allows it."""

    def __init__(self, evening: Evening) -> None:
        self._picture = evening.bot.studio.picture
        self.may_draw = asyncio.Event()
        self.is_asked = asyncio.Event()
        self.drawn = 0
        self.scenes = set[str]()

    async def picture(self, scene: Scene, purpose: Purpose = ANY_PURPOSE) -> bytes:
        """Draw as `Studio.picture`, when the test allows it."""
        self.is_asked.set()
        await self.may_draw.wait()
        if not purpose.is_wanted():
            raise Unwanted
        self.drawn += 1
        if purpose.rank is Rank.CLICK:  # A repaint may draw what was to be seen when it began.
            self.scenes.add(scene.key)
        return await self._picture(scene, purpose)


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """An evening with a table of two, whose answers don't wait for pictures at all."""
    pace = PACE.__class__(PACE.settle_s, PACE.spacing_s, PACE.retry_s, pictures_s=0)
    async with an_evening(tmp_path, pace=pace, people=ENGLISH) as began:
        await began.started("Ana", "Ben")
        await began.turn("Ana", "Ben")
        await began.settled()
        yield began


@pytest.fixture
def easel(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Easel:
    """A studio that draws nothing until the test allows it."""
    held = Easel(evening)
    for one in evening.workers:
        monkeypatch.setattr(one.bot.studio, "picture", held.picture)
    return held


async def opened(evening: Evening) -> ShownMessage:
    """Have Ben open his private panel; return it."""
    await evening.press("Ben", "My cards")
    (shown,) = evening.person("Ben").ephemeral("games")
    return shown


def updates(evening: Evening, message: ShownMessage) -> int:
    """Return how often a message was edited."""
    return sum(
        one.event == "MESSAGE_UPDATE" and one.id == message.id for one in evening.discord.world.events.history
    )


async def answered(evening: Evening) -> None:
    """Wait until all clicks are answered, and their late pictures are sent or no longer needed."""
    while answering := [task for one in evening.workers for task in one.bot.parts.capacity.busy]:
        await asyncio.wait(answering)


async def test_an_answer_goes_out_in_words_and_its_picture_follows(evening: Evening, easel: Easel) -> None:
    panel = await opened(evening)
    assert not panel.attachments
    assert "Hand:" in panel.text
    easel.may_draw.set()
    await answered(evening)
    assert [one["filename"].split("-")[0] for one in panel.attachments] == ["cards"]
    assert "Hand:" in panel.alt_texts[-1]
    assert updates(evening, panel) == 1


async def test_a_picture_that_a_further_click_makes_needless_is_neither_drawn_nor_sent(
    evening: Evening, easel: Easel
) -> None:
    panel = await opened(evening)
    for _ in range(3):
        await evening.press("Ben", "More…", panel)
        await evening.press("Ben", "‹ Back", panel)
    easel.may_draw.set()
    await answered(evening)
    assert easel.drawn == 1
    assert updates(evening, panel) == 2 * 3 + 1
    assert panel.attachments


@pytest.mark.only_with("one process", "only who answered last knows what a message shows")
async def test_a_click_on_what_waits_for_its_picture_is_only_acknowledged_and_the_picture_comes(
    evening: Evening, easel: Easel
) -> None:
    panel = await opened(evening)
    shown = panel.text
    for _ in range(3):
        await evening.press("Ben", "Refresh", panel)
    assert (panel.text, updates(evening, panel)) == (shown, 0)
    easel.may_draw.set()
    await answered(evening)
    assert easel.drawn == 1
    assert updates(evening, panel) == 1
    assert panel.attachments


async def test_a_picture_that_is_not_sent_leaves_no_exception_behind(evening: Evening, easel: Easel) -> None:
    left = list[str]()
    asyncio.get_running_loop().set_exception_handler(lambda _, about: left.append(about["message"]))
    panel = await opened(evening)
    for _ in range(3):
        await evening.press("Ben", "More…", panel)
        await evening.press("Ben", "‹ Back", panel)
    easel.may_draw.set()
    await answered(evening)
    await evening.settled()
    gc.collect()
    assert left == []


async def test_an_answered_click_leaves_nothing_of_ours_that_garbage_has_to_be_looked_through_for(
    evening: Evening, easel: Easel
) -> None:
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        panel = await opened(evening)
        await evening.press("Ben", "Refresh", panel)
        await evening.press("Ben", "More…", panel)
        await evening.press("Ben", "‹ Back", panel)
        easel.may_draw.set()
        await answered(evening)
        await evening.settled()
        gc.collect()
        left = {str(type(one)) for one in gc.garbage if type(one).__module__.startswith(("cogs", "pictures"))}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert left == set()


async def test_a_picture_does_not_cover_what_was_opened_in_its_place(evening: Evening, easel: Easel) -> None:
    panel = await opened(evening)
    await evening.press("Ben", "More…", panel)
    text = panel.text
    easel.may_draw.set()
    await answered(evening)
    assert panel.text == text
    assert not panel.attachments


async def test_a_click_that_shows_something_elsewhere_keeps_the_picture(
    evening: Evening, easel: Easel
) -> None:
    panel = await opened(evening)
    await evening.forge("Ben", panel, str(TableId(await evening.table_id(), "follow")))
    easel.may_draw.set()
    await answered(evening)
    assert panel.attachments


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_picture_that_was_cut_off_comes_with_a_repaint(
    evening: Evening, easel: Easel, when: str
) -> None:
    panel = await opened(evening)
    order = evening.discord.faults.cut("*", ORIGINAL, after=when == "after")
    easel.may_draw.set()
    await answered(evening)
    await evening.discord.until(lambda: panel.attachments, timeout_s=PATIENCE_S)
    await evening.settled()
    assert order.hits == 1
    assert updates(evening, panel) <= 2


async def opened_lobby(evening: Evening) -> ShownMessage:
    """Have Cleo open a table; return the board."""
    opened = await evening.person("Cleo").command("table new", channel="lounge", game="ru-ra-re")
    await opened.answered()
    return evening.person("Cleo").messages("lounge")[-1]


def repaints_held(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Delay all repaints until the returned event is set."""
    may_repaint = asyncio.Event()

    def held(paint: Callable[[str], Awaitable[list[Exception]]]) -> Callable[[str], Any]:
        async def later(table_id: str) -> list[Exception]:
            await may_repaint.wait()
            return await paint(table_id)

        return later

    for one in evening.workers:
        refresher = one.bot.parts.refresher
        monkeypatch.setattr(refresher, "_paint", held(refresher._paint))
    return may_repaint


async def test_a_lobby_whose_picture_takes_too_long_to_answer_with_is_posted_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "PATIENCE_S", 0.05)
    async with an_evening(tmp_path, people=ENGLISH) as evening:
        easel = Easel(evening)
        for one in evening.workers:
            monkeypatch.setattr(one.bot.studio, "picture", easel.picture)
        opened = await evening.person("Cleo").command("table new", channel="lounge", game="ru-ra-re")
        await evening.discord.until(lambda: opened.response_type == DEFER, timeout_s=PATIENCE_S)
        easel.may_draw.set()
        await answered(evening)
        await evening.settled()
        (board,) = evening.person("Dao").messages("lounge")
        (told,) = evening.person("Cleo").ephemeral("lounge")
        assert board.id in told.text
        assert "Join" in [button.label for button in board.buttons]


@pytest.mark.only_with("one process", "only who answered last knows what a message shows")
async def test_a_table_is_opened_before_its_lobby_is_drawn(evening: Evening, easel: Easel) -> None:
    lobby = await opened_lobby(evening)
    assert not lobby.attachments
    easel.may_draw.set()
    await answered(evening)
    await evening.settled()
    assert lobby.attachments
    assert updates(evening, lobby) == 1
    assert evening.person("Cleo").messages("lounge") == [lobby]


@pytest.mark.only_with("one process", "only who answered last knows what a message shows")
async def test_a_lobby_that_somebody_joins_before_it_is_drawn_is_drawn_with_them(
    evening: Evening, easel: Easel
) -> None:
    lobby = await opened_lobby(evening)
    await evening.press("Dao", "Join", lobby)
    await evening._answered()
    easel.may_draw.set()
    await answered(evening)
    await evening.settled()
    assert lobby.attachments
    assert "Dao" in lobby.alt_texts[-1]
    assert len(easel.scenes) <= 1  # For no reply is the lobby drawn as it was opened.


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_lobby_whose_picture_was_cut_off_gets_it_with_a_repaint(
    evening: Evening, easel: Easel, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_repaint = repaints_held(evening, monkeypatch)  # One that has begun brings the picture itself.
    lobby = await opened_lobby(evening)
    order = evening.discord.faults.cut("*", ORIGINAL, after=when == "after")
    easel.may_draw.set()
    await answered(evening)
    may_repaint.set()
    await evening.discord.until(lambda: lobby.attachments, timeout_s=PATIENCE_S)
    await evening.settled()
    assert order.hits == 1 or PAIRING.store == "postgres"  # There a repaint may bring it first.
    assert evening.person("Cleo").messages("lounge") == [lobby]


@pytest.mark.only_with("one process", "there another one's repaint may bring it")
async def test_a_lobby_whose_picture_is_cut_off_while_it_is_noted_gets_it_with_a_repaint(
    evening: Evening, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_all, may_note = Messages.put_all, asyncio.Event()

    async def slow(self: Messages, table_id: str, notes: Sequence[Note]) -> set[str]:
        await may_note.wait()
        return await put_all(self, table_id, notes)

    monkeypatch.setattr(Messages, "put_all", slow)
    lobby = await opened_lobby(evening)
    evening.discord.faults.cut("*", ORIGINAL, after=False)
    easel.may_draw.set()
    known = evening.bot.parts.displays.message(int(lobby.id))
    async with asyncio.timeout(PATIENCE_S):
        while known.digest:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    await evening.painted()
    assert not lobby.attachments
    may_note.set()
    await answered(evening)
    await evening.discord.until(lambda: lobby.attachments, timeout_s=PATIENCE_S)


async def test_a_move_is_answered_before_anything_is_drawn(evening: Evening, easel: Easel) -> None:
    who = await evening.turn("Ana", "Ben")
    panel = await evening.dealt(who)
    clicked = await evening.person(who).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    assert not panel.attachments
    assert "Hand:" in panel.text
    easel.may_draw.set()
    await answered(evening)
    await evening.settled()
    assert (await evening.dealt(who)).attachments


@pytest.mark.only_with("one process", "only who answered last knows what a message shows")
async def test_what_shows_all_that_is_new_already_is_only_acknowledged(evening: Evening) -> None:
    who = await evening.turn("Ana", "Ben")
    panel, refresh = await evening.dealt(who), str(TableId(await evening.table_id(), "refresh"))
    await evening.forge(who, panel, refresh)  # Takes away what happened since the last look.
    await answered(evening)
    shown, before = panel.text, updates(evening, panel)
    await evening.forge(who, panel, refresh)
    await evening.forge(who, panel, refresh)
    assert (panel.text, updates(evening, panel)) == (shown, before)
    clicked = await evening.person(who).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    assert updates(evening, panel) == before + 1


async def test_a_replay_that_runs_has_its_pictures_and_its_record_in_each_frame(
    evening: Evening, easel: Easel
) -> None:
    easel.may_draw.set()
    ru_ra_re = games()["ru-ra-re"]
    content = file_of(table_of(Setup(ru_ra_re, 2, ru_ra_re.chosen_options({})), 1))
    await evening.say("Dao", "replay", file=("game.json", content))
    (shown,) = evening.person("Dao").ephemeral("games")
    await answered(evening)
    before = updates(evening, shown)
    easel.may_draw.clear()
    clicked = await evening.person("Dao").click(shown, "⏯ Play")
    drawing = asyncio.create_task(clicked.answered())
    await easel.is_asked.wait()
    easel.may_draw.set()
    await drawing
    await answered(evening)
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "replay"))
    frames = [
        one.file_names
        for one in evening.discord.world.events.history
        if one.event == "MESSAGE_UPDATE" and one.id == shown.id
    ]
    assert [len(files) for files in frames[before:]] == [2] * len(frames[before:])


async def test_an_answer_that_goes_out_while_the_bot_stops_is_followed_by_nothing(
    evening: Evening, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stopping(scene: Scene, purpose: Purpose = ANY_PURPOSE) -> bytes:
        for one in evening.workers:
            one.bot.parts.capacity.is_closed = True
        return await easel.picture(scene, purpose)

    for one in evening.workers:
        monkeypatch.setattr(one.bot.studio, "picture", stopping)
    panel = await opened(evening)
    await answered(evening)
    assert not any(task.get_name() == "late-pictures" for task in asyncio.all_tasks())
    assert "Hand:" in panel.text
