"""Components, rulings, refusals, forced moves, and moves that can be taken back.

Rules: Ru-Ra-Re 1, 3, 6, 7.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.counts import counted
from engine.game import CHANCE, IllegalMove
from engine.ru_ra_re import events as happened
from engine.ru_ra_re import play, state
from engine.ru_ra_re.game import GAME
from engine.ru_ra_re.moves import Choose, Move, Shuffle
from engine.ru_ra_re.state import CARDS, DECK, NO_CARDS, Card, Phase, Sheet, State
from tests.engine.ru_ra_re.situations import (
    LETTERS,
    NOTHING,
    cards,
    chosen,
    counts,
    dealt,
    of_type,
    row,
    situation,
    sizes,
    told,
    told_chance,
    waiting,
)
from tests.engine.seeded import Seeded, Setup, random_game

NUMBERS: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "docs" / "rules" / "ru_ra_re_cards.json").read_text("utf-8")
)


def test_ruling_1_the_cards_are_those_of_the_page() -> None:
    assert [(card.name.lower(), DECK.count(card)) for card in Card] == [
        (card["id"], card["count"]) for card in NUMBERS["cards"]
    ]
    assert len(DECK) == 112
    animals = [card["id"] for card in NUMBERS["cards"] if card.get("animal")]
    assert [animal.name.lower() for animal in state.ANIMALS] == animals
    victory = {card["id"]: card["value"] for card in NUMBERS["cards"] if "value" in card}
    assert {card.name.lower(): value for card, value in state.VICTORY_POINTS.items()} == victory


def test_ruling_2_the_cards_that_stay_are_those_of_the_page() -> None:
    leaving = {card["id"] for card in NUMBERS["cards"] if card["after_first_scoring"] == "box"}
    assert {card.name.lower() for card in state.RED_CROSS} == leaving
    assert sum(DECK.count(card) for card in state.RED_CROSS) == 47


def test_the_numbers_of_the_page() -> None:
    assert GAME.seats == (2, 3, 4)
    for seats, numbers in NUMBERS["players"].items():
        assert state.ROWS[int(seats)] == numbers["rows"]
        assert state.SET_ASIDE[int(seats)] == numbers["set_aside"]
        assert len(DECK) - numbers["set_aside"] == numbers["deck"]
    points = NUMBERS["scoring"]
    assert list(Sheet.__struct_fields__) == points["order"]
    assert [play.kings_points(kings) for kings in range(8)] == points["kings"]
    assert play.kings_points(9) == points["kings_most"]
    assert list(play.FOR_ANIMALS) == points["animals"]
    assert points["church_majority"] == play.FOR_MOST_CHURCHES
    assert [points["knight"], points["knight_majority"]] == [play.FOR_KNIGHT, play.FOR_KNIGHT_OF_MOST]
    assert [points["farm_pair"], points["farm_trio"]] == [play.FOR_PAIR, play.FOR_TRIO]
    assert [
        NUMBERS["cards_per_row"],
        NUMBERS["phase_one_ends_at_cards"],
    ] == [state.ROW_SIZE, state.SCORING_FROM]


def test_the_surplus_is_what_the_shuffle_has_last_and_rows_are_laid_one_by_one() -> None:
    order = Seeded(5).shuffled(DECK)
    begun = dealt(2, order)
    assert begun.rows == tuple(order[at : at + 3] for at in range(0, 18, 3))
    assert (begun.deck, begun.unseen) == (order[18:80], counted(order[80:], len(CARDS)))


def test_rulings_3_and_4_after_a_clash_all_who_wait_choose_among_all_open_rows() -> None:
    after = chosen(situation(4), 1, 1, 2, 2)
    assert (GAME.to_move(after), after.choice) == ((0, 1, 2, 3), 2)
    assert len(GAME.legal_moves(after, 3)) == 8
    after = chosen(after, 1, 2, 3, 3)
    assert [sum(collection) for collection in after.collections] == [2, 2, 0, 0]


@pytest.mark.parametrize(
    ("move", "code", "facts"),
    [
        pytest.param(Choose(6), "row_empty", {"row": 6}, id="ruling 5 a row that was taken"),
        pytest.param(Choose(4), "row_empty", {"row": 4}, id="ruling 5 a row that lost its last card"),
        pytest.param(Choose(8), "no_such_row", {"row": 8, "rows": 7}, id="a row of a game of four"),
        pytest.param(Choose(0), "no_such_row", {"row": 0, "rows": 7}, id="no row"),
        pytest.param(Choose(-1), "no_such_row", {"row": -1, "rows": 7}, id="no row either"),
        pytest.param(Shuffle(DECK), "not_now", {}, id="a move of chance"),
    ],
)
def test_ruling_5_what_cannot_be_chosen_is_refused_and_stays_owed(
    move: Move, code: str, facts: dict[str, int]
) -> None:
    before = chosen(situation(3, rows={4: ""}), 6, 2, 2)
    with pytest.raises(IllegalMove) as illegal:
        GAME.apply(before, 1, move)
    assert (illegal.value.code, illegal.value.facts) == (code, facts)
    assert GAME.to_move(before) == (1, 2)


def test_ruling_6_a_clash_over_the_last_card_of_a_row_gives_nobody_anything() -> None:
    after, events = told(situation(2, rows={3: "K"}), 3, 3)
    assert (row(after, 3), after.box, waiting(after)) == ("", counts("K"), [0, 1])
    assert of_type(events, happened.Clashed) == [happened.Clashed(3, (0, 1), Card.KING, 0)]


def test_ruling_7_three_wait_and_two_rows_are_open() -> None:
    after = chosen(situation(3, only_rows={1: "K N", 5: "C C"}), 1, 1, 1)
    assert (after.choice, sizes(after)) == (2, [1, 0, 0, 0, 2, 0, 0])


def test_rulings_8_and_9_a_row_that_is_left_keeps_its_cards_and_who_took_some_keeps_theirs() -> None:
    before = situation(3, only_rows={1: "K", 4: "S H P", 5: "C C"}, deck="N " * 30)
    after = chosen(before, 4, 1, 1)  # Row 1 is gone, row 5 alone is open.
    assert row(after, 5) == "C C N"
    assert after.collections == (counts("S H P"), NO_CARDS, NO_CARDS)


def test_ruling_9_who_clashed_first_and_took_cards_then_keeps_them_too() -> None:
    before = situation(3, only_rows={1: "K N", 2: "C", 5: "S S"}, deck="N " * 30)
    after = chosen(before, 1, 1, 1)
    after, events = told(after, 5, 1, 1)
    assert after.collections == (counts("2xS"), NO_CARDS, NO_CARDS)
    assert of_type(events, happened.TurnEnded) == [happened.TurnEnded(1, (1, 2))]


def test_ruling_10_the_first_scoring_comes_before_the_refill_so_its_cards_are_in_the_box() -> None:
    before = situation(
        2, rows={1: "K", 2: "N"}, deck="S", box="P", unseen="H", collections=["5xC 5xF 4xW", ""]
    )
    after, events = told(before, 1, 2)
    assert after.phase is Phase.SHUFFLE_BOX
    assert after.box == counts("P 5xC 5xF 4xW")
    move = GAME.chance_move(after, Seeded(1))
    assert isinstance(move, Shuffle)
    assert counted(move.cards, len(CARDS)) == counts("P H 5xC 5xF 4xW")
    kinds = [type(event) for event in events]
    assert kinds.index(happened.RedCrossesLeft) < kinds.index(happened.Refilled)


def test_ruling_12_with_too_few_cards_rows_stay_short_and_the_last_turn_is_played() -> None:
    before = situation(2, only_rows={1: "K", 2: "N", 3: "S"}, deck="", box="H H", unseen="")
    after = chosen(before, 1, 2)
    after, _ = told_chance(after, "H H")
    assert (sizes(after), after.last_turn) == ([2, 0, 1, 0, 0, 0], True)
    assert (after.phase, GAME.to_move(after), sum(after.unseen)) == (Phase.CHOOSE, (0, 1), 0)


@pytest.mark.parametrize("third", ["", "S"])
def test_ruling_12_a_last_turn_with_one_open_row_or_none_ends_at_once(third: str) -> None:
    before = situation(2, only_rows={1: "K", 2: "N", 3: third}, deck="", box="", unseen="")
    after, events = told(before, 1, 2)
    assert after.phase is Phase.OVER
    assert row(after, 3) == third
    assert [type(event) for event in events[-6:]] == [
        happened.LastTurnAnnounced,
        happened.TurnBegan,
        happened.TurnEnded,
        happened.FirstScored,
        happened.RedCrossesLeft,
        happened.FinalScored,
    ]
    assert of_type(events, happened.TurnEnded)[-1] == happened.TurnEnded(2, (0, 1))


def test_ruling_13_thirteen_cards_in_the_last_turn_bring_both_scorings_once() -> None:
    before = situation(2, last_turn=True, deck="", collections=["9xN 3xS", ""], rows={1: "K"})
    after, events = told(before, 1, 2)
    kinds = (happened.FirstScored, happened.FinalScored)
    assert [type(event) for event in of_type(events, *kinds)] == [*kinds]
    assert after.phase is Phase.OVER


def test_ruling_14_a_turn_that_ended_for_want_of_rows_counts() -> None:
    before = situation(2, only_rows={1: "K", 2: "N"}, collections=["9xN 4xS", ""])
    after, events = told(before, 1, 1)
    assert after.first_scoring is not None
    assert of_type(events, happened.TurnEnded) == [happened.TurnEnded(1, (0, 1))]


def test_ruling_20_what_was_set_aside_comes_into_play_by_the_box() -> None:
    before = situation(2, rows={1: "K K", 2: "N"}, deck="", box="", unseen="3xS 2xH")
    after = chosen(before, 1, 2)
    after, _ = told_chance(after, "S H S H S")
    assert (row(after, 1), row(after, 2)) == ("S H S", "H S")


def test_ruling_20_the_box_is_used_once() -> None:
    before = situation(2, rows={1: "K K K", 2: "N N N"}, deck="S", box="9xF")
    after = chosen(before, 1, 2)
    after, _ = told_chance(after, "F " * 9 + unseen_text(before))
    assert after.last_turn
    over = chosen(after, 1, 2)
    assert (over.phase, GAME.to_move(over)) == (Phase.OVER, ())


def unseen_text(before: State) -> str:
    return " ".join(LETTERS[card] for card, count in enumerate(before.unseen) for _ in range(count))


def test_ruling_23_a_choice_may_be_changed_as_often_as_one_likes() -> None:
    before = situation(3)
    after = before
    for number in (1, 2, 3, 3, 1):
        after = chosen(after, number)
        assert (after.choices, GAME.to_move(after)) == ((number, None, None), (0, 1, 2))
    assert GAME.question(after, 0) == GAME.question(before, 0)
    after = chosen(after, 2, 2, 2)
    assert GAME.question(after, 0) > GAME.question(before, 0)


def test_a_seat_may_change_its_choice_even_when_it_is_the_last_one_that_did_choose() -> None:
    after = chosen(situation(3), 1, None, 5)
    after = chosen(after, 4, None, 6)
    assert after.choices == (4, None, 6)
    after = chosen(after, None, 2)
    assert [sum(collection) for collection in after.collections] == [3, 3, 3]


def test_the_choices_of_the_latest_turn_are_remembered() -> None:
    after = chosen(situation(3, rows={2: "K N C", 6: "S H P", 7: "2 3 4"}), 6, 2, 2)
    first = after.revealed[0]
    assert [(one.row, one.seats, one.cards) for one in first] == [
        (2, (1, 2), cards("C")),
        (6, (0,), cards("S H P")),
    ]
    after = chosen(after, None, 7, 2)
    assert after.revealed[0] == first
    assert [(one.row, one.seats, one.cards) for one in after.revealed[1]] == [
        (2, (2,), cards("K N")),
        (7, (1,), cards("2 3 4")),
    ]
    assert len(chosen(after, 1, 1, 1).revealed) == 1


@pytest.mark.parametrize("seats", GAME.seats)
def test_nothing_is_obvious_and_a_choice_is_not_taken_back(seats: int) -> None:
    for played in random_game(Setup(GAME, seats, {}), seed=2):
        assert all(GAME.obvious_move(played.before, seat) is None for seat in range(seats))
        assert not GAME.can_take_back(played.events)
        for seat in GAME.to_move(played.before):
            assert seat == CHANCE or len(GAME.legal_moves(played.before, seat)) > 1


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(DECK[1:], id="one is missing"),
        pytest.param((*DECK, DECK[0]), id="one too many"),
        pytest.param((*DECK[1:], Card.FARMHOUSE), id="another one"),
        pytest.param((), id="none"),
    ],
)
def test_only_the_112_cards_are_dealt(order: tuple[Card, ...]) -> None:
    with pytest.raises(IllegalMove) as illegal:
        GAME.apply(GAME.start(3, {}), CHANCE, Shuffle(order))
    assert illegal.value.code == "not_chance"


@pytest.mark.parametrize("order", ["F", "F F F", "F W", ""])
def test_only_the_cards_of_the_box_come_from_it(order: str) -> None:
    before = situation(2, rows={1: "K K K", 2: "N N N"}, deck="S", box="F", unseen="F")
    after = chosen(before, 1, 2)
    with pytest.raises(IllegalMove) as illegal:
        told_chance(after, order)
    assert illegal.value.code == "not_chance"


def test_chance_does_nothing_while_people_choose() -> None:
    for move in (Shuffle(DECK), Choose(1)):
        with pytest.raises(IllegalMove) as illegal:
            GAME.apply(situation(2), CHANCE, move)
        assert illegal.value.code == "not_chance"


def test_after_the_end_a_choice_is_refused_as_such() -> None:
    over = replace(situation(2), phase=Phase.OVER, final_scoring=(NOTHING,) * 2)
    with pytest.raises(IllegalMove) as illegal:
        chosen(over, 1)
    assert illegal.value.code == "game_over"


@pytest.mark.parametrize("row_number", range(1, 9))
def test_a_choice_is_written_with_the_number_of_its_row(row_number: int) -> None:
    assert GAME.write_move(Choose(row_number)) == f"choose {row_number}"
    assert GAME.read_move(f"choose {row_number}") == Choose(row_number)


@pytest.mark.parametrize(
    "text",
    ["choose 0", "choose 9", "choose 01", "choose", "Choose 1", "choose 1 ", "shuffle k", "shuffle K C"],
)
def test_nearly_a_text_is_no_move(text: str) -> None:
    with pytest.raises(IllegalMove) as illegal:
        GAME.read_move(text)
    assert illegal.value.code == "unknown_move"


def test_turns_are_counted_from_one() -> None:
    for seats in GAME.seats:
        turns = [GAME.turn(played.before) for played in random_game(Setup(GAME, seats, {}), seed=3)]
        assert turns[:2] == [1, 1]
        assert all(later - earlier in (0, 1) for earlier, later in pairwise(turns))
        assert turns[-1] > 5
