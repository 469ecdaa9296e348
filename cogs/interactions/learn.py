"""Lessons: opened by a command or a button, played by the buttons of games, seen by their learner alone."""

from __future__ import annotations

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import check_channel, is_private
from cogs.interactions.opening import opening
from cogs.interactions.parts import ClickParts
from cogs.people.contacts import person
from cogs.text import details, ids
from cogs.text.language import Localizer
from cogs.text.names import written_table_name
from cogs.views.board import ZOOM
from cogs.views.lesson import ANEW, REAL, lesson_message, lessons_message
from cogs.views.rules import rules_message, zoom_message
from engine.players import LEVELS
from tables import LessonLook, Refused

Interaction = discord.Interaction


async def opened_lesson(parts: ClickParts, interaction: Interaction, game_id: str | None) -> Reply:
    """A person's lesson of a game, begun or where they left it; without a game, those that there are."""
    words = parts.people.words_for(interaction)
    if not game_id:
        is_direct = interaction.guild_id is None
        return Reply(lessons_message(words), edit=is_private(interaction), public=is_direct)
    lesson = await parts.tables.lessons.open(person(interaction), game_id)
    return _reply(interaction, lesson, words)


async def clicked_lesson(
    parts: ClickParts, interaction: Interaction, clicked: ids.MoveId | ids.TableId
) -> Reply:
    """Do what a button of a lesson asks for, with the clicker's own lesson."""
    words, lessons = parts.people.words_for(interaction), parts.tables.lessons
    who, key, lesson_id = person(interaction), str(interaction.id), clicked.table
    picked = ""
    match clicked:
        case ids.MoveId():
            lesson = await lessons.play(who, lesson_id, key, clicked.asked, clicked.moves)
        case ids.TableId(verb="back"):
            lesson = await lessons.take_back(who, lesson_id, key, details.number(clicked.detail, 0))
        case ids.TableId(verb=verb) if verb == ANEW:
            lesson = await lessons.begin_anew(who, lesson_id)
        case ids.TableId(verb=verb) if verb == REAL:
            return await _real_table(parts, interaction, lesson_id)
        case ids.TableId(verb=ids.PICK):
            pick = details.Pick.parse(clicked.detail)
            lesson = await lessons.look(who, lesson_id)
            picked = pick.picked if pick.asked == lesson.look.asked else ""
        case ids.TableId(verb="rules"):
            lesson = await lessons.look(who, lesson_id)
            # Its button to the game's lesson leads back.
            return Reply(rules_message(lesson.look.table.game_id, 0, words), edit=is_private(interaction))
        case ids.TableId(verb=verb) if verb == ZOOM:
            lesson = await lessons.look(who, lesson_id)
            is_in_place = is_private(interaction)
            view = zoom_message(lesson.look, clicked.detail, words, has_back=is_in_place)
            return Reply(view, edit=is_in_place)
        case _:
            raise Refused("unknown_button")
    return _reply(interaction, lesson, words, picked=picked)


async def _real_table(parts: ClickParts, interaction: Interaction, lesson_id: str) -> Reply:
    """Open a table like a lesson, with the weakest computers, where it was clicked; the lesson says where.

    Pressed again, it opens another one only once that is over.

    Raises:
        Refused: `no_lesson`; as `check_channel` and `Tables.new`.
    """
    check_channel(interaction)
    lesson = await parts.tables.lessons.look(person(interaction), lesson_id)
    game = lesson.look.game
    assert game.lesson is not None
    assert interaction.message is not None
    wanted = opening(interaction, game.id, game.lesson.seats, game.lesson.options)
    key, gentle = f"lesson:{interaction.message.id}", [LEVELS[0]] * (game.lesson.seats - 1)
    done, _ = await parts.tables.opened_once(wanted, person(interaction), key, gentle)
    table = done.look.table
    await parts.people.note_locale(interaction)
    if done.status == "done":
        parts.refresher.post(table.id)
    told = parts.people.words_for(interaction)(
        "learn.opened",
        table=written_table_name(table),
        channel=f"<#{table.channel_id}>",
        start=parts.words(table.locale)("table.button_start"),
    )
    return await lesson_now(parts, interaction, lesson_id, f"🎲 {told}")


async def lesson_now(parts: ClickParts, interaction: Interaction, lesson_id: str, note: str) -> Reply:
    """The clicker's own lesson as it is now, with a line on top.

    Raises:
        Refused: As `Lessons.look`.
    """
    lesson = await parts.tables.lessons.look(person(interaction), lesson_id)
    return _reply(interaction, lesson, parts.people.words_for(interaction), note)


def _reply(
    interaction: Interaction, lesson: LessonLook, words: Localizer, note: str = "", picked: str = ""
) -> Reply:
    """The lesson in place of the message clicked, if nobody else reads that; else as a new one."""
    said = words("learn.began_anew") if lesson.is_anew else words("table.stale") if lesson.is_stale else ""
    view = lesson_message(lesson, words, note or (said and f"-# {said}"), picked)
    # In direct messages it stays: a hidden answer is gone as soon as Discord is closed.
    return Reply(view, edit=is_private(interaction), public=interaction.guild_id is None)
