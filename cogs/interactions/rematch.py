"""Tells those who played before that somebody would like to play again."""

from __future__ import annotations

import discord
import structlog

from cogs.discord_io.faults import TROUBLE
from cogs.interactions.parts import ClickParts
from cogs.messages.whereabouts import THREAD, channel, nonce
from cogs.text.names import written_table_name
from tables import Look

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


async def call_again(parts: ClickParts, old_id: str, look: Look) -> None:
    """Call the old table's other players where its moves were told; `look` is of the new one."""
    old, new = await parts.tables.table(old_id), look.table
    others = [info.person_id for info in old.seats if info.person_id not in (None, new.owner_id)]
    thread = (await parts.tables.messages.get(old_id)).get(THREAD)
    if not others or thread is None:
        return
    line = parts.words(new.locale)(
        "table.again_call",
        who=f"<@{new.owner_id}>",
        table=written_table_name(new),
        channel=f"<#{new.channel_id}>",
        others=" ".join(f"<@{one}>" for one in others),
    )
    try:
        await channel(parts, thread.message_id or thread.channel_id).send(
            line,  # Plain text, since notifications show no components.
            nonce=nonce(parts, old_id, "again", new.id),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(one) for one in others if one]),
        )
    except TROUBLE as fault:
        # The lobby's board is in the channel all the same.
        log.info("again_untold", table=old_id, fault=type(fault).__name__)
