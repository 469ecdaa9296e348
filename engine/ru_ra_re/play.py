"""The effects of legal moves, and the points of collections.  Rules: Ru-Ra-Re 2, 3, 5."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from operator import itemgetter, mul
from typing import Final

from msgspec.structs import replace

from engine.counts import Counts, added, counted, put, with_more, without
from engine.game import Event, Part, Result, Seat, SeatResult, Told
from engine.ru_ra_re import events as happened
from engine.ru_ra_re.moves import WAITING_SEATS, Choose, Move, is_choice_due
from engine.ru_ra_re.state import (
    CARDS,
    CHOOSE,
    COPIES,
    LEAVES,
    NO_CARDS,
    ROW_SIZE,
    ROWS,
    SCORING_FROM,
    SET_ASIDE,
    Card,
    Meeting,
    Phase,
    Sheet,
    State,
)
from engine.standings import ranks

FOR_KINGS: Final = (0, 0, 1, 4, 9, 16, 25, 36)
"""The points for 0 to 7 kings; more kings add nothing."""
FOR_ANIMALS: Final = (0, 1, 3, 6, 10, 15)
"""The points for 0 to 5 animals of one kind."""
FOR_MOST_CHURCHES: Final = 10
FOR_KNIGHT: Final = 1
FOR_KNIGHT_OF_MOST: Final = 2
FOR_TRIO: Final = 14
FOR_PAIR: Final = 7

_CHURCHES: Final = itemgetter(int(Card.CHURCH))
_KNIGHTS: Final = itemgetter(int(Card.KNIGHT))


def kings_points(kings: int) -> int:
    """The points for the kings of a collection."""
    return FOR_KINGS[min(kings, len(FOR_KINGS) - 1)]


def farm_points(farmers: int, women: int, houses: int) -> int:
    """The points for farm cards, combined into trios and pairs in the best way.  Rules: 5, ruling 18."""
    pairs = min(farmers, women)
    trios = min(pairs, houses)
    return FOR_TRIO * trios + FOR_PAIR * (pairs - trios)


@lru_cache(maxsize=4096)
def sheet(collections: tuple[Counts, ...], seat: Seat) -> Sheet:
    """The score sheet of `seat`; `collections`: the collections of all seats.  Rules: Ru-Ra-Re 5."""
    return _sheet(collections[seat], *_most(collections))


def sheets(collections: Sequence[Counts]) -> tuple[Sheet, ...]:
    """The score sheet of each seat in a scoring.  Rules: Ru-Ra-Re 5."""
    most_churches, most_knights = _most(collections)
    return tuple([_sheet(cards, most_churches, most_knights) for cards in collections])


def _most(collections: Sequence[Counts]) -> tuple[int, int]:
    """The most churches that any one collection has, and the most knights that any one has."""
    return max(map(_CHURCHES, collections)), max(map(_KNIGHTS, collections))


def _sheet(cards: Counts, most_churches: int, most_knights: int) -> Sheet:
    kings, churches, twos, threes, fours, knights, *animals, farmers, women, houses = cards
    return Sheet(
        kings=kings_points(kings),
        # Each seat with the most churches gets the points.  Ruling 15.
        churches=FOR_MOST_CHURCHES if churches == most_churches > 0 else 0,
        victory=2 * twos + 3 * threes + 4 * fours,
        knights=knights * (FOR_KNIGHT_OF_MOST if knights == most_knights else FOR_KNIGHT),
        animals=sum(map(FOR_ANIMALS.__getitem__, animals)),
        farm=farm_points(farmers, women, houses),
    )


@lru_cache(maxsize=4096)
def gain(collections: tuple[Counts, ...], seat: Seat, cards: tuple[Card, ...]) -> int:
    """The points that `cards` would add to a scoring of `seat`, if one came now.  Rules: Ru-Ra-Re 5."""
    more = with_more(collections[seat], cards)
    return sheet(put(collections, seat, more), seat).points - sheet(collections, seat).points


def next_gain(collections: tuple[Counts, ...], seat: Seat, card: Card) -> int:
    """The points that one more `card` would add for `seat`; 0 if `seat` has all copies already."""
    return gain(collections, seat, (card,)) if collections[seat][card] < COPIES[card] else 0


def in_sight(points: Counts, collections: tuple[Counts, ...], seat: Seat) -> int:
    """The points of `seat` so far, plus the points of its collection if a scoring came now."""
    return points[seat] + sheet(collections, seat).points


def scores(state: State) -> Counts:
    """The points of each seat so far."""
    held = [scoring for scoring in (state.first_scoring, state.final_scoring) if scoring is not None]
    return tuple(sum(scoring[seat].points for scoring in held) for seat in range(state.seats))


def parts(state: State, seat: Seat) -> tuple[Part, ...]:
    """The lines of the score sheet of `seat`, six for each scoring so far.  Rules: Ru-Ra-Re 6."""
    named = (("first", state.first_scoring), ("final", state.final_scoring))
    return tuple(
        Part(f"{name}_{field}", getattr(scoring[seat], field))
        for name, scoring in named
        if scoring is not None
        for field in Sheet.__struct_fields__
    )


def final_result(state: State) -> Result:
    """The score of each seat; equals share the victory.  Rules: Ru-Ra-Re 5, ruling 19."""
    totals = scores(state)
    return Result(
        seats=tuple(
            SeatResult(total, parts(state, seat), rank)
            for seat, (total, rank) in enumerate(zip(totals, ranks(totals), strict=True))
        ),
        reason="deck_used_up",
    )


Choices = tuple[int | None, ...]
"""The row that each seat chose, counted from 1; None for a seat that chose none."""
Rows = tuple[tuple[Card, ...], ...]
Waiting = tuple[bool, ...]


@cache
def start(seats: int) -> State:
    """The state before the first move of chance.  Rules: Ru-Ra-Re 2."""
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


def play(state: State, seat: Seat, move: Move, told: Told = None) -> State:
    """The state after a legal `move` of `seat`; the events are added to `told`."""
    if not isinstance(move, Choose):
        lay = _deal if state.phase is Phase.SHUFFLE else _use_box
        return lay(state, move.cards, told)
    if told is not None:
        told.append(happened.Chosen(seat, move.row))
    choices = put(state.choices, seat, move.row)
    missing = choices.count(None)
    if missing and missing > state.waiting.count(False):  # Seats that don't wait don't choose.
        return replace(state, choices=choices)
    return _reveal(state, choices, told)


def cards_to_shuffle(state: State) -> Counts:
    """The cards that chance is to shuffle: all at setup, later those of the box."""
    return COPIES if state.phase is Phase.SHUFFLE else added(state.box, state.unseen)


def _deal(state: State, cards: tuple[Card, ...], told: Told) -> State:
    dealt = len(cards) - SET_ASIDE[state.seats]
    return _refill(replace(state, deck=cards[:dealt], unseen=_counts(cards[dealt:])), state.rows, told)


def _reveal(state: State, choices: Choices, told: Told) -> State:
    """Carry out all seats' choices, each on the row as the seats saw it.  Rules: Ru-Ra-Re 3.1."""
    if told is not None:
        told.append(happened.Revealed(choices))
    rows, collections, box = [*state.rows], [*state.collections], state.box
    meetings: list[Meeting] = []
    chosen, waiting = _met(choices)
    for row, seats in chosen:
        cards = rows[row - 1]
        if len(seats) == 1:
            seat = seats[0]
            rows[row - 1] = ()
            collections[seat] = with_more(collections[seat], cards)
            if told is not None:
                told.append(happened.Taken(seat, row, cards))
        else:
            left, cards = cards[:-1], cards[-1:]
            rows[row - 1] = left
            box = with_more(box, cards)
            if told is not None:
                told.append(happened.Clashed(row, seats, cards[0], len(left)))
        meetings.append(Meeting(row, seats, cards))
    state = replace(
        state,
        collections=tuple(collections),
        box=box,
        choices=(None,) * len(waiting),
        revealed=(*state.revealed, tuple(meetings)) if state.choice > 1 else (tuple(meetings),),
    )
    if not is_choice_due(rows, waiting):
        return _end_turn(state, tuple(rows), waiting, told)
    question, choice = state.question + 1, state.choice + 1
    if told is not None:
        told.append(happened.ChoiceBegan(choice, WAITING_SEATS[waiting]))
    return replace(state, question=question, choice=choice, rows=tuple(rows), waiting=waiting)


