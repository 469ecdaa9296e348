"""Observations (all that a seat or a spectator may know), and states that fit them.  Rules: Ru-Ra-Re 4."""

from __future__ import annotations

from itertools import chain

from engine.counts import Counts, added, counted, listed, with_more, without
from engine.game import Chance, Seat, Struct, Viewer
from engine.ru_ra_re.play import scores
from engine.ru_ra_re.state import CARDS, COPIES, Card, Meeting, Phase, Sheet, State


class Observation(Struct, frozen=True):
    """The knowledge of one viewer; fields not listed here have the same meaning as in `State`.

    Attributes:
        ready: For each seat, whether it has made the present choice.
        points: The points of each seat so far.
        deck_size: The number of face-down cards in the deck.
        unseen_size: The number of cards in the box that nobody saw.
        choices: The row that each seat chose; None if it has chosen none, or the viewer may not know it.
        deck: The cards of the deck; None for all viewers while the game goes on.
        unseen: The cards in the box that nobody saw; None for all viewers while the game goes on.
    """

    viewer: Viewer
    phase: Phase
    question: int
    turn: int
    choice: int
    last_turn: bool
    rows: tuple[tuple[Card, ...], ...]
    collections: tuple[Counts, ...]
    points: Counts
    waiting: tuple[bool, ...]
    ready: tuple[bool, ...]
    choices: tuple[int | None, ...]
    revealed: tuple[tuple[Meeting, ...], ...]
    first_scoring: tuple[Sheet, ...] | None
    final_scoring: tuple[Sheet, ...] | None
    deck_size: int
    box: Counts
    unseen_size: int
    deck: tuple[Card, ...] | None
    unseen: Counts | None

    @property
    def seat(self) -> Seat:
        """The viewer's seat; the viewer must not be a spectator."""
        assert self.viewer is not None
        return self.viewer


def observe(state: State, viewer: Viewer) -> Observation:
    """All that `viewer` may know of `state`.  Rules: Ru-Ra-Re 4."""
    own = tuple(row if seat == viewer else None for seat, row in enumerate(state.choices))
    return _observation(state, viewer, own, None, None)


def reveal(state: State) -> Observation:
    """An observation, without a viewer, of all of `state`."""
    return _observation(state, None, state.choices, state.deck, state.unseen)


def _observation(
    state: State,
    viewer: Viewer,
    choices: tuple[int | None, ...],
    deck: tuple[Card, ...] | None,
    unseen: Counts | None,
) -> Observation:
    return Observation(
        viewer=viewer,
        phase=state.phase,
        question=state.question,
        turn=state.turn,
        choice=state.choice,
        last_turn=state.last_turn,
        rows=state.rows,
        collections=state.collections,
        points=scores(state),
        waiting=state.waiting,
        ready=tuple(row is not None for row in state.choices),
        choices=choices,
        revealed=state.revealed,
        first_scoring=state.first_scoring,
        final_scoring=state.final_scoring,
        deck_size=len(state.deck),
        box=state.box,
        unseen_size=sum(state.unseen),
        deck=deck,
        unseen=unseen,
    )


def _hidden_cards(seen: Observation) -> list[Card]:
    """The cards that no seat has seen: in the deck, and face down in the box."""
    if seen.phase is Phase.SHUFFLE:
        return []
    known = with_more(seen.box, chain.from_iterable(seen.rows))
    for cards in seen.collections:
        known = added(known, cards)
    return listed(without(COPIES, known), CARDS)


def _drawn_choices(seen: Observation, chance: Chance) -> tuple[int | None, ...]:
    """The choices of all seats; those unknown to the viewer are drawn from the open rows."""
    rows = [row for row, cards in enumerate(seen.rows, 1) if cards]
    return tuple(
        rows[chance.below(len(rows))] if has_chosen and row is None else row
        for has_chosen, row in zip(seen.ready, seen.choices, strict=True)
    )


def determinise(seen: Observation, chance: Chance) -> State:
    """A state that fits `seen`: hidden cards are dealt anew, and unknown choices drawn."""
    cards = chance.shuffled(_hidden_cards(seen))
    return State(
        phase=seen.phase,
        question=seen.question,
        turn=seen.turn,
        choice=seen.choice,
        last_turn=seen.last_turn,
        rows=seen.rows,
        collections=seen.collections,
        deck=cards[: seen.deck_size],
        box=seen.box,
        unseen=counted(cards[seen.deck_size :], len(CARDS)),
        waiting=seen.waiting,
        choices=_drawn_choices(seen, chance),
        revealed=seen.revealed,
        first_scoring=seen.first_scoring,
        final_scoring=seen.final_scoring,
    )
