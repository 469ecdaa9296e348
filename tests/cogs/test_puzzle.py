"""Puzzles show the game as their player saw it then, within Discord's limits."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cogs.discord_io.attachments import pictures
from cogs.games import screens
from cogs.history.puzzle import Asked, answer_message, puzzle_message, try_line
from cogs.text import ids
from cogs.text.ids import CHOOSE, PICK, PLAY, Puzzle
from cogs.text.language import Localizer
from cogs.views.advice import move_line
from cogs.views.review import ANEW, order_then
from engine.players.reasons import Verdict
from locales import in_language
from tables import Refused
from tests.cogs.test_review import table, told
from tests.cogs.test_screens import SETUPS, SPOKEN_SETUPS, assert_fits, parts
from tests.engine.seeded import Setup

EN = Localizer(in_language("en"))
ID = "zzzzz"


def puzzles(setup: Setup) -> list[Asked]:
    facts = replace(table(setup.seats, setup.game.id), id=ID)
    return [Asked(setup.game, facts, at, one, 4) for at, one in enumerate(told(setup), 1)]


def custom_ids(view: Any) -> list[str]:
    """Return the ids of all enabled buttons, and the values of all options."""
    found = list(parts(view.to_components()))
    options = [option["value"] for part in found for option in part.get("options", ())]
    return [*options, *(part["custom_id"] for part in found if part["type"] == 2 and not part["disabled"])]


@SPOKEN_SETUPS
def test_a_puzzle_and_its_answer_fit_discord(setup: Setup, language: str) -> None:
    words = Localizer(in_language(language))
    for puzzle in puzzles(setup):
        order = setup.game.write_move(puzzle.mistake.better)
        line, answer = try_line(puzzle, order, words, is_last=False)
        assert answer == (puzzle.mistake.better, puzzle.mistake.verdict)
        for describes in (False, True):
            assert_fits(puzzle_message(puzzle, words, tried=2, note=line, describes=describes))
        assert_fits(answer_message(puzzle, line, words, answer))


@SETUPS
def test_a_puzzle_has_its_player_s_controls_whose_clicks_come_back_to_it(setup: Setup) -> None:
    for puzzle in puzzles(setup):
        place = puzzle.mistake.place
        view = puzzle_message(puzzle, EN, tried=1)
        found = [ids.read(custom_id) for custom_id in custom_ids(view)]
        back = ids.TableId(ID, "review", ANEW)
        assert back in found
        ours = [one for one in found if one and one != back and one.verb not in (CHOOSE, "kept")]
        assert ours
        for click in ours:
            assert click.verb in (PLAY, PICK), click
            assert Puzzle.parse(click.table) == Puzzle(ID, place)
            assert click.detail.startswith("1.")
        assert pictures(view)


@SETUPS
def test_a_try_is_judged_by_what_it_does(setup: Setup) -> None:
    for puzzle in puzzles(setup):
        one, game = puzzle.mistake, setup.game
        moves = game.legal_moves(one.before, one.seat)
        legal = [move for move in moves if one.compared_with(game, move) is None]
        for is_last in (False, True):
            told, answer = try_line(puzzle, game.write_move(one.better), EN, is_last=is_last)
            assert (answer, "yes, that's the better move" in told) == ((one.better, one.verdict), True)
            if legal:
                told, answer = try_line(puzzle, game.write_move(legal[-1]), EN, is_last=is_last)
                assert (answer, "Here's the answer" in told) == (None, is_last)


@SETUPS
def test_a_puzzle_names_the_move_that_was_played_and_knows_it_again(setup: Setup) -> None:
    for puzzle in puzzles(setup):
        one, game = puzzle.mistake, setup.game
        view = puzzle_message(puzzle, EN).to_components()
        said = "\n".join(part.get("content", "") for part in parts(view))
        line = move_line(puzzle.table, one.seat, one.played, EN)
        assert f" · {line}\nYou're in their seat" in said
        for move in game.legal_moves(one.before, one.seat):
            told, answer = try_line(puzzle, game.write_move(move), EN, is_last=False)
            assert ("that's the move that was played" in told) == (move == one.made and answer is None)


@SETUPS
def test_who_finds_another_good_move_is_told_the_reasons_of_that_move(setup: Setup) -> None:
    for puzzle in puzzles(setup):
        one, game = puzzle.mistake, setup.game
        moves = game.legal_moves(one.before, one.seat)
        other = next((move for move in moves if one.compared_with(game, move) is None), None)
        if other is None:
            continue
        own = Verdict("worse", 3.0, ((game.part_names[1], 3.0),), (0.9, 0.4))
        for verdict in (own, Verdict("close")):
            known = replace(puzzle, mistake=replace(one, good={**one.good, other: verdict}))
            line, answer = try_line(known, game.write_move(other), EN, is_last=False)
            assert answer == (other, verdict)
            assert "that's as good as the move I found (" in line
            view = answer_message(known, line, EN, answer)
            said = "\n".join(part.get("content", "") for part in parts(view.to_components()))
            assert "about 12 points" in said  # What the move that was made has cost stays the same.
            assert ("90%" in said, "61%" in said) == (verdict is own, False)
            order = order_then(known.table, one, other, EN)
            assert order.startswith(screens()[game.id].advise(other, EN))
            assert f"Better: {order}" in said


@pytest.mark.parametrize("text", ["try00", "try00ggggggggg", "tryxyz!zzzz", "zzzzzzzzzz", "try00f"])
def test_what_is_no_puzzle_s_id_is_nobody_s(text: str) -> None:
    assert str(Puzzle("k3f9a", 15)) == "try00fk3f9a"
    with pytest.raises(Refused, match="no_such_table"):
        Puzzle.parse(text)
