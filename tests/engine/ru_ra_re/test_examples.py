"""The worked examples of the rule page that are about play, a row each.  Rules: Ru-Ra-Re 8.

Example 25 proves ruling 11 too, example 29 ruling 21.
"""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from engine.game import CHANCE, IllegalMove
from engine.ru_ra_re import events as happened
from engine.ru_ra_re.game import GAME
from engine.ru_ra_re.play import sheets
from engine.ru_ra_re.state import NO_CARDS, Phase, Sheet, State
from tests.engine.ru_ra_re.situations import (
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


def legal(state: State, seat: int) -> list[str]:
    return [GAME.write_move(move) for move in GAME.legal_moves(state, seat)]


@pytest.mark.parametrize(
    ("seats", "rows", "deck", "box"),
    [
        pytest.param(2, 6, 62, 32, id="4 two players"),
        pytest.param(3, 7, 81, 10, id="4 three players"),
        pytest.param(4, 8, 88, 0, id="4 four players"),
    ],
)
def test_setup(seats: int, rows: int, deck: int, box: int) -> None:
    state = dealt(seats)
    assert sizes(state) == [3] * rows
    assert (len(state.deck), sum(state.unseen), sum(state.box)) == (deck, box, 0)
    assert state.collections == (NO_CARDS,) * seats
    assert GAME.observe(state, None).points == (0,) * seats
    assert waiting(state) == list(range(seats))
    assert (state.turn, state.last_turn, state.phase) == (1, False, Phase.CHOOSE)


TIM, SARAH, LINUS = 0, 1, 2
FULL = {2: "N N K", 6: "K C 4", 7: "S H P"}


def test_5_who_is_alone_takes_all_and_a_clash_costs_the_outermost_card() -> None:
    before = situation(3, rows=FULL)
    state, events = told(before, 6, 2, 2)
    assert state.collections == (counts("K C 4"), NO_CARDS, NO_CARDS)
    assert (row(state, 6), row(state, 2)) == ("", "N N")
    assert state.box == counts("K")
    assert waiting(state) == [SARAH, LINUS]
    assert events[3:] == [
        happened.Revealed((6, 2, 2)),
        happened.Clashed(2, (SARAH, LINUS), cards("K")[0], 2),
        happened.Taken(TIM, 6, cards("K C 4")),
        happened.ChoiceBegan(2, (SARAH, LINUS)),
    ]


def test_6_five_goes_on_and_only_the_rows_that_were_taken_are_refilled() -> None:
    before = situation(3, rows=FULL)
    state, events = told(chosen(before, 6, 2, 2), None, 7, 2)
    assert state.collections == (counts("K C 4"), counts("S H P"), counts("N N"))
    assert of_type(events, happened.TurnEnded) == [happened.TurnEnded(1, ())]
    for number in range(1, 8):
        if number not in (2, 6, 7):
            assert state.rows[number - 1] == before.rows[number - 1]
    assert (*state.rows[1], *state.rows[5], *state.rows[6]) == before.deck[:9]
    assert sizes(state) == [3] * 7
    assert (state.turn, waiting(state)) == (2, [0, 1, 2])


@pytest.mark.parametrize(
    ("collections", "sizes_after", "scored"),
    [
        pytest.param(["7xN 3xS", "", "", ""], [13, 3, 3, 2], True, id="13 thirteen cards"),
        pytest.param(["", "", "", "6xN 5xS"], [3, 3, 3, 13], True, id="13 thirteen cards of the last seat"),
        pytest.param(["9xN", "5xS 4xG", "9xK", "5xO 4xU"], [12, 12, 12, 11], False, id="27"),
        pytest.param(["9xN 3xS", "5xG 5xE 2xD", "9xK", "5xO 5xU 3xN"], [15, 15, 12, 15], True, id="28"),
    ],
)
def test_when_the_first_scoring_is_held(collections: list[str], sizes_after: list[int], scored: bool) -> None:
    rows = {1: "S S H", 2: "P P H", 3: "S S H", 4: "H P"}  # Nothing with a red cross.
    before = situation(4, collections=collections, turn=5, rows=rows)
    state, events = told(before, 1, 2, 3, 4)
    assert [sum(cards) for cards in state.collections] == sizes_after
    assert of_type(events, happened.FirstScored) == (
        [happened.FirstScored(sheets(state.collections))] if scored else []
    )
    assert bool(of_type(events, happened.RedCrossesLeft)) == scored
    assert (state.first_scoring is not None) == scored


def test_14_two_clashes_in_one_choice_are_repeated_in_one_choice() -> None:
    state = chosen(situation(4), 3, 3, 5, 5)
    assert sizes(state) == [3, 3, 2, 3, 2, 3, 3, 3]
    assert waiting(state) == [0, 1, 2, 3]
    assert (state.choice, GAME.to_move(state)) == (2, (0, 1, 2, 3))


def test_15_one_is_alone_and_three_meet() -> None:
    before = chosen(situation(4), 3, 3, 5, 5)
    state = chosen(before, 3, 5, 5, 5)
    assert sum(state.collections[0]) == 2
    assert (sizes(state)[2], sizes(state)[4]) == (0, 1)
    assert waiting(state) == [1, 2, 3]


def test_16_the_last_card_of_a_row_leaves_and_the_row_is_no_choice_any_more() -> None:
    state = chosen(situation(4), 3, 3, 5, 5)
    state = chosen(state, 3, 5, 5, 5)
    state = chosen(state, None, 5, 5, 5)
    assert sizes(state)[4] == 0
    assert sum(state.box) == 4
    for seat in (1, 2, 3):
        assert legal(state, seat) == ["choose 1", "choose 2", "choose 4", "choose 6", "choose 7", "choose 8"]


def test_17_a_row_that_was_taken_cannot_be_chosen() -> None:
    state = chosen(situation(3, rows=FULL), 6, 2, 2)
    written = msgspec.json.encode(state)
    with pytest.raises(IllegalMove) as illegal:
        chosen(state, None, 6)
    assert (illegal.value.code, illegal.value.facts) == ("row_empty", {"row": 6})
    assert msgspec.json.encode(state) == written
    assert GAME.to_move(state) == (SARAH, LINUS)


def test_18_who_no_longer_waits_does_not_choose() -> None:
    state = chosen(situation(3, rows=FULL), 6, 2, 2)
    assert legal(state, TIM) == []
    with pytest.raises(IllegalMove) as illegal:
        chosen(state, 1)
    assert illegal.value.code == "not_your_turn"


def test_19_all_four_choose_the_same_row_until_it_is_empty() -> None:
    state = situation(4)
    for left in (2, 1, 0):
        state = chosen(state, 1, 1, 1, 1)
        assert sizes(state) == [left, *[3] * 7]
    assert (state.choice, waiting(state)) == (4, [0, 1, 2, 3])
    assert len(legal(state, 0)) == 7


@pytest.mark.parametrize(
    ("seats", "rows", "choices", "ends", "empty_handed", "left"),
    [
        pytest.param(2, {2: "K", 4: "C"}, (2, 2), True, (0, 1), {4: "C"}, id="20"),
        pytest.param(2, {2: "K N", 4: "C"}, (2, 2), False, (), {2: "K", 4: "C"}, id="21"),
        pytest.param(3, {2: "K", 4: "C"}, (2, 2, 4), True, (0, 1), {}, id="22"),
    ],
)
def test_when_a_turn_ends_for_want_of_rows(
    seats: int,
    rows: dict[int, str],
    choices: tuple[int, ...],
    ends: bool,
    empty_handed: tuple[int, ...],
    left: dict[int, str],
) -> None:
    before = situation(seats, only_rows=rows, choice=3)
    state, events = told(before, *choices)
    assert of_type(events, happened.TurnEnded) == ([happened.TurnEnded(1, empty_handed)] if ends else [])
    for seat in empty_handed:
        assert state.collections[seat] == NO_CARDS
    for number, text in left.items():
        assert row(state, number).startswith(text)
    assert (state.turn, state.choice) == ((2, 1) if ends else (1, 4))
    if seats == 3:
        assert state.collections[2] == counts("C")


def test_23_a_new_card_is_laid_at_the_outer_end_and_is_the_first_to_go() -> None:
    before = situation(2, rows={1: "K K K", 3: "K P", 6: "N"}, deck="D E U C F F 2 3")
    state = chosen(before, 1, 6)
    assert row(state, 3) == "K P C"
    state = chosen(state, 3, 3)
    assert row(state, 3) == "K P"
    assert state.box == counts("C")


def test_24_rows_are_refilled_in_ascending_order() -> None:
    before = situation(2, rows={2: "N 4", 5: "K K K", 6: "2 3 4"}, deck="S H P O G E U D")
    # Row 6 comes after the cards of the example.
    state, events = told(before, 5, 6)
    assert row(state, 2) == "N 4 S"
    assert row(state, 5) == "H P O"
    (refill,) = of_type(events, happened.Refilled)
    assert isinstance(refill, happened.Refilled)
    assert refill.cards == ((), cards("S"), (), (), cards("H P O"), cards("G E U"))
    assert refill.deck == 1


def test_25_a_deck_used_up_exactly_makes_the_next_turn_the_last() -> None:
    before = situation(2, rows={1: "K", 2: "N N N"}, deck="S H P O G E", box="20xF", unseen="32xW")
    state, events = told(before, 1, 2)
    assert state.deck == ()
    assert (state.last_turn, state.phase, state.turn) == (True, Phase.CHOOSE, 2)
    assert (state.box, state.unseen) == (before.box, before.unseen)
    assert [type(event) for event in events[-3:]] == [
        happened.Refilled,
        happened.LastTurnAnnounced,
        happened.TurnBegan,
    ]


def test_26_a_deck_that_does_not_suffice_is_helped_out_by_the_box() -> None:
    before = situation(2, rows={1: "K", 2: "N N N"}, deck="S H P O G", box="6xF", unseen="14xW")
    state, events = told(before, 1, 2)
    assert (state.phase, GAME.to_move(state)) == (Phase.SHUFFLE_BOX, (CHANCE,))
    assert (row(state, 1), row(state, 2)) == ("S H P", "O G")
    assert isinstance(events[-1], happened.Refilled)
    state, events = told_chance(state, "W F " + "W " * 13 + "F " * 5)
    assert row(state, 2) == "O G W"
    assert (sum(state.box), sum(state.unseen), state.last_turn) == (0, 19, True)
    assert events == [
        happened.BoxShuffled(20),
        happened.Refilled(((), cards("W"), (), (), (), ()), 0),
        happened.LastTurnAnnounced(),
        happened.TurnBegan(2),
    ]


def test_29_there_is_no_further_scoring_for_thirteen_cards() -> None:
    first = (NOTHING, NOTHING)
    before = situation(2, collections=["10xN 8xK", "2xS"], first_scoring=first)
    state, events = told(before, 1, 2)
    assert sum(state.collections[0]) == 21
    assert (state.first_scoring, state.final_scoring, state.phase) == (first, None, Phase.CHOOSE)
    assert not of_type(events, happened.FirstScored, happened.RedCrossesLeft, happened.FinalScored)


def test_30_red_cross_cards_go_to_the_box_after_the_first_scoring() -> None:
    before = situation(
        2, collections=["2xK C 4 2xN S F W B", "7xN 3xH"], rows={1: "P P P", 2: "D D D"}, box="U"
    )
    state, events = told(before, 1, 2)
    assert state.collections[0] == counts("2xK 2xN S 3xP")
    assert state.box == counts("U C 4 F W B")
    assert of_type(events, happened.RedCrossesLeft) == [
        happened.RedCrossesLeft((counts("C 4 F W B"), NO_CARDS))
    ]
    assert state.first_scoring is not None
    assert state.first_scoring[0] == Sheet(kings=1, churches=10, victory=4, knights=2, animals=7, farm=14)


def test_40_a_first_scoring_that_is_still_open_is_held_at_the_end() -> None:
    before = situation(2, last_turn=True, deck="", collections=["C 2xK", "2xF 2xW"], rows={1: "4", 2: "N"})
    state, events = told(before, 1, 2)
    assert [type(event) for event in events[-5:]] == [
        happened.Taken,
        happened.TurnEnded,
        happened.FirstScored,
        happened.RedCrossesLeft,
        happened.FinalScored,
    ]
    assert state.first_scoring == (Sheet(1, 10, 4, 0, 0, 0), Sheet(0, 0, 0, 2, 0, 14))
    assert state.final_scoring == (Sheet(1, 0, 0, 0, 0, 0), Sheet(0, 0, 0, 2, 0, 0))
    assert (state.phase, GAME.to_move(state)) == (Phase.OVER, ())


def test_42_a_secret_choice_looks_the_same_whatever_it_is() -> None:
    states = [chosen(situation(3), number) for number in (1, 5)]
    for viewer in (None, 1, 2):
        one, other = (msgspec.json.encode(GAME.observe(state, viewer)) for state in states)
        assert one == other
    assert GAME.observe(states[0], 0) != GAME.observe(states[1], 0)


def test_43_cards_set_aside_unseen_are_unknown_to_all() -> None:
    state = situation(2)
    swapped = swapped_aside(state)
    assert swapped != state
    for viewer in (None, 0, 1):
        assert GAME.observe(state, viewer) == GAME.observe(swapped, viewer)


def swapped_aside(state: State) -> State:
    """Return the state in which a card of the deck and one set aside, of another type, change places."""
    top = state.deck[0]
    other = next(kind for kind, count in enumerate(state.unseen) if count and kind != top)
    unseen = [count + (kind == top) - (kind == other) for kind, count in enumerate(state.unseen)]
    return replace(state, deck=(type(top)(other), *state.deck[1:]), unseen=tuple(unseen))


def test_44_a_choice_can_be_changed_unseen_until_the_last_one_is_in() -> None:
    first, _ = told(situation(2), 4)
    state, events = told(first, 6)
    assert state.choices == (6, None)
    assert GAME.question(state, 0) == GAME.question(first, 0) == GAME.question(situation(2), 0)
    assert GAME.to_move(state) == (0, 1)
    assert legal(state, 0) == legal(first, 0)
    for viewer in (None, 1):
        assert GAME.seen(events, viewer) == ()
        assert GAME.observe(state, viewer) == GAME.observe(first, viewer)
    assert GAME.seen(events, 0) == (happened.Chosen(0, 6),)
    _, events = told(state, None, 4)
    rows = state.rows
    assert of_type(events, happened.Taken) == [happened.Taken(1, 4, rows[3]), happened.Taken(0, 6, rows[5])]


def test_45_a_last_turn_that_ends_with_one_row_open() -> None:
    before = situation(
        2,
        last_turn=True,
        deck="",
        only_rows={2: "K", 4: "C"},
        choice=4,
        collections=["2xK", "N"],
        first_scoring=(NOTHING, NOTHING),
    )
    state, events = told(before, 2, 2)
    assert state.collections == before.collections
    assert row(state, 4) == "C"
    assert state.phase is Phase.OVER
    assert of_type(events, happened.TurnEnded) == [happened.TurnEnded(1, (0, 1))]
    assert state.final_scoring == (replace(NOTHING, kings=1), replace(NOTHING, knights=2))
