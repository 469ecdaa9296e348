"""Puzzles: the reader looks for a better move in place of a costly one of a finished game."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from cogs.discord_io.attachments import MOST_CHARACTERS
from cogs.games import screens
from cogs.text import ui
from cogs.text.ids import Puzzle
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names, unbroken, written_table_name
from cogs.text.ui import Item, message, text
from cogs.views.advice import move_line
from cogs.views.board import daily_button, signed_name, table_button
from cogs.views.panel import Reader, asked, first_pictures, pictured, standing
from cogs.views.review import ANEW, Answer, order_then, show_button, told_lines
from cogs.views.times import turns_named
from engine.game import AnyGame, Struct
from tables import Facts, Look, Mistake, Phase
from tables.daily import day_of

TRIES: Final = 3
"""How often a reader may try before the answer is shown."""


class Asked(Struct, frozen=True, gc=True):
    """A puzzle: a costly move, in place of which the reader looks for a better one.

    Attributes:
        game: The game, under the table's version of the rules.
        number: The move's number in the review.
        frame: The number of the move's frame in the replay with secrets shown.
    """

    game: AnyGame
    table: Facts
    number: int
    mistake: Mistake
    frame: int


def puzzle_message(
    puzzle: Asked,
    words: Localizer,
    *,
    tried: int = 0,
    picked: str = "",
    note: str = "",
    describes: bool = False,
) -> ui.LayoutView:
    """The position before a costly move, with the move itself, and the controls of its player's panel.

    A finished game hides nothing, but the reader sees only the player's observation, by which the move was
    judged.  `tried`: how many tries the reader has used up.  `picked`: the steps of a move that the reader
    has chosen so far.  `note`: a line on the reader's latest try.  `describes`: whether words below the
    pictures describe the pictures.
    """
    game, one = puzzle.game, puzzle.mistake
    seen, public = game.observe(one.before, one.seat), game.observe(one.before, None)
    then = replace(
        puzzle.table,
        id=str(Puzzle(puzzle.table.id, one.place)),
        seats=one.seats_at(puzzle.table),
        phase=Phase.RUNNING,
    )
    board = Look(game, then, None, public, public)
    legal = tuple(game.legal_moves(one.before, one.seat))
    look = Look(game, then, one.seat, seen, seen, to_move=(one.seat,), asked=tried, legal_moves=legal)
    names, reader = Names(then.seats, words, one.seat), Reader(describes=describes)
    turn = turns_named(then.game_id, one.turn, one.turn, words)
    played = move_line(then, one.seat, one.played, words)
    question = words.together(words("review.puzzle"), words("review.tries", n=TRIES - tried))
    controls = asked(look, names, words, picked, reader)
    shown = pictured(look, board, names, words, reader)
    items: list[Item] = [
        text(_title(puzzle, words), *([note] if note else []), f"**{turn}** · {played}", question),
        *([*controls, *shown] if first_pictures(controls) else [*shown, *controls]),
        *standing(look, names, words),
        ui.ActionRow(_back(puzzle, words)),
    ]
    view = message(items, screens()[then.game_id].colour)
    if describes and view.content_length() > MOST_CHARACTERS:
        # The descriptions go into the pictures' alternative texts.
        return puzzle_message(puzzle, words, tried=tried, picked=picked, note=note)
    return view


def answer_message(puzzle: Asked, told: str, words: Localizer, answer: Answer | None) -> ui.LayoutView:
    """The end of a puzzle: `told` (a line on the last try), the costly move, a better move, and the reasons.

    `answer`: The good move that the reader has found; None: the reader has found no good move.
    """
    one = puzzle.mistake
    lines = told_lines(puzzle.table, puzzle.number, one, words, answer or (one.better, one.verdict))
    show = [show_button(puzzle.table, [puzzle.number], puzzle.frame, words)]
    if puzzle.table.owner_id is None:
        show = []  # The replay of strangers' game isn't for the reader.
    return message(
        [text(_title(puzzle, words), told), text(*lines), ui.ActionRow(_back(puzzle, words), *show)],
        screens()[puzzle.table.game_id].colour,
    )


def try_line(puzzle: Asked, move: str, words: Localizer, *, is_last: bool) -> tuple[str, Answer | None]:
    """A line on the reader's try `move`, and the answer; the answer is None if the move isn't good.

    `is_last`: Whether the reader has no further try.

    Raises:
        IllegalMove: The text `move` is no move, or the move was not legal.
    """
    one, read = puzzle.mistake, puzzle.game.read_move(move)
    found, order = one.compared_with(puzzle.game, read), order_then(puzzle.table, one, read, words)
    if found is None:
        told = words("review.as_played" if read == one.made else "review.not_it", move=order)
        return f"❌ {words.together(told, words('review.answer' if is_last else 'review.again'))}", None
    better = order_then(puzzle.table, one, one.better, words)
    told = words("review.found" if order == better else "review.as_good", move=order, better=better)
    return f"✅ {told}", (read, found)


def _title(puzzle: Asked, words: Localizer) -> str:
    game = unbroken(signed_name(puzzle.table.game_id, words))
    called = [game, written_table_name(puzzle.table), words("review.button_find")]
    return f"### {LIST.join(called)}"


def unnamed(table: Facts) -> Facts:
    """A copy of a finished table without people's names, for readers who are strangers to these people."""
    seats = tuple(replace(info, person_id=None, name="") for info in table.seats)
    return replace(table, seats=seats, former=(), name="")


def _back(puzzle: Asked, words: Localizer) -> ui.Button:
    day = day_of(puzzle.table)
    if day is not None and puzzle.table.owner_id is None:
        return daily_button(day, words, words("daily.button_results"))
    return table_button(puzzle.table.id, "review", words, detail=ANEW, label=words("review.button_to_review"))
