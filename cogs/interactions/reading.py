"""Clicks to read or share: enlarged boards, logs, rules, deals, replays, reviews, finished games."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Final

import discord

from cogs.discord_io.attachments import without_pictures
from cogs.discord_io.delivery import Reply
from cogs.discord_io.origin import may_write_here, places
from cogs.interactions.click import Click, button
from cogs.interactions.lobby import adopt, submitted
from cogs.messages.whereabouts import THREAD
from cogs.text.ids import FilePosition, ReplayPosition, RulesPage, number
from cogs.text.ui import plain
from cogs.views.board import DEAL, ZOOM
from cogs.views.end_card import SHARE, moving_picture, share_message
from cogs.views.reading import (
    WORD,
    deal_message,
    guide_message,
    log_message,
    rules_message,
    word_form,
    zoom_message,
)
from cogs.views.replay import ReplaySource
from tables import Facts, Phase, Refused
from tables.verbs import lobby
from tables.verbs.access import Right
from tables.views.looks import log_of
from tables.views.replay import of_table

VERIFY: Final = Path(__file__).parents[2] / "docs" / "deals" / "verify.py"
"""The program by which anyone can check a deal; the program needs nothing else of ours."""


@button(ZOOM, Right.READ)
async def zoomed(click: Click) -> Reply:
    """Show an enlarged part of the board, named by the detail; a click on another part edits the message."""
    look = await click.look()
    view = zoom_message(look, click.detail, click.words, has_back=_has_back(click, look.table))
    is_further = bool(click.detail) and click.is_private
    return Reply(view, edit=is_further or click.is_ephemeral)


@button("log", Right.READ)
async def log(click: Click) -> Reply:
    """Show a page of the play-by-play; the detail is the number of its last line; empty: the newest page."""
    who = click.user_id
    look = await click.tables.look(click.table, who)
    logged = await click.tables.read(click.table, log_of, who)
    thread = (await click.tables.messages.get(click.table)).get(THREAD)
    thread_id, has_back = thread.message_id if thread else None, _has_back(click, look.table)
    end = number(click.detail, 0)
    view = log_message(look, logged, click.words, thread_id, end=end, has_back=has_back)
    return Reply(view, edit=click.is_ephemeral)


@button("rules", Right.READ)
async def rules_of_table(click: Click) -> Reply:
    """Show a page of the rules of the table's game; the detail is the page's number."""
    table = await click.tables.table(click.table)
    back_to = table if _has_back(click, table) else None
    view = rules_message(table.game_id, number(click.detail, 0), click.words, back_to)
    return Reply(view, edit=click.is_ephemeral)


@button("guide", Right.READ)
async def guide(click: Click) -> Reply:
    """Show a legend: pictures of the table's game, with explanations of the things in them."""
    table = await click.tables.table(click.table)
    view = guide_message(table.game_id, click.words, table if _has_back(click, table) else None)
    return Reply(view, edit=click.is_ephemeral)


@button("rules")
async def rules(click: Click) -> Reply:
    """Show a page of a game's rules; the detail is a `RulesPage`."""
    page = RulesPage.parse(click.detail)
    return Reply(rules_message(page.game_id, page.page, click.words), edit=click.is_private)


def _has_back(click: Click, table: Facts) -> bool:
    """Whether the reply replaces the clicker's own panel, so that the reply needs a button back."""
    return click.is_ephemeral and table.seat_of(click.user_id) is not None


@button("replay", Right.READ)
async def replay_of_table(click: Click) -> Reply:
    """Show a frame of the replay of the table's game; the detail is a `ReplayPosition`."""
    source, stop = ReplaySource(table=click.table), ReplayPosition.parse(click.detail)
    return await click.parts.replay_player.clicked(click.interaction, source, stop)


@button("replay")
async def replay_of_file(click: Click) -> Reply:
    """Show a frame of the replay of a file's game; the detail is a `FilePosition`."""
    to = FilePosition.parse(click.detail)
    return await click.parts.replay_player.clicked(click.interaction, ReplaySource(file=to.file), to.stop)


@button("record", Right.READ)
async def record(click: Click) -> Reply:
    """Send the record of the table's finished game as a file."""
    return await click.parts.replay_player.record(click.interaction, click.table)


@button("review", Right.READ)
async def review(click: Click) -> Reply:
    """Show the review of the table's game, in a new message; with the detail `anew`, in the clicked one."""
    return await click.parts.reviewer.clicked(click.interaction, click.table, click.detail)


@button(SHARE, Right.READ)
async def shared(click: Click) -> Reply:
    """Post a finished game's moving picture and end card, if a player clicks where the player may post.

    Other people get the same message as a private reply.  The message shows its words at once, and its
    pictures when they are drawn.
    """
    table, parts = await click.facts(), click.parts
    replay = await click.tables.read(table.id, of_table, False)
    if replay.result is None:
        raise Refused("not_over" if table.phase is Phase.RUNNING else "nothing_to_share")
    posts = _may_post(click, table)
    words = parts.words(table.locale) if posts else click.words
    moving = await asyncio.to_thread(moving_picture, replay, words)  # Composing sixty boards takes a while.
    meanwhile, view = (
        share_message(table, replay, moving, words, words(key, button=words("table.button_share")))
        for key in ("table.share_follows", "table.share_missing")
    )
    return Reply(
        view,
        public=posts or (click.is_private and not click.is_ephemeral),
        meanwhile=without_pictures(meanwhile),
        shown=lambda *_: None,
    )


def _may_post(click: Click, table: Facts) -> bool:
    """Whether the clicker plays at the table, clicks in the table's place, and may write there."""
    is_seated = table.seat_of(click.user_id) is not None and not table.is_direct
    return is_seated and may_write_here(click.interaction) and table.channel_id in places(click.interaction)


@button(DEAL, Right.READ)
async def deal(click: Click) -> Reply:
    """Show the table's deal, after adding the word of a sent form; with the detail `WORD`, open the form."""
    await adopt(click)
    if click.interaction.type is discord.InteractionType.modal_submit:
        await click.do(lobby.with_word, submitted(click.interaction).get(WORD, ""))
    elif click.detail == WORD:
        await click.tables.check(click.table, click.person, lobby.with_word, "")
        return Reply(plain(click.words("set_up.again")), form=word_form(await click.facts(), click.words))
    return await _shown(click)


async def _shown(click: Click) -> Reply:
    table, dealt = await click.facts(), await click.tables.deal(click.table)
    if dealt is None:
        raise Refused("not_sealed")
    files: dict[str, bytes] = {}
    if dealt.secret is not None:
        with suppress(Refused):  # A game that ended early has no record.
            record = await click.tables.record_file(table.id)
            files = {
                f"{table.game_id}-{table.id}.json": record,
                VERIFY.name: await asyncio.to_thread(VERIFY.read_bytes),
            }
    is_seated = table.seat_of(click.user_id) is not None
    has_back = click.is_ephemeral and table.phase is Phase.RUNNING and is_seated
    view = deal_message(table, dealt, click.user_id, click.words, [*files], has_back=has_back)
    return Reply(view, edit=click.is_ephemeral and not files, files=files)
