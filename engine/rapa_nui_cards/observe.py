"""Observations (knowledge of a seat or a spectator), and states that fit them.  Rules: Rapa Nui cards 5."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Any

from engine.counts import Counts, added, changed, counted, listed, with_more, without
from engine.game import CHANCE, Chance, Seat, Struct, Viewer
from engine.rapa_nui_cards.play import first_hand, points_in_sight, values, worth_of
from engine.rapa_nui_cards.state import (
    CARDS,
    CARDS_OF_EACH_GOOD,
    DECK,
    GOODS,
    Card,
    FaceDown,
    Good,
    Phase,
    Scoring,
    State,
)


class SeatView(Struct, frozen=True):
    """The knowledge of a viewer about one seat.

    Attributes:
        village: How many of each card lie in the seat's village.
        hand_size: How many cards it has in hand.
        held_size: How many sacrifice cards it has.
        hand: How many of each card it has in hand; None if hidden from the viewer.
        held: How many sacrifice cards of each good it has; None if hidden from the viewer.
    """

    village: Counts
    wood: int
    glory: int
    hand_size: int
    held_size: int
    hand: Counts | None
    held: Counts | None


class FaceDownView(Struct, frozen=True):
    """A card lying face down on the stone; `good` is None if hidden from the viewer."""

    seat: Seat
    good: Good | None


class Observation(Struct, frozen=True):
    """The knowledge of one viewer; fields have the same meaning as in `State`."""

    viewer: Viewer
    wood_tiebreak: bool
    open_hands: bool
    phase: Phase
    question: int
    first: Seat
    turn: int
    active: Seat
    decider: Seat
    seats: tuple[SeatView, ...]
    supply: Counts
    columns: tuple[tuple[Card, ...], ...]
    deck_size: int
    stone: Counts
    face_down: tuple[FaceDownView, ...]
    removed_moai: int
    taken_from: int
    due: Counts
    scoring: Scoring | None

    @property
    def seat(self) -> Seat:
        """The viewer's seat; the viewer must not be a spectator."""
        assert self.viewer is not None
        return self.viewer

    @property
    def own(self) -> SeatView:
        """The viewer's knowledge of their own seat."""
        return self.seats[self.seat]


class Memory(Observation, frozen=True):
    """The observation of a viewer with perfect memory.

    Attributes:
        got: For each seat, how many sacrifice cards of each good it has, plus those that it laid face down.
    """

    got: tuple[Counts, ...]


def observe(state: State, viewer: Viewer) -> Observation:
    """All that `viewer` may know of `state`.  Rules: Rapa Nui cards 5, 6 (the stone is revealed), 7."""
    return Observation(**_fields(state, viewer))


def recall(state: State, viewer: Viewer) -> Memory:
    """The observation of a viewer who remembers the whole game: that of `observe`, with more public facts.

    These facts are all hands, since everybody knows each seat's first cards and has seen every card taken or
    played; and all sacrifice cards: everybody saw which ones a seat received, but not which of them it laid
    face down, so `Memory.got` counts both together.  Rules: Rapa Nui cards 1, 3, 5.
    """
    got = tuple(
        with_more(held, [card.good for card in state.face_down if card.seat == seat])
        for seat, held in enumerate(state.held)
    )
    return Memory(**_fields(state, viewer, hands=True), got=got)


def reveal(state: State) -> Observation:
    """A spectator's observation with all hands, sacrifice cards and face-down cards open."""
    return Observation(**_fields(state, None, hands=True, held=True))


def turn_order(seen: Observation) -> list[Seat]:
    """The seats in the order of play, the first player first."""
    return [(seen.first + step) % len(seen.seats) for step in range(len(seen.seats))]


def known_stone(seen: Observation) -> Counts:
    """The number of cards on the stone by good: open ones, and face-down ones that the viewer knows."""
    return with_more(seen.stone, [card.good for card in seen.face_down if card.good is not None])


def totals_in_sight(seen: Observation) -> list[tuple[int, int]]:
    """Each seat's least and most possible points now, by the viewer's knowledge.  Rules: 5, 6."""
    worth = values(known_stone(seen))
    hidden = [] if knows_all_goods(seen) else sorted(worth[good] for good in _unseen_goods(seen))
    return [_total(view, worth, hidden) for view in seen.seats]


def _total(view: SeatView, worth: Counts, hidden: Sequence[int]) -> tuple[int, int]:
    public = points_in_sight(view.glory, view.village, view.wood)
    if view.held is not None:
        return (public + worth_of(view.held, worth),) * 2
    dearest = max(0, len(hidden) - view.held_size)
    return public + sum(hidden[: view.held_size]), public + sum(hidden[dearest:])


def knows_all_goods(seen: Observation) -> bool:
    """Whether the viewer knows all seats' sacrifice cards, and so can compare all totals."""
    return all(view.held is not None for view in seen.seats)


def public_total(seen: Observation, seat: Seat) -> int:
    """The points of `seat` that everybody sees; sacrifice cards count only if all seats' are open."""
    view = seen.seats[seat]
    public = points_in_sight(view.glory, view.village, view.wood)
    if view.held is None or not knows_all_goods(seen):
        return public
    # During the game, a viewer may know a card on the stone that others don't.
    stone = known_stone(seen) if seen.viewer is None or seen.phase is Phase.OVER else seen.stone
    return public + worth_of(view.held, values(stone))


