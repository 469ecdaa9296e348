"""People who click on everything they see, at random and at the same time."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import Any, Final

from cogs.text.ids import MoveId, TableId, read
from cogs.views.panel import NEXT
from engine.catalogue import games
from localdiscord import BadInput, NotAnswered, Person, ShownMessage
from localdiscord.model.components import STRING_SELECT, USER_SELECT
from localdiscord.model.interaction import COMPONENT
from tests.play.evening import ids_of
from tests.soak.ledger import Click
from tests.soak.stage import CHANNELS, ELSEWHERE, FOUNDER, Stage

PAUSE_S: Final = 0.25
"""Seconds between two clicks of one person, on average."""
ENABLED_S: Final = 30.0
"""Seconds within which a new table's button must become enabled."""
NEVER: Final = ("o:forget", "o:data", "o:set", "o:learn")
"""Buttons that nobody presses: a person who is forgotten, or changes language, can't be checked any more.

Nor can lessons, which stand in no table's journal; `tests/play/test_lessons.py` has them.
"""
SELDOM: Final = ("cancel", "concede", "fill", "leave", "propose:end")
"""Verbs that end games or make people leave; they are clicked rarely, so that games go on."""
NO_CHANCE: Final = 0.02
SOME_CHANCE: Final = 0.3

Pressable = tuple[ShownMessage, str]
"""A message, and the custom_id of one of its buttons, or of an option of its lists."""


class Clicker:
    """One person, who acts by random numbers of their own."""

    def __init__(self, stage: Stage, who: Person) -> None:
        self._stage = stage
        self._dice = stage.dice(who.user.name)
        self.who = who

    async def live(self) -> None:
        """Act until the storm is over."""
        while await self._stage.pause(self._dice.expovariate(1 / PAUSE_S)):
            try:
                await self._act()
            except (BadInput, LookupError):
                continue  # The message has gone, or their direct messages were closed, since they looked.

    async def _act(self) -> None:
        roll = self._dice.random()
        if roll < 0.03:
            await self._say(*some_command(self._dice))
        elif roll < 0.08:
            await self._settle()
        elif roll < 0.10:
            await self._hand_over()
        elif roll < 0.15 and self.who.user.name == FOUNDER:
            await self._say("table cancel", {})
        else:
            await self._press()

    async def _say(self, text: str, options: dict[str, Any]) -> None:
        channel = self._dice.choice(CHANNELS)
        tables = self._tables()
        if text in ("table cancel", "table show") and tables:
            options = {"table": self._dice.choice(tables)}
            channel = ELSEWHERE if self.who.user.name == FOUNDER else channel
        used = await self.who.command(text, channel=channel, **options)
        self._stage.ledger.note(self.who, used, text)

    async def _press(self) -> None:
        found = self._pressable()
        if not found:
            return
        message, custom_id = self._chosen(found)
        for _ in range(2 if self._dice.random() < 0.05 else 1):  # Some people click twice.
            await press(self._stage, self.who, message, custom_id)
        said = read(custom_id)
        if isinstance(said, MoveId) and self._dice.random() < 0.15 and await self._stage.pause(0.3):
            if own := [one for one in ids_of(message) if one.startswith(f"t:{said.table}:back:")]:
                await press(self._stage, self.who, message, own[0])
            else:
                await self._ask_back(message, said.table)

    def _pressable(self) -> list[Pressable]:
        discord = self._stage.discord
        threads = [thread.id for thread in discord.threads[-6:] if not thread.locked]
        names = {one.name for one in discord.world.guild_channels()}
        places = [name for name in CHANNELS if name in names]
        shown = [message for place in places for message in self.who.messages(place)[-8:]]
        shown += [message for place in threads for message in self.who.messages(place)[-2:]]
        shown += self.who.direct_messages()[-8:]
        found = [(message, custom_id) for message in shown for custom_id in ids_of(message)]
        return [one for one in found if not one[1].startswith(NEVER)]

    def _tables(self) -> list[str]:
        """Return the ids of the tables of which the person sees messages."""
        said = (read(custom_id) for _, custom_id in self._pressable())
        return sorted({one.table for one in said if isinstance(one, TableId | MoveId)})

    def _chosen(self, found: list[Pressable]) -> Pressable:
        moves = [one for one in found if one[1].startswith("m:")]
        steps = [one for one in found if ":pick:" in one[1]]
        asked = [one for one in found if ":agree:" in one[1] or ":take:" in one[1] or ":join" in one[1]]
        roll = self._dice.random()
        few = moves if roll < 0.6 else steps if roll < 0.75 else asked if roll < 0.85 else []
        chosen = self._dice.choice(few or moves or found)
        if any(verb in chosen[1] for verb in SELDOM) and self._dice.random() > NO_CHANCE:
            return self._chosen(found)
        return chosen

    def _own_panels(self) -> list[tuple[ShownMessage, str]]:
        """Return the person's panels in direct messages, each with its table."""
        found: list[tuple[ShownMessage, str]] = []
        for message in self.who.direct_messages()[-8:]:
            tables = {
                said.table
                for one in ids_of(message)
                if isinstance(said := read(one), TableId | MoveId) and said.verb != NEXT
            }
            found += [(message, table) for table in sorted(tables)[:1]]
        return found

    async def _settle(self) -> None:
        """Come back to the person's seat, open its menu, or ask to take a move back."""
        panels = self._own_panels()
        if panels:
            message, table = self._dice.choice(panels)
            verb = self._dice.choice(("return", "more", ""))
            if verb:
                await press(self._stage, self.who, message, f"t:{table}:{verb}")
            else:
                await self._ask_back(message, table)

    async def _ask_back(self, message: ShownMessage, table: str) -> None:
        """Ask the others to take a move back; all agree a moment later, before anybody plays on."""
        await press(self._stage, self.who, message, f"t:{table}:propose:back")
        await self._stage.pause(0.6)
        asked = f"t:{table}:agree:"
        for other in self._stage.people:
            places = [*self._stage.discord.threads[-9:], self._stage.discord.world.direct_channel(other.user)]
            shown = [one for place in places for one in other.messages(place)[-8:]]
            found = [(one, button) for one in shown for button in ids_of(one) if button.startswith(asked)]
            if found and self._stage.discord.world.bot_is_told:
                await press(self._stage, other, *self._dice.choice(found))

    async def _hand_over(self) -> None:
        """Offer the person's seat to another one, who takes it a moment later if it is still offered."""
        panels = self._own_panels()
        heir = self._dice.choice(self._stage.people)
        if not panels or heir is self.who:
            return
        message, table = self._dice.choice(panels)
        custom_id = f"t:{table}:offer"
        data = {
            "component_type": USER_SELECT,
            "custom_id": custom_id,
            "id": 1,
            "values": [heir.user.id],
            "resolved": {"users": {heir.user.id: heir.user.payload()}},
        }
        offered = await self.who.raw(COMPONENT, data, message.channel, message)
        click = self._stage.ledger.note(self.who, offered, custom_id)
        await self._stage.pause(0.5)
        for seat in range(4):
            where = self._dice.choice(self.who.messages("games") or [message])
            if click.interaction.acknowledged and where.channel.seen_by(heir.user) and not where.ephemeral:
                await press(self._stage, heir, where, f"t:{table}:take:{seat}")


