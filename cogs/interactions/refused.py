"""What is refused to a click on one's own panel: told in it, as a line on top of the panel as it is now.

So nobody has to press anything to go on.  On a message that others read, or that is no panel (a list, a
replay, an end card: it stays as it is), a refusal is a message of its own, for that person alone.
"""

from __future__ import annotations

from typing import Final

from cogs.discord_io.delivery import Reply
from cogs.interactions.click import Click
from cogs.interactions.follow import follow_choice
from cogs.interactions.learn import lesson_now
from cogs.interactions.panel import panel_reply
from cogs.interactions.set_up import set_up_reply
from cogs.interactions.settle import menu_reply
from cogs.text.ids import Setting
from cogs.views.end_card import POST
from cogs.views.set_up import SET_UP
from tables import Phase, Refused
from tables.lessons import is_lesson
from tables.verbs.access import Right

SIGN: Final = "⚠️"
"""Stands before what is refused."""
ELSEWHERE: Final = frozenset({"cards", "replay", "record", "follow", POST})
"""The verbs of buttons that stand on lists, replays and end cards, too: none of them is a panel."""
IN_MENU: Final = frozenset({"wish", "offer", "withdraw"})
"""The verbs after which one is still in the menu, to choose again."""


async def panel_telling(click: Click, told: str) -> Reply:
    """The clicker's own panel in place of the one clicked, as it is now, with the sentence `told` on top.

    Raises:
        AtOwner: Another process looks after the table.
        Refused: There is none to go back to.
    """
    if not click.table or not click.is_private:
        raise Refused("not_now")
    note = f"{SIGN} {told}"
    if is_lesson(click.table):
        return await lesson_now(click, note)
    if click.verb == "follow" and click.detail:
        return await follow_choice(click, note)
    if not click.verb or click.verb in ELSEWHERE:
        raise Refused("not_now")
    return await _own_panel(click, note)


async def _own_panel(click: Click, note: str) -> Reply:
    """The panel of the table that was clicked: before the game begins of *Set up…*, then the player's."""
    await click.check(Right.ACT)
    look = await click.tables.look(click.table, click.interaction.user.id)
    if look.table.phase is Phase.LOBBY:
        if look.table.owner_id != click.interaction.user.id or not click.is_ephemeral:
            raise Refused("not_owner")
        opened = Setting.parse(click.detail).name if click.verb == SET_UP and click.detail else ""
        return set_up_reply(click, look, opened, note)
    look = await click.own_look()
    if click.verb in IN_MENU and look.table.phase is Phase.RUNNING:
        return menu_reply(click, look, note)
    return await panel_reply(click, look, note)
