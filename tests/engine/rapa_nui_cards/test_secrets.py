"""Facts that players must not learn, by the rules page and not by the code.  Rules: Rapa Nui cards 5, 7."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest
from hypothesis import assume
from msgspec.structs import replace

from engine.counts import Counts
from engine.game import Event, Seat, Viewer
from engine.rapa_nui_cards.events import LaidFaceDown
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.moves import Move
from engine.rapa_nui_cards.state import Card, FaceDown, Good, Phase, State
from tests.engine.rapa_nui_cards.situations import situation, told
from tests.engine.seeded import Reached, Seeded, Setup, as_seen, in_reached_states, random_game

NEXT_CARDS = 4
"""So many cards of the deck stay in their places, so that a refill turns up the same ones."""


def counted(kinds: Iterable[int], size: int) -> Counts:
    listed = list(kinds)
    return tuple(listed.count(kind) for kind in range(size))


def listed(counts: Iterable[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def deal(state: State, whom: Iterable[Seat], field: str, pool: list[int]) -> tuple[Counts, ...]:
    """Return hands or sacrifice cards; those of the seats `whom` are dealt anew from `pool`."""
    dealt = list(getattr(state, field))
    for seat in whom:
        size = len(dealt[seat])
        dealt[seat] = counted((pool.pop() for _ in range(sum(dealt[seat]))), size)
    return tuple(dealt)


def rearranged(
    state: State, viewer: Viewer, seed: int, fixed: int = NEXT_CARDS, *, forgetful: bool = True
) -> State:
    """Return a state with the same observation for `viewer`: hidden cards change places.  Rules: 5, 6, 7.

    The next `fixed` cards of the deck stay in theirs; hands too unless who looks is `forgetful`, as everybody
    has seen which cards came into them and which were played.  Likewise a seat's sacrifice cards then change
    places with those alone that it has laid face down.
    """
    chance = Seeded(seed)
    hidden = [seat for seat in range(state.seats) if seat != viewer and not state.open_hands]
    unknown = hidden if forgetful else []
    cards = [card for seat in unknown for card in listed(state.hands[seat])] + [*state.deck[fixed:]]
    goods = [good for seat in hidden for good in listed(state.held[seat])]
    goods += [one.good for one in state.face_down if one.seat != viewer]
    cards, goods = [*chance.shuffled(cards)], [*chance.shuffled(goods)]
    hands = deal(state, unknown, "hands", cards)
    if state.phase is Phase.OVER:  # Sacrifice cards have been counted; hands stay secret.
        return replace(state, hands=hands)
    if not forgetful:
        found = replace(state, hands=hands, deck=(*state.deck[:fixed], *map(Card, cards)))
        for seat in hidden:
            found = with_others_laid(found, seat, chance)
        return found
    held = deal(state, hidden, "held", goods)
    return replace(
        state,
        hands=hands,
        held=held,
        deck=(*state.deck[:fixed], *map(Card, cards)),
        face_down=tuple(
            card if card.seat == viewer else FaceDown(card.seat, Good(goods.pop()))
            for card in state.face_down
        ),
    )


def with_others_laid(state: State, seat: int, chance: Seeded) -> State:
    """Return the state in which a seat has laid other sacrifice cards of its own face down."""
    laid = [one.good for one in state.face_down if one.seat == seat]
    mixed = [*chance.shuffled([*listed(state.held[seat]), *laid])]
    now = [Good(mixed.pop()) for _ in laid]
    held = tuple(mixed.count(good) for good in range(len(state.held[seat])))
    return replace(
        state,
        held=(*state.held[:seat], held, *state.held[seat + 1 :]),
        face_down=tuple(
            FaceDown(one.seat, now.pop()) if one.seat == seat else one for one in state.face_down
        ),
    )


@in_reached_states("rapa-nui-cards")
def test_what_one_cannot_know_changes_nothing_in_what_one_sees(setup_and_state: Reached, seed: int) -> None:
    setup, state = setup_and_state
    assume(state.turn)
    for viewer in (None, *range(setup.seats)):
        other = rearranged(state, viewer, seed)
        assert as_seen(GAME, other, viewer) == as_seen(GAME, state, viewer)
        # Whether a table moves for a seat at once must not tell anything either.
        if state.decider != viewer:
            hurried = GAME.obvious_move(state, state.decider) is not None
            assert (GAME.obvious_move(other, state.decider) is not None) == hurried


@in_reached_states("rapa-nui-cards")
def test_what_one_cannot_know_changes_nothing_in_what_one_sees_happen(
    setup_and_state: Reached, seed: int
) -> None:
    setup, state = setup_and_state
    assume(state.turn and state.phase is not Phase.OVER)
    seat = state.decider
    face_down = state.phase is Phase.SACRIFICE and seat == state.active
    for viewer in (None, *range(setup.seats)):
        other = rearranged(state, viewer, seed)
        possible = GAME.legal_moves(other, seat)
        for move in GAME.legal_moves(state, seat):
            # Whichever card is laid face down, the others see the same.
            same = possible if face_down and seat != viewer else [one for one in possible if one == move]
            for again in same:
                there, events = GAME.apply(state, seat, move)
                here, likewise = GAME.apply(other, seat, again)
                if there.phase is Phase.OVER:
                    continue
                told_there, told_here = GAME.seen(events, viewer), GAME.seen(likewise, viewer)
                assert msgspec.json.encode(told_there) == msgspec.json.encode(told_here)
                if not (face_down and state.open_hands):  # What is held is seen, before and after.
                    assert as_seen(GAME, there, viewer) == as_seen(GAME, here, viewer)


def clicked(state: State, seat: Seat, move: Move) -> tuple[State, list[Event]]:
    """Make a move and the forced moves that a table makes at once after it."""
    state, events = GAME.apply(state, seat, move)
    told = list(events)
    while state.phase is not Phase.OVER and (obvious := GAME.obvious_move(state, state.decider)):
        state, events = GAME.apply(state, state.decider, obvious)
        told += events
    return state, told


def assert_taking_back_tells_nothing(state: State, seeds: Iterable[int]) -> None:
    """Check that, whatever is hidden, a player sees the same events in all moves that can be taken back."""
    seat = state.decider
    others = [rearranged(state, seat, seed, fixed=0) for seed in seeds]
    for move in GAME.legal_moves(state, seat):
        there, events = clicked(state, seat, move)
        if not GAME.can_take_back(events):
            continue
        for other in others:
            here, likewise = clicked(other, seat, move)
            assert GAME.can_take_back(likewise)
            assert GAME.seen(events, seat) == GAME.seen(likewise, seat)
            assert as_seen(GAME, there, seat) == as_seen(GAME, here, seat)


@in_reached_states("rapa-nui-cards", examples=100)
def test_what_can_be_taken_back_told_its_maker_nothing(setup_and_state: Reached, seed: int) -> None:
    _, state = setup_and_state
    assume(state.turn and state.phase is not Phase.OVER)
    assert_taking_back_tells_nothing(state, range(seed, seed + 3))


@pytest.mark.parametrize(
    ("phase", "decider", "active", "held"),
    [
        pytest.param(Phase.PLAY, 0, 0, ["1 1 0 0", "0 0 1 0", "1 0 0 0"], id="a Moai is raised"),
        pytest.param(Phase.SACRIFICE, 1, 0, ["1 1 0 0", "0 1 1 0", "1 0 0 0"], id="another one is next"),
        pytest.param(
            Phase.SACRIFICE, 1, 2, ["0 1 0 0", "0 1 1 0", "1 0 0 0"], id="the last one is face down"
        ),
    ],
)
def test_sacrifice_cards_laid_by_themselves_are_not_spied_out_by_taking_back(
    phase: Phase, decider: Seat, active: Seat, held: list[str]
) -> None:
    state = situation(
        3,
        phase=phase,
        decider=decider,
        active=active,
        held=held,
        hands=["M f f", "L L P", "P P L"],
        wood=(7, 0, 0),
    )
    assert_taking_back_tells_nothing(state, range(20))


def test_a_face_down_card_is_told_to_its_owner_alone() -> None:
    setup = Setup(GAME, 4, {})
    laid = [
        event
        for seed in range(6)
        for played in random_game(setup, seed)
        for event in played.events
        if isinstance(event, LaidFaceDown)
    ]
    assert len(laid) > 5
    for event in laid:
        assert event.good is not None
        assert event.seen_by(event.seat) == event
        for viewer in {None, *range(4)} - {event.seat}:
            assert event.seen_by(viewer) == LaidFaceDown(event.seat, None)


def test_an_event_that_says_nothing_of_its_own_is_secret() -> None:
    class Quiet(Event, frozen=True):
        """An event whose class doesn't say who may see it."""

    assert Quiet().seen_by(None) is None
    assert Quiet().seen_by(0) is None


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("open_hands", [False, True])
def test_hands_and_sacrifice_cards_are_seen_by_their_owner_or_in_a_teaching_game(
    viewer: Viewer, open_hands: bool
) -> None:
    state = situation(
        hands=["f f P", "L L M"],
        held=["1 0 2 0", "0 3 0 0"],
        face_down=(FaceDown(0, Good.FISH),),
        open_hands=open_hands,
    )
    seen = GAME.observe(state, viewer)
    for seat, view in enumerate(seen.seats):
        known = open_hands or seat == viewer
        assert view.hand == (state.hands[seat] if known else None)
        assert view.held == (state.held[seat] if known else None)
        assert (view.hand_size, view.held_size) == (3, 3)
    # Face-down cards are secret in a teaching game too.  Rules: Rapa Nui cards 4, 5.
    assert [card.good for card in seen.face_down] == [Good.FISH if viewer == 0 else None]


def test_ruling_12_the_stone_is_turned_over_and_sacrifice_cards_are_shown_at_the_end() -> None:
    state = situation(
        hands=["f", "L L L"],
        columns=["f", "f f", "f f", "f f"],
        deck="L P",
        stone="0 1 0 0",
        face_down=(FaceDown(0, Good.FISH), FaceDown(1, Good.GRAIN)),
        phase=Phase.TAKE,
    )
    state, events = told(state, "take 1")
    for viewer in (None, 0, 1):
        assert GAME.seen(events, viewer) == tuple(events)
        seen = GAME.observe(state, viewer)
        assert [card.good for card in seen.face_down] == [Good.FISH, Good.GRAIN]
        assert [view.hand is not None for view in seen.seats] == [seat == viewer for seat in (0, 1)]
        assert [view.held for view in seen.seats] == list(state.held)
    assert msgspec.to_builtins(events[-1])["stone"] == (1, 1, 0, 1)
