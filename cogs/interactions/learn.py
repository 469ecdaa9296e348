"""Clicks on lessons: a command or button opens a lesson, and the game's usual buttons play it."""

from __future__ import annotations

from cogs.discord_io.delivery import Reply
from cogs.discord_io.origin import check_channel, is_direct
from cogs.interactions.click import Click, button
from cogs.interactions.lobby import opening
from cogs.text import ids
from cogs.text.names import place_link, written_table_name
from cogs.views.board import ZOOM
from cogs.views.lesson import ANEW, BEGIN, REAL, lesson_message, lessons_message
from cogs.views.reading import rules_message, zoom_message
from engine.players import LEVELS
from tables import LessonLook, Refused
from tables.rematch import opened_once


@button("learn")
async def opened_lesson(click: Click) -> Reply:
    """Open or resume the clicker's lesson of the game in the detail; without detail, list all lessons."""
    if not click.detail:
        return Reply(lessons_message(click.words), edit=click.is_private, public=is_direct(click.interaction))
    lesson = await click.tables.lessons.open(click.person, click.detail)
    return _reply(click, lesson, explains=lesson.is_first)


async def clicked_lesson(click: Click) -> Reply:
    """Carry out a button of one of the clicker's own lessons, and return the lesson."""
    lessons, who, lesson_id = click.tables.lessons, click.person, click.table
    picked = ""
    match click.verb:
        case ids.PLAY:
            answer = ids.Pick.parse(click.detail)
            lesson = await lessons.play(who, lesson_id, click.key, answer.asked, answer.picked)
        case "back":
            lesson = await lessons.take_back(who, lesson_id, click.key, ids.number(click.detail, 0))
        case verb if verb == ANEW:
            lesson = await lessons.begin_anew(who, lesson_id)
            return _reply(click, lesson, explains=lesson.is_first)
        case verb if verb == BEGIN:
            lesson = await lessons.look(who, lesson_id)
        case verb if verb == REAL:
            return await _real_table(click)
        case ids.PICK:
            pick = ids.Pick.parse(click.detail)
            lesson = await lessons.look(who, lesson_id)
            picked = pick.picked if pick.asked == lesson.look.asked else ""
        case "rules":
            lesson = await lessons.look(who, lesson_id)
            # A page of rules has a button to the game's lesson, by which the learner comes back.
            return Reply(rules_message(lesson.look.table.game_id, 0, click.words), edit=click.is_private)
        case verb if verb == ZOOM:
            lesson = await lessons.look(who, lesson_id)
            view = zoom_message(lesson.look, click.detail, click.words, has_back=click.is_private)
            return Reply(view, edit=click.is_private)
        case _:
            raise Refused("unknown_button")
    return _reply(click, lesson, picked=picked)


async def _real_table(click: Click) -> Reply:
    """Open a table with the lesson's game and the weakest computer players; reply with the lesson.

    The table is opened in the click's channel.  Further clicks open no second table until its game is over.
    """
    check_channel(click.interaction)
    lesson = await click.tables.lessons.look(click.person, click.table)
    game = lesson.look.game
    assert game.lesson is not None
    assert click.message is not None
    wanted = opening(click, game.id, game.lesson.seats, game.lesson.options)
    key, gentle = f"lesson:{click.message.id}", [LEVELS[0]] * (game.lesson.seats - 1)
    done, _ = await opened_once(click.tables, wanted, click.person, key, gentle)
    table = done.look.table
    await click.parts.people.note_locale(click.interaction)
    if done.status == "done":
        click.parts.refresher.post(table.id)
    told = click.words(
        "learn.opened",
        table=written_table_name(table),
        channel=place_link(table, click.words),
        start=click.parts.words(table.locale)("table.button_start"),
    )
    return await lesson_now(click, f"🎲 {told}")


async def lesson_now(click: Click, note: str) -> Reply:
    """Return the clicker's lesson now, with the line `note` on top; raises what `Lessons.look` raises."""
    return _reply(click, await click.tables.lessons.look(click.person, click.table), note)


def _reply(
    click: Click, lesson: LessonLook, note: str = "", picked: str = "", *, explains: bool = False
) -> Reply:
    """Show the lesson: in the clicked message if only the clicker can read that, else in a new message."""
    words = click.words
    said = words("learn.began_anew") if lesson.is_anew else words("table.stale") if lesson.is_stale else ""
    note = note or (said and f"-# {said}")
    describes = click.tables.people.preferences(click.user_id).describes is True
    view = lesson_message(lesson, words, note, picked, explains=explains, describes=describes)
    # In direct messages not ephemeral: an ephemeral answer is gone as soon as Discord is closed.
    return Reply(view, edit=click.is_private, public=is_direct(click.interaction))
