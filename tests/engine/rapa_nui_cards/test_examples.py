"""The worked examples of the rule page, a row each.  Rules: Rapa Nui cards 10.

Example 25 proves ruling 7 too, example 20 ruling 8, example 7 ruling 11.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import IllegalMove
from engine.rapa_nui_cards import events as happened
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.moves import card_price
from engine.rapa_nui_cards.play import final_result, values
from engine.rapa_nui_cards.state import FaceDown, Good, Phase, State
from tests.engine.rapa_nui_cards.situations import (
    after,
    gains,
    goods,
    legal,
    situation,
    taking,
    told,
    village,
)


@pytest.mark.parametrize(
    ("laid", "good", "price"),
    [
        pytest.param("L m g g", Good.MULBERRY, 4, id="1 mulberry"),
        pytest.param("L m g g", Good.GRAIN, 3, id="1 grain"),
        pytest.param("L m g g", Good.FISH, 5, id="1 fish"),
        pytest.param("L m g g", Good.SWEET_POTATO, 5, id="1 sweet potato"),
        pytest.param("L g g g g g g", Good.GRAIN, 0, id="2 never less than 0"),
    ],
)
def test_price_of_a_sacrifice_card(laid: str, good: Good, price: int) -> None:
    assert card_price(village(laid), good) == price
    state = situation(villages=[laid, "L"], wood=(7, 3))
    bought = after(state, f"buy {good.name.lower()}")
    assert bought.wood[0] == 7 - price
    assert bought.held[0][good] == state.held[0][good] + 1
    assert bought.supply[good] == state.supply[good] - 1
    assert bought.phase is Phase.PLAY


def test_3_two_gatherers_cost_one_wood_whatever_lies_in_the_village() -> None:
    state = situation(villages=["L f f", "L"], hands=["f f P", "L L L"], wood=(1, 3), phase=Phase.PLAY)
    played = after(state, "gather fish 2")
    assert played.wood[0] == 0
    assert played.villages[0][Good.FISH] == 4


def test_4_without_wood_one_gatherer_but_not_two() -> None:
    state = situation(villages=["L f f", "L"], hands=["f f P", "L L L"], wood=(0, 3), phase=Phase.PLAY)
    assert "gather fish 1" in legal(state)
    assert "gather fish 2" not in legal(state)
    with pytest.raises(IllegalMove) as illegal:
        after(state, "gather fish 2")
    assert (illegal.value.code, illegal.value.facts) == ("not_enough_wood", {"price": 1, "wood": 0})


def test_5_a_moai_in_a_game_of_four_puts_five_cards_on_the_stone_one_face_down() -> None:
    held = ["1 1 1 1"] * 4
    state = situation(4, hands=["M f f", "L L L", "L L L", "L L L"], wood=(7, 3, 4, 5), held=held)
    moves = ("skip", "play moai", "sacrifice sweet_potato", "sacrifice grain", "sacrifice grain")
    state, events = told(state, *moves, "sacrifice fish", "offer mulberry")
    assert state.stone == goods("0 1 1 2")
    assert state.face_down == (FaceDown(0, Good.FISH),)
    sacrificed = [event.seat for event in events if isinstance(event, happened.Sacrificed)]
    assert sacrificed == [1, 2, 3]
    assert state.wood[0] == 0
    assert state.phase is Phase.TAKE


def test_6_the_card_beneath_the_one_taken_is_scored() -> None:
    state = taking(
        villages=["L M", "L"],
        hands=["f f", "L L L"],
        columns=["f M g", "f f", "f f", "f f"],
        deck="L L L L L",
    )
    state, events = told(state, "take 1")
    assert [event for event in events if isinstance(event, happened.ScoringBegan)] == [
        happened.ScoringBegan(card=6, column=1, majority=None)  # type: ignore[arg-type]
    ]
    assert state.phase is Phase.COLLECT_MOAI


def test_7_only_the_card_uncovered_last_is_scored() -> None:
    state = taking(
        villages=["L L", "L"],
        hands=["f", "L L L"],
        wood=(0, 0),
        columns=["f M", "P", "f f", "f f"],
        deck="f g s L m m",
    )
    state, events = told(state, "take 1", "take 2")
    scored = [event.card.name for event in events if isinstance(event, happened.ScoringBegan)]
    assert scored == ["LUMBERJACK"]
    assert state.columns[1][-1].name == "LUMBERJACK"
    assert state.wood == (3, 1)


@pytest.mark.parametrize(
    ("villages", "front", "kind", "expected"),
    [
        pytest.param(["L L", "L", "L", "L"], "L", "wood", [3, 1, 1, 1], id="8"),
        pytest.param(["P", "", ""], "P", "glory", [1, 0, 0], id="9 no bonus below two"),
        pytest.param(["L g g", "L g g", "L", "L"], "g", "held", [1, 1, 0, 0], id="11 no bonus for equals"),
        pytest.param(["L L", "L L"], "L", "wood", [2, 2], id="no bonus for equal Lumberjacks"),
        pytest.param(["P", "P P P"], "P", "glory", [1, 4], id="the bonus goes to whoever has most"),
        pytest.param(
            ["g", "g g g"], "g", "held", [1, 2], id="one card and the bonus, however many Gatherers"
        ),
    ],
)
def test_scoring(villages: list[str], front: str, kind: str, expected: list[int]) -> None:
    seats = len(villages)
    before = taking(
        seats,
        villages=villages,
        hands=["f f", *["L L L"] * (seats - 1)],
        columns=[f"f {front} s", "f f", "f f", "f f"],
    )
    assert gains(after(before, "take 1"), kind, before) == expected


@pytest.mark.parametrize("first", ["wood", "glory"])
@pytest.mark.parametrize("second", ["wood", "glory"])
def test_10_moai_give_all_wood_or_all_points(first: str, second: str) -> None:
    before = taking(villages=["M", "M M"], hands=["f f", "L L L"], columns=["f M s", "f f", "f f", "f f"])
    state = after(before, "take 1")
    assert legal(state) == ["collect wood", "collect glory"]
    state = after(state, f"collect {first}")
    assert state.decider == 1
    assert legal(state) == ["collect wood", "collect glory"]
    state = after(state, f"collect {second}")
    assert gains(state, "wood", before) == [1 * (first == "wood"), 3 * (second == "wood")]
    assert gains(state, "glory", before) == [1 * (first == "glory"), 3 * (second == "glory")]
    assert state.phase is Phase.BUY


def test_12_who_comes_too_late_for_the_last_card_takes_other_goods() -> None:
    before = taking(
        villages=["f", "f f f"],
        hands=["f f", "L L L"],
        columns=["f f s", "f f", "f f", "f f"],
        supply="1 9 9 9",
        held=["0 0 0 0", "0 0 0 0"],
    )
    state = after(before, "take 1")
    assert state.held[0] == goods("1 0 0 0")
    assert (state.phase, state.decider) == (Phase.COLLECT_OTHER, 1)
    assert legal(state) == ["instead mulberry", "instead sweet_potato", "instead grain"]
    state = after(state, "instead grain", "instead mulberry")
    assert state.held[1] == goods("0 1 0 1")
    assert state.phase is Phase.BUY


@pytest.mark.parametrize(
    ("stone", "worth"),
    [
        pytest.param("2 4 1 4", "2 3 1 3", id="13"),
        pytest.param("3 3 3 1", "3 3 3 2", id="16"),
        pytest.param("4 4 2 2", "3 3 2 2", id="17 equal counts share a value"),
        pytest.param("2 2 2 2", "3 3 3 3", id="18"),
        pytest.param("0 0 0 0", "0 0 0 0", id="19 empty stone"),
        pytest.param("5 0 0 3", "3 1 1 2", id="20 a count of zero is a count"),
        pytest.param("4 3 2 1", "3 2 1 0", id="21"),
    ],
)
def test_values_of_goods(stone: str, worth: str) -> None:
    assert values(goods(stone)) == goods(worth)


def ended(**parts: Any) -> State:
    return situation(phase=Phase.OVER, **parts)


@pytest.mark.parametrize(
    ("held", "points"),
    [
        pytest.param("3 1 1 2", 16, id="14"),
        pytest.param("5 1 2 0", 15, id="15"),
    ],
)
def test_sacrifice_cards_at_the_end(held: str, points: int) -> None:
    state = ended(stone="2 4 1 4", held=[held, "0 0 0 0"], wood=(0, 0), villages=["L", "L"])
    assert final_result(state).seats[0].points == points


def test_face_down_cards_count_at_the_end() -> None:
    laid = (FaceDown(0, Good.FISH), FaceDown(1, Good.FISH))
    state = ended(stone="1 2 0 0", face_down=laid, held=["1 0 0 0", "0 1 0 0"], wood=(0, 0))
    assert [seat.points for seat in final_result(state).seats] == [3, 2]


@pytest.mark.parametrize(("wood", "points"), [(0, 0), (4, 0), (5, 1), pytest.param(14, 2, id="22"), (15, 3)])
def test_wood_at_the_end(wood: int, points: int) -> None:
    state = ended(wood=(wood, 0), held=["0 0 0 0", "0 0 0 0"], villages=["L", "L"])
    assert final_result(state).seats[0].points == points


def test_23_the_refill_that_takes_the_last_card_ends_the_game_at_once() -> None:
    before = taking(
        villages=["L L", "L"], hands=["f", "L L L"], columns=["f", "f f", "f f", "f f"], deck="L P"
    )
    state, events = told(before, "take 1")
    assert state.phase is Phase.OVER
    assert sum(state.hands[0]) == 2
    assert (state.wood, state.glory) == (before.wood, before.glory)
    assert not any(isinstance(event, happened.ScoringBegan) for event in events)
    assert isinstance(events[-1], happened.GameEnded)
    assert GAME.to_move(state) == ()


def test_24_three_moai_and_six_wood_one_moai_is_discarded() -> None:
    before = situation(hands=["M M M", "L L L"], wood=(6, 3), columns=["f L s", "f f", "f f", "f f"])
    state = after(before, "skip")
    assert legal(state) == ["discard"]
    state = after(state, "discard")
    assert state.removed_moai == 1
    assert state.villages == before.villages
    assert state.phase is Phase.TAKE
    state, events = told(state, "take 1")
    assert any(isinstance(event, happened.ScoringBegan) for event in events)
    assert state.active == 1


def test_25_three_moai_and_seven_wood_a_moai_must_be_played() -> None:
    state = situation(hands=["M M M", "L L L"], wood=(7, 3), phase=Phase.PLAY)
    assert legal(state) == ["play moai"]
    with pytest.raises(IllegalMove):
        after(state, "discard")
