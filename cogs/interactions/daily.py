"""The daily deal: the command `/daily`, and the clicks on its messages."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Final

import discord

from cogs.discord_io.delivery import TOKEN_LASTS_S, Reply
from cogs.discord_io.origin import is_direct, may_write_here
from cogs.history.daily import BEST, PLAY, POST, PRACTISE, PUZZLE, daily_message, line_message
from cogs.interactions.click import Click, button
from cogs.interactions.panel import new_panel, panel_reply
from cogs.interactions.practice import puzzle_of_day
from cogs.messages.whereabouts import ADDRESS, POSTED, UNTIL_THE_END, has_message
from cogs.text.ids import DailyStep
from cogs.text.ui import plain
from tables import Phase, Refused
from tables.daily import NAME, Plan, has_tried, is_open, read_day, wanted
from tables.model.table import OPEN_PHASES
from tables.timing.clock import local
from tables.verbs import play

WAIT_S: Final = 1.5
"""Seconds that an answer waits for the computer players' results."""


@button("daily")
async def daily(click: Click) -> Reply:
    """Show a date's deal (by default, today's), or do the step (play, post …) that the detail names."""
    asked = DailyStep.parse(click.detail)
    now, zone = click.parts.now(), click.tables.people.preferences(click.user_id).zone
    plan = click.tables.daily.plan(read_day(asked.day, now, zone))
    await click.parts.people.note_locale(click.interaction, of_anybody=True)
    match asked.step:
        case step if step in (PLAY, PRACTISE):
            return await _played(click, plan)
        case step if step == POST:
            return await _posted(click, plan)
        case step if step.startswith(BEST):
            return await _replayed(click, plan, local(now, zone).date())
        case step if step == PUZZLE:
            return await puzzle_of_day(click, plan)
        case "":
            return await _shown(click, plan, local(now, zone).date())
    raise Refused("unknown_button")


async def _shown(click: Click, plan: Plan, today: date) -> Reply:
    found = await click.tables.daily.standing(plan, click.user_id, WAIT_S)
    view = daily_message(found, click.words, today, counts=is_open(plan.day, click.parts.now()))
    # In direct messages not ephemeral: an ephemeral answer is gone as soon as Discord is closed.
    return Reply(view, edit=click.is_private, public=is_direct(click.interaction))


async def _played(click: Click, plan: Plan) -> Reply:
    """Open the clicker's panel of a game with the date's deal; if no such game is running, begin one.

    The clicker's first game counts while it is still that date somewhere on earth, even if the clicker
    pressed the button to practise: so nobody practises a deal before the game that counts.  Other games are
    practice.
    """
    tables, who = click.tables, click.person
    mine = await tables.daily.own(plan, who.id)
    table = next((one for one in mine if one.phase in OPEN_PHASES), None)
    counts = is_open(plan.day, click.parts.now()) and not any(one.is_compared for one in mine)
    if table is None:
        key = f"{NAME}{plan.day}:{tables.seal(plan.name, who.id)}" if counts else click.key
        locale, computers = click.words.language, [plan.level] * (plan.seats - 1)
        done = await tables.new(wanted(plan, locale, counts=counts), who, key, computers)
        if done.look.seat is None:  # The clicker was forgotten since the game.
            done = await tables.new(wanted(plan, locale, counts=False), who, click.key, computers)
        table = done.look.table
    click.parts.access.check_owned(table.id)
    if table.phase is Phase.LOBBY:
        await tables.do(table.id, who, f"{click.key}:start", play.started)
    click.table = table.id
    look = await tables.look(table.id, who.id)
    return await (panel_reply if click.is_private else new_panel)(click, look)


async def _posted(click: Click, plan: Plan) -> Reply:
    """Post the clicker's result in a date's deal publicly in the click's channel, at most once there.

    Raises:
        Refused: `nothing_to_share`: the clicker has no result; `you_may_not_post`.
    """
    found = await click.tables.daily.standing(plan, click.user_id, WAIT_S)
    if found.points is None:
        raise Refused("nothing_to_share")
    if not may_write_here(click.interaction):
        raise Refused("you_may_not_post")
    table, here = found.tables[0].id, click.interaction.channel_id or 0
    click.parts.access.check_owned(table)
    name, messages = f"{POSTED}{here}", click.tables.messages
    async with click.parts.displays.of(table).board:
        ref = (await messages.get(table)).get(name)
        if ref is not None and await has_message(click.parts, here, ref.message_id):
            url = ADDRESS.format(click.interaction.guild_id or "@me", ref)
            return Reply(plain(f"[{click.words('daily.posted')}]({url})"))
        if ref is not None and not ref.message_id and click.parts.now() < ref.at + TOKEN_LASTS_S:
            return Reply(plain(click.words("daily.posted")))  # An earlier click's reply is under way.
        await messages.put(table, name, here, 0, UNTIL_THE_END)
    view = line_message(found, f"<@{click.user_id}>", click.words)
    return Reply(view, public=True, posted=partial(_noted, click, table, name))


async def _noted(click: Click, table: str, name: str, sent: discord.Message | None) -> None:
    """Write the database note of the message with a posted result (`sent`).

    None: no message was posted, or its id isn't known; the note is then deleted.
    """
    if sent is None:
        await click.tables.messages.remove(table, name)
    else:
        await click.tables.messages.put(table, name, sent.channel.id, sent.id, UNTIL_THE_END)


async def _replayed(click: Click, plan: Plan, today: date) -> Reply:
    """Open the replay of one of the date's best games, without names.

    While the date's results still count, only a person whose try is over may see it.  If the game isn't among
    the best any more, show the date's deal with the present list.
    """
    mine = await click.tables.daily.own(plan, click.user_id)
    if not has_tried(mine) and is_open(plan.day, click.parts.now()):
        raise Refused("try_first")
    table_id = DailyStep.parse(click.detail).step.removeprefix(BEST)
    if all(one.table_id != table_id for one in await click.tables.daily.best(plan)):
        return await _shown(click, plan, today)
    content = await click.tables.record_file(table_id, named=False)
    return await click.parts.replay_player.open_record(click.interaction, content)
