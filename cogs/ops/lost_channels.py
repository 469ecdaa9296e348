"""Tables without a channel any more: the bot tells their players once how to play on or move the table.

The housekeeping calls `lose` and `tell`; `/table show` calls `shown_here`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

import discord
import structlog

from cogs.discord_io.attachments import Call
from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import TROUBLE, code_of, is_refused
from cogs.discord_io.origin import check_channel, is_direct, is_guest
from cogs.messages.parts import Parts
from cogs.messages.whereabouts import (
    BOARD,
    CALL,
    OLD,
    STORY,
    THREAD,
    UNTIL_THE_END,
    Whereabouts,
    channel,
    looked_for,
    message_url,
    nonce,
    whereabouts,
)
from cogs.people.contacts import person
from cogs.text.language import Localizer
from cogs.text.names import written, written_table_name
from cogs.text.ui import plain
from cogs.views.board import done_message, signed_name
from engine.game import Seat, Struct
from tables import Facts, Kind, Person, Phase, Refused
from tables.model.table import OPEN_PHASES
from tables.store.messages import Note
from tables.verbs.lobby import cancelled, held, moved_to
from tables.views.looks import log_of, public_number

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST_LISTED: Final = 20
"""The most tables that a message lists, enough for what one person plays at."""


class Loss(Struct, frozen=True):
    """A player's table that has lost its channel.

    `number` is the number of the journal entry by which the table's clocks were stopped.
    """

    table: Facts
    seat: Seat
    number: int

    @property
    def name(self) -> str:
        """The name of the database note which says that the player was told of the loss: `lost_channel:0`."""
        return f"lost_channel:{self.seat}"


async def lose(parts: Parts, table: Facts) -> None:
    """Put a table whose channel was deleted on hold, and forget its public messages.

    A lobby in which nobody but its owner sits is cancelled.
    """
    await parts.tables.happen(table.id, held)
    people = {info.person_id for info in table.seats if info.person_id is not None}
    if table.phase is Phase.LOBBY and table.owner_id is not None and people == {table.owner_id}:
        owner = Person(table.owner_id, "")
        await parts.tables.do(table.id, owner, f"lost_channel:{table.channel_id}", cancelled)
    if await forget_messages(parts, table.id):
        parts.refresher.mark(table.id)


async def forget_messages(parts: Parts, table_id: str) -> list[str]:
    """Forget a table's public messages, which are gone with its channel; return the names of their notes."""
    shown = await parts.tables.messages.get(table_id)
    gone = [name for name in shown if name in (BOARD, THREAD, STORY) or name.startswith((OLD, CALL))]
    for name in gone:
        await parts.tables.messages.remove(table_id, name)
    return gone


# Telling


async def tell(parts: Parts, tables: Iterable[Facts], spacing_s: float) -> bool:
    """Tell the players of `tables`, which have lost their channels: in one message to each, only once.

    Returns whether all players were told; False: Discord failed; try again later.
    """
    are_told = True
    losses: dict[int, list[Loss]] = {}
    for table in tables:
        for person_id, loss in await _untold(parts, table):
            losses.setdefault(person_id, []).append(loss)
    for person_id, lost in losses.items():
        telling = partial(_tell_the_rest, parts, person_id, lost[:MOST_LISTED], spacing_s)
        try:
            await parts.tables.peer_events.exclusively(f"lost_channel:{person_id}", telling)
        except TROUBLE:
            are_told = False
    return are_told


async def _tell_the_rest(parts: Parts, person_id: int, losses: Sequence[Loss], spacing_s: float) -> None:
    """Tell a person of `losses`, except those of which another process has told the person meanwhile."""
    if parts.tables.cluster.is_shared:
        for loss in losses:
            parts.tables.sessions.of(loss.table.id).messages.outdate()
        losses = [loss for loss in losses if not await _is_told(parts, loss)]
    if losses and await _tell(parts, person_id, losses):
        await asyncio.sleep(spacing_s)


async def _is_told(parts: Parts, loss: Loss) -> bool:
    noted = (await parts.tables.messages.get(loss.table.id)).get(loss.name)
    return noted is not None and noted.extra == str(loss.number)


async def _untold(parts: Parts, table: Facts) -> list[tuple[int, Loss]]:
    entries = await parts.tables.read(table.id, log_of, None)
    number = max((entry.number for entry in entries if entry.kind is Kind.HOLD), default=0)
    losses = [(info.person_id, Loss(table, info.seat, number)) for info in table.seats if info.has_say]
    return [
        (person_id, loss)
        for person_id, loss in losses
        if person_id is not None and not await _is_told(parts, loss)
    ]


