"""Puzzles as they are drawn: as their player saw the game then, within Discord's limits."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cogs.discord_io.attachments import pictures
from cogs.history.puzzle import Asked, answer_message, puzzle_message, try_line
from cogs.text import ids
from cogs.text.ids import CHOOSE, PICK, PLAY, Puzzle
from cogs.text.language import Localizer
from cogs.views.review import ANEW
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
    """The ids of all buttons and options that do something."""
    found = list(parts(view.to_components()))
    options = [option["value"] for part in found for option in part.get("options", ())]
    return [*options, *(part["custom_id"] for part in found if part["type"] == 2 and not part["disabled"])]


@SPOKEN_SETUPS
def test_a_puzzle_and_its_answer_fit_discord(setup: Setup, language: str) -> None:
    words = Localizer(in_language(language))
    for puzzle in puzzles(setup):
        order = setup.game.write_move(puzzle.mistake.better)
        line, is_good = try_line(puzzle, order, words, is_last=False)
        assert is_good
        for describes in (False, True):
            assert_fits(puzzle_message(puzzle, words, tried=2, note=line, describes=describes))
        assert_fits(answer_message(puzzle, line, words))


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
        legal = [move for move in game.legal_moves(one.before, one.seat) if not one.is_solved_by(game, move)]
        for is_last in (False, True):
            told, is_good = try_line(puzzle, game.write_move(one.better), EN, is_last=is_last)
            assert (is_good, "yes, that's the better move" in told) == (True, True)
            if legal:
                told, is_good = try_line(puzzle, game.write_move(legal[-1]), EN, is_last=is_last)
                assert (is_good, "Here's the answer" in told) == (False, is_last)
        as_good = replace(one, good=(one.better, *legal[:1]))
        if legal:
            told, is_good = try_line(
                replace(puzzle, mistake=as_good), game.write_move(legal[0]), EN, is_last=False
            )
            assert (is_good, "as good as" in told) == (True, True)


@pytest.mark.parametrize("text", ["try00", "try00ggggggggg", "tryxyz!zzzz", "zzzzzzzzzz", "try00f"])
def test_what_is_no_puzzle_s_id_is_nobody_s(text: str) -> None:
    assert str(Puzzle("k3f9a", 15)) == "try00fk3f9a"
    with pytest.raises(Refused, match="no_such_table"):
        Puzzle.parse(text)
