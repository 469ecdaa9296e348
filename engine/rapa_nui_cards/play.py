"""What moves do: each move, and what follows from it.  Rules: Rapa Nui cards 2 to 4.

Every function here takes only legal moves; `game.py` has checked them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec.structs import replace

from engine.counts import Counts, added, changed, counted, put
from engine.game import CHANCE, Event, Seat
from engine.rapa_nui_cards import events as happened
from engine.rapa_nui_cards.legal import card_price, gatherers_price
from engine.rapa_nui_cards.moves import (
    Buy,
    Collect,
    CollectGood,
    DiscardMoai,
    DrawFirst,
    Move,
    Offer,
    Play,
    PlayGatherers,
    Sacrifice,
    Shuffle,
    SkipBuy,
    Take,
)
from engine.rapa_nui_cards.scoring import revealed_stone, shares, values
from engine.rapa_nui_cards.state import (
    CARDS,
    CARDS_OF_EACH_GOOD,
    COLUMN_SIZE,
    COLUMNS,
    GATHERERS,
    GOODS,
    HAND_SIZE,
    MOAI_PRICE,
    NO_GAIN,
    Card,
    FaceDown,
    Gain,
    Good,
    Phase,
    Scoring,
    State,
)

Outcome = tuple[State, tuple[Event, ...]]

NO_CARDS: Final = (0,) * 7
FIRST_WOOD: Final = 2
"""Wood of the first player at the start; each player after that has one more."""


def start(seats: int, options: Mapping[str, str]) -> State:
    """The state before chance has moved.  Rules: Rapa Nui cards 2."""
    first = options["first_player"]
    begins = -1 if first == "random" else int(first) - 1
    return State(
        wood_tiebreak=options["wood_tiebreak"] == "on",
        open_hands=options["open_hands"] == "on",
        phase=Phase.DRAW_FIRST if begins < 0 else Phase.SHUFFLE,
        question=0,
        first=begins,
        turn=0,
        active=max(begins, 0),
        decider=CHANCE,
        hands=tuple(map(first_hand, range(seats))),
        villages=(changed(NO_CARDS, Card.LUMBERJACK, 1),) * seats,
        wood=_first_wood(seats, begins) if begins >= 0 else (0,) * seats,
        glory=(0,) * seats,
        held=((1,) * len(GOODS),) * seats,
        supply=(CARDS_OF_EACH_GOOD - seats,) * len(GOODS),
        columns=((),) * COLUMNS,
        deck=(),
        stone=(0,) * len(GOODS),
        face_down=(),
        removed_moai=0,
        taken_from=0,
        due=(0,) * seats,
        scoring=None,
    )


def first_hand(seat: Seat) -> Counts:
    """A Gatherer of each good but one.  Rules: Rapa Nui cards 2.2."""
    return counted([gatherer for gatherer in GATHERERS if gatherer != seat], len(NO_CARDS))


def _first_wood(seats: int, first: Seat) -> Counts:
    return tuple(FIRST_WOOD + (seat - first) % seats for seat in range(seats))


def play(state: State, seat: Seat, move: Move) -> Outcome:
    """Make a legal `move` of `seat`."""
    match move:
        case Take():
            return _take(state, seat, move.column)
        case SkipBuy():
            return replace(state, phase=Phase.PLAY, question=state.question + 1), ()
        case Buy():
            return _buy(state, seat, move.good)
        case PlayGatherers():
            return _lay(state, seat, CARDS[move.good], move.count, gatherers_price(move.count))
        case Play(card=Card.MOAI):
            return _raise_moai(state, seat)
        case Play():
            return _lay(state, seat, move.card, 1, 0)
        case DiscardMoai():
            return _discard(state, seat)
        case Sacrifice():
            return _sacrifice(state, seat, move.good)
        case Offer():
            return _offer(state, seat, move.good)
        case Collect():
            return _collect_moai(state, seat, glory=move.glory)
        case CollectGood():
            return _collect_instead(state, seat, move.good)
        case DrawFirst():
            return _draw_first(state, move.seat)
        case Shuffle():
            return _deal(state, move.cards)


def _draw_first(state: State, first: Seat) -> Outcome:
    after = replace(
        state,
        phase=Phase.SHUFFLE,
        question=state.question + 1,
        first=first,
        active=first,
        wood=_first_wood(state.seats, first),
    )
    return after, (happened.FirstDrawn(first),)


def _deal(state: State, cards: tuple[Card, ...]) -> Outcome:
    laid = COLUMNS * COLUMN_SIZE
    columns = tuple(cards[at : at + COLUMN_SIZE] for at in range(0, laid, COLUMN_SIZE))
    after = replace(
        state,
        phase=Phase.BUY,
        question=state.question + 1,
        turn=1,
        decider=state.active,
        columns=columns,
        deck=cards[laid:],
    )
    return after, (happened.DisplayLaid(columns), happened.TurnBegan(state.active, 1))


def _buy(state: State, seat: Seat, good: Good) -> Outcome:
    price = card_price(state.villages[seat], good)
    after = replace(
        state,
        phase=Phase.PLAY,
        question=state.question + 1,
        wood=changed(state.wood, seat, -price),
        held=put(state.held, seat, changed(state.held[seat], good, 1)),
        supply=changed(state.supply, good, -1),
    )
    return after, (happened.Bought(seat, good, price),)


def _lay(state: State, seat: Seat, card: Card, count: int, wood: int) -> Outcome:
    after = replace(
        state,
        phase=Phase.TAKE,
        question=state.question + 1,
        taken_from=0,
        hands=put(state.hands, seat, changed(state.hands[seat], card, -count)),
        villages=put(state.villages, seat, changed(state.villages[seat], card, count)),
        wood=changed(state.wood, seat, -wood) if wood else state.wood,
    )
    return after, (happened.Played(seat, card, count, wood),)


def _discard(state: State, seat: Seat) -> Outcome:
    after = replace(
        state,
        phase=Phase.TAKE,
        question=state.question + 1,
        taken_from=0,
        hands=put(state.hands, seat, changed(state.hands[seat], Card.MOAI, -1)),
        removed_moai=state.removed_moai + 1,
    )
    return after, (happened.MoaiDiscarded(seat),)


def _raise_moai(state: State, seat: Seat) -> Outcome:
    laid, played = _lay(state, seat, Card.MOAI, 1, MOAI_PRICE)
    return _go_round(laid, (seat + 1) % state.seats), played


def _go_round(state: State, seat: Seat) -> State:
    """Ask the next player from `seat` on with a sacrifice card, the active player last.  Rules: 4."""
    while seat != state.active and not any(state.held[seat]):
        seat = (seat + 1) % state.seats  # Ruling: a player with no sacrifice card is passed over.
    if seat != state.active or any(state.held[seat]):
        return replace(state, phase=Phase.SACRIFICE, decider=seat)
    return _ask_offer(state)


def _ask_offer(state: State) -> State:
    phase = Phase.OFFER if any(state.supply) else Phase.TAKE
    return replace(state, phase=phase, decider=state.active)


def _sacrifice(state: State, seat: Seat, good: Good) -> Outcome:
    held = put(state.held, seat, changed(state.held[seat], good, -1))
    question = state.question + 1
    if seat == state.active:
        face_down = (*state.face_down, FaceDown(seat, good))
        after = replace(state, question=question, held=held, face_down=face_down)
        return _ask_offer(after), (happened.LaidFaceDown(seat, good),)
    after = replace(state, question=question, held=held, stone=changed(state.stone, good, 1))
    return _go_round(after, (seat + 1) % state.seats), (happened.Sacrificed(seat, good),)


def _offer(state: State, seat: Seat, good: Good) -> Outcome:
    after = replace(
        state,
        phase=Phase.TAKE,
        question=state.question + 1,
        supply=changed(state.supply, good, -1),
        stone=changed(state.stone, good, 1),
    )
    return after, (happened.Offered(seat, good),)


def _take(state: State, seat: Seat, column: int) -> Outcome:
    lying, deck = state.columns[column - 1], state.deck
    left, card = lying[:-1], lying[-1]
    hand = changed(state.hands[seat], card, 1)
    told: list[Event] = [happened.Taken(seat, column, card)]
    if not left:
        left, deck = deck[:COLUMN_SIZE], deck[COLUMN_SIZE:]
        told.append(happened.Refilled(column, left, len(deck)))
    after = replace(
        state,
        question=state.question + 1,
        hands=put(state.hands, seat, hand),
        columns=put(state.columns, column - 1, left),
        deck=deck,
        taken_from=column,
    )
    if not deck and state.deck:
        return _end(after, told)
    if sum(hand) < HAND_SIZE:
        return after, tuple(told)
    return _score(after, left[-1], column, told)


def _end(state: State, told: list[Event]) -> Outcome:
    stone = revealed_stone(state)
    revealed = tuple(happened.Revealed(card.seat, card.good) for card in state.face_down)
    told.append(happened.GameEnded(revealed, stone, values(stone)))
    return replace(state, phase=Phase.OVER, decider=state.active), tuple(told)


def _score(state: State, card: Card, column: int, told: list[Event]) -> Outcome:
    """Begin the scoring phase of an uncovered card.  Rules: Rapa Nui cards 3.4."""
    best, due = shares(state.villages, card)
    told.append(happened.ScoringBegan(card, column, best))
    scoring = Scoring(card, column, best, (NO_GAIN,) * state.seats)
    if card is Card.LUMBERJACK or card is Card.PRIEST:
        return _give_at_once(state, due, scoring, told)
    return _go_on_scoring(state, state.active, due, scoring, told)


def _give_at_once(state: State, due: Counts, scoring: Scoring, told: list[Event]) -> Outcome:
    wood, glory = state.wood, state.glory
    if scoring.card is Card.LUMBERJACK:
        gains = tuple([Gain(wood=amount) for amount in due])
        wood = added(wood, due)
    else:
        gains = tuple([Gain(glory=amount) for amount in due])
        glory = added(glory, due)
    for seat in _seats_from(state.active, state.active, state.seats):
        if due[seat]:
            told.append(happened.Received(seat, gains[seat]))
    scoring = Scoring(scoring.card, scoring.column, scoring.majority, gains)
    return _next_turn(replace(state, wood=wood, glory=glory, scoring=scoring), told)


@cache
def _seats_from(seat: Seat, active: Seat, seats: int) -> tuple[Seat, ...]:
    """The seats in order from `seat` to the last one before the active player comes (again)."""
    return tuple(range(seat, active)) if seat < active else (*range(seat, seats), *range(active))


def _go_on_scoring(state: State, seat: Seat, due: Counts, scoring: Scoring, told: list[Event]) -> Outcome:
    """Give each player, from `seat` on, what they are due, until somebody must choose or all have it."""
    if scoring.card is not Card.MOAI:
        return _give_goods(state, seat, due, scoring, told)
    for asked in _seats_from(seat, state.active, state.seats):
        if due[asked]:
            after = replace(state, phase=Phase.COLLECT_MOAI, decider=asked, due=due, scoring=scoring)
            return after, tuple(told)
    return _next_turn(replace(state, due=due, scoring=scoring), told)


def _give_goods(state: State, first: Seat, due: Counts, scoring: Scoring, told: list[Event]) -> Outcome:
    """Give each player, from `first` on, what they are due of a good, until one must take another good."""
    good, supply = scoring.card, list(state.supply)
    held, still_due, gains = list(state.held), list(due), list(scoring.gains)
    asked = None
    for seat in _seats_from(first, state.active, state.seats):
        if given := min(still_due[seat], supply[good]):
            gains[seat] = _of_good(good, given)
            told.append(happened.Received(seat, gains[seat]))
            held[seat] = changed(held[seat], good, given)
            still_due[seat] -= given
            supply[good] -= given
        if still_due[seat] and any(supply):
            asked = seat
            break
        still_due[seat] = 0  # With all piles empty nothing is due any more.
    state = replace(
        state,
        held=tuple(held),
        supply=tuple(supply),
        due=tuple(still_due),
        scoring=Scoring(good, scoring.column, scoring.majority, tuple(gains)),
    )
    if asked is None:
        return _next_turn(state, told)
    return replace(state, phase=Phase.COLLECT_OTHER, decider=asked), tuple(told)


@cache
def _of_good(good: int, count: int) -> Gain:
    """So many sacrifice cards of a good."""
    return Gain(goods=changed((0, 0, 0, 0), good, count))


def _collect_moai(state: State, seat: Seat, *, glory: bool) -> Outcome:
    amount = state.due[seat]
    gain = Gain(glory=amount) if glory else Gain(wood=amount)
    scoring = state.scoring
    assert scoring is not None
    after = replace(
        state,
        question=state.question + 1,
        wood=state.wood if glory else changed(state.wood, seat, amount),
        glory=changed(state.glory, seat, amount) if glory else state.glory,
        due=changed(state.due, seat, -amount),
        scoring=replace(scoring, gains=put(scoring.gains, seat, gain)),
    )
    return _go_on(after, seat, [happened.Received(seat, gain)])


def _collect_instead(state: State, seat: Seat, good: Good) -> Outcome:
    scoring, supply = state.scoring, changed(state.supply, good, -1)
    assert scoring is not None
    gain = Gain(goods=changed(scoring.gains[seat].goods, good, 1))
    after = replace(
        state,
        question=state.question + 1,
        supply=supply,
        held=put(state.held, seat, changed(state.held[seat], good, 1)),
        due=changed(state.due, seat, -1) if any(supply) else (0,) * state.seats,
        scoring=replace(scoring, gains=put(scoring.gains, seat, gain)),
    )
    return _go_on(after, seat, [happened.Received(seat, _of_good(good, 1))])


def _go_on(state: State, seat: Seat, told: list[Event]) -> Outcome:
    """Go on with the scoring after a choice of `seat`, which may be due another card."""
    if state.due[seat]:
        return state, tuple(told)
    following = (seat + 1) % state.seats
    if following == state.active:
        return _next_turn(state, told)
    assert state.scoring is not None
    return _go_on_scoring(state, following, state.due, state.scoring, told)


def _next_turn(state: State, told: list[Event]) -> Outcome:
    following = (state.active + 1) % state.seats
    turn = state.turn + 1
    told.append(happened.TurnBegan(following, turn))
    after = replace(state, phase=Phase.BUY, turn=turn, active=following, decider=following)
    return after, tuple(told)
