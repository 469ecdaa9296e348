"""Tips above the controls: each is a sentence of the game that fits the question."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cogs.games import screens
from cogs.text import ui
from cogs.text.language import Localizer, catalogue
from cogs.views.panel import Reader, panel_message
from engine.catalogue import games
from engine.game import CHANCE
from locales import in_language, languages
from tests.cogs.test_screens import look
from tests.engine.seeded import Setup, few_setups, random_game

COACHED = Reader(is_coached=True)
MOST = 180
"""Characters of the longest tip, which is about two lines."""


def tips(view: ui.LayoutView) -> list[str]:
    """Return the tips in a message."""
    texts = (item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    return [line for text in texts for line in text.split("\n") if "💡" in line]


def questions(setup: Setup, seed: int) -> list[tuple[Any, int]]:
    """Return the questions of a random game, each with the seat that must answer."""
    played = [one for one in random_game(setup, seed) if one.seat != CHANCE]
    return [(one.before, one.seat) for one in played]


@pytest.mark.slow
@pytest.mark.parametrize("setup", few_setups(), ids=str)
def test_there_is_at_most_one_short_tip_and_only_for_who_is_coached(setup: Setup) -> None:
    game, found = setup.game, set[str]()
    for place, (state, seat) in enumerate(questions(setup, seed=6)[::2]):
        words = Localizer(in_language(languages()[place % len(languages())]))
        mine = look(game, setup, state, seat)
        assert tips(panel_message(mine, words, None)) == []
        told = tips(panel_message(mine, words, None, reader=COACHED))
        assert len(told) <= 1
        assert all(len(tip) <= MOST for tip in told)
        found |= {screens()[game.id].hint(mine.observation, mine.legal_moves)} if told else set()
    assert len(found) >= 2


@pytest.mark.parametrize("game_id", sorted(games()))
def test_every_topic_has_a_sentence_in_every_language(game_id: str) -> None:
    game, name = games()[game_id], catalogue(game_id)
    for seats in game.seats:
        for seed in (1, 2):
            setup = Setup(game, seats, {})
            for state, seat in questions(setup, seed):
                seen, legal = game.observe(state, seat), game.legal_moves(state, seat)
                topic = screens()[game_id].hint(seen, legal)
                keys = {f"{name}.coach_{topic}", f"{name}.lesson_{topic}"} if topic else set()
                for language in languages():
                    assert not keys or any(in_language(language).has(key) for key in keys)


@pytest.mark.parametrize("game_id", sorted(games()))
def test_the_first_question_of_a_game_has_a_tip_and_repainting_it_has_the_same(game_id: str) -> None:
    game, words = games()[game_id], Localizer(in_language("en"))
    setup = Setup(game, max(game.seats), {})
    state, seat = questions(setup, seed=1)[0]
    mine = look(game, setup, state, seat)
    told = [tips(panel_message(mine, words, None, note, reader=COACHED)) for note in ("", "a note")]
    assert len(told[0]) == 1
    assert told[0] == told[1]
    first = replace(mine, may_ask_back=False)
    seen = ((first, COACHED), (first, Reader()), (mine, COACHED))
    panels = [panel_message(one, words, None, reader=reader) for one, reader in seen]
    assert [":guide" in str(panel.to_components()) for panel in panels] == [True, False, False]


def test_no_tip_of_a_game_of_more_than_two_speaks_of_both_or_of_the_other() -> None:
    for game_id, game in games().items():
        for seats in game.seats[1:]:
            setup = Setup(game, seats, {})
            for state, seat in questions(setup, seed=4):
                mine = look(game, setup, state, seat)
                for tip in tips(panel_message(mine, Localizer(in_language("en")), None, reader=COACHED)):
                    assert " both" not in tip, game_id
                    assert "the other player" not in tip, game_id
                    assert not tip.rstrip(".").endswith("the other"), game_id


def test_who_has_answered_or_is_in_the_middle_of_choosing_gets_none() -> None:
    game, words = games()["ru-ra-re"], Localizer(in_language("en"))
    setup = Setup(game, 2, {})
    state, seat = questions(setup, seed=1)[0]
    mine = look(game, setup, state, seat)
    assert tips(panel_message(replace(mine, answered=True), words, None, reader=COACHED)) == []
    assert tips(panel_message(mine, words, None, picked="at 1", reader=COACHED)) == []
