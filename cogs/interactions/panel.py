"""A player's panel as the reply to a click, and clicks on it that play or ask for advice."""

from __future__ import annotations

from functools import partial

import msgspec

from cogs.discord_io.delivery import Reply
from cogs.interactions.click import Click, button
from cogs.interactions.my_games import onward
from cogs.messages.panels import reader_of
from cogs.text.ids import PICK, PLAY, Pick, number
from cogs.views.advice import HINT, WHY, advice_lines
from cogs.views.panel import NEXT, Advised, owes, panel_message
from cogs.views.story_lines import story_lines
from tables import Advice, Look, Outcome
from tables.verbs import play
from tables.verbs.access import Right
from tables.views import looks


async def new_panel(
    click: Click, look: Look, note: str = "", picked: str = "", advised: Advised | None = None
) -> Reply:
    """Return the clicker's panel as a new ephemeral message; the arguments are those of `panel_message`."""
    parts, url = click.parts, await click.url(look)
    others = None if owes(look) else await onward(click, look)
    reader = await reader_of(parts, click.user_id, look, others)
    view = panel_message(look, click.words, url, note, picked=picked, advised=advised, reader=reader)
    # The note stays until something else changes, as the message counts as showing the panel without it.
    kept = panel_message(look, click.words, url, picked=picked, reader=reader) if note or advised else None
    answered = partial(parts.updaters.ephemerals.answered, click.interaction, look, picked)
    return Reply(view, kept=kept, shown=partial(answered, onward=others), panel=look)


async def panel_reply(
    click: Click, look: Look, note: str = "", picked: str = "", advised: Advised | None = None
) -> Reply:
    """Return the clicker's panel: in the clicked message if that is private, else in a new ephemeral one."""
    message = click.message
    # A forged custom_id must not put a panel into a public message.
    if message is None or not click.is_private:
        return await new_panel(click, look, note, picked, advised)
    if click.is_ephemeral:
        return msgspec.structs.replace(await new_panel(click, look, note, picked, advised), edit=True)
    await click.parts.people.came_by(click.user_id, click.parts.now())
    direct_panels = click.parts.updaters.direct_panels
    await direct_panels.adopt(look, message.channel.id, message.id)
    turn, others = direct_panels.turn(look), None if owes(look) else await onward(click, look)
    view = await direct_panels.panel(look, turn, note, picked, advised, others)
    kept = await direct_panels.panel(look, turn, picked=picked, onward=others) if note or advised else None
    return Reply(
        view, edit=True, kept=kept, shown=partial(direct_panels.answered, look, turn, picked, others)
    )


@button(PLAY, Right.ACT)
async def played(click: Click) -> Reply:
    """Answer the game's question by a move; the detail is a `Pick` with the question's number and a move."""
    answer = Pick.parse(click.detail)
    await click.tables.check_reached(click.table, answer.asked)
    done = await click.do(play.played, answer.asked, answer.picked)
    return await panel_reply(click, done.look, await _stale_note(click, done, answer.asked))


@button(PICK, Right.ACT)
async def picked(click: Click) -> Reply:
    """Show the next step of choosing a move; the detail is a `Pick` with the steps chosen so far."""
    look, pick = await click.own_look(), Pick.parse(click.detail)
    await click.tables.check_reached(click.table, pick.asked)
    if look.asked != pick.asked:
        return await panel_reply(click, look, f"-# {click.words('table.stale')}")
    return await panel_reply(click, look, picked=pick.picked)


@button("back", Right.ACT)
async def taken_back(click: Click) -> Reply:
    """Undo the clicker's latest click, if that click wrote the journal entry whose number is the detail."""
    done = await click.do(looks.taken_back, number(click.detail, 0))
    note = f"-# {click.words('table.stale')}" if done.status == "stale" else ""
    return await panel_reply(click, done.look, note)


@button("cards", Right.ACT)
async def cards(click: Click) -> Reply:
    """Open the clicker's panel in a new ephemeral message."""
    await click.parts.people.note_locale(click.interaction)
    return await new_panel(click, await click.own_look())


@button(NEXT, Right.ACT)
async def next_table(click: Click) -> Reply:
    """Open the clicker's panel of another table that waits for them, in place of the clicked panel.

    If the clicked panel is in direct messages, or another process may repaint it, the other panel is a new
    message.  The detail is the id of the clicked panel's table.
    """
    reply = await new_panel(click, await click.own_look())
    is_replaced = click.is_ephemeral and click.tables.cluster.is_ours(click.detail)
    return msgspec.structs.replace(reply, edit=is_replaced)


@button("refresh", Right.ACT)
async def refreshed(click: Click) -> Reply:
    """Repaint the clicker's panel."""
    return await panel_reply(click, await click.own_look())


async def _stale_note(click: Click, done: Outcome, asked: int) -> str:
    """Return a line on the events since question `asked`, if the click was outdated; else an empty text."""
    if done.status != "stale":
        return ""
    since = await click.tables.read(click.table, looks.log_since_asked, click.user_id, asked)
    lines = story_lines(since, done.look, click.words)[-3:]
    return f"-# {click.words('table.stale')} " + " ".join(" ".join(line.split()) for line in lines)


@button(HINT, Right.ACT)
async def hint(click: Click) -> Reply:
    """Give the clicker a hint, and let the other players know; the detail is the question's number."""
    done, advice = await click.tables.hint(click.table, click.person, click.key, number(click.detail))
    return await _advised(click, done.look, advice)


@button(WHY, Right.ACT)
async def why(click: Click) -> Reply:
    """Explain a computer player's move by facts that the clicker knows.

    The detail is the number of the move's journal entry.
    """
    advice = await click.tables.why(click.table, click.person, number(click.detail))
    return await _advised(click, await click.own_look(), advice)


async def _advised(click: Click, look: Look, advice: Advice | None) -> Reply:
    """Return the clicker's panel with the advice, which stays until something else changes the panel.

    If the clicked panel shows a step of choosing a move, the returned panel shows the same step.
    `advice` is None if the click was outdated; the panel then has a line on that.
    """
    if advice is None:
        return await panel_reply(click, look, f"-# {click.words('table.stale')}")
    lines = advice_lines(advice, look, click.words, click.verb)
    is_one = click.verb == HINT and advice.move not in advice.verdict.mix
    advised = Advised("\n".join(lines), advice.move or "" if is_one else "")
    message = click.message
    shown = click.parts.displays.message(message.id if message else 0).picked(look.asked)
    return await panel_reply(click, look, picked=shown, advised=advised)
