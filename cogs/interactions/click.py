"""`Click`, a click or command to be answered, and the registry of buttons with their handlers.

Views write the ids of buttons; `button` registers a handler, with the right that a click needs.  If a handler
raises `Refused`, `answer` tells the clicker the refusal's sentence.  A command has no handler here, but it
becomes a `Click`, too.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.origin import is_ephemeral, is_guest, is_private
from cogs.discord_io.watching import OTHER
from cogs.interactions.replays import ReplayPlayer, Reviewer
from cogs.messages.parts import Parts
from cogs.messages.updaters import Updaters
from cogs.messages.whereabouts import BOARD, is_lobby_of, message_url
from cogs.ops.relay import Relay
from cogs.people.contacts import person
from cogs.text.language import Localizer
from engine.game import Struct
from tables import Facts, Look, Outcome, Phase, Refused
from tables.verbs import P, Verb
from tables.verbs.access import Relation, Right


@dataclass(frozen=True)
class ClickParts(Parts):
    """The objects that handlers of clicks and commands need; those of `Parts`, and more.

    Attributes:
        updaters: The objects that keep the messages of tables up to date.
        relay: Posts interactions to the owners of their tables.
        pictures_s: Seconds that an answer waits for its pictures.
        operator_id: The id at Discord of the person who runs the bot; None: not known.
    """

    updaters: Updaters
    relay: Relay
    replay_player: ReplayPlayer
    reviewer: Reviewer
    pictures_s: float
    operator_id: int | None


class Click:
    """A click or command that is to be answered.

    Attributes:
        interaction: The click or command, as discord.py knows it.
        user_id: The id at Discord of the person who clicked.
        key: The idempotency key of the click: a verb that is run again with the same key has no effect.
        message: The clicked message; None for a command.
        is_ephemeral: Whether the clicked message is ephemeral, so that a reply may replace it.
        verb: The verb in the button's id; empty for a command.
        table: The id of the table that the click is about; empty: the click names no table.
        detail: The text after the verb in the button's id, or a command's argument; may be empty.
        relation: The clicker's relation to the table; unset before `check`.
        is_on_board: Whether the clicked message is the board of a table in direct messages; set by `check`.
    """

    relation: Relation
    is_on_board: bool = False

    def __init__(self, parts: ClickParts, interaction: discord.Interaction[Any]) -> None:
        self.parts = parts
        self.tables = parts.tables
        self.interaction = interaction
        self.person, self.user_id, self.key = person(interaction), interaction.user.id, str(interaction.id)
        self.message, self.is_ephemeral = interaction.message, is_ephemeral(interaction)
        self.verb = self.table = self.detail = ""

    @cached_property
    def words(self) -> Localizer:
        """The sentences in the clicker's language."""
        return self.parts.people.words_for(self.interaction)

    @property
    def asked_for(self) -> str:
        """The command's name or a registered button's verb; `OTHER` for other ids, which may be forged."""
        if self.message is None:
            return self.interaction.command.qualified_name if self.interaction.command else OTHER
        return self.verb if button_of(self.verb, self.table, self.detail) else OTHER

    @property
    def is_private(self) -> bool:
        """Whether only the clicker can read the clicked message; False for a board in direct messages."""
        return is_private(self.interaction) and not self.is_on_board

    @property
    def is_on_guests_board(self) -> bool:
        """Whether a public message was clicked where the bot is a guest."""
        return self.message is not None and not self.is_private and is_guest(self.interaction)

    async def check(self, right: Right) -> None:
        """Check that the clicker has `right` at the table; set `relation` and `is_on_board`.

        Raises:
            AtOwner, Refused: See `Access.checked`.
        """
        self.relation = await self.parts.access.checked(self.interaction, self.table, right)
        if self.interaction.guild_id is None and self.message is not None:
            board = (await self.tables.messages.get(self.table)).get(BOARD)
            is_lobby = board is None and is_lobby_of(self.message, await self.facts())
            self.is_on_board = is_lobby or (board is not None and board.message_id == self.message.id)

    async def facts(self) -> Facts:
        """Return the public facts about the table; raises `Refused` if there is no such table."""
        return await self.tables.facts(self.table)

    async def look(self) -> Look:
        """Return the table as a spectator sees it; raises what `Tables.look` raises."""
        return await self.tables.look(self.table, None)

    async def own_look(self) -> Look:
        """Return the table as the clicker sees it from their seat, once its game has begun.

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
        """Return the address of a table's board; None: the table has no board."""
        return message_url(look, await self.tables.messages.get(look.table.id))

    async def do(self, verb: Verb[P], *args: P.args, **kwargs: P.kwargs) -> Outcome:
        """Run a verb on the table, at most once for this click; raises what `Tables.do` raises."""
        return await self.tables.do(self.table, self.person, self.key, verb, *args, **kwargs)


Handler = Callable[[Click], Coroutine[Any, Any, Reply]]


class Button(Struct, frozen=True):
    """The entry of the registry for the buttons with one verb.

    Attributes:
        right: The right at the table that a click needs; None: the ids of these buttons name no table.
        handle: The handler, which does the work of a click and returns the reply.
    """

    right: Right | None
    handle: Handler


BUTTONS: Final[dict[tuple[str, bool, str | None], Button]] = {}
"""All registered buttons, by three parts of their ids: verb, whether a table is named, detail (None: any)."""


def button_of(verb: str, table: str, detail: str) -> Button | None:
    """Return the registered button for the parts of an id; None: no button is registered for these."""
    return BUTTONS.get((verb, bool(table), detail)) or BUTTONS.get((verb, bool(table), None))


def button(
    verb: str, right: Right | None = None, *, detail: str | None = None
) -> Callable[[Handler], Handler]:
    """Register the decorated function as the handler of clicks on the buttons with a verb.

    `right`: the right at the table that a click needs; None: the buttons' ids name no table.  `detail`: the
    detail in the ids; None: all details for which no other handler is registered.
    """

    def registered(handle: Handler) -> Handler:
        key = verb, right is not None, detail
        assert key not in BUTTONS, key
        BUTTONS[key] = Button(right, handle)
        return handle

    return registered
