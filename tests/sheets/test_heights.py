"""In the page, in Chromium, 400 px wide: a decision's picture and buttons fit on a phone's screen.

A phone shows some 730 px at once.  Whole games are played, and the page draws the panel of each decision, and
of further steps of the decision, with tips and a computer player's last move; languages take turns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace
from playwright.async_api import Browser

from cogs.discord_io.attachments import pictures
from cogs.text import ids
from cogs.text.ids import PICK, Pick
from cogs.text.language import Localizer
from cogs.text.ui import LayoutView
from cogs.views.board import board_message
from cogs.views.panel import Reader, panel_message
from engine.catalogue import games
from engine.game import CHANCE, Event, Seat, Viewer
from engine.players import PLAYERS
from localdiscord.model.components import media_of
from localdiscord.tests.browsers import IN_THE_BROWSER
from tables import Kind, LogEntry, Look, SeatInfo
from tables.model.values import Explainable
from tests.cogs.reach import clickable
from tests.cogs.test_screens import look as look_at
from tests.engine.seeded import Seeded, Setup, Turns
from tests.sheets.phone import Phone
from tests.sheets.stage import Stage, a_stage

pytestmark = [*IN_THE_BROWSER, pytest.mark.slow]

SCREEN: Final = 730
"""The px of a phone's screen in which messages are seen."""
LIMITS: Final = {
    ("ru-ra-re", 2): {"choose": (SCREEN, 540), "final": (700, 0)},
    ("ru-ra-re", 4): {"choose": (SCREEN, 480), "final": (900, 0)},
    ("rapa-nui-cards", 2): {"": (780, 580), "buy": (860, 560), "final": (640, 0)},
    ("rapa-nui-cards", 4): {"": (790, 620), "buy": (880, 550), "sacrifice": (810, 590), "final": (830, 0)},
    ("rapa-nui-board", 2): {"": (1060, SCREEN), "final": (710, 0)},
    ("rapa-nui-board", 4): {"": (1240, SCREEN), "transport": (1240, 750), "final": (870, 0)},
}
"""By game and players: for each kind of panel the most px of its height, and of the end of its answers.

A kind is the game's phase and the first word of the step in answering; `final` is the finished game's board,
and an empty kind stands for all others.
"""
LOCALES: Final = ("en-US", "de", "fr", "ja")
LEVEL: Final = "casual"
BESIDES: Final = re.compile(r":pick:[0-9]+[.](plan|tiles|in )|:choose:(free|why|ways|extras|otherwise)")
"""Matches the ids of controls that don't answer the question, or that change an answer shown before them."""
ANSWERS: Final = re.compile(rf"^m:|:{PICK}:|:choose:")
MOST_ALIKE: Final = 2
"""The most steps of one kind that are looked at in a decision."""
STEPS_EVERY: Final = 5
"""Further steps are looked at in each decision with this number, so that the test is quick."""
URL: Final = "https://discord.com/channels/1/2/3"
PIXEL: Final = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
MEASURE: Final = """async ([messages, pixel]) => {
  const { drawMessage } = await import("/static/message.js");
  const list = document.querySelector(".message").parentElement;
  const views = messages.map(message => drawMessage(message, null));
  const emojis = views.flatMap(view => [...view.querySelectorAll("img.emoji")]);
  emojis.forEach(emoji => { emoji.src = pixel; });
  list.append(...views);
  await Promise.all(emojis.map(emoji => emoji.decode()));
  const found = views.map(view => {
    const top = view.getBoundingClientRect().top;
    const end = part => Math.round(part.getBoundingClientRect().bottom - top);
    const controls = [...view.querySelectorAll("[data-custom-id]")];
    return [end(view), controls.map(control => [control.dataset.customId, end(control)])];
  });
  views.forEach(view => view.remove());
  return found;
}"""
"""Returns for each message its height, and where each of its controls ends, in px from its top."""


def kind_of(look: Look, picked: str) -> str:
    """Return the kind of a panel: the phase, and the first word of the step."""
    seen = look.observation
    return f"{getattr(seen, 'state', seen).phase.value} {picked.split(' ')[0]}".strip()


def seats_of(seats: int, person: int) -> tuple[SeatInfo, ...]:
    """Return seats with a person on the first, and computer players on all others."""
    others = (SeatInfo(seat, None, "", LEVEL) for seat in range(1, seats))
    return SeatInfo(0, person, "Ana", None), *others


def decisions(setup: Setup, person: int) -> Iterator[Look]:
    """Yield what the first player knows at each of their decisions, and what all know at the end."""
    game, state, turns, chance = setup.game, setup.start(), Turns(setup.game), Seeded(1)
    before, news = state, list[tuple[Seat, tuple[Event, ...]]]()
    seats = seats_of(setup.seats, person)
    while (seat := turns.next_seat(state)) is not None:
        if seat == CHANCE:
            move = game.chance_move(state, chance)
        else:
            if seat == 0:
                yield _look(setup, state, before, news, seats)
                before, news = state, []
            seen = game.observe(state, seat)
            move = PLAYERS[LEVEL](game, seen, seat, Seeded(chance.below(2**30)))
        state, events = game.apply(state, seat, move)
        news.append((seat, game.seen(events, 0)))
    yield _look(setup, state, before, news, seats, None)


