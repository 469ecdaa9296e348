"""Four people press everything they see, in random order: each click is answered, no request is malformed."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from engine.catalogue import games
from localdiscord import Interaction, Person, ShownMessage
from tests.play.evening import Evening, ids_of, shown_to

pytestmark = pytest.mark.slow

EVERYBODY = ("Ana", "Ben", "Cleo", "Dao")
GAMES = tuple(games())
CLICKS_EACH = 60


def pressable(who: Person, evening: Evening) -> list[tuple[ShownMessage, str]]:
    """Return the enabled buttons and the options on the latest messages that a person sees."""
    places = ["games", *(thread.id for thread in evening.discord.threads[-2:])]
    shown = [one for place in places for one in who.messages(place)[-6:]] + who.direct_messages()[-3:]
    return [(one, custom_id) for one in shown for custom_id in ids_of(one)]


async def send(who: Person, message: ShownMessage, custom_id: str) -> Interaction:
    """Press a button or choose an option, even if the message has changed since."""
    for menu in message.selects:
        if custom_id in (value for _, value in menu.options):
            return await who.forge(message, menu.custom_id, values=[custom_id])
    return await who.forge(message, custom_id)


def some_command(dice: random.Random) -> tuple[str, dict[str, Any]]:
    """Return a command with some of its options."""
    commands: list[tuple[str, dict[str, Any]]] = [
        ("table new", {"game": "rapa-nui-cards"}),
        ("table new", {"game": "rapa-nui-cards", "seats": dice.choice([2, 3, 4])}),
        ("table new", {"game": "ru-ra-re", "seats": dice.choice([2, 3, 4])}),
        ("table new", {"game": "rapa-nui-board"}),
        ("table new", {"game": "rapa-nui-board", "seats": dice.choice([2, 3, 4])}),
        ("table show", {}),
        ("table show", {"table": "nowhere"}),
        ("table list", {}),
        ("table leave", {}),
        ("table cancel", {}),
        ("cards", {}),
        ("cards", {"table": "!"}),
        ("games", {}),
        ("rules", {"game": dice.choice(GAMES)}),
        ("settings", {}),
        ("privacy", {}),
    ]
    return dice.choice(commands)


async def press_around(who: Person, evening: Evening, dice: random.Random) -> None:
    """Press and type one thing after the other; check that each is answered."""
    for _ in range(CLICKS_EACH):
        buttons = pressable(who, evening)
        # What ends things comes seldom, or nothing would ever be played.
        buttons = [one for one in buttons if ":cancel" not in one[1] and "forget" not in one[1]] or buttons
        if not buttons or dice.random() < 0.08:
            text, options = some_command(dice)
            used = await who.command(text, **options)
            await used.answered()
        elif dice.random() < 0.03:
            message, custom_id = dice.choice(buttons)
            await (await who.forge(message, custom_id[:-1] + "~")).answered()
            await (await who.forge(message, "o:choose:x", values=[custom_id[:-1] + "~"])).answered()
        else:
            moves = [one for one in buttons if one[1].startswith("m:")]
            message, custom_id = dice.choice(moves if moves and dice.random() < 0.7 else buttons)
            clicked = await send(who, message, custom_id)
            if dice.random() < 0.05:
                evening.discord.deliver_again(clicked)
            await clicked.answered()


@pytest.mark.parametrize(("seed", "game"), [*((1, game) for game in GAMES), (2, "rapa-nui-cards")])
async def test_whatever_people_press_is_answered(evening: Evening, seed: int, game: str) -> None:
    people = [evening.person(name) for name in EVERYBODY]
    await evening.lobby("Ana", "Ben", game=game, pace="instant")
    await evening.set_up("Ana", "Steady")
    await evening.press("Ana", "Start")
    await asyncio.gather(
        *(press_around(who, evening, random.Random(f"{seed}{who.id % 97}")) for who in people)
    )
    told = [text for who in people for text in shown_to(who)]
    assert not [text for text in told if "Something went wrong" in text]
    refused = evening.in_vain()
    # A message may be gone while it is edited; a second delivery of a click was answered already.
    assert refused <= {("PATCH", 404), ("DELETE", 404), ("POST", 404)}