def _fields(state: State, viewer: Viewer, *, hands: bool = False, held: bool = False) -> dict[str, Any]:
    """The fields of an observation; `hands`: all hands are open; `held`: all sacrifice cards are."""
    turned_over = held or state.phase is Phase.OVER
    return {
        "viewer": viewer,
        "wood_tiebreak": state.wood_tiebreak,
        "open_hands": state.open_hands,
        "phase": state.phase,
        "question": state.question,
        "first": state.first,
        "turn": state.turn,
        "active": state.active,
        "decider": state.decider,
        "seats": tuple(
            SeatView(
                village=state.villages[seat],
                wood=state.wood[seat],
                glory=state.glory[seat],
                hand_size=sum(state.hands[seat]),
                held_size=sum(state.held[seat]),
                hand=state.hands[seat] if hands or state.open_hands or seat == viewer else None,
                held=state.held[seat] if turned_over or state.open_hands or seat == viewer else None,
            )
            for seat in range(state.seats)
        ),
        "supply": state.supply,
        "columns": state.columns,
        "deck_size": len(state.deck),
        "stone": state.stone,
        "face_down": tuple(
            FaceDownView(card.seat, card.good if card.seat == viewer or turned_over else None)
            for card in state.face_down
        ),
        "removed_moai": state.removed_moai,
        "taken_from": state.taken_from,
        "due": state.due,
        "scoring": state.scoring,
    }


def _unseen_cards(seen: Observation) -> list[Card]:
    """The Rapa Nui cards that are hidden from the viewer in hands and in the deck."""
    if not any(seen.columns):
        return []
    known = counted(chain.from_iterable(seen.columns), len(CARDS))
    known = changed(known, Card.MOAI, seen.removed_moai)
    for view in seen.seats:
        known = added(known, view.village)
        if view.hand is not None:
            known = added(known, view.hand)
    return listed(without(_in_play(len(seen.seats)), known), CARDS)


@cache
def _in_play(seats: int) -> Counts:
    """How many of each Rapa Nui card are in a game of `seats` players.  Rules: Rapa Nui cards 1, 2.2."""
    cards = counted(DECK, len(CARDS))
    for seat in range(seats):
        cards = changed(added(cards, first_hand(seat)), Card.LUMBERJACK, 1)
    return cards


def _unseen_goods(seen: Observation) -> list[Good]:
    """The goods of the sacrifice cards that are hidden from the viewer, held by seats or face down."""
    known = added(seen.supply, seen.stone)
    known = with_more(known, [card.good for card in seen.face_down if card.good is not None])
    for view in seen.seats:
        if view.held is not None:
            known = added(known, view.held)
    return [good for good in GOODS for _ in range(CARDS_OF_EACH_GOOD - known[good])]


def determinise(seen: Observation, chance: Chance) -> State:
    """A state that fits `seen`: cards hidden from its viewer are dealt at random."""
    cards = list(chance.shuffled(_unseen_cards(seen)))
    goods = list(chance.shuffled(_unseen_goods(seen)))

    def deal_hand(seat: Seat, view: SeatView) -> Counts:
        if view.hand is not None:
            return view.hand
        if seen.decider == CHANCE:
            # Before the shuffle, the only cards are those with which the seats begin.  Rules: 2.2.
            return first_hand(seat)
        return counted((cards.pop() for _ in range(view.hand_size)), len(CARDS))

    laid: dict[Seat, list[Good]] = {}

    def deal_held(seat: Seat, view: SeatView) -> Counts:
        if not isinstance(seen, Memory):
            return view.held or counted((goods.pop() for _ in range(view.held_size)), len(GOODS))
        if view.held is not None:
            laid[seat] = listed(without(seen.got[seat], view.held), GOODS)
            return view.held
        got = chance.shuffled(listed(seen.got[seat], GOODS))
        laid[seat] = list(got[view.held_size :])
        return counted(got[: view.held_size], len(GOODS))

    def deal_laid(seat: Seat) -> Good:
        return laid[seat].pop() if seat in laid else goods.pop()

    return State(
        wood_tiebreak=seen.wood_tiebreak,
        open_hands=seen.open_hands,
        phase=seen.phase,
        question=seen.question,
        first=seen.first,
        turn=seen.turn,
        active=seen.active,
        decider=seen.decider,
        hands=tuple(deal_hand(seat, view) for seat, view in enumerate(seen.seats)),
        villages=tuple(view.village for view in seen.seats),
        wood=tuple(view.wood for view in seen.seats),
        glory=tuple(view.glory for view in seen.seats),
        held=tuple(deal_held(seat, view) for seat, view in enumerate(seen.seats)),
        supply=seen.supply,
        columns=seen.columns,
        deck=tuple(cards),
        stone=seen.stone,
        face_down=tuple(
            FaceDown(card.seat, deal_laid(card.seat) if card.good is None else card.good)
            for card in seen.face_down
        ),
        removed_moai=seen.removed_moai,
        taken_from=seen.taken_from,
        due=seen.due,
        scoring=seen.scoring,
    )