def _look(
    setup: Setup, state: Any, before: Any, news: list[Any], seats: tuple[SeatInfo, ...], viewer: Viewer = 0
) -> Look:
    look = look_at(setup.game, setup, state, viewer, before)
    told = [(number, seat, events) for number, (seat, events) in enumerate(news) if events]
    return replace(
        look,
        table=replace(look.table, id="abcde", name="Clever Badger", seats=seats, turn_s=None),
        takes_back=None,
        clocks={},
        proposal=None,
        may_have_hint=True,
        recent=tuple(
            LogEntry(number, Kind.MOVE, seat, events, "", by_hand=True, taken_back=False, at=0.0)
            for number, seat, events in told
        ),
        explainable=tuple(
            Explainable(number, seat, events) for number, seat, events in told if seat not in (0, CHANCE)
        )[-1:],
    )


def panels(look: Look, words: Localizer, *, has_steps: bool) -> Iterator[tuple[str, LayoutView]]:
    """Yield the kinds and panels of a decision and, if it `has_steps`, of some steps in answering."""
    known, todo, alike = {""}, [""], Counter[str]()
    while todo:
        picked = todo.pop()
        view = panel_message(look, words, URL, picked=picked, reader=Reader(is_coached=True))
        yield kind_of(look, picked), view
        for custom_id in clickable(view) if has_steps else ():
            one = ids.read(custom_id)
            if not isinstance(one, ids.TableId) or one.verb != PICK:
                continue
            step = Pick.parse(one.detail).picked
            kind = kind_of(look, step)
            if step not in known and alike[kind] < MOST_ALIKE and not step.startswith("in "):
                known.add(step)
                todo.append(step)
                alike[kind] += 1


def sent(view: LayoutView, author: dict[str, Any]) -> dict[str, Any]:
    """Return an ephemeral message as the page gets it, with pictures of the right size that show nothing."""
    components = msgspec.json.decode(msgspec.json.encode(view.to_components()))
    scenes = {one.filename: one.scene for one in pictures(view)}
    for media in media_of(components):
        scene = scenes[media["url"].rsplit("/", 1)[-1]]
        media |= {"url": "", "width": scene.width, "height": scene.height}
    return {
        "id": "1",
        "type": 0,
        "flags": 64 | 32768,
        "author": author,
        "timestamp": "2026-11-29T01:00:00.000000+00:00",
        "components": components,
    }


async def measured(stage: Stage, browser: Browser, game_id: str, seats: int) -> dict[str, tuple[int, int]]:
    """Play a game; return for each kind of panel the greatest height, and the lowest end of an answer."""
    ana = stage.discord.add_person("Ana", "en-US")
    phone = await Phone.opened(stage, browser, ana, stage.discord.channel("games"))
    await stage.answered(await ana.command("table new", phone.channel, game=game_id))
    await phone.shown(ana.messages(phone.channel)[-1])
    game = games()[game_id]
    drawn = list[tuple[str, LayoutView]]()
    for number, look in enumerate(decisions(Setup(game, seats, game.chosen_options({})), ana.id)):
        words = stage.bot.words(LOCALES[number % len(LOCALES)])
        if look.result is None:
            drawn += panels(look, words, has_steps=number % STEPS_EVERY == 0)
        else:
            drawn.append(("final", board_message(look, words)))
    assert stage.bot.user is not None
    author = {"id": str(stage.bot.user.id), "username": "Tables", "bot": True}
    found: dict[str, tuple[int, int]] = {}
    heights = await phone.evaluated(MEASURE, [[sent(view, author) for _, view in drawn], PIXEL])
    for (kind, _), (height, controls) in zip(drawn, heights, strict=True):
        ends = [end for custom_id, end in controls if is_answer(custom_id)] if kind != "final" else []
        most, lowest = found.get(kind, (0, 0))
        found[kind] = max(most, height), max(lowest, *ends, 0)
    assert phone.faults == []
    return found


def is_answer(custom_id: str) -> bool:
    """Whether a control answers a question, or leads to a step in answering."""
    return ANSWERS.search(custom_id) is not None and BESIDES.search(custom_id) is None


@pytest.mark.parametrize(("game_id", "seats"), LIMITS)
async def test_a_decision_is_on_one_phone_screen(
    browser: Browser, tmp_path: Path, game_id: str, seats: int
) -> None:
    async with a_stage(tmp_path, ["games"]) as stage:
        found = await measured(stage, browser, game_id, seats)
    limits = LIMITS[game_id, seats]
    over = {
        kind: (height, end)
        for kind, (height, end) in found.items()
        for most, lowest in [limits.get(kind) or limits[""]]
        if height > most or end > lowest
    }
    assert not over
