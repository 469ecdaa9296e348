"""Clicks that need the other players or concern one's seat: proposals, auto answers, plans, seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import is_ephemeral, is_private
from cogs.interactions.parts import ClickParts
from cogs.interactions.play import new_panel, own_look, panel_reply
from cogs.interactions.seating import seated
from cogs.people.contacts import by, person
from cogs.text import details
from cogs.text.components import plain
from cogs.text.ids import TableId
from cogs.text.names import written_table_name
from cogs.views.menu import SURE, menu_message, sure_message
from tables import Look, Person, Refused
from tables.model.texts import cleaned
from tables.verbs import P, Verb, auto_answers, lobby, seat_changes, votes

Interaction = discord.Interaction
Handler = Callable[[Interaction, TableId], Awaitable[Reply]]


def settlements(parts: ClickParts) -> Mapping[str, Handler]:
    """The handler of each verb."""
    clicks = Settlements(parts)
    return {
        "more": clicks.menu,
        "wish": clicks.wish,
        "unplan": clicks.unplan,
        "propose": clicks.propose,
        "agree": clicks.agree,
        "decline": clicks.decline,
        "offer": clicks.offer,
        "withdraw": clicks.withdraw,
        "take": clicks.take,
        "fill": clicks.fill,
        "concede": clicks.concede,
        "return": clicks.come_back,
        "keep": clicks.keep,
    }


class Settlements:
    """Hands clicks to `tables` and shows the outcome; the router calls it."""

    def __init__(self, parts: ClickParts) -> None:
        self._parts = parts
        self._tables = parts.tables

    async def menu(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Show what a player can do besides playing, in place of an ephemeral message or as a new one."""
        return menu_reply(self._parts, interaction, await own_look(self._parts, interaction, clicked.table))

    async def wish(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Change an auto answer."""
        wish = details.Wish.parse(clicked.detail)
        await self._tables.amend(
            clicked.table, person(interaction), auto_answers.with_auto_answer, wish.name, wish.values
        )
        return menu_reply(self._parts, interaction, await own_look(self._parts, interaction, clicked.table))

    async def unplan(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Drop the planned moves, so that the player is asked again."""
        await self._tables.amend(clicked.table, person(interaction), auto_answers.unplanned)
        return await panel_reply(
            self._parts, interaction, await own_look(self._parts, interaction, clicked.table)
        )

    async def propose(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Ask the others to agree to something."""
        return await self._settled(interaction, clicked, votes.proposed, details.matter(clicked.detail))

    async def agree(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Agree to what was asked."""
        proposal = details.ProposalRef.parse(clicked.detail)
        return await self._settled(interaction, clicked, votes.agreed, proposal.number, proposal.matter)

    async def decline(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Refuse what was asked, or withdraw it."""
        proposal = details.ProposalRef.parse(clicked.detail)
        return await self._settled(interaction, clicked, votes.declined, proposal.number, proposal.matter)

    async def offer(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Offer one's seat to the person chosen."""
        chosen = _chosen(interaction)
        done = await self._tables.do(clicked.table, *by(interaction), seat_changes.offered, chosen)
        return menu_reply(self._parts, interaction, done.look)

    async def withdraw(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Offer one's seat no longer."""
        done = await self._tables.do(clicked.table, *by(interaction), seat_changes.offered, None)
        return menu_reply(self._parts, interaction, done.look)

    async def take(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Sit down on a seat that is offered, or whose player has left the server."""
        seat = details.number(clicked.detail)
        done = await seated(self._parts, interaction, clicked.table, seat_changes.taken, seat)
        return await new_panel(self._parts, interaction, done.look)

    async def fill(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Give a seat to a computer player: the clicker's own, or one whose player left, by its number."""
        if not clicked.detail:
            return await self._sure(interaction, clicked)
        seat = None if clicked.detail == SURE else details.number(clicked.detail)
        return await self._settled(interaction, clicked, seat_changes.yielded, seat)

    async def concede(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Give up."""
        if clicked.detail != SURE:
            return await self._sure(interaction, clicked)
        return await self._settled(interaction, clicked, seat_changes.conceded)

    async def come_back(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Take the seat back from the computer player that covers it."""
        done = await self._tables.do(clicked.table, *by(interaction), seat_changes.came_back)
        return await panel_reply(self._parts, interaction, done.look)

    async def keep(self, interaction: Interaction, clicked: TableId) -> Reply:
        """Keep a table open that was to be closed."""
        return await self._settled(interaction, clicked, lobby.kept)

    async def _sure(self, interaction: Interaction, clicked: TableId) -> Reply:
        look = await own_look(self._parts, interaction, clicked.table)
        words = self._parts.people.words_for(interaction)
        return Reply(sure_message(look, clicked.verb, words), edit=is_ephemeral(interaction))

    async def _settled(
        self, interaction: Interaction, clicked: TableId, verb: Verb[P], *args: P.args, **kwargs: P.kwargs
    ) -> Reply:
        """Run the verb, and show the clicker's panel or, if they no longer have one, a line that says so."""
        who, click = by(interaction)
        done = await self._tables.do(clicked.table, who, click, verb, *args, **kwargs)
        if done.look.seat is not None and done.look.observation is not None:
            return await panel_reply(self._parts, interaction, done.look)
        words = self._parts.people.words_for(interaction)
        key = "menu.left" if done.look.seat is None else "table.done"
        told = words(key, table=written_table_name(done.look.table))
        return Reply(plain(told), edit=is_private(interaction))


def menu_reply(parts: ClickParts, interaction: Interaction, look: Look, note: str = "") -> Reply:
    """What a player can do besides playing, in place of an ephemeral message or as a new one."""
    words = parts.people.words_for(interaction)
    view = menu_message(look, words, note, is_in_guild=interaction.guild_id is not None)
    return Reply(view, edit=is_ephemeral(interaction))


def _chosen(interaction: Interaction) -> Person:
    """The person chosen in a select; never a bot.

    Raises:
        Refused: `unknown_button`, `no_bots`.
    """
    data: Mapping[str, Any] = interaction.data or {}
    values = data.get("values") or []
    users = (data.get("resolved") or {}).get("users") or {}
    if len(values) != 1 or values[0] not in users:
        raise Refused("unknown_button")
    user = users[values[0]]
    if user.get("bot"):
        raise Refused("no_bots")
    return Person(int(user["id"]), cleaned(user.get("global_name") or user["username"]))
