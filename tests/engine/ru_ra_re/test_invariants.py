"""Invariants.  Rules: Ru-Ra-Re 6, last paragraphs."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.counts import added, counted
from engine.game import CHANCE
from engine.ru_ra_re import events as happened
from engine.ru_ra_re.game import GAME
from engine.ru_ra_re.state import CARDS, COPIES, RED_CROSS, Phase, State
from tests.engine.ru_ra_re.situations import of_type
from tests.engine.seeded import Seeded, Setup, random_game

SEATS = pytest.mark.parametrize("seats", GAME.seats)
SEEDS = range(25)


def assert_nothing_lost_or_made(state: State) -> None:
    """Check that rows, deck, box and collections hold the 112 cards."""
    if state.phase is Phase.SHUFFLE:
        return
    there = added(state.box, state.unseen)
    for cards in (state.deck, *state.rows):
        there = added(there, counted(cards, len(CARDS)))
    for collection in state.collections:
        there = added(there, collection)
        assert min(collection) >= 0
    assert there == COPIES


@SEATS
def test_cards_are_conserved_and_rows_are_full_when_a_turn_begins(seats: int) -> None:
    for seed in SEEDS:
        for played in random_game(Setup(GAME, seats, {}), seed):
            state: State = played.after
            assert_nothing_lost_or_made(state)
            assert all(len(cards) <= 3 for cards in state.rows)
            if of_type(played.events, happened.TurnBegan):
                assert all(len(cards) == 3 for cards in state.rows)
                assert all(state.waiting)


@SEATS
def test_nor_does_a_card_come_or_go_where_a_viewer_imagines_what_is_hidden(seats: int) -> None:
    for played in random_game(Setup(GAME, seats, {}), seed=6):
        for viewer in (None, *range(seats)):
            imagined = GAME.determinise(GAME.observe(played.after, viewer), Seeded(viewer or 0))
            assert_nothing_lost_or_made(imagined)


def test_what_is_hidden_is_imagined_in_more_than_one_way() -> None:
    *_, played = islice(random_game(Setup(GAME, 4, {}), seed=1), 6)
    seen = GAME.observe(played.after, None)
    imagined = [GAME.determinise(seen, Seeded(seed)) for seed in range(20)]
    assert any(seen.ready)
    assert len({state.choices for state in imagined}) > 5
    assert len({state.deck for state in imagined}) == 20


@SEATS
def test_nobody_receives_two_rows_in_a_turn_and_nobody_waits_alone(seats: int) -> None:
    for seed in SEEDS:
        received: list[int] = []
        for played in random_game(Setup(GAME, seats, {}), seed):
            for event in played.events:
                if isinstance(event, happened.TurnEnded):
                    assert sorted((*received, *event.empty_handed)) == list(range(seats))
                    assert len(event.empty_handed) != 1
                    received = []
                if isinstance(event, happened.Taken):
                    assert event.seat not in received
                    assert event.cards
                    received.append(event.seat)
            assert sum(played.after.waiting) != 1


@SEATS
def test_ruling_22_collections_shrink_at_the_first_scoring_only_and_there_are_two_scorings(
    seats: int,
) -> None:
    for seed in SEEDS:
        scorings = []
        for played in random_game(Setup(GAME, seats, {}), seed):
            kinds = [type(one) for one in of_type(played.events, happened.FirstScored, happened.FinalScored)]
            scorings += kinds
            pairs = zip(played.before.collections, played.after.collections, strict=True)
            if happened.FirstScored in kinds:
                assert all(not after[card] for card in RED_CROSS for after in played.after.collections)
            else:
                assert all(
                    old <= new for before, after in pairs for old, new in zip(before, after, strict=True)
                )
        assert scorings == [happened.FirstScored, happened.FinalScored]


@SEATS
def test_the_question_is_new_with_each_choice_and_the_same_for_all(seats: int) -> None:
    for played in random_game(Setup(GAME, seats, {}), seed=8):
        if played.seat == CHANCE:
            continue
        before, after = played.before, played.after
        assert len({GAME.question(before, seat) for seat in GAME.to_move(before)}) == 1
        revealed = bool(of_type(played.events, happened.Revealed))
        assert after.question - before.question == int(revealed and after.phase is Phase.CHOOSE)
        assert (after.choices == (None,) * seats) == revealed


@SEATS
def test_a_game_is_about_as_long_as_the_page_says(seats: int) -> None:
    usual = {2: (10, 12), 3: (8, 10), 4: (7, 9)}[seats]
    turns = []
    for seed in range(60):
        chance = Seeded(seed)
        state = GAME.start(seats, {})
        while to_move := GAME.to_move(state):
            seat = to_move[chance.below(len(to_move))]
            legal = GAME.legal_moves(state, seat)
            move = legal[chance.below(len(legal))] if legal else GAME.chance_move(state, chance)
            state, _ = GAME.apply(state, seat, move)
        turns.append(state.turn)
    assert usual[0] <= sum(turns) / len(turns) <= usual[1]