@cache
def _met(choices: Choices) -> tuple[tuple[tuple[int, tuple[Seat, ...]], ...], Waiting]:
    """The chosen rows, in order, each with the seats that chose it; and whether each seat still waits."""
    rows = sorted({row for row in choices if row is not None})
    chosen = tuple((row, tuple(seat for seat, one in enumerate(choices) if one == row)) for row in rows)
    return chosen, tuple(row is not None and choices.count(row) > 1 for row in choices)


def _end_turn(state: State, rows: Rows, waiting: Waiting, told: Told) -> State:
    """End the turn: score if a scoring is due, and refill the rows, or end the game.  Rules: Ru-Ra-Re 3.3."""
    if told is not None:
        told.append(happened.TurnEnded(state.turn, WAITING_SEATS[waiting]))
    # Ruling 10: the first scoring precedes the refill, so the box has red-cross cards already.
    if _is_first_scoring_due(state):
        state = _score_first(state, told)
    if not state.last_turn:
        return _refill(state, rows, told)
    final = sheets(state.collections)
    if told is not None:
        told.append(happened.FinalScored(final))
    nobody = (False,) * len(waiting)
    return replace(state, phase=Phase.OVER, rows=rows, waiting=nobody, final_scoring=final)


def _is_first_scoring_due(state: State) -> bool:
    if state.first_scoring is not None:
        return False
    return state.last_turn or max(map(sum, state.collections)) >= SCORING_FROM


