"""What moves do: a choice, the reveal, the end of a turn, the refill.  Rules: Ru-Ra-Re 2, 3.

Every function here takes only legal moves; `game.py` has checked them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from msgspec.structs import replace

from engine.counts import Counts, added, counted, put, with_more
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
    rows, collections, waiting = list(state.rows), list(state.collections), list(state.waiting)
    box = state.box
    for meeting in meetings:
        at, cards = meeting.row - 1, meeting.cards
        if len(meeting.seats) == 1:
            (seat,) = meeting.seats
            rows[at], waiting[seat] = (), False
            collections[seat] = with_more(collections[seat], cards)
            told.append(happened.Taken(seat, meeting.row, cards))
        else:
            rows[at] = rows[at][:-1]
            box = with_more(box, cards)
            told.append(happened.Clashed(meeting.row, meeting.seats, cards[0], len(rows[at])))
    earlier = state.revealed if state.choice > 1 else ()
    state = replace(
        state,
        rows=tuple(rows),
        collections=tuple(collections),
        box=box,
        waiting=tuple(waiting),
        choices=(None,) * len(waiting),
        revealed=(*earlier, meetings),
    )
    if not is_choice_due(state):
        return _end_turn(state, told)
    again = replace(state, choice=state.choice + 1, question=state.question + 1)
    told.append(happened.ChoiceBegan(again.choice, waiting_seats(again)))
    return again, tuple(told)


def _meetings(state: State) -> tuple[Meeting, ...]:
    """Who meets at which row, by row."""
    seats_at: dict[int, tuple[Seat, ...]] = {}
    for seat, row in enumerate(state.choices):
        if row is not None:
            seats_at[row] = (*seats_at.get(row, ()), seat)
    return tuple([_meeting(row, seats_at[row], state.rows[row - 1]) for row in sorted(seats_at)])


def _meeting(row: int, seats: tuple[Seat, ...], cards: tuple[Card, ...]) -> Meeting:
    return Meeting(row, seats, cards if len(seats) == 1 else cards[-1:])


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
    return state.last_turn or max(map(sum, state.collections)) >= SCORING_FROM


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
    rows, laid, deck = _laid(state.rows, state.deck)
    if any(laid):
        told.append(happened.Refilled(laid, len(deck)))
    state = replace(state, rows=rows, deck=deck)
    # Rows can be short only where the deck has run out.
    if not deck and any(len(row) < ROW_SIZE for row in rows) and any((*state.box, *state.unseen)):
        return replace(state, phase=Phase.SHUFFLE_BOX), tuple(told)
    return _begin_turn(state, told)


def _use_box(state: State, cards: tuple[Card, ...]) -> Outcome:
    """Go on with the refill where it stopped; the rest of the cards stays in the box unseen."""
    told: list[Event] = [happened.BoxShuffled(len(cards))]
    rows, laid, left = _laid(state.rows, cards)
    if any(laid):
        told.append(happened.Refilled(laid, 0))
    return _begin_turn(replace(state, rows=rows, box=NO_CARDS, unseen=_counts(left)), told)


def _laid(rows: Rows, cards: tuple[Card, ...]) -> tuple[Rows, Rows, tuple[Card, ...]]:
    """The rows filled from row 1 on, as far as the cards go; what was laid at each; and the cards left.

    New cards lie outermost.
    """
    filled, laid, at = [], [], 0
    for row in rows:
        more = cards[at : at + ROW_SIZE - len(row)]
        filled.append(row + more)
        laid.append(more)
        at += len(more)
    return tuple(filled), tuple(laid), cards[at:]


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
