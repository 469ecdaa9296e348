"""`/table`: open a table, show it again, list the tables of a channel, leave a lobby, cancel a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.commands.new import new_command
from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import board_channel, check_channel
from cogs.interactions.answer import answer
from cogs.interactions.ending import ended
from cogs.interactions.opening import opening
from cogs.interactions.parts import ClickParts
from cogs.messages.whereabouts import THREAD, answered, message_url
from cogs.ops.lost_channels import lost_tables_of, shown_here
from cogs.people.contacts import by, person
from cogs.text.components import message, text
from cogs.text.language import Localizer, said
from cogs.text.names import table_name, written_table_name
from cogs.views.board import board_message, done_message, game_name, signed_name
from locales.typed import folded
from tables import Facts, Look, Phase, Refused
from tables.model.texts import cleaned
from tables.verbs.access import Relation
from tables.verbs.seat_changes import left

Interaction = discord.Interaction


class TableCommands(commands.Cog):
    """Receives the `/table` commands and hands them to `tables`."""

    def __init__(self, parts: ClickParts) -> None:
        self._parts = parts
        self._tables = parts.tables
        self.group = app_commands.Group(
            name=said("commands.name_table"), description=said("commands.table"), guild_only=True
        )
        self.group.add_command(new_command(self.open_table))
        for name, callback in (
            ("show", self.show),
            ("list", self.show_list),
            ("leave", self.leave),
            ("cancel", self.cancel),
        ):
            command = app_commands.Command[Any, ..., None](
                name=said(f"commands.name_{name}"), description=said(f"commands.{name}"), callback=callback
            )
            if "table" in {parameter.name for parameter in command.parameters}:
                command.autocomplete("table")(self.tables_to_show if name == "show" else self.tables_here)
            self.group.add_command(command)

    async def cog_load(self) -> None:
        """Add the group of commands to the client's tree; called by discord.py."""
        self._parts.client.tree.add_command(self.group)

    # Opening

    async def open_table(self, interaction: Interaction, game_id: str, seats: int | None) -> None:
        """Open a lobby; the reply becomes its board."""
        opened: list[Look] = []

        async def work() -> Reply:
            check_channel(interaction)
            wanted = opening(interaction, game_id, seats)
            done = await self._tables.new(wanted, person(interaction), str(interaction.id))
            look = await self._tables.look(done.look.table.id, None)
            opened.append(look)
            await self._parts.people.note_locale(interaction)
            view = board_message(look, self._parts.words(wanted.locale))
            shown = partial(answered, self._parts, look.table)
            return Reply(view, public=True, shown=shown, late=partial(late, look))

        async def late(look: Look) -> Reply:
            """Have the refresher post the board, where the reply comes too late to become it."""
            self._parts.refresher.post(look.table.id)
            await self._parts.refresher.painted(look.table.id)
            return await self._done(interaction, look.table)

        sent = await answer(self._parts, interaction, work())
        if opened and sent is not None:
            view = board_message(opened[0], self._parts.words(opened[0].table.locale))
            await self._parts.painters.board.posted(opened[0], sent.channel.id, sent.id, view)
        elif opened:
            # Discord did not tell us the reply's message: the refresher posts the board.
            self._parts.refresher.post(opened[0].table.id)

    # The others

    @app_commands.rename(table=said("commands.name_which_table"))
    @app_commands.describe(table=said("commands.which_table"))
    async def show(self, interaction: Interaction, table: str | None = None) -> None:
        """Post the board again, or link to it."""

        async def work() -> Reply:
            facts, who = await self._the_table(interaction, table, "show")
            moved = await shown_here(self._parts, interaction, facts)
            return moved or await self._parts.painters.board.show_anew(interaction, facts, who)

        await answer(self._parts, interaction, work())

    async def show_list(self, interaction: Interaction) -> None:
        """List the open tables of this channel."""

        async def work() -> Reply:
            words = self._parts.people.words_for(interaction)
            found = await self._tables.tables_in(board_channel(interaction))
            lines = [await self._line(facts, words) for facts in found]
            head = f"## {words('table.tables_here')}"
            return Reply(message([text(head, *(lines or [words("table.no_tables_here")]))]))

        await answer(self._parts, interaction, work())

    async def _line(self, facts: Facts, words: Localizer) -> str:
        url = message_url(await self._tables.look(facts.id, None), await self._tables.messages.get(facts.id))
        name = f"{signed_name(facts.game_id, words)} · {written_table_name(facts)}"
        players = words.count("table.players", len(facts.seats))
        state = words(f"table.state_{facts.phase.value}")
        return (f"[{name}]({url})" if url else name) + f" · {players} · {state} · `{facts.id}`"

    @app_commands.rename(table=said("commands.name_which_table"))
    @app_commands.describe(table=said("commands.which_table"))
    async def leave(self, interaction: Interaction, table: str | None = None) -> None:
        """Leave the seat at a table that has not begun."""

        async def work() -> Reply:
            facts, _ = await self._the_table(interaction, table, "leave")
            done = await self._tables.do(facts.id, *by(interaction), left)
            return await self._done(interaction, done.look.table)

        await answer(self._parts, interaction, work(), table)

    @app_commands.rename(table=said("commands.name_which_table"))
    @app_commands.describe(table=said("commands.which_table"))
    async def cancel(self, interaction: Interaction, table: str | None = None) -> None:
        """End a table without a result; a running game after a question."""

        async def work() -> Reply:
            facts, who = await self._the_table(interaction, table, "cancel")
            done = await ended(self._parts, interaction, facts.id, who, is_sure=False)
            return done if isinstance(done, Reply) else await self._done(interaction, done.look.table)

        await answer(self._parts, interaction, work(), table)

    async def tables_here(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The tables of this channel that match what was typed so far; called while somebody types."""
        found = await self._tables.tables_in(board_channel(interaction))
        return table_choices(found, typed, self._parts.people.words_for(interaction))

    async def tables_to_show(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """As `tables_here`, with the person's own tables whose channels are gone."""
        found = await self._tables.tables_in(board_channel(interaction))
        found += await lost_tables_of(self._parts, interaction)
        return table_choices(found, typed, self._parts.people.words_for(interaction))

    async def _done(self, interaction: Interaction, facts: Facts) -> Reply:
        look = await self._tables.look(facts.id, None)
        shown = await self._tables.messages.get(facts.id)
        words = self._parts.people.words_for(interaction)
        return Reply(done_message(look, message_url(look, shown), words))

    async def _the_table(
        self, interaction: Interaction, table_id: str | None, verb: str
    ) -> tuple[Facts, Relation]:
        """The table named, else the one in this channel that is meant; and the person's relation to it.

        Raises:
            Refused: As `access.checked`; `no_table_here` or `no_table_there`, `none_to_leave`, `none_to_end`,
                `which_table`.
        """
        if table_id is None:
            meant = await self._meant(interaction, verb)
        else:
            meant = typed_table(table_id, await self._tables.tables_in(board_channel(interaction)))
        who = await self._parts.access.checked(interaction, meant, verb)
        return await self._tables.table(meant), who

    async def _meant(self, interaction: Interaction, verb: str) -> str:
        found = await self._tables.tables_in(board_channel(interaction))
        if isinstance(place := interaction.channel, discord.Thread):
            for facts in [*found, *await self._tables.ended_in(place.parent_id)]:
                thread = (await self._tables.messages.get(facts.id)).get(THREAD)
                if thread is not None and thread.message_id == place.id:
                    return facts.id
            if not found:
                raise Refused("no_table_there", channel=f"<#{place.parent_id}>")
        if not found:
            raise Refused("no_table_here")
        seated = [facts for facts in found if facts.seat_of(interaction.user.id) is not None]
        if verb == "leave" and len(seated) != 1:
            seated = [facts for facts in seated if await self._may_be_left(facts)]
            if not seated:
                raise Refused("none_to_leave")
        candidates = seated if verb == "leave" or len(found) > 1 else found
        if len(candidates) == 1:
            return candidates[0].id
        if verb == "cancel" and all(facts.owner_id != interaction.user.id for facts in found):
            who = await self._parts.access.checked(interaction, found[0].id, verb)
            if not who.presence.moderates:
                raise Refused("none_to_end")
        raise Refused("which_table")

    async def _may_be_left(self, facts: Facts) -> bool:
        """As `left` allows."""
        return facts.phase is Phase.LOBBY or (await self._tables.look(facts.id, None)).fault is not None


def typed_table(typed: str, known: Sequence[Facts]) -> str:
    """The id of the table that somebody typed: of one that is `known`, its name will do."""
    called = folded(typed)
    return next((facts.id for facts in known if folded(table_name(facts)) == called), called)


def table_choices(found: Sequence[Facts], typed: str, words: Localizer) -> list[Choice[str]]:
    """The tables that match what was typed: at most 25, each of at most 100 characters, as Discord wants."""
    named = {
        facts.id: f"{table_name(facts)} · {game_name(facts.game_id, words)} · {players(facts, words)}"
        for facts in found
    }
    wanted = folded(typed)
    fitting = [(name, table) for table, name in named.items() if wanted in folded(f"{name} {table}")]
    return [Choice(name=name[:100], value=table) for name, table in fitting[:25]]


def players(facts: Facts, words: Localizer) -> str:
    """The names of the people at a table."""
    return words.comma.join(filter(None, (cleaned(info.name) for info in facts.seats)))
