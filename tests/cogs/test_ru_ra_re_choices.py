"""The buttons of the rows: each keeps its place, so that nobody presses the wrong one."""

from __future__ import annotations

from cogs.games.contract import Question
from cogs.games.ru_ra_re.choices import choices
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.game import CHANCE
from engine.ru_ra_re.game import GAME
from locales import in_language
from tests.cogs.reach import shown
from tests.cogs.test_screens import look
from tests.engine.seeded import Setup, random_game

WORDS = Localizer(in_language("en"))


def test_a_row_without_cards_keeps_the_place_of_its_button_which_cannot_be_pressed() -> None:
    setup = Setup(GAME, 3, {})
    state = next(
        one.before for one in random_game(setup, 3) if one.seat != CHANCE and not all(one.before.rows)
    )
    [seat, *_] = GAME.to_move(state)
    mine = look(GAME, setup, state, seat)
    question = Question("z" * 13, 1, mine.legal_moves)
    items = choices(mine.observation, question, Names(mine.table.seats, WORDS, seat), WORDS)
    buttons = [one for one in shown(items).walk_children() if isinstance(one, ui.Button)]
    assert [one.label.split(":")[0] for one in buttons] == [str(row) for row in range(1, len(state.rows) + 1)]
    for button, cards in zip(buttons, state.rows, strict=True):
        assert button.disabled == (not cards)
        assert button.label.endswith("empty") == (not cards)
        assert (button.custom_id or "").startswith("m:") == bool(cards)
