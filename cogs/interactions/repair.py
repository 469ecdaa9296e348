"""`/table repair` and its buttons: moderators undo moves or give a seat away; players propose to undo."""

from __future__ import annotations

from typing import Any

from cogs.discord_io.delivery import Reply
from cogs.interactions.click import Click, button
from cogs.interactions.lobby import chosen_person
from cogs.interactions.panel import panel_reply
from cogs.text.ids import number
from cogs.views.board import board_message, done_message
from cogs.views.repair import (
    REPAIR,
    Step,
    point_message,
    repair_message,
    seat_message,
)
from tables import Matter, Refused
from tables.model import table as model
from tables.verbs import P, Verb, lobby, repairs, votes
from tables.verbs.access import Right
from tables.views import looks


async def opened_repair(click: Click, page: int = 0) -> Reply:
    """Show the moves that the clicker may undo or propose to undo, and the seats that can be given away.

    Raises:
        Refused: `not_started`, `table_over`, `table_cancelled`; what `Click.look` raises.
    """
    look, moderates = await click.look(), click.relation.presence.moderates
    lobby.check_open(look.table)
    if look.fault is not None:
        return Reply(board_message(look, click.words, None), edit=click.is_ephemeral)
    if look.observation is None:
        raise Refused("not_started")
    moves = await click.tables.read(click.table, looks.undoable)
    view = repair_message(look, moves, click.words, page, moderates=moderates)
    return Reply(view, edit=click.is_ephemeral)


@button(REPAIR, Right.REPAIR)
async def repaired(click: Click) -> Reply:
    """Do the next step of a repair; the detail is the step, with the number of its page, move or seat."""
    data: Any = click.interaction.data or {}
    step, _, at = click.detail.partition(".")
    chosen = number(at or str(next(iter(data.get("values") or ()), "")), 0)
    look, moderates = await click.look(), click.relation.presence.moderates
    if look.fault is not None:
        return await opened_repair(click)
    match step:
        case "" | Step.PAGE:
            return await opened_repair(click, chosen)
        case Step.POINT:
            undoing = await click.tables.read(click.table, looks.undone_from, chosen)
            view = point_message(look, chosen, undoing, click.words, moderates=moderates)
            return Reply(view, edit=click.is_ephemeral)
        case Step.BACK if moderates:
            return await _done(click, repairs.went_back, chosen)
        case Step.BACK:
            done = await click.do(votes.proposed, Matter.BACK, chosen)
            return await panel_reply(click, done.look)
        case Step.SEAT | Step.GIVE | Step.FILL if not moderates:
            raise Refused("not_moderator")
        case Step.SEAT if chosen < len(look.table.seats):
            return Reply(seat_message(look, chosen, click.words), edit=click.is_ephemeral)
        case Step.GIVE:
            return await _done(click, repairs.handed_on, chosen, chosen_person(click.interaction))
        case Step.FILL:
            return await _done(click, repairs.handed_on, chosen, None)
    raise Refused("unknown_button")


async def _done(click: Click, verb: Verb[P], *args: P.args, **kwargs: P.kwargs) -> Reply:
    """Change the table by a moderator's verb; return a confirmation."""
    key = f"{model.REPAIR}{click.key}"
    await click.tables.do(click.table, click.person, key, verb, *args, **kwargs)
    look = await click.look()
    view = done_message(look, await click.url(look), click.words, click.words("repair.done"))
    return Reply(view, edit=click.is_ephemeral)