async def press(stage: Stage, who: Person, message: ShownMessage, custom_id: str) -> Click:
    """Press a button or choose an option, even if the message has changed since it was read."""
    for menu in message.selects:
        if custom_id in (value for _, value in menu.options) and menu.type == STRING_SELECT:
            used = await who.forge(message, menu.custom_id, values=[custom_id])
            break
    else:
        used = await who.forge(message, custom_id)
    return stage.ledger.note(who, used, custom_id)


def some_command(dice: random.Random) -> tuple[str, dict[str, Any]]:
    """Return a command with some of its options."""
    game = dice.choice(tuple(games()))
    seats = {"seats": dice.choice((2, 3))}
    commands: list[tuple[str, dict[str, Any]]] = [
        ("table new", {"game": game, **seats}),
        ("table new", {"game": game, **seats}),
        ("table show", {}),
        ("table cancel", {}),
        ("table list", {}),
        ("table leave", {}),
        ("cards", {}),
        ("cards", {}),
        ("games", {}),
        ("rules", {"game": game}),
    ]
    return dice.choice(commands)


async def open_tables(stage: Stage, count: int) -> None:
    """Open tables of all games, fill them with people and computer players, and start them."""
    dice = stage.dice("tables")
    await asyncio.gather(*(_tried_to_open(stage, number, dice.random()) for number in range(count)))


async def _tried_to_open(stage: Stage, number: int, seed: float) -> None:
    """Open a table, unless the process that does so is killed; the ledger judges commands without answers."""
    with suppress(NotAnswered):
        await _open_table(stage, number, seed)


async def _open_table(stage: Stage, number: int, seed: float) -> None:
    dice, people = random.Random(seed), stage.people
    dice.shuffle(people)
    seats = 2 + number // 3 % 2
    persons = people[: 2 if seats > 2 else dice.choice((1, 2, 2))]
    game = tuple(games())[number % len(games())]
    settings = [f"pace.{dice.choice(('instant', 'brisk'))}"]
    if number % 3:
        settings += ["turn.10m", f"late.{dice.choice(('move', 'seat', 'wait'))}"]
    channel = CHANNELS[number % len(CHANNELS)]
    used = await persons[0].command("table new", channel, game=game, seats=seats)
    click = stage.ledger.note(persons[0], used, "table new")
    board = (await click.interaction.answered()).messages[0]
    if board.ephemeral or board.loading:
        return  # There were too many commands at once, so the reply came too late to become the board.
    for setting in settings:
        await _sent(stage, persons[0], board, f"set_up:{setting}")
    for guest in persons[1:]:
        await _pressed(stage, guest, board, "join")
    for _ in range(seats - len(persons)):
        await _sent(stage, persons[0], board, "computer:sensible")
    await _pressed(stage, persons[0], board, "start")


async def _sent(stage: Stage, who: Person, board: ShownMessage, verb: str) -> None:
    """Send a click of a button of the panel *Set up…*, and wait for the reply."""
    table = next(one.table for one in map(read, ids_of(board)) if isinstance(one, TableId))
    click = await press(stage, who, board, f"t:{table}:{verb}")
    await click.interaction.answered()


async def _pressed(stage: Stage, who: Person, board: ShownMessage, verb: str) -> None:
    """Press the button of a verb on the board as soon as it is enabled, and wait for the reply."""

    def enabled() -> list[str]:
        there = (one.custom_id or "" for one in board.buttons if not one.disabled)
        return [one for one in there if one.startswith("t:") and one.endswith(f":{verb}")]

    # The click before may have been answered by a deferral.
    (custom_id,) = await stage.discord.until(enabled, timeout_s=ENABLED_S)
    used = await who.click(board, custom_id=custom_id)
    await stage.ledger.note(who, used, custom_id).interaction.answered()
