"""Helpers of tests in which channels, servers and people come and go."""

from __future__ import annotations

import asyncio
from typing import Any

from localdiscord import ShownMessage
from localdiscord.model.world import Request
from tests.play.evening import PATIENCE_S, Evening, moves_of

LOOKS_AGAIN_S = 0.005


async def quiet(evening: Evening) -> None:
    """Wait until the bot has handled all reported changes, and has repainted all tables."""
    for _ in range(3):
        await evening.kept_house()
        await evening.settled()


async def until(evening: Evening, predicate: Any) -> Any:
    """Wait until a predicate returns something true; return that."""
    async with asyncio.timeout(PATIENCE_S):
        while not (value := _tried(predicate)):
            # The local Discord doesn't report the bot's own state, so it is polled; polling without pauses
            # would take a processor from the bot and from other tests.
            await asyncio.sleep(LOOKS_AGAIN_S)
            await quiet(evening)
    return value


def _tried(predicate: Any) -> Any:
    """Return a predicate's result; None if a thing that it looks at doesn't exist yet."""
    try:
        return predicate()
    except LookupError:
        return None


async def running(evening: Evening, *names: str, **options: Any) -> str:
    """Begin a game; when its table is completely painted, return the table's id."""
    table = await evening.started(*names, **options)
    for name in names:
        await evening.dealt(name)
    await until(evening, lambda: evening.thread())
    await quiet(evening)
    return table


async def is_all_noted(evening: Evening, table: str) -> bool:
    """Whether the bot remembers no messages of a table except those noted in the database."""
    noted = (await evening.tables.messages.get(table)).values()
    return evening.bot.parts.displays.of(table).messages.keys() <= {ref.message_id for ref in noted}


def thread_says(evening: Evening) -> list[str]:
    """Return the texts of the messages in the newest thread."""
    return [shown.text for shown in evening.thread()]


def panel_of(evening: Evening, name: str) -> ShownMessage | None:
    """Return the panel with which a person can move; None: there is none."""
    return next((one for one in evening.person(name).direct_messages()[::-1] if moves_of(one)), None)


async def turn(evening: Evening, *names: str) -> tuple[str, ShownMessage]:
    """Wait until one of these people can act; return their name and their panel."""

    def acting() -> tuple[str, ShownMessage] | None:
        panels = ((name, panel_of(evening, name)) for name in names)
        return next(((name, panel) for name, panel in panels if panel is not None), None)

    found: tuple[str, ShownMessage] = await until(evening, acting)
    return found


async def move(evening: Evening, *names: str) -> str:
    """Have the player whose turn it is click the first move on their panel; return their name."""
    name, panel = await turn(evening, *names)
    clicked = await evening.person(name).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    return name


def notices(evening: Evening, name: str) -> list[ShownMessage]:
    """Return the direct messages to a person about lost channels."""
    return [one for one in evening.person(name).direct_messages() if "deleted" in one.text]


def since(evening: Evening, began: int) -> list[Request]:
    """Return the bot's requests after the first `began`."""
    return list(evening.discord.requests)[began:]


def sent(evening: Evening) -> int:
    """Return how many requests the bot has made."""
    return len(list(evening.discord.requests))


async def is_held(evening: Evening, table: str) -> bool:
    """Whether a table is on hold, so that its clocks stand still."""
    return (await evening.tables.table(table)).held


async def until_held(evening: Evening, table: str) -> None:
    """Wait until a table is on hold."""
    async with asyncio.timeout(PATIENCE_S):
        while not await is_held(evening, table):
            await quiet(evening)
    await quiet(evening)