async def _tell(parts: Parts, person_id: int, losses: Sequence[Loss]) -> bool:
    """Tell a person of losses by direct message; False: nothing is sent, since the person takes none."""
    if not parts.people.takes_direct(person_id):
        return False
    place, sent_id, is_quiet = 0, 0, parts.people.is_quiet(person_id, parts.now())
    lines = _lines(losses, parts.people.words(person_id))
    try:
        place = await parts.people.direct_channel(parts.client, person_id)
        sent = await parts.attachments.send(
            channel(parts, place),
            plain(f"**{lines[0]}**", *lines[1:]),
            nonce=nonce(parts, "lost_channel", person_id, *[await _public(parts, loss) for loss in losses]),
            silent=is_quiet,
            call=None if is_quiet else Call(lines[0], f"lost_channel {person_id}"),
        )
        sent_id = sent.id
    except TROUBLE as fault:
        log.warning("loss_untold", code=code_of(fault), fault=type(fault).__name__)
        if not is_refused(fault):
            raise
        await parts.people.closed(person_id, parts.now(), fault)
    for loss in losses:
        note = Note(loss.name, place, sent_id, UNTIL_THE_END, str(loss.number), person_id)
        await parts.tables.messages.put_all(loss.table.id, [note])
    return True


async def _public(parts: Parts, loss: Loss) -> str:
    """Return a loss as text for a nonce, with public numbers only."""
    return f"{loss.table.id}.{await parts.tables.read(loss.table.id, public_number, loss.number)}"


def _lines(losses: Sequence[Loss], words: Localizer) -> list[str]:
    """Return the lines of the message: tables that have lost their channels, and advice for players."""
    head = words.count("housekeeping.lost", len(losses))
    listed = [f"- {_named(loss.table, words)}" for loss in losses]
    runs = any(loss.table.phase is Phase.RUNNING for loss in losses)
    how = words("housekeeping.lost_bring", id=losses[0].table.id)
    return [head, *listed, *([words("housekeeping.lost_play_on")] if runs else []), how]


def _named(table: Facts, words: Localizer) -> str:
    names = words.comma.join(filter(None, (written(info.name) for info in table.seats)))
    game = signed_name(table.game_id, words)
    return f"{game} · {written_table_name(table)} · `{table.id}` · {names}"


# Moving


async def lost_tables_of(parts: Parts, interaction: discord.Interaction) -> list[Facts]:
    """Return the author's tables in an interaction's server whose channels were deleted or locked."""
    found = await parts.tables.tables_of(interaction.user.id)
    return [
        table for table in found if table.guild_id == interaction.guild_id and await _is_lost(parts, table)
    ]


async def _is_lost(parts: Parts, table: Facts) -> bool:
    """Whether a table's channel was deleted or locked.

    Only for tables on hold, the bot asks Discord if the gateway doesn't report the channel.
    """
    where = await looked_for(parts, table) if table.held else whereabouts(parts, table)
    return where in (Whereabouts.NO_CHANNEL, Whereabouts.LOCKED)


async def shown_here(parts: Parts, interaction: discord.Interaction, table: Facts) -> Reply | None:
    """Move a table whose channel is out of reach to the interaction's channel; None: the channel is in reach.

    In another server, in the lost channel itself, or after the table's end, only reply that the channel is
    out of reach.  A table in a place where the bot is a guest is moved to any other place in which the
    command names it.  If the bot is a guest in that place, too, return None: the command's reply becomes the
    board.

    Raises:
        Refused: `not_your_table`, `table_over`, `table_cancelled`; or whatever `check_channel` raises.
    """
    if table.guest:
        return await _brought_here(parts, interaction, table)
    where = await looked_for(parts, table)
    if where in (Whereabouts.HERE, Whereabouts.UNKNOWN, Whereabouts.UNLISTED):
        return None
    words = parts.people.words_for(interaction)
    is_elsewhere = interaction.channel_id not in (None, table.channel_id)
    if table.guild_id != interaction.guild_id or not is_elsewhere or table.phase not in OPEN_PHASES:
        return Reply(plain(words("housekeeping.out_of_reach")))
    if table.seat_of(interaction.user.id) is None:
        raise Refused("not_your_table", table=table.id)
    check_channel(interaction)
    await parts.tables.happen(table.id, held)
    return await _moved(parts, interaction, table)


async def _brought_here(parts: Parts, interaction: discord.Interaction, table: Facts) -> Reply | None:
    """Move a table here from a place where the bot is a guest, if the author plays at the table.

    None: the table isn't moved; or the bot is a guest here, too, so that the command's reply becomes the
    board.
    """
    others = {info.person_id for info in table.seats} - {None, interaction.user.id}
    is_elsewhere = interaction.channel_id not in (None, table.channel_id)
    is_seated = table.seat_of(interaction.user.id) is not None
    if not (is_elsewhere and is_seated and table.phase in OPEN_PHASES) or (others and is_direct(interaction)):
        return None
    check_channel(interaction)
    moved = await _moved(parts, interaction, table)
    return None if is_guest(interaction) else moved


async def _moved(parts: Parts, interaction: discord.Interaction, table: Facts) -> Reply:
    """Move a table to the interaction's channel; return a link to the board, which a repaint posts there."""
    await forget_messages(parts, table.id)
    who, key, words = person(interaction), str(interaction.id), parts.people.words_for(interaction)
    place = interaction.channel_id or 0, interaction.guild_id
    await parts.tables.do(table.id, who, key, moved_to, *place, guest=is_guest(interaction))
    # This code posts no board, or there would be two: the repaint's and this one.
    await parts.refresher.painted(table.id)
    look = await parts.tables.look(table.id, None)
    return Reply(done_message(look, message_url(look, await parts.tables.messages.get(table.id)), words))
