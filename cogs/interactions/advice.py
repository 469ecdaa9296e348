"""Clicks that ask for advice: *Hint*, and why a computer player moved as it did."""

from __future__ import annotations

from functools import partial

from cogs.discord_io.delivery import Reply
from cogs.interactions.click import Click, button
from cogs.interactions.panel import panel_reply
from cogs.text.ids import number
from cogs.views.advice import HINT, WHY, advice_message
from tables import Advice, Look
from tables.verbs.access import Right


@button(HINT, Right.ACT)
async def hint(click: Click) -> Reply:
    """Advise the clicker on the question whose number is the detail; the others are told of it."""
    asked, was_kept = number(click.detail), _is_kept(click)
    done, advice = await click.tables.hint(click.table, click.person, click.key, asked)
    return await _told(click, done.look, advice, was_kept)


@button(WHY, Right.ACT)
async def why(click: Click) -> Reply:
    """Say why a computer player made a move, by what the clicker can see; the detail is the move's entry."""
    entry, was_kept = number(click.detail), _is_kept(click)
    advice = await click.tables.why(click.table, click.person, entry)
    return await _told(click, await click.own_look(), advice, was_kept)


def _is_kept(click: Click) -> bool:
    """Whether the panel clicked is one that is kept up to date in a channel."""
    return click.message is not None and click.parts.displays.of(click.table).keeps(click.message.id)


async def _told(click: Click, look: Look, advice: Advice | None, was_kept: bool) -> Reply:
    """The advice, right below the panel clicked; if the table has moved on, the panel as it is now.

    A panel in a channel follows the game on, as after a click on any other of its buttons.
    """
    if advice is None:
        return await panel_reply(click, look, f"-# {click.words('table.stale')}")
    view = advice_message(advice, look, click.words, click.verb)
    if not click.is_ephemeral:
        return Reply(view)
    renewed = partial(click.parts.painters.ephemerals.renewed, click.interaction, look, was_kept)
    return Reply(view, beside=renewed)
