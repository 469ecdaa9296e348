"""The card game's lines on a scoring are complete, and each names only the players it concerns."""

from __future__ import annotations

import pytest

from cogs.games.contract import Question
from cogs.games.rapa_nui_cards.choices import choices
from cogs.games.rapa_nui_cards.story import brief, tell
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import Names, spoken
from cogs.views.story_lines import NEWS_LINES
from engine.game import CHANCE
from engine.rapa_nui_cards.game import GAME
from locales import in_language, languages
from tables.model.table import SeatInfo
from tests.engine.rapa_nui_cards.situations import after, taking, told
from tests.engine.seeded import Setup, random_game

ENGLISH = Localizer(in_language("en")).for_alt_text
TWO_SEATS = [SeatInfo(seat, seat + 1, name, None) for seat, name in enumerate(("Ana", "Ben"))]
TWO = Names(TWO_SEATS, ENGLISH, 1)
MOAI_BENEATH = ["M L", "P P", "P P", "P P"]


def told_aloud(lines: list[str]) -> list[str]:
    """Return lines as they are read aloud."""
    return spoken(lines, ENGLISH).split("\n")


@pytest.mark.parametrize(
    ("villages", "columns", "supply", "expected"),
    [
        pytest.param(["M", "M M"], MOAI_BENEATH, "9 9 9 9",
                     "Moai is scored (majority: Ben): each owner chooses wood or points",
                     id="somebody chooses"),
        pytest.param(["L", "L"], MOAI_BENEATH, "9 9 9 9", "Moai is scored: nobody gets anything",
                     id="nobody has one"),
        pytest.param(["f", ""], ["f L", "P P", "P P", "P P"], "0 9 9 9",
                     "Fish Gatherer is scored: that good has run out, so each player picks another",
                     id="an empty pile"),
    ],
)  # fmt: skip
def test_a_scoring_says_what_comes_of_it_also_where_somebody_has_yet_to_choose(
    villages: list[str], columns: list[str], supply: str, expected: str
) -> None:
    state = taking(hands=["P P", "f f f"], villages=villages, columns=columns, supply=supply)
    _, events = told(state, "take 1")
    assert told_aloud(tell(events, TWO, ENGLISH))[-1] == expected


def test_a_round_of_two_is_told_whole_above_the_next_turn_from_what_ones_own_take_brought() -> None:
    """Whoever has just taken a card knows it: so the lines begin with what was scored then."""
    state = taking(hands=["P P", "f f f"], villages=["P", ""], columns=["L L", "P P", "P P", "P P"])
    _, events = told(state, "take 2")
    mine, others = (Names(TWO_SEATS, ENGLISH, seat) for seat in (0, 1))
    assert [line[:5] for line in told_aloud(brief(events, mine, ENGLISH))] == ["Pries"]
    assert "Ana takes Priest from column 2." in told_aloud(brief(events, others, ENGLISH))
    # Of the other's turn a play, a take, a refill and a scoring; of one's own the last two.
    assert NEWS_LINES >= 4 + 2


def test_who_has_chosen_wood_or_points_is_not_said_to_choose_again() -> None:
    state = taking(hands=["P P", "f f f"], villages=["M M", "M"], columns=MOAI_BENEATH)
    chosen = after(state, "take 1", "collect glory")
    question = Question("abcde", 1, GAME.legal_moves(chosen, 1))
    shown = choices(GAME.observe(chosen, 1), question, TWO, ENGLISH)[0]
    assert isinstance(shown, ui.TextDisplay)
    assert spoken(shown.content.split("\n")[1:], ENGLISH) == "you +1 wood or 1 point"


@pytest.mark.parametrize("language", languages())
def test_no_line_of_the_story_ends_with_a_colon(language: str) -> None:
    words = Localizer(in_language(language))
    names = Names(TWO_SEATS, words)
    for played in random_game(Setup(GAME, 2, {}), seed=languages().index(language)):
        if played.seat != CHANCE:
            lines = "\n".join(tell(GAME.seen(played.events, None), names, words)).split("\n")
            assert not [line for line in lines if line.rstrip("* ").endswith((":", "："))]
