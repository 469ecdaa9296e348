"""Clicks by which people learn from a finished game: puzzles of its costly moves, and practice tables."""

from __future__ import annotations

from msgspec.structs import replace

from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import TROUBLE
from cogs.discord_io.origin import check_channel, is_direct, is_guest
from cogs.history.daily import puzzle_later_message
from cogs.history.puzzle import TRIES, Asked, answer_message, puzzle_message, try_line, unnamed
from cogs.interactions.click import Click, button
from cogs.interactions.lobby import board_reply, linked, opening
from cogs.text.ids import PICK, PLAY, Pick, Puzzle, number
from cogs.text.names import place_link, written_table_name
from cogs.views.replay import PLAY_ON
from cogs.views.review import ANEW, FIND
from engine.game import IllegalMove
from tables import Opening, Refused
from tables.daily import Plan, day_of, is_open
from tables.verbs import lobby
from tables.verbs.access import Right
from tables.verbs.auto_answers import Moves
from tables.views.replay import of_table


@button(FIND, Right.READ)
async def opened_puzzle(click: Click) -> Reply:
    """Show the puzzle to find a better move than a costly one, whose place in the game is the detail."""
    return await _puzzle(click, number(click.detail))


async def clicked_puzzle(click: Click) -> Reply:
    """Carry out a button of a puzzle: show the next step of choosing a move, or judge the move."""
    puzzle, verb = Puzzle.parse(click.table), click.verb
    click.table, click.verb = puzzle.table, FIND
    click.parts.access.check_owned(click.table)  # The owner has the review.
    if not await is_puzzle_of_day(click):
        await click.check(Right.READ)
    if verb not in (PLAY, PICK):
        raise Refused("unknown_button")
    pick = Pick.parse(click.detail)
    if verb == PICK:
        return await _puzzle(click, puzzle.place, pick.asked, picked=pick.picked)
    return await _puzzle(click, puzzle.place, pick.asked, move=Moves.parse(pick.picked).now[0])


async def is_puzzle_of_day(click: Click) -> bool:
    """Whether a date's puzzle is from the clicked table, and the clicker did not play at this table."""
    facts, daily = await click.facts(), click.tables.daily
    day = day_of(facts)
    if day is None or is_open(day, click.parts.now()) or facts.seat_of(click.user_id) is not None:
        return False
    found = await daily.puzzle(daily.plan(day))
    return found is not None and found.table_id == facts.id


async def puzzle_of_day(click: Click, plan: Plan) -> Reply:
    """Show a puzzle from a game with a past date's deal; while the game's review isn't ready, a text on that.

    Raises:
        Refused: `day_is_open`; `no_puzzle`: nobody finished a game, or no move cost points.
    """
    if is_open(plan.day, click.parts.now()):
        raise Refused("day_is_open")
    found = await click.tables.daily.puzzle(plan)
    if found is None:
        raise Refused("no_puzzle")
    click.table = found.table_id
    click.parts.access.check_owned(click.table)
    review = await click.tables.reviews.review(click.table)
    if not review.is_ready:
        return Reply(puzzle_later_message(plan, click.words), edit=click.is_private)
    if not review.told:
        raise Refused("no_puzzle")
    return await _puzzle(click, review.told[0].place)


async def _puzzle(click: Click, place: int, tried: int = 0, *, picked: str = "", move: str = "") -> Reply:
    """Return the puzzle of the move at `place`; after the right move or the last try, its solution.

    If the review doesn't contain the move, return the review; if the review isn't ready, its progress; for a
    date's puzzle, raise `Refused` (`no_puzzle`) instead.

    `tried`: how many tries were used up before this click.  `picked`: the steps of a move that the clicker
    has chosen so far.  `move`: the move that the clicker tries; empty: none.
    """
    review = await click.tables.reviews.review(click.table)
    known = {one.place: (at, one) for at, one in enumerate(review.told, 1)}
    if place not in known:
        if await is_puzzle_of_day(click):
            raise Refused("no_puzzle")
        return await click.parts.reviewer.clicked(click.interaction, click.table, ANEW)
    (at, one), look = known[place], await click.look()
    replay = await click.tables.read(click.table, of_table, True)
    table = unnamed(look.table) if await is_puzzle_of_day(click) else look.table
    asked = Asked(look.game, table, at, one, replay.number_at(one.place + 1))
    note = ""
    if move:
        tried, is_last = tried + 1, tried + 1 >= TRIES
        try:
            note, answer = try_line(asked, move, click.words, is_last=is_last)
        except IllegalMove as refusal:
            raise Refused(refusal.code, **refusal.facts) from refusal
        if answer is not None or is_last:
            return Reply(answer_message(asked, note, click.words, answer), edit=click.is_private)
    describes = click.tables.people.preferences(click.user_id).describes is True
    tried = min(tried, TRIES - 1)  # The number comes from an id, which may be forged.
    view = puzzle_message(asked, click.words, tried=tried, picked=picked, note=note, describes=describes)
    return Reply(view, edit=click.is_private)


@button(PLAY_ON, Right.READ)
async def played_on(click: Click) -> Reply:
    """Open a practice table that continues a finished game; the detail is the number of moves to keep.

    The table is in the clicker's direct messages or, if the bot can't send any, in the click's place.
    """
    old, here = click.table, opening(click, "", None)
    direct = None if is_guest(click.interaction) else await _direct_channel(click)
    if direct is not None:
        there = replace(here, guild_id=None, channel_id=direct, guest=False, locale=click.words.language)
        await _open(click, old, there, click.key)
        click.parts.refresher.post(click.table)
        await click.parts.refresher.painted(click.table)
        look = await click.look()
        if click.parts.people.takes_direct(click.user_id) or is_direct(click.interaction):
            table = look.table
            place = place_link(table, click.words)
            told = click.words("replay.practice_opened", table=written_table_name(table), channel=place)
            return await linked(click, look, told)
        await click.tables.do(click.table, click.person, f"{click.key}:closed", lobby.cancelled)
    check_channel(click.interaction)
    await _open(click, old, here, f"{click.key}:here")
    return board_reply(click, await click.look())


async def _open(click: Click, old: str, wanted: Opening, key: str) -> None:
    """Open a practice table that continues table `old`, once per `key`; set `click.table` to its id."""
    moves, name = number(click.detail), click.words("replay.practice")
    done = await click.tables.play_on(old, wanted, click.person, key, moves, name)
    click.table = done.look.table.id
    await click.parts.people.note_locale(click.interaction)


async def _direct_channel(click: Click) -> int | None:
    """Return the id of the channel of the clicker's direct messages; None: the bot can't send them any."""
    if is_direct(click.interaction):
        return click.interaction.channel_id
    if not click.parts.people.takes_direct(click.user_id):
        return None
    try:
        return await click.parts.people.direct_channel(click.parts.client, click.user_id)
    except TROUBLE:
        return None
