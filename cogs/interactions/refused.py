"""What is refused to a click on one's own panel: told in it, as a line on top of the panel as it is now.

So nobody has to press anything to go on.  On a message that others read, or that is no panel (a list, a
replay, an end card: it stays as it is), a refusal is a message of its own, for that person alone.
"""

from __future__ import annotations

from typing import Final

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import is_ephemeral, is_private
from cogs.interactions.follow import follow_choice
from cogs.interactions.learn import lesson_now
from cogs.interactions.parts import ClickParts
from cogs.interactions.play import own_look, panel_reply
from cogs.interactions.set_up import set_up_reply
from cogs.interactions.settle import menu_reply
from cogs.text import ids
from cogs.text.details import Setting
from cogs.views.end_card import POST
from cogs.views.set_up import SET_UP
from tables import Phase, Refused
from tables.lessons import is_lesson

SIGN: Final = "⚠️"
"""Stands before what is refused."""
ELSEWHERE: Final = frozenset({"cards", "replay", "record", "follow", POST})
"""The verbs of buttons that stand on lists, replays and end cards, too: none of them is a panel."""
IN_MENU: Final = frozenset({"wish", "offer", "withdraw"})
"""The verbs after which one is still in the menu, to choose again."""

Interaction = discord.Interaction


async def panel_telling(
    parts: ClickParts,
    interaction: Interaction,
    clicked: ids.MoveId | ids.TableId | ids.OtherId | None,
    told: str,
) -> Reply:
    """The clicker's own panel in place of the one clicked, as it is now, with the sentence `told` on top.

    Raises:
        Refused: There is none to go back to.
    """
    if not is_private(interaction):
        raise Refused("not_now")
    note = f"{SIGN} {told}"
    match clicked:
        case ids.MoveId(table=table) | ids.TableId(table=table) if is_lesson(table):
            return await lesson_now(parts, interaction, table, note)
        case ids.TableId(table=table, verb="follow", detail=detail) if detail:
            return await follow_choice(parts, interaction, table, note)
        case ids.MoveId(table=table):
            return await _own_panel(parts, interaction, table, "play", "", note)
        case ids.TableId(table=table, verb=verb, detail=detail) if verb not in ELSEWHERE:
            return await _own_panel(parts, interaction, table, verb, detail, note)
    raise Refused("not_now")


async def _own_panel(
    parts: ClickParts, interaction: Interaction, table_id: str, verb: str, detail: str, note: str
) -> Reply:
    """The panel of the table that was clicked: before the game begins of *Set up…*, then the player's."""
    await parts.access.checked(interaction, table_id, "refresh")
    look = await parts.tables.look(table_id, interaction.user.id)
    if look.table.phase is Phase.LOBBY:
        if look.table.owner_id != interaction.user.id or not is_ephemeral(interaction):
            raise Refused("not_owner")
        opened = Setting.parse(detail).name if verb == SET_UP and detail else ""
        return set_up_reply(parts, interaction, look, opened, note)
    look = await own_look(parts, interaction, table_id)
    if verb in IN_MENU and look.table.phase is Phase.RUNNING:
        return menu_reply(parts, interaction, look, note)
    return await panel_reply(parts, interaction, look, note)
