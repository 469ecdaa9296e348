"""`/table repair` and its buttons: a moderator goes back or hands a seat on; a player proposes to go back."""

from __future__ import annotations

from typing import Any

from cogs.discord_io.delivery import Reply
from cogs.interactions.click import Click, button
from cogs.interactions.lobby import chosen_person
from cogs.interactions.panel import panel_reply
from cogs.text.ids import number
from cogs.views.board import done_message
from cogs.views.repair import (
    BACK,
    FILL,
    GIVE,
    PAGE,
    POINT,
    REPAIR,
    SEAT,
    point_message,
    repair_message,
    seat_message,
    unreadable_message,
)
from tables import Matter, Refused
from tables.model import table as model
from tables.verbs import lobby, repairs, votes
from tables.verbs.access import Right
from tables.views import looks


async def opened_repair(click: Click, page: int = 0) -> Reply:
    """Show the moves to which the clicker may go back or propose to go back, and the seats to hand on.

    Raises:
        Refused: `not_started`, `table_over`, `table_cancelled`; what `Click.look` raises.
    """
    look, moderates = await click.look(), click.relation.presence.moderates
    lobby.check_open(look.table)
    if look.fault is not None:
        return Reply(unreadable_message(look, click.words), edit=click.is_ephemeral)
    if look.observation is None:
        raise Refused("not_started")
    moves = await click.tables.read(click.table, looks.undoable)
    view = repair_message(look, moves, click.words, page, moderates=moderates)
    return Reply(view, edit=click.is_ephemeral)


@button(REPAIR, Right.REPAIR)
async def repaired(click: Click) -> Reply:
    """Take the next step of a repair; the detail is the step, with the number of its page, move or seat."""
    data: Any = click.interaction.data or {}
    step, _, at = click.detail.partition(".")
    moderates = click.relation.presence.moderates
    if step in (SEAT, GIVE, FILL) and not moderates:
        raise Refused("not_moderator")
    chosen = number(at or str(next(iter(data.get("values") or ()), "")), 0)
    look = await click.look()
    if step in ("", PAGE) or look.fault is not None:
        return await opened_repair(click, chosen)
    if step == POINT:
        undoing = await click.tables.read(click.table, looks.undone_from, chosen)
        view = point_message(look, chosen, undoing, click.words, moderates=moderates)
        return Reply(view, edit=click.is_ephemeral)
    if step == SEAT:
        if chosen >= len(look.table.seats):
            raise Refused("seat_not_free")
        return Reply(seat_message(look, chosen, click.words), edit=click.is_ephemeral)
    if step == BACK and not moderates:
        done = await click.do(votes.proposed, Matter.BACK, chosen)
        return await panel_reply(click, done.look)
    key = f"{model.REPAIR}{click.key}"
    if step == BACK:
        await click.tables.do(click.table, click.person, key, repairs.went_back, chosen)
    elif step in (GIVE, FILL):
        to = chosen_person(click.interaction) if step == GIVE else None
        await click.tables.do(click.table, click.person, key, repairs.handed_on, chosen, to)
    else:
        raise Refused("unknown_button")
    look = await click.look()
    view = done_message(look, await click.url(look), click.words, click.words("repair.done"))
    return Reply(view, edit=click.is_ephemeral)
