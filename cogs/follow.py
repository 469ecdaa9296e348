"""Following a table: what a follower is shown, and the choice of what to hear of.

All of it is made from what a spectator may know: the board as it stands in the channel, without its buttons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from cogs.board import board_message, colour, table_button, title
from cogs.gallery import without_pictures
from cogs.ids import TableId
from cogs.layout import message
from cogs.painters.canvas import message_url
from cogs.painters.story import newest_lines, story_lines
from cogs.places import board_channel, is_private
from cogs.reply import Reply
from cogs.screens import screens
from cogs.screens.contract import Item, text
from cogs.speech import Speech
from tables import Follower, Happening, Look, Phase, Refused, TableView, What
from tables.followers import check_may_follow

if TYPE_CHECKING:
    from cogs.client import TableBot

Interaction = discord.Interaction["TableBot"]
Button = ui.Button[ui.LayoutView]

STOP: Final = "stop"
UNFOLLOW: Final = "unfollow"
"""As what `tables.access` knows the button that stops."""
LINES: Final = 8
"""So many of the newest lines stand in a notice; the thread has all of them."""
MOST_CHARACTERS: Final = 3900
"""Of a notice; Discord's limit for all texts of a message is 4,000."""


# What a follower is shown


def follower_message(
    look: Look, what: What, happenings: list[Happening], words: Speech, url: str | None, *, is_first: bool
) -> ui.LayoutView:
    """A follower's direct message on a table.

    Args:
        look: What a spectator may know.
        what: What they want to hear of.
        happenings: What a spectator may know that has happened since the last message.
        words: Their language.
        url: Where the board stands, if it stands anywhere.
        is_first: They have just begun to follow.
    """
    table = look.table
    goes_on = table.phase is Phase.RUNNING
    head: list[Item] = []
    if is_first and goes_on:
        head = [text(f"👁️ **{words('follow.begun')}** {words(f'follow.now_{what.value}')}")]
    buttons: list[Button] = [ui.Button(label=words("table.button_board"), url=url)] if url else []
    if goes_on:
        buttons.append(
            table_button(table.id, "follow", words, detail=STOP, label=words("follow.button_stop"))
        )
    foot: list[Item] = [ui.ActionRow(*buttons)] if buttons else []
    bare = message([*head, *everybodys(look, words), *foot])
    room = MOST_CHARACTERS - without_pictures(bare).content_length()
    lines = [] if is_first or not goes_on else since_then(story_lines(happenings, look, words), room, words)
    told: list[Item] = [ui.Separator(), text(*lines)] if lines else []
    return message([*head, *everybodys(look, words), *told, *foot], colour(table.game_id))


def everybodys(look: Look, words: Speech) -> list[Item]:
    """The board as it stands in the channel, without what can be pressed there."""
    view = board_message(look, words)
    parts = [part for frame in view.children if isinstance(frame, ui.Container) for part in frame.children]
    return [part for part in parts if not isinstance(part, ui.ActionRow)]


def since_then(lines: list[str], room: int, words: Speech) -> list[str]:
    """As many of the newest lines as have room, under a heading."""
    if not lines:
        return []
    heading = f"-# {words('follow.since')}"
    return [heading, *newest_lines(lines, words, room - len(heading) - 1, LINES)]


def choice_message(table: TableView, follower: Follower | None, words: Speech) -> ui.LayoutView:
    """What one can hear of a table, and what one has chosen."""
    chosen = follower.what if follower is not None else None
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    buttons = [
        table_button(
            table.id,
            "follow",
            words,
            primary if what is chosen else secondary,
            detail=what.value,
            label=words(f"follow.button_{what.value}"),
        )
        for what in What
    ]
    if follower is not None:
        label = words("follow.button_none")
        buttons.append(table_button(table.id, "follow", words, detail=STOP, label=label))
    now = words(f"follow.now_{chosen.value}") if chosen is not None else words("follow.now_none")
    lines = (title(table, words), f"**{words('follow.choose')}**", words("follow.how"), f"-# {now}")
    return message([text(*lines), ui.ActionRow(*buttons)], screens()[table.game_id].colour)


def stopped_message(table: TableView, words: Speech, url: str | None) -> ui.LayoutView:
    """That a table is followed no more, where it can't be followed again."""
    items: list[Item] = [text(title(table, words), words("follow.stopped"))]
    if url:
        items.append(ui.ActionRow(ui.Button(label=words("table.button_board"), url=url)))
    return message(items)


# Clicks


def is_stop(clicked: TableId) -> bool:
    """Whether somebody wants to hear of a table no more."""
    return clicked.verb == "follow" and clicked.detail == STOP


async def clicked_follow(bot: TableBot, interaction: Interaction, clicked: TableId) -> Reply:
    """Show what can be heard of a table, or do what was chosen.

    Raises:
        Refused: As `Followers.follow`; `follow_closed`, `unknown_button`.
    """
    table = await bot.tables.table(clicked.table)
    if clicked.detail == STOP:
        return await _stopped(bot, interaction, table)
    if clicked.detail and clicked.detail not in list(What):
        raise Refused("unknown_button")
    check_may_follow(table, interaction.user.id)
    follower = bot.tables.followers.get(table.id, interaction.user.id)
    speech = await bot.people.words_for(interaction)
    if not clicked.detail:
        return Reply(choice_message(table, follower, speech))
    follower = await _chosen(bot, interaction, table, What(clicked.detail), speech)
    return Reply(choice_message(table, follower, speech), edit=is_private(interaction))


async def _chosen(
    bot: TableBot, interaction: Interaction, table: TableView, what: What, speech: Speech
) -> Follower:
    follower = await bot.tables.followers.follow(table.id, interaction.user.id, what, interaction.id)
    if not follower.is_confirmed:
        look = await bot.tables.look(table.id, None)
        shown = await bot.tables.screens.get(table.id)
        if not await bot.refresher.followers.confirm(look, follower, shown, speech):
            raise Refused("follow_closed")
    await bot.people.note_locale(interaction)
    bot.refresher.mark(table.id)  # It may have ended meanwhile.
    return follower


async def _stopped(bot: TableBot, interaction: Interaction, table: TableView) -> Reply:
    former = await bot.tables.followers.unfollow(table.id, interaction.user.id)
    here = interaction.message.id if interaction.message is not None else 0
    if former is not None and former.message_id != here:
        await bot.refresher.followers.retire(former)
    speech = await bot.people.words_for(interaction)
    running = table.phase is Phase.RUNNING
    if running and table.channel_id == board_channel(interaction):
        return Reply(choice_message(table, None, speech), edit=is_private(interaction))
    look = await bot.tables.look(table.id, None)
    url = message_url(look, await bot.tables.screens.get(table.id))
    return Reply(stopped_message(table, speech, url), edit=is_private(interaction))