def _score_first(state: State, told: Told) -> State:
    first = sheets(state.collections)
    leaving = tuple([tuple(map(mul, cards, LEAVES)) for cards in state.collections])
    box = state.box
    for cards in leaving:
        box = added(box, cards)
    if told is not None:
        told += (happened.FirstScored(first), happened.RedCrossesLeft(leaving))
    staying = tuple(map(without, state.collections, leaving))
    return replace(state, first_scoring=first, box=box, collections=staying)


def _refill(state: State, before: Rows, told: Told) -> State:
    """Fill the rows `before` from the deck; if it runs out, a shuffle of the box is due.  Rules: 3.3."""
    rows, deck = _laid(before, state.deck)
    if told is not None:
        _tell_of_new(before, rows, len(deck), told)
    # Rows lack cards only if the deck has run out.
    if not deck and any(len(row) < ROW_SIZE for row in rows) and any((*state.box, *state.unseen)):
        nobody = (False,) * state.seats
        return replace(state, phase=Phase.SHUFFLE_BOX, rows=rows, deck=deck, waiting=nobody)
    return _begin_turn(state, rows, deck, told)


def _use_box(state: State, cards: tuple[Card, ...], told: Told) -> State:
    """Continue a refill with the shuffled `cards` of the box; cards left over stay there unseen."""
    if told is not None:
        told.append(happened.BoxShuffled(len(cards)))
    rows, left = _laid(state.rows, cards)
    if told is not None:
        _tell_of_new(state.rows, rows, 0, told)
    return _begin_turn(replace(state, box=NO_CARDS, unseen=_counts(left)), rows, (), told)


def _laid(rows: Rows, cards: tuple[Card, ...]) -> tuple[Rows, tuple[Card, ...]]:
    """The rows after `cards` were laid, row 1 first, new cards outermost; and the cards left over."""
    filled, laid = [*rows], 0
    for place, row in enumerate(rows):
        if len(row) < ROW_SIZE:
            until = laid + ROW_SIZE - len(row)
            filled[place] = row + cards[laid:until]
            laid = until
    return tuple(filled), cards[laid:]


def _tell_of_new(before: Rows, after: Rows, deck: int, told: list[Event]) -> None:
    """Append to `told` an event on the cards that `after` has and `before` lacks, if there are any."""
    if after != before:
        pairs = zip(before, after, strict=True)
        new = tuple([row[len(old) :] if row is not old else () for old, row in pairs])
        told.append(happened.Refilled(new, deck))


def _begin_turn(state: State, rows: Rows, deck: tuple[Card, ...], told: Told) -> State:
    last = not deck
    if told is not None:
        if last:
            told.append(happened.LastTurnAnnounced())
        told.append(happened.TurnBegan(state.turn + 1))
    after = replace(
        state,
        phase=CHOOSE,
        question=state.question + 1,
        turn=state.turn + 1,
        choice=1,
        last_turn=last,
        rows=rows,
        deck=deck,
        waiting=(True,) * len(state.waiting),
    )
    # Ruling 12: a last turn that begins with fewer than two rows with cards ends at once.
    if last and not is_choice_due(rows, after.waiting):
        return _end_turn(after, rows, after.waiting, told)
    return after


def _counts(cards: Iterable[Card]) -> Counts:
    return counted(cards, len(CARDS))
