"""The card game's lesson: each explanation fits the decision after it, and agrees with the rules."""

from __future__ import annotations

import pytest

from engine.rapa_nui_cards.game import GAME, LESSON
from engine.rapa_nui_cards.state import Phase
from locales import in_language
from tests.engine.rapa_nui_cards.situations import after, situation


@pytest.mark.parametrize(
    ("hand", "wood", "expected"),
    [
        pytest.param("f m L", 0, ["play"], id="several cards to choose from"),
        pytest.param("L L L", 0, [], id="one kind only"),
        pytest.param("M L P", 0, ["play", "moai"], id="a Moai too dear as yet"),
        pytest.param("M M M", 2, [], id="nothing to play: a Moai is discarded"),
        pytest.param("M M M", 7, ["moai"], id="nothing to play but a Moai"),
    ],
)
def test_before_a_play_it_speaks_of_what_can_be_played(hand: str, wood: int, expected: list[str]) -> None:
    state = situation(hands=[hand, "f f f"], wood=(wood, 0), phase=Phase.PLAY)
    assert list(LESSON.before(GAME.observe(state, 0))) == expected


def test_what_the_stone_does_with_goods_is_told_at_the_first_card_whoever_raises_the_moai() -> None:
    raised = after(situation(hands=["M f f", "f f f"], wood=(7, 0), phase=Phase.PLAY), "play moai")
    assert list(LESSON.before(GAME.observe(raised, 1))) == ["stone"]
    laid = after(raised, "sacrifice fish")
    assert list(LESSON.before(GAME.observe(laid, 0))) == ["stone", "face_down"]


@pytest.mark.parametrize("topic", ["lesson_stone", "coach_stone", "coach_face_down", "lesson_offer"])
def test_each_sentence_on_the_stone_says_that_equal_counts_share_the_higher_value(topic: str) -> None:
    """Rules: Rapa Nui cards 6.  The rank of a good decides, not how many of it one holds."""
    assert "share the higher value" in in_language("en")(f"rapa_nui_cards.{topic}")
