"""What tests of channels, servers and people that come and go have in common."""

from __future__ import annotations

import asyncio
from typing import Any

from localdiscord import ShownMessage
from localdiscord.model.world import Request
from tests.play.evening import PATIENCE_S, Evening, moves_of

LOOKS_AGAIN_S = 0.005


async def quiet(evening: Evening) -> None:
    """Wait until all that the bot has heard of is done and painted."""
    for _ in range(3):
        await evening.kept_house()
        await evening.settled()


async def until(evening: Evening, predicate: Any) -> Any:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE_S):
        while not (value := _tried(predicate)):
            # The local Discord does not tell of the bot's own state. To look again without a pause would keep
            # a processor from the bot that is waited for, and from the other tests.
            await asyncio.sleep(LOOKS_AGAIN_S)
            await quiet(evening)
    return value


def _tried(predicate: Any) -> Any:
    """What a predicate gives; nothing where there is nothing to look at yet."""
    try:
        return predicate()
    except LookupError:
        return None


async def running(evening: Evening, *names: str, **options: Any) -> str:
    """A running table that is painted throughout; its id."""
    table = await evening.started(*names, **options)
    for name in names:
        await evening.dealt(name)
    await until(evening, lambda: evening.thread())
    await quiet(evening)
    return table


async def is_all_noted(evening: Evening, table: str) -> bool:
    """Whether the bot remembers no message but those that are noted of this table."""
    noted = (await evening.tables.messages.get(table)).values()
    return evening.bot.parts.displays.of(table).messages.keys() <= {ref.message_id for ref in noted}


def thread_says(evening: Evening) -> list[str]:
    """What the messages of the newest thread say."""
    return [shown.text for shown in evening.thread()]


def panel_of(evening: Evening, name: str) -> ShownMessage | None:
    """The panel with which somebody can move."""
    return next((one for one in evening.person(name).direct_messages()[::-1] if moves_of(one)), None)


async def turn(evening: Evening, *names: str) -> tuple[str, ShownMessage]:
    """Wait until one of these people can act; who, and their panel."""

    def acting() -> tuple[str, ShownMessage] | None:
        panels = ((name, panel_of(evening, name)) for name in names)
        return next(((name, panel) for name, panel in panels if panel is not None), None)

    found: tuple[str, ShownMessage] = await until(evening, acting)
    return found


async def move(evening: Evening, *names: str) -> str:
    """Whoever is to move clicks the first move on their panel; who."""
    name, panel = await turn(evening, *names)
    clicked = await evening.person(name).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    return name


def notices(evening: Evening, name: str) -> list[ShownMessage]:
    """The direct messages that tell of lost channels."""
    return [one for one in evening.person(name).direct_messages() if "deleted" in one.text]


def since(evening: Evening, began: int) -> list[Request]:
    """The requests after the first `began`."""
    return list(evening.discord.requests)[began:]


def sent(evening: Evening) -> int:
    """How many requests the bot has made."""
    return len(list(evening.discord.requests))


async def is_held(evening: Evening, table: str) -> bool:
    """Whether a table's clocks stand."""
    return (await evening.tables.table(table)).held


async def until_held(evening: Evening, table: str) -> None:
    """Wait until a table's clocks stand."""
    async with asyncio.timeout(PATIENCE_S):
        while not await is_held(evening, table):
            await quiet(evening)
    await quiet(evening)
