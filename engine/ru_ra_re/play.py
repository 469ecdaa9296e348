"""What moves do: a choice, the reveal, the end of a turn, the refill.  Rules: Ru-Ra-Re 2, 3.

Every function here takes only legal moves; `game.py` has checked them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from msgspec.structs import replace

from engine.counts import Counts, added, changed, counted, put, with_more
from engine.game import Event, Seat
from engine.ru_ra_re import events as happened
from engine.ru_ra_re.legal import is_choice_due, waiting_seats
from engine.ru_ra_re.moves import Choose, Move, Shuffle
from engine.ru_ra_re.scoring import sheets
from engine.ru_ra_re.state import (
    CARDS,
    COPIES,
    NO_CARDS,
    RED_CROSS,
    ROW_SIZE,
    ROWS,
    SCORING_FROM,
    SET_ASIDE,
    Card,
    Meeting,
    Phase,
    State,
)

Outcome = tuple[State, tuple[Event, ...]]
Rows = tuple[tuple[Card, ...], ...]


def start(seats: int) -> State:
    """The state before chance has moved.  Rules: Ru-Ra-Re 2."""
    return State(
        phase=Phase.SHUFFLE,
        question=0,
        turn=0,
        choice=0,
        last_turn=False,
        rows=((),) * ROWS[seats],
        collections=(NO_CARDS,) * seats,
        deck=(),
        box=NO_CARDS,
        unseen=NO_CARDS,
        waiting=(False,) * seats,
        choices=(None,) * seats,
        revealed=(),
        first_scoring=None,
        final_scoring=None,
    )


def play(state: State, seat: Seat, move: Move) -> Outcome:
    """Make a legal `move` of `seat`."""
    match move:
        case Choose(row):
            return _choose(state, seat, row)
        case Shuffle(cards):
            return _deal(state, cards) if state.phase is Phase.SHUFFLE else _use_box(state, cards)


def cards_to_shuffle(state: State) -> Counts:
    """The cards that chance is to shuffle: all at setup, later those of the box."""
    return COPIES if state.phase is Phase.SHUFFLE else added(state.box, state.unseen)


def _deal(state: State, cards: tuple[Card, ...]) -> Outcome:
    dealt = len(cards) - SET_ASIDE[state.seats]
    return _refill(replace(state, deck=cards[:dealt], unseen=_counts(cards[dealt:])), [])


def _choose(state: State, seat: Seat, row: int) -> Outcome:
    told: list[Event] = [happened.Chosen(seat, row)]
    after = replace(state, choices=put(state.choices, seat, row))
    if None in compress(after.choices, after.waiting):
        return after, tuple(told)
    return _reveal(after, told)


def _reveal(state: State, told: list[Event]) -> Outcome:
    """Carry out all choices together, each on the row as it was before them.  Rules: Ru-Ra-Re 3.1."""
    told.append(happened.Revealed(state.choices))
    meetings = _meetings(state)
    for meeting in meetings:
        state = _take(state, meeting, told) if len(meeting.seats) == 1 else _clash(state, meeting, told)
    earlier = state.revealed if state.choice > 1 else ()
    state = replace(state, choices=(None,) * state.seats, revealed=(*earlier, meetings))
    if not is_choice_due(state):
        return _end_turn(state, told)
    again = replace(state, choice=state.choice + 1, question=state.question + 1)
    told.append(happened.ChoiceBegan(again.choice, waiting_seats(again)))
    return again, tuple(told)


def _meetings(state: State) -> tuple[Meeting, ...]:
    found = []
    for row in sorted({row for row in state.choices if row is not None}):
        seats = tuple([seat for seat, chosen in enumerate(state.choices) if chosen == row])
        cards = state.rows[row - 1]
        found.append(Meeting(row, seats, cards if len(seats) == 1 else cards[-1:]))
    return tuple(found)


def _take(state: State, meeting: Meeting, told: list[Event]) -> State:
    (seat,) = meeting.seats
    told.append(happened.Taken(seat, meeting.row, meeting.cards))
    return replace(
        state,
        rows=put(state.rows, meeting.row - 1, ()),
        collections=put(state.collections, seat, with_more(state.collections[seat], meeting.cards)),
        waiting=put(state.waiting, seat, False),
    )


def _clash(state: State, meeting: Meeting, told: list[Event]) -> State:
    (card,) = meeting.cards
    left = state.rows[meeting.row - 1][:-1]
    told.append(happened.Clashed(meeting.row, meeting.seats, card, len(left)))
    return replace(state, rows=put(state.rows, meeting.row - 1, left), box=changed(state.box, card, 1))


def _end_turn(state: State, told: list[Event]) -> Outcome:
    """Score, if that is due, and refill, or end the game.  Rules: Ru-Ra-Re 3.3."""
    told.append(happened.TurnEnded(state.turn, waiting_seats(state)))
    state = replace(state, waiting=(False,) * state.seats)
    # Ruling 10: before the refill, so a box that is shuffled there has the red-cross cards in it.
    if _is_first_scoring_due(state):
        state = _score_first(state, told)
    if not state.last_turn:
        return _refill(state, told)
    final = sheets(state.collections)
    told.append(happened.FinalScored(final))
    return replace(state, phase=Phase.OVER, final_scoring=final), tuple(told)


def _is_first_scoring_due(state: State) -> bool:
    if state.first_scoring is not None:
        return False
    return state.last_turn or any(sum(cards) >= SCORING_FROM for cards in state.collections)


def _score_first(state: State, told: list[Event]) -> State:
    first = sheets(state.collections)
    leaving = tuple(
        tuple(count if card in RED_CROSS else 0 for card, count in zip(CARDS, cards, strict=True))
        for cards in state.collections
    )
    box = state.box
    for cards in leaving:
        box = added(box, cards)
    told += (happened.FirstScored(first), happened.RedCrossesLeft(leaving))
    return replace(
        state,
        first_scoring=first,
        box=box,
        collections=tuple(
            tuple(0 if card in RED_CROSS else count for card, count in zip(CARDS, cards, strict=True))
            for cards in state.collections
        ),
    )


def _refill(state: State, told: list[Event]) -> Outcome:
    """Fill the rows from the deck; if it runs out, the box is shuffled next.  Rules: Ru-Ra-Re 3.3."""
    rows, deck = _laid(state.rows, state.deck)
    _tell_refill(state.rows, rows, deck, told)
    state = replace(state, rows=rows, deck=deck)
    if any(len(row) < ROW_SIZE for row in rows) and any((*state.box, *state.unseen)):
        return replace(state, phase=Phase.SHUFFLE_BOX), tuple(told)
    return _begin_turn(state, told)


def _use_box(state: State, cards: tuple[Card, ...]) -> Outcome:
    """Go on with the refill where it stopped; the rest of the cards stays in the box unseen."""
    told: list[Event] = [happened.BoxShuffled(len(cards))]
    rows, left = _laid(state.rows, cards)
    _tell_refill(state.rows, rows, (), told)
    return _begin_turn(replace(state, rows=rows, box=NO_CARDS, unseen=_counts(left)), told)


def _laid(rows: Rows, cards: tuple[Card, ...]) -> tuple[Rows, tuple[Card, ...]]:
    """The rows filled from row 1 on, new cards outermost, as far as the cards go; and the cards left."""
    filled, laid = [], 0
    for row in rows:
        missing = ROW_SIZE - len(row)
        filled.append(row + cards[laid : laid + missing])
        laid += missing
    return tuple(filled), cards[laid:]


def _tell_refill(before: Rows, after: Rows, deck: tuple[Card, ...], told: list[Event]) -> None:
    laid = tuple([new[len(old) :] for old, new in zip(before, after, strict=True)])
    if any(laid):
        told.append(happened.Refilled(laid, len(deck)))


def _begin_turn(state: State, told: list[Event]) -> Outcome:
    last = not state.deck
    if last:
        told.append(happened.LastTurnAnnounced())
    told.append(happened.TurnBegan(state.turn + 1))
    after = replace(
        state,
        phase=Phase.CHOOSE,
        question=state.question + 1,
        turn=state.turn + 1,
        choice=1,
        last_turn=last,
        waiting=(True,) * state.seats,
    )
    # Ruling 12: a last turn that begins with too few open rows ends at once.
    return (after, tuple(told)) if is_choice_due(after) else _end_turn(after, told)


def _counts(cards: Iterable[Card]) -> Counts:
    return counted(cards, len(CARDS))
