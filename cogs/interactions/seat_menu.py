"""Clicks on a player's menu: proposals to other players, automatic answers, planned moves, their seat."""

from __future__ import annotations

from functools import partial

from cogs.discord_io.delivery import Reply
from cogs.discord_io.origin import is_direct
from cogs.interactions.click import Click, button
from cogs.interactions.lobby import chosen_person, seated
from cogs.interactions.panel import new_panel, panel_reply
from cogs.text import ids
from cogs.text.ui import plain
from cogs.views.board import done_line
from cogs.views.follow import left_message
from cogs.views.menu import SURE, menu_message, sure_message
from tables import Look
from tables.verbs import P, Verb, auto_answers, lobby, seat_changes, votes
from tables.verbs.access import Right


@button("more", Right.ACT)
async def menu(click: Click) -> Reply:
    """Show the player's menu, with all that a player can do besides making moves."""
    return menu_reply(click, await click.own_look())


@button("wish", Right.ACT)
async def wished(click: Click) -> Reply:
    """Set one of the clicker's automatic answers to a recurring question; the detail is a `Wish`."""
    wish = ids.Wish.parse(click.detail)
    await click.tables.amend(click.table, click.person, auto_answers.with_auto_answer, wish.name, wish.values)
    return menu_reply(click, await click.own_look())


@button("unplan", Right.ACT)
async def unplanned(click: Click) -> Reply:
    """Drop the clicker's planned moves, so that the game asks for each move again."""
    await click.tables.amend(click.table, click.person, auto_answers.unplanned)
    return await panel_reply(click, await click.own_look())


@button("propose", Right.ACT)
async def proposed(click: Click) -> Reply:
    """Make a proposal to the other players; the detail is its `Matter`."""
    return await _settled(click, votes.proposed, ids.matter(click.detail))


@button("agree", Right.ACT)
async def agreed(click: Click) -> Reply:
    """Agree to a proposal; the detail is its `ProposalRef`."""
    proposal = ids.ProposalRef.parse(click.detail)
    return await _settled(click, votes.agreed, proposal.number, proposal.matter)


@button("decline", Right.ACT)
async def declined(click: Click) -> Reply:
    """Decline another player's proposal, or withdraw one's own; the detail is its `ProposalRef`."""
    proposal = ids.ProposalRef.parse(click.detail)
    return await _settled(click, votes.declined, proposal.number, proposal.matter)


@button("offer", Right.ACT)
async def offered(click: Click) -> Reply:
    """Offer the clicker's seat to the person chosen in the list."""
    done = await click.do(seat_changes.offered, chosen_person(click.interaction))
    return menu_reply(click, done.look)


@button("withdraw", Right.ACT)
async def withdrawn(click: Click) -> Reply:
    """Withdraw the offer of the clicker's seat."""
    return menu_reply(click, (await click.do(seat_changes.offered, None)).look)


@button("take", Right.TAKE)
async def taken(click: Click) -> Reply:
    """Give the clicker the seat in the detail, which is offered, or whose player has left the server."""
    done = await seated(click, seat_changes.taken, ids.number(click.detail))
    return await new_panel(click, done.look)


@button("fill", Right.ACT)
async def filled(click: Click) -> Reply:
    """Give a computer player a seat: the seat in the detail or, after a question, the clicker's."""
    if not click.detail:
        return await _sure(click)
    seat = None if click.detail == SURE else ids.number(click.detail)
    return await _settled(click, seat_changes.yielded, seat)


@button("concede", Right.ACT)
async def conceded(click: Click) -> Reply:
    """Have the clicker concede, if the detail is `SURE`; else ask whether they are sure."""
    if click.detail != SURE:
        return await _sure(click)
    return await _settled(click, seat_changes.conceded)


@button("return", Right.ACT)
async def came_back(click: Click) -> Reply:
    """Let the clicker take over again from the computer player that has played for them."""
    return await panel_reply(click, (await click.do(seat_changes.came_back)).look)


@button("keep", Right.ACT)
async def kept(click: Click) -> Reply:
    """Keep an idle table open, which would otherwise be closed soon."""
    return await _settled(click, lobby.kept)


async def _sure(click: Click) -> Reply:
    """Return the question whether the clicker really wants the effect of the clicked button."""
    view = sure_message(await click.own_look(), click.verb, click.words)
    return Reply(view, edit=click.is_private)


async def _settled(click: Click, verb: Verb[P], *args: P.args, **kwargs: P.kwargs) -> Reply:
    """Run a verb; return the clicker's panel or, if they have none any more, a confirmation."""
    done = await click.do(verb, *args, **kwargs)
    if done.look.seat is not None and done.look.observation is not None:
        return await panel_reply(click, done.look)
    view = plain(done_line(done.look.table, click.user_id, click.words))
    if done.look.seat is None:
        view = left_message(done.look.table, click.user_id, click.words)
    return Reply(view, edit=click.is_private)


def menu_reply(click: Click, look: Look, note: str = "") -> Reply:
    """Return the player's menu, with the line `note` on top, in the clicked private message or a new one."""
    view = menu_message(look, click.words, note, has_lists=not is_direct(click.interaction))
    if not click.is_private:
        return Reply(view)
    if not click.is_ephemeral:
        answered = click.parts.updaters.direct_panels.answered
        return Reply(view, edit=True, shown=partial(answered, look, None, "", None, is_menu=True))
    shown = partial(click.parts.updaters.ephemerals.answered, click.interaction, look, "", is_menu=True)
    return Reply(view, edit=True, shown=shown)
