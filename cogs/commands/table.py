"""`/table`: open a table, show it again, list a channel's tables, leave a lobby, cancel or repair a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord.app_commands import Choice, Range
from discord.ext import commands

from cogs.commands.naming import command
from cogs.discord_io.delivery import Reply
from cogs.discord_io.origin import check_channel, places
from cogs.interactions.click import Click, ClickParts
from cogs.interactions.lobby import able, board_reply, done_reply, ended, opening
from cogs.interactions.repair import opened_repair
from cogs.ops.lost_channels import lost_tables_of, shown_here
from cogs.text.language import Localizer, said
from cogs.text.names import table_name, written_table_name
from cogs.text.ui import message, text
from cogs.views.board import game_name, signed_name, state_name
from cogs.views.panel import which_message
from engine.catalogue import games
from locales.typed import folded
from tables import Facts, Refused
from tables.model.table import OPEN_PHASES
from tables.model.texts import cleaned
from tables.verbs.access import Right
from tables.verbs.seat_changes import left

SEATS: Final = sorted({seats for game in games().values() for seats in game.seats})
"""The numbers of players that some game can have."""


class TableCommands(
    commands.GroupCog, group_name=said("commands.name_table"), group_description=said("commands.table")
):
    """Receives the `/table` commands."""

    def __init__(self, parts: ClickParts) -> None:
        self.parts = parts

    # Opening

    @command("new")
    async def open_table(
        self, click: Click, game: str, seats: Range[int, SEATS[0], SEATS[-1]] | None = None
    ) -> Reply:
        """Open a lobby; the reply to the command becomes the lobby's board."""
        check_channel(click.interaction)
        done = await click.tables.new(opening(click, game, seats), click.person, click.key)
        click.table = done.look.table.id
        look = await click.look()
        await click.parts.people.note_locale(click.interaction)
        return board_reply(click, look)

    # The others

    @command("show", table="commands.which_table")
    async def show(self, click: Click, table: str | None = None) -> Reply:
        """Post a table's board again if the author may ask for that (`show_anew`); else reply with a link."""
        click.table = table or ""
        [facts] = await self._meant(click, Right.READ)
        moved = await shown_here(click.parts, click.interaction, facts)
        if moved is None and facts.guest:
            facts = await click.facts()
        if facts.guest and facts.channel_id == click.interaction.channel_id:
            return board_reply(click, await click.look())
        board = click.parts.updaters.board
        return moved or await board.show_anew(click.interaction, facts, click.relation)

    @command("list")
    async def show_list(self, click: Click) -> Reply:
        """List the open tables of this place."""
        lines = [await _line(click, facts) for facts in await self._here(click.interaction)]
        head = f"## {click.words('table.tables_here')}"
        return Reply(message([text(head, *(lines or [click.words("table.no_tables_here")]))]))

    @command("leave", table="commands.which_table")
    async def leave(self, click: Click, table: str | None = None) -> Reply:
        """Free the author's seat in a lobby; if the author sits in several lobbies here, ask which."""
        click.table = table or ""
        meant = await self._meant(click, Right.ACT, "leave")
        if len(meant) > 1:
            return Reply(which_message(meant, "leave", click.words))
        await click.do(left)
        return await done_reply(click)

    @command("cancel", table="commands.which_table")
    async def cancel(self, click: Click, table: str | None = None) -> Reply:
        """Cancel a table; ask first if its game is running, or if the author may cancel several here."""
        click.table = table or ""
        meant = await self._meant(click, Right.READ, "cancel")
        if len(meant) > 1:
            return Reply(which_message(meant, "cancel", click.words))
        done = await ended(click)
        return done if isinstance(done, Reply) else await done_reply(click)

    @command("repair", table="commands.which_table")
    async def repair(self, click: Click, table: str | None = None) -> Reply:
        """Show the repairs of a running game that a moderator can make, or that a player can propose."""
        click.table = table or ""
        await self._meant(click, Right.REPAIR)
        return await opened_repair(click)

    @leave.autocomplete("table")
    @cancel.autocomplete("table")
    @repair.autocomplete("table")
    async def tables_here(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Return this place's tables that match the typed text, as choices; called while somebody types."""
        found = await self._here(interaction)
        return table_choices(found, typed, self.parts.people.words_for(interaction))

    @show.autocomplete("table")
    async def tables_to_show(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Suggest tables of this place, and the author's tables that have lost their channel."""
        found = await self._here(interaction)
        found += await lost_tables_of(self.parts, interaction)
        return table_choices(found, typed, self.parts.people.words_for(interaction))

    async def _here(self, interaction: discord.Interaction) -> list[Facts]:
        """Return the open tables of a command's place; in a thread without tables, those of its channel.

        A table whose play-by-play is in a thread counts as a table of the thread.
        """
        here, *parents = places(interaction)
        found = await self.parts.tables.tables_in(here)
        told = await self._told_in(here) if parents else None
        if told is not None and told.phase in OPEN_PHASES:
            found.append(told)
        return found or [table for place in parents for table in await self.parts.tables.tables_in(place)]

    async def _told_in(self, thread_id: int) -> Facts | None:
        """Return the table, open or not, whose play-by-play is in a thread; None: there is no such table."""
        ref = await self.parts.tables.messages.find_message(thread_id)
        return None if ref is None else await self.parts.tables.facts(ref.table_id)

    async def _meant(self, click: Click, right: Right, verb: str = "") -> list[Facts]:
        """Return the table that a command names; without a name, the tables (at least one) that it can mean.

        `click.table` becomes the first table's id.  `verb`: "leave" or "cancel": these commands may mean
        several tables; empty: a command that must mean one.

        Raises:
            Refused: What `Click.check` raises; `no_table_here`, `none_to_leave`, `none_to_end`,
                `which_table`.
        """
        here = await self._here(click.interaction)
        meant = [typed_table(click.table, here)] if click.table else await self._possible(click, here, verb)
        click.table = meant[0]
        await click.check(right)
        return [await click.tables.table(table) for table in meant]

    async def _possible(self, click: Click, found: list[Facts], verb: str) -> list[str]:
        """Return the ids of the tables that a command without a table's name can mean.

        `found`: The tables of the command's place.  `verb`: the verb of the command, such as "leave".

        Raises:
            Refused: `no_table_here`, `which_table`, or what `_able` raises.
        """
        here, *parents = places(click.interaction)
        if parents and (told := await self._told_in(here)) is not None:
            return [told.id]
        if not found:
            raise Refused("no_table_here")
        if verb:
            return [facts.id for facts in await self._able(click, found, verb)]
        seated = [facts for facts in found if facts.seat_of(click.user_id) is not None]
        candidates = seated if len(found) > 1 else found
        if len(candidates) != 1:
            raise Refused("which_table")
        return [candidates[0].id]

    async def _able(self, click: Click, found: list[Facts], verb: str) -> list[Facts]:
        """Return the tables in `found` that the clicker may leave or cancel (`verb`).

        If there are none, return one table anyway, whose refusal will give the reason.

        Raises:
            Refused: `none_to_end` or `none_to_leave`: no table, or more than one, could be meant.
        """
        click.table, is_to_end = found[0].id, verb == "cancel"
        await click.check(Right.READ)
        may = await able(click, found, verb)
        if may or (is_to_end and len(found) == 1):
            return may or found
        if is_to_end:
            own = [facts for facts in found if facts.owner_id == click.user_id][:1]
        else:
            own = [facts for facts in found if facts.seat_of(click.user_id) is not None]
        if len(own) != 1:
            raise Refused("none_to_end" if is_to_end else "none_to_leave")
        return own


async def _line(click: Click, facts: Facts) -> str:
    words, url = click.words, await click.url(await click.tables.look(facts.id, None))
    name = f"{signed_name(facts.game_id, words)} · {written_table_name(facts)}"
    players = words.count("table.players", len(facts.seats))
    state = state_name(facts, words)
    return (f"[{name}]({url})" if url else name) + f" · {players} · {state} · `{facts.id}`"


def typed_table(typed: str, known: Sequence[Facts]) -> str:
    """Return the id of the table whose id was typed, or of the table in `known` whose name was typed."""
    called = folded(typed)
    return next((facts.id for facts in known if folded(table_name(facts)) == called), called)


def table_choices(found: Sequence[Facts], typed: str, words: Localizer) -> list[Choice[str]]:
    """Return the tables in `found` that match `typed`, within Discord's limits (25, 100 characters each)."""
    named = {
        facts.id: f"{table_name(facts)} · {game_name(facts.game_id, words)} · {players(facts, words)}"
        for facts in found
    }
    wanted = folded(typed)
    fitting = [(name, table) for table, name in named.items() if wanted in folded(f"{name} {table}")]
    return [Choice(name=name[:100], value=table) for name, table in fitting[:25]]


def players(facts: Facts, words: Localizer) -> str:
    """Return the names of a table's players, separated by commas."""
    return words.comma.join(filter(None, (cleaned(info.name) for info in facts.seats)))
