"""A click or command that is to be answered, and the registry of buttons.

A button is known in two places: its view, which writes its id, and its handler here, registered with the
right that it needs.  A handler may raise `Refused`, whose sentence `answer` tells the clicker.  A command is
no button, but is answered with the same `Click` value.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.origin import is_ephemeral, is_private
from cogs.discord_io.watching import OTHER
from cogs.interactions.replays import ReplayPlayer, Reviewer
from cogs.messages.parts import Parts
from cogs.messages.updaters import Updaters
from cogs.messages.whereabouts import message_url
from cogs.ops.relay import Relay
from cogs.people.contacts import person
from cogs.text.language import Localizer
from engine.game import Struct
from tables import Facts, Look, Outcome, Person, Phase, Refused
from tables.verbs import P, Verb
from tables.verbs.access import Relation, Right


@dataclass(frozen=True)
class ClickParts(Parts):
    """The objects that clicks and commands need.

    Attributes:
        updaters: Keep the messages of tables up to date.
        relay: Has interactions answered by the owners of their tables.
        replay_player: Shows replays.
        reviewer: Shows reviews.
        pictures_s: Seconds that an answer waits for its pictures.
    """

    updaters: Updaters
    relay: Relay
    replay_player: ReplayPlayer
    reviewer: Reviewer
    pictures_s: float


class Click:
    """A click or command that is to be answered.

    Attributes:
        parts: The bot's parts.
        interaction: The click or command, as discord.py knows it.
        verb: What is to be done; empty for a command.
        table: The id of the table that the click is about; empty: it names none.
        detail: The text after the verb in the button's id.
        relation: What the clicker is to the table, once that is checked.
    """

    relation: Relation

    def __init__(
        self,
        parts: ClickParts,
        interaction: discord.Interaction[Any],
        *,
        verb: str = "",
        table: str = "",
        detail: str = "",
    ) -> None:
        self.parts = parts
        self.tables = parts.tables
        self.interaction = interaction
        self.verb, self.table, self.detail = verb, table, detail

    @cached_property
    def words(self) -> Localizer:
        """The sentences in the clicker's language."""
        return self.parts.people.words_for(self.interaction)

    @property
    def person(self) -> Person:
        """The clicker."""
        return person(self.interaction)

    @property
    def user_id(self) -> int:
        """The clicker's id at Discord."""
        return self.interaction.user.id

    @property
    def key(self) -> str:
        """The key by which `tables` gives the click its effect only once."""
        return str(self.interaction.id)

    @property
    def asked_for(self) -> str:
        """The name of the command or of the button, if there is such a button: its id may say anything."""
        if self.message is None:
            return self.interaction.command.qualified_name if self.interaction.command else OTHER
        return self.verb if button_of(self.verb, self.table, self.detail) else OTHER

    @property
    def is_private(self) -> bool:
        """Whether only the clicker can read the message that was clicked."""
        return is_private(self.interaction)

    @property
    def is_ephemeral(self) -> bool:
        """Whether the message clicked is ephemeral, and may be replaced."""
        return is_ephemeral(self.interaction)

    @property
    def message(self) -> discord.Message | None:
        """The message that was clicked; None for a command."""
        return self.interaction.message

    @property
    def values(self) -> list[str]:
        """The values that were chosen in a list."""
        data: Any = self.interaction.data or {}
        return list(data.get("values") or ())

    async def check(self, right: Right) -> None:
        """Note the clicker's relation to the table, if it gives a right; else raise as `Access.checked`."""
        self.relation = await self.parts.access.checked(self.interaction, self.table, right)

    async def facts(self) -> Facts:
        """The table without its game; raises `Refused` if there is no such table."""
        return await self.tables.facts(self.table)

    async def look(self) -> Look:
        """The table as a spectator sees it; raises `Refused` as `Tables.look`."""
        return await self.tables.look(self.table, None)

    async def own_look(self) -> Look:
        """The table as the clicker sees it, who has to sit at it, and whose game has to have begun.

        Raises:
            Refused: `not_your_table`, `not_started`, `table_cancelled`.
        """
        look = await self.tables.look(self.table, self.user_id)
        if look.seat is None:
            raise Refused("not_your_table", table=self.table)
        if look.observation is None:
            code = "table_cancelled" if look.table.phase is Phase.CANCELLED else "not_started"
            raise Refused(code, table=self.table)
        return look

    async def url(self, look: Look) -> str | None:
        """The address of a table's board; None: it has none."""
        return message_url(look, await self.tables.messages.get(look.table.id))

    async def do(self, verb: Verb[P], *args: P.args, **kwargs: P.kwargs) -> Outcome:
        """Run a verb on the table, once for this click; raises `Refused` as `Tables.do`."""
        return await self.tables.do(self.table, self.person, self.key, verb, *args, **kwargs)


Handler = Callable[[Click], Coroutine[Any, Any, Reply]]


class Button(Struct, frozen=True):
    """How clicks on a kind of button are answered.

    Attributes:
        right: The right that it needs; None: its ids name no table.
        handle: Makes the reply to a click.
    """

    right: Right | None
    handle: Handler


BUTTONS: Final[dict[tuple[str, bool, str | None], Button]] = {}
"""The buttons that there are, by their verb, whether their ids name a table, and their detail."""


def button_of(verb: str, table: str, detail: str) -> Button | None:
    """The button with such ids; None: there is none."""
    return BUTTONS.get((verb, bool(table), detail)) or BUTTONS.get((verb, bool(table), None))


def button(
    verb: str, right: Right | None = None, *, detail: str | None = None
) -> Callable[[Handler], Handler]:
    """Have clicks on the buttons with a verb answered by the function below.

    Args:
        verb: The verb of the ids.
        right: The right that it needs; None: its ids name no table.
        detail: Only buttons with that detail; None: all others.
    """

    def registered(handle: Handler) -> Handler:
        key = verb, right is not None, detail
        assert key not in BUTTONS, key
        BUTTONS[key] = Button(right, handle)
        return handle

    return registered
