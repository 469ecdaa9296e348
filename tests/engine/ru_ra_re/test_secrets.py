"""Facts that players must not learn, by the rules page and not by the code.  Rules: Ru-Ra-Re 4."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import assume
from msgspec.structs import replace

from engine.counts import counted, listed
from engine.game import CHANCE, Viewer
from engine.ru_ra_re.events import Chosen
from engine.ru_ra_re.game import GAME
from engine.ru_ra_re.state import CARDS, Card, Phase, State
from tests.engine.ru_ra_re.situations import chosen, counts, situation, told
from tests.engine.seeded import Reached, Seeded, Setup, as_seen, in_reached_states, random_game

NEXT_CARDS = 24
"""So many cards of the deck stay in their places, so that a refill turns up the same ones."""


def rearranged(state: State, viewer: Viewer, seed: int, fixed: int = 0) -> State:
    """Return another state with the same observation for `viewer`.

    Secret are: the order of the deck; the cards that were set aside unseen, or left over when the box was
    shuffled; and another seat's choice until all have chosen.  The next `fixed` cards of the deck stay.
    """
    chance = Seeded(seed)
    pool: list[Card] = [*state.deck[fixed:], *listed(state.unseen, CARDS)]
    cards = chance.shuffled(pool)
    size = len(state.deck[fixed:])
    rows = [number for number, there in enumerate(state.rows, 1) if there]
    choices = tuple(
        row if row is None or seat == viewer else rows[chance.below(len(rows))]
        for seat, row in enumerate(state.choices)
    )
    return replace(
        state,
        deck=(*state.deck[:fixed], *cards[:size]),
        unseen=counted(cards[size:], len(CARDS)),
        choices=choices,
    )


@in_reached_states("ru-ra-re")
def test_what_one_cannot_know_changes_nothing_in_what_one_sees(setup_and_state: Reached, seed: int) -> None:
    setup, state = setup_and_state
    for viewer in (None, *range(setup.seats)):
        other = rearranged(state, viewer, seed)
        assert as_seen(GAME, other, viewer) == as_seen(GAME, state, viewer)
        # Whether a table moves for a seat at once, or whom it calls, must not tell anything either.
        assert GAME.to_move(other) == GAME.to_move(state)
        for seat in range(setup.seats):
            assert GAME.legal_moves(other, seat) == GAME.legal_moves(state, seat)
            assert GAME.obvious_move(other, seat) == GAME.obvious_move(state, seat)
            assert seat not in GAME.to_move(state) or GAME.question(other, seat) == GAME.question(state, seat)


@in_reached_states("ru-ra-re")
def test_what_one_cannot_know_changes_nothing_in_what_one_sees_happen(
    setup_and_state: Reached, seed: int
) -> None:
    setup, state = setup_and_state
    asked = GAME.to_move(state)
    assume(asked and CHANCE not in asked)
    chance = Seeded(seed)
    for viewer in (None, *range(setup.seats)):
        seat = asked[chance.below(len(asked))]
        if all(state.choices[one] is not None for one in asked if one != seat):
            continue  # The reveal comes: then choices are told.
        other = rearranged(state, viewer, seed)
        legal = GAME.legal_moves(state, seat)
        move = legal[chance.below(len(legal))]
        again = move if seat == viewer else legal[chance.below(len(legal))]
        there, events = GAME.apply(state, seat, move)
        here, likewise = GAME.apply(other, seat, again)
        told_there, told_here = GAME.seen(events, viewer), GAME.seen(likewise, viewer)
        assert msgspec.json.encode(told_there) == msgspec.json.encode(told_here)
        assert as_seen(GAME, there, viewer) == as_seen(GAME, here, viewer)


@in_reached_states("ru-ra-re")
def test_a_reveal_tells_the_choices_and_the_new_cards_and_no_more(
    setup_and_state: Reached, seed: int
) -> None:
    """The same choices and the same next cards, all else that is hidden in another order."""
    setup, state = setup_and_state
    assume(GAME.to_move(state) and CHANCE not in GAME.to_move(state))
    other = replace(rearranged(state, None, seed, fixed=NEXT_CARDS), choices=state.choices)
    assume(len(state.deck) > NEXT_CARDS)
    for seat in GAME.to_move(state):
        move = GAME.legal_moves(state, seat)[seed % 2]
        state, events = GAME.apply(state, seat, move)
        other, likewise = GAME.apply(other, seat, move)
        for viewer in (None, *range(setup.seats)):
            assert GAME.seen(events, viewer) == GAME.seen(likewise, viewer)
            assert as_seen(GAME, state, viewer) == as_seen(GAME, other, viewer)
        if seat not in GAME.to_move(state) or state.choices[seat] is None:
            break


def test_a_choice_is_told_to_its_maker_alone_and_a_change_likewise() -> None:
    told_of = [
        event
        for seed in range(4)
        for played in random_game(Setup(GAME, 4, {}), seed)
        for event in played.events
        if isinstance(event, Chosen)
    ]
    assert len(told_of) > 50
    for event in told_of:
        for viewer in (None, *range(4)):
            assert event.seen_by(viewer) == (event if viewer == event.seat else None)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_who_has_chosen_is_public_and_what_is_not(viewer: Viewer) -> None:
    seen = GAME.observe(chosen(situation(3), 4, None, 6), viewer)
    assert seen.ready == (True, False, True)
    assert seen.choices == tuple(row if seat == viewer else None for seat, row in enumerate((4, None, 6)))
    assert (seen.deck, seen.unseen) == (None, None)
    assert (seen.deck_size, seen.unseen_size) == (81, 10)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_after_the_reveal_all_choices_are_public(viewer: Viewer) -> None:
    state, events = told(situation(3), 4, 4, 6)
    assert GAME.seen(events[3:], viewer) == tuple(events[3:])
    (meetings,) = GAME.observe(state, viewer).revealed
    assert [(one.row, one.seats) for one in meetings] == [(4, (0, 1)), (6, (2,))]


def test_revealing_hides_nothing_and_observing_hides_even_after_the_end() -> None:
    for seats in GAME.seats:
        for played in random_game(Setup(GAME, seats, {}), seed=seats):
            state, shown = played.after, GAME.reveal(played.after)
            assert (shown.viewer, shown.deck, shown.unseen) == (None, state.deck, state.unseen)
            assert shown.choices == state.choices
            hidden = replace(shown, deck=None, unseen=None, choices=(None,) * seats)
            assert hidden == GAME.observe(state, None)


def test_a_box_used_up_is_unseen_again() -> None:
    before = situation(2, rows={1: "K", 2: "N N N"}, deck="S H P O G", box="6xF", unseen="14xW")
    state = chosen(before, 1, 2)
    assert GAME.observe(state, 0).box == counts("6xF")
    state, _ = GAME.apply(state, CHANCE, GAME.chance_move(state, Seeded(1)))
    seen = GAME.observe(state, 0)
    assert (sum(seen.box), seen.unseen_size) == (0, 19)
    assert state.phase is Phase.CHOOSE
    state = chosen(state, 3, 3)
    assert sum(GAME.observe(state, 1).box) == 1
