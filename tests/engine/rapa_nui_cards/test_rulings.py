"""Rulings, options, refusals, forced moves and taking back.  Rules: Rapa Nui cards 7 to 9.

Rulings 7 and 8 and ruling 11 are in the examples, ruling 12 in `test_secrets.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import CHANCE, IllegalMove, IllegalOption
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.moves import DrawFirst, Shuffle
from engine.rapa_nui_cards.play import final_result
from engine.rapa_nui_cards.state import DECK, Card, Good, Phase, State
from tests.engine.rapa_nui_cards.situations import after, goods, legal, situation, taking, told
from tests.engine.seeded import Seeded


def test_ruling_2_the_deck_has_the_fifty_cards_of_the_page() -> None:
    assert [DECK.count(card) for card in Card] == [5, 5, 5, 5, 12, 9, 9]


def test_two_to_four_play() -> None:
    assert GAME.seats == (2, 3, 4)
    assert {option.name: option.default for option in GAME.options} == {
        "first_player": "random",
        "wood_tiebreak": "on",
        "open_hands": "off",
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_13_and_setup(seats: int) -> None:
    state = GAME.start(seats, {})
    state, _ = GAME.apply(state, CHANCE, DrawFirst(seats - 1))
    state, _ = GAME.apply(state, CHANCE, GAME.chance_move(state, Seeded(4)))
    assert (state.first, state.active, state.decider, state.phase) == (
        seats - 1,
        seats - 1,
        seats - 1,
        Phase.BUY,
    )
    assert state.wood == (*range(3, seats + 2), 2)  # The first player 2, then 3, 4, 5 in the order of play.
    for seat in range(seats):
        assert state.hands[seat] == tuple(int(card < 4 and card != seat) for card in range(7))
        assert state.villages[seat] == (0, 0, 0, 0, 1, 0, 0)
        assert state.held[seat] == (1, 1, 1, 1)
    assert state.supply == (25 - seats,) * 4
    assert [len(column) for column in state.columns] == [4, 4, 4, 4]
    assert len(state.deck) == 34


def moai_played(seats: int, active: int, held: list[str], **parts: Any) -> State:
    """Return a situation in which `active` has skipped buying and plays a Moai."""
    hands = ["M f f" if seat == active else "L L L" for seat in range(seats)]
    wood = tuple(7 if seat == active else 0 for seat in range(seats))
    state = situation(
        seats, hands=hands, wood=wood, held=held, active=active, decider=active, phase=Phase.PLAY, **parts
    )
    return after(state, "play moai")


def test_ruling_1_the_sacrifice_round_begins_left_of_the_active_player_not_of_the_first() -> None:
    state = moai_played(4, 2, ["1 1 1 1"] * 4)
    asked = []
    while state.phase is Phase.SACRIFICE:
        asked.append(state.decider)
        state = after(state, "sacrifice fish")
    assert asked == [3, 0, 1, 2]
    assert state.decider == 2


def test_ruling_3_who_has_no_sacrifice_card_is_passed_over() -> None:
    state = moai_played(3, 0, ["1 0 0 0", "0 0 0 0", "1 0 0 0"])
    assert state.decider == 2


def test_ruling_4_an_active_player_without_sacrifice_cards_still_offers_one_of_the_supply() -> None:
    state = moai_played(2, 0, ["0 0 0 0", "0 0 0 0"])
    assert (state.phase, state.decider) == (Phase.OFFER, 0)
    assert after(state, "offer grain").face_down == ()


def test_with_an_empty_supply_nothing_is_offered() -> None:
    state = moai_played(2, 0, ["0 0 0 1", "0 0 1 0"], supply="0 0 0 0")
    state = after(state, "sacrifice sweet_potato", "sacrifice grain")
    assert (state.phase, state.decider) == (Phase.TAKE, 0)
    assert state.stone == goods("0 0 1 0")


def test_ruling_6_with_three_moai_one_may_buy_so_much_that_one_must_be_discarded() -> None:
    state = situation(hands=["M M M", "L L L"], wood=(7, 3))
    assert legal(after(state, "skip")) == ["play moai"]
    assert legal(after(state, "buy fish")) == ["discard"]


def test_with_two_moai_nothing_can_be_discarded() -> None:
    state = situation(hands=["M M f", "L L L"], wood=(0, 3), phase=Phase.PLAY)
    assert legal(state) == ["gather fish 1"]


def test_ruling_9_who_is_due_two_cards_takes_the_last_one_and_one_of_another_good() -> None:
    state = taking(
        villages=["f f f", "L"],
        hands=["f f", "L L L"],
        columns=["f f s", "f f", "f f", "f f"],
        supply="1 5 0 5",
        held=["0 0 0 0", "0 0 0 0"],
    )
    state = after(state, "take 1")
    assert state.held[0] == goods("1 0 0 0")
    assert legal(state) == ["instead mulberry", "instead grain"]
    assert after(state, "instead grain").active == 1


def test_with_all_piles_empty_nothing_is_due() -> None:
    state = taking(
        villages=["f f f", "f"],
        hands=["f f", "L L L"],
        columns=["f f s", "f f", "f f", "f f"],
        supply="0 1 0 0",
        held=["0 0 0 0", "0 0 0 0"],
    )
    state = after(state, "take 1", "instead mulberry")
    assert state.held == (goods("0 1 0 0"), goods("0 0 0 0"))
    assert (state.phase, state.active) == (Phase.BUY, 1)


def test_ruling_10_moai_choices_go_from_the_active_player_clockwise_and_pass_who_has_none() -> None:
    state = situation(
        4,
        villages=["M", "L", "M", "M"],
        hands=["L L L", "L L L", "f f", "L L L"],
        columns=["f M s", "f f", "f f", "f f"],
        active=2,
        decider=2,
        phase=Phase.TAKE,
    )
    state = after(state, "take 1")
    asked = []
    while state.phase is Phase.COLLECT_MOAI:
        asked.append(state.decider)
        state = after(state, "collect wood")
    assert asked == [2, 3, 0]
    assert (state.phase, state.active) == (Phase.BUY, 3)


@pytest.mark.parametrize(
    ("tiebreak", "villages", "wood", "ranks"),
    [
        pytest.param("on", ["M", "P"], (0, 20), [1, 2], id="more Moai win"),
        pytest.param("on", ["L", "L"], (4, 3), [1, 2], id="then more wood"),
        pytest.param("on", ["L", "L"], (4, 4), [1, 1], id="then the victory is shared"),
        pytest.param("off", ["L", "L"], (4, 3), [1, 1], id="without the wood tie-break it is shared at once"),
    ],
)
def test_ruling_5_ties(tiebreak: str, villages: list[str], wood: tuple[int, int], ranks: list[int]) -> None:
    state = situation(
        villages=villages,
        wood=wood,
        held=["0 0 0 0"] * 2,
        wood_tiebreak=tiebreak == "on",
        phase=Phase.OVER,
    )
    result = final_result(state)
    assert result.seats[0].points == result.seats[1].points
    assert [seat.rank for seat in result.seats] == ranks


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_can_be_named_as_the_first_player(seats: int) -> None:
    for first in range(seats):
        state = GAME.start(seats, {"first_player": str(first + 1)})
        assert (state.phase, state.first, state.active) == (Phase.SHUFFLE, first, first)
        assert state.wood == tuple(2 + (seat - first) % seats for seat in range(seats))
    if seats < 4:
        with pytest.raises(IllegalOption) as illegal:
            GAME.start(seats, {"first_player": str(seats + 1)})
        assert (illegal.value.name, illegal.value.value) == ("first_player", str(seats + 1))


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param(DECK[1:], id="one is missing"),
        pytest.param((*DECK, DECK[0]), id="one too many"),
        pytest.param((*DECK[1:], Card.MOAI), id="another one"),
        pytest.param((), id="none"),
    ],
)
def test_only_the_fifty_cards_are_dealt(cards: tuple[Card, ...]) -> None:
    state = GAME.start(2, {"first_player": "1"})
    with pytest.raises(IllegalMove) as illegal:
        GAME.apply(state, CHANCE, Shuffle(cards))
    assert illegal.value.code == "not_chance"


def test_nobody_is_drawn_as_first_who_does_not_play() -> None:
    for seat in (-1, 2, 3):
        with pytest.raises(IllegalMove):
            GAME.apply(GAME.start(2, {}), CHANCE, DrawFirst(seat))


def test_who_is_not_asked_is_refused_as_such() -> None:
    for seat in (1, 2, 3):
        with pytest.raises(IllegalMove) as illegal:
            GAME.apply(situation(3), seat, GAME.read_move("skip"))
        assert illegal.value.code == "not_your_turn"


@pytest.mark.parametrize(
    ("state", "move", "code"),
    [
        (situation(wood=(0, 0)), "buy fish", "not_enough_wood"),
        (situation(wood=(9, 0), supply="0 9 9 9"), "buy fish", "pile_empty"),
        (situation(), "take 1", "not_now"),
        (situation(), "play priest", "not_now"),
        (situation(phase=Phase.PLAY, hands=["f f f", "L"]), "play priest", "not_in_hand"),
        (situation(phase=Phase.PLAY, hands=["f f f", "L"]), "gather grain 1", "not_in_hand"),
        (situation(phase=Phase.PLAY, hands=["f f M", "L"], wood=(6, 0)), "play moai", "not_enough_wood"),
        (situation(phase=Phase.PLAY, hands=["f f M", "L"]), "discard", "may_not_discard"),
        (situation(phase=Phase.SACRIFICE, held=["1 0 0 0", "0 0 0 0"]), "sacrifice grain", "not_held"),
        (situation(phase=Phase.OFFER, supply="0 1 1 1"), "offer fish", "pile_empty"),
        (situation(phase=Phase.OVER), "skip", "game_over"),
    ],
)
def test_a_refusal_says_why(state: State, move: str, code: str) -> None:
    with pytest.raises(IllegalMove) as illegal:
        after(state, move)
    assert illegal.value.code == code


@pytest.mark.parametrize(
    ("state", "obvious"),
    [
        pytest.param(situation(wood=(0, 0)), "skip", id="nothing can be bought"),
        pytest.param(situation(wood=(9, 0)), None, id="something can"),
        pytest.param(
            situation(phase=Phase.PLAY, hands=["f f f", "L"], wood=(0, 0)), None, id="the hand is secret"
        ),
        pytest.param(
            situation(phase=Phase.SACRIFICE, held=["2 0 0 0", "0 0 0 0"]),
            None,
            id="haste would tell that only one good is held",
        ),
        pytest.param(
            situation(phase=Phase.SACRIFICE, held=["1 0 0 0", "0 0 0 0"]),
            "sacrifice fish",
            id="the last card",
        ),
        pytest.param(
            situation(phase=Phase.OFFER, supply="0 0 3 0"), "offer sweet_potato", id="the last pile"
        ),
    ],
)
def test_obvious_moves(state: State, obvious: str | None) -> None:
    move = GAME.obvious_move(state, 0)
    assert (None if move is None else GAME.write_move(move)) == obvious


def test_what_turns_up_new_cards_or_the_stone_cannot_be_taken_back() -> None:
    lying = taking(hands=["f f", "L L L"], columns=["f L", "f", "f f", "f f"], deck="L L L L P")
    assert GAME.can_take_back(told(lying, "take 1")[1])
    assert not GAME.can_take_back(told(lying, "take 2")[1])
    last = taking(hands=["f f", "L L L"], columns=["f", "f f", "f f", "f f"], deck="L")
    assert not GAME.can_take_back(told(last, "take 1")[1])


def test_a_moai_cannot_be_taken_back_once_it_drew_the_last_sacrifice_card_of_another() -> None:
    """That card is laid at once, being the only one: its player kept it secret until then."""
    state = situation(hands=["M f f", "L L L"], wood=(7, 0), held=["1 1 0 0", "0 0 1 0"], phase=Phase.PLAY)
    state, raised = told(state, "play moai")
    assert GAME.can_take_back(raised)
    laid = GAME.obvious_move(state, 1)
    assert laid is not None
    _, drawn = GAME.apply(state, 1, laid)
    assert not GAME.can_take_back([*raised, *drawn])
    assert GAME.can_take_back(drawn)  # One's own choice, before anybody answered it.


@pytest.mark.parametrize("good", list(Good))
def test_a_bought_card_is_seen_by_all(good: Good) -> None:
    _, events = told(situation(wood=(9, 0)), f"buy {good.name.lower()}")
    assert GAME.seen(events, None) == tuple(events)
