"""The effects of legal moves, the scorings, and the final score.  Rules: Rapa Nui cards 2 to 4, 6, 7."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, Final

from msgspec.structs import replace

from engine.counts import Counts, added, changed, changed_at, counted, put
from engine.game import CHANCE, Part, Result, Seat, SeatResult, Told
from engine.rapa_nui_cards import events as happened
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
    card_price,
    gatherers_price,
)
from engine.rapa_nui_cards.state import (
    BUY,
    CARDS,
    CARDS_OF_EACH_GOOD,
    COLUMN_SIZE,
    COLUMNS,
    GATHERERS,
    GOODS,
    HAND_SIZE,
    LUMBERJACK,
    MOAI,
    MOAI_PRICE,
    NO_GAIN,
    OVER,
    PLAY,
    PRIEST,
    TAKE,
    Card,
    FaceDown,
    Gain,
    Phase,
    Scoring,
    State,
)
from engine.standings import ranks

POINTS_FOR_MOAI = 4
WOOD_FOR_POINT = 5
MAJORITY_FROM = 2
"""The least number of cards that can give a majority bonus."""

_COUNT_OF: Final = tuple(itemgetter(int(card)) for card in CARDS)


def laid(villages: Sequence[Counts], card: Card) -> Counts:
    """For each seat, the number of `card` in its village."""
    return tuple(map(_COUNT_OF[card], villages))


@lru_cache(maxsize=4096)
def shares_of(laid: Counts, card: Card) -> tuple[Seat | None, Counts]:
    """The seat with the majority (None: none), and each seat's gain; `laid`: each seat's number of `card`."""
    due = [min(count, 1) if card < LUMBERJACK else count for count in laid]
    most = max(laid)
    if most < MAJORITY_FROM or laid.count(most) > 1:
        return None, tuple(due)
    best = laid.index(most)
    due[best] += 1
    return best, tuple(due)


def dues(villages: Sequence[Counts], card: Card) -> Counts:
    """For each seat, the wood, points or sacrifice cards that `card` brings when scored.  Rules: 3.4."""
    _, due = shares_of(laid(villages, card), card)
    return due


def values(stone: Counts) -> Counts:
    """The value (0 to 3) of a sacrifice card of each good, if these cards lie on the `stone`.  Rules: 6."""
    if not any(stone):
        return (0, 0, 0, 0)
    ranks = sorted(set(stone), reverse=True)
    return tuple(3 - ranks.index(count) for count in stone)


def worth_of(held: Counts, worth: Counts) -> int:
    """The points for the sacrifice cards `held`; `worth`: the points for one card of each good.  Rules: 6."""
    return sum(count * each for count, each in zip(held, worth, strict=True))


def points_in_sight(glory: int, village: Counts, wood: int) -> int:
    """The public part of a seat's points: all but sacrifice cards.  Rules: 5, 6."""
    return glory + POINTS_FOR_MOAI * village[Card.MOAI] + wood // WOOD_FOR_POINT


def revealed_stone(state: State) -> Counts:
    """The number of cards on the stone by good, face-down ones included."""
    stone = list(state.stone)
    for card in state.face_down:
        stone[card.good] += 1
    return tuple(stone)


def parts(state: State, seat: Seat, worth: Counts) -> tuple[Part, ...]:
    """The lines of the score sheet of `seat`; `worth`: the points for one card of each good.  Rules: 6."""
    held = state.held[seat]
    return (
        Part("glory", state.glory[seat]),
        Part("moai", POINTS_FOR_MOAI * state.villages[seat][Card.MOAI]),
        Part("wood", state.wood[seat] // WOOD_FOR_POINT),
        *(Part(CARDS[good].name.lower(), held[good] * worth[good]) for good in GOODS),
    )


def final_result(state: State) -> Result:
    """The score of each seat, with both tie-breaks.  Rules: Rapa Nui cards 6, 7."""
    worth = values(revealed_stone(state))
    sheets = [parts(state, seat, worth) for seat in range(state.seats)]
    totals = [sum(part.points for part in sheet) for sheet in sheets]
    standings = [
        (total, village[Card.MOAI], wood if state.wood_tiebreak else 0)
        for total, village, wood in zip(totals, state.villages, state.wood, strict=True)
    ]
    return Result(
        seats=tuple(
            SeatResult(total, sheet, rank)
            for total, sheet, rank in zip(totals, sheets, ranks(standings), strict=True)
        ),
        reason="deck_used_up",
    )


NO_CARDS: Final = (0,) * 7
FIRST_WOOD: Final = 2
"""The first player's wood at the start; each following player has one more than the one before."""


def start(seats: int, options: Mapping[str, str]) -> State:
    """The state before the first move of chance.  Rules: Rapa Nui cards 2."""
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
    """The hand with which `seat` begins: a Gatherer of each good but one.  Rules: Rapa Nui cards 2.2."""
    return counted([gatherer for gatherer in GATHERERS if gatherer != seat], len(NO_CARDS))


def _first_wood(seats: int, first: Seat) -> Counts:
    return tuple(FIRST_WOOD + (seat - first) % seats for seat in range(seats))


def play(state: State, seat: Seat, move: Move, told: Told = None) -> State:
    """The state after a legal `move` of `seat`; the events are added to `told`."""
    return _DONE[type(move)](state, seat, move, told)


def _draw_first(state: State, seat: Seat, move: DrawFirst, told: Told) -> State:
    first = move.seat
    if told is not None:
        told.append(happened.FirstDrawn(first))
    return replace(
        state,
        phase=Phase.SHUFFLE,
        question=state.question + 1,
        first=first,
        active=first,
        wood=_first_wood(state.seats, first),
    )


def _deal(state: State, seat: Seat, move: Shuffle, told: Told) -> State:
    cards, laid = move.cards, COLUMNS * COLUMN_SIZE
    columns = tuple(cards[at : at + COLUMN_SIZE] for at in range(0, laid, COLUMN_SIZE))
    if told is not None:
        told += (happened.DisplayLaid(columns), happened.TurnBegan(state.active, 1))
    return replace(
        state,
        phase=BUY,
        question=state.question + 1,
        turn=1,
        decider=state.active,
        columns=columns,
        deck=cards[laid:],
    )


def _skip(state: State, seat: Seat, move: SkipBuy, told: Told) -> State:
    return replace(state, phase=PLAY, question=state.question + 1)


def _buy(state: State, seat: Seat, move: Buy, told: Told) -> State:
    good, price = move.good, card_price(state.villages[seat], move.good)
    if told is not None:
        told.append(happened.Bought(seat, good, price))
    return replace(
        state,
        phase=PLAY,
        question=state.question + 1,
        wood=changed(state.wood, seat, -price),
        held=changed_at(state.held, seat, good, 1),
        supply=changed(state.supply, good, -1),
    )


def _gather(state: State, seat: Seat, move: PlayGatherers, told: Told) -> State:
    return _lay(state, seat, CARDS[move.good], move.count, gatherers_price(move.count), told)


def _play(state: State, seat: Seat, move: Play, told: Told) -> State:
    if move.card is not MOAI:
        return _lay(state, seat, move.card, 1, 0, told)
    return _go_round(_lay(state, seat, MOAI, 1, MOAI_PRICE, told), (seat + 1) % state.seats)


def _lay(state: State, seat: Seat, card: Card, count: int, wood: int, told: Told) -> State:
    if told is not None:
        told.append(happened.Played(seat, card, count, wood))
    return replace(
        state,
        phase=TAKE,
        question=state.question + 1,
        taken_from=0,
        hands=changed_at(state.hands, seat, card, -count),
        villages=changed_at(state.villages, seat, card, count),
        wood=changed(state.wood, seat, -wood) if wood else state.wood,
    )


def _discard(state: State, seat: Seat, move: DiscardMoai, told: Told) -> State:
    if told is not None:
        told.append(happened.MoaiDiscarded(seat))
    return replace(
        state,
        phase=TAKE,
        question=state.question + 1,
        taken_from=0,
        hands=changed_at(state.hands, seat, MOAI, -1),
        removed_moai=state.removed_moai + 1,
    )


def _go_round(state: State, seat: Seat) -> State:
    """Ask the next player with sacrifice cards, from `seat` on to the active one, to lay one.  Rules: 4."""
    while seat != state.active and not any(state.held[seat]):
        seat = (seat + 1) % state.seats  # Ruling: a player without sacrifice cards is passed over.
    if seat != state.active or any(state.held[seat]):
        return replace(state, phase=Phase.SACRIFICE, decider=seat)
    return _ask_offer(state)


def _ask_offer(state: State) -> State:
    phase = Phase.OFFER if any(state.supply) else TAKE
    return replace(state, phase=phase, decider=state.active)


def _sacrifice(state: State, seat: Seat, move: Sacrifice, told: Told) -> State:
    good, face_down = move.good, seat == state.active
    if told is not None:
        told.append(happened.LaidFaceDown(seat, good) if face_down else happened.Sacrificed(seat, good))
    held = changed_at(state.held, seat, good, -1)
    question = state.question + 1
    if face_down:
        laid = (*state.face_down, FaceDown(seat, good))
        return _ask_offer(replace(state, question=question, held=held, face_down=laid))
    after = replace(state, question=question, held=held, stone=changed(state.stone, good, 1))
    return _go_round(after, (seat + 1) % state.seats)


def _offer(state: State, seat: Seat, move: Offer, told: Told) -> State:
    if told is not None:
        told.append(happened.Offered(seat, move.good))
    return replace(
        state,
        phase=TAKE,
        question=state.question + 1,
        supply=changed(state.supply, move.good, -1),
        stone=changed(state.stone, move.good, 1),
    )


def _take(state: State, seat: Seat, move: Take, told: Told) -> State:
    column, deck = move.column, state.deck
    lying = state.columns[column - 1]
    left, card = lying[:-1], lying[-1]
    if told is not None:
        told.append(happened.Taken(seat, column, card))
    if not left:
        left, deck = deck[:COLUMN_SIZE], deck[COLUMN_SIZE:]
        if told is not None:
            told.append(happened.Refilled(column, left, len(deck)))
    hands = changed_at(state.hands, seat, card, 1)
    after = replace(
        state,
        question=state.question + 1,
        hands=hands,
        columns=put(state.columns, column - 1, left),
        deck=deck,
        taken_from=column,
    )
    if not deck and state.deck:
        return _end(after, told)
    if sum(hands[seat]) < HAND_SIZE:
        return after
    return _score(after, left[-1], column, told)


def _end(state: State, told: Told) -> State:
    if told is not None:
        stone = revealed_stone(state)
        revealed = tuple(happened.Revealed(card.seat, card.good) for card in state.face_down)
        told.append(happened.GameEnded(revealed, stone, values(stone)))
    return replace(state, phase=OVER, decider=state.active)


def _score(state: State, card: Card, column: int, told: Told) -> State:
    """Begin the scoring of `card`, which was uncovered in `column`.  Rules: Rapa Nui cards 3.4."""
    best, due, total, gains = _dealt(card, laid(state.villages, card))
    if told is not None:
        told.append(happened.ScoringBegan(card, column, best))
    if card is LUMBERJACK or card is PRIEST or (card is not MOAI and total <= state.supply[card]):
        return _give_at_once(state, due, Scoring(card, column, best, gains), told)
    scoring = Scoring(card, column, best, (NO_GAIN,) * len(due))
    return _go_on_scoring(state, state.active, due, scoring, told)


@lru_cache(maxsize=4096)
def _dealt(card: Card, laid: Counts) -> tuple[Seat | None, Counts, int, tuple[Gain, ...]]:
    """A card's scoring: the seat with the majority or None, each seat's due, the sum of dues, the gains.

    The gains are empty for a Moai, as players choose between wood and points.
    """
    best, due = shares_of(laid, card)
    gain = _GAIN.get(card, lambda amount: _of_good(card, amount))
    return best, due, sum(due), () if card is MOAI else tuple(map(gain, due))


_GAIN: Final[Mapping[Card, Callable[[int], Gain]]] = {
    LUMBERJACK: lambda amount: Gain(wood=amount),
    PRIEST: lambda amount: Gain(glory=amount),
}


def _give_at_once(state: State, due: Counts, scoring: Scoring, told: Told) -> State:
    """Give all seats their dues of a scored card at once, as there is enough and nobody has to choose."""
    card, wood, glory, held, supply = scoring.card, state.wood, state.glory, state.held, state.supply
    if told is not None:
        for seat in _seats_from(state.active, state.active, state.seats):
            if due[seat]:
                told.append(happened.Received(seat, scoring.gains[seat]))
    if card is LUMBERJACK:
        wood = added(wood, due)
    elif card is PRIEST:
        glory = added(glory, due)
    else:
        held = tuple(
            [changed(cards, card, more) if more else cards for cards, more in zip(held, due, strict=True)]
        )
        supply = changed(supply, card, -sum(due))
    following, turn = _turn_after(state, told)
    return replace(
        state,
        phase=BUY,
        turn=turn,
        active=following,
        decider=following,
        wood=wood,
        glory=glory,
        held=held,
        supply=supply,
        scoring=scoring,
    )


@cache
def _seats_from(seat: Seat, active: Seat, seats: int) -> tuple[Seat, ...]:
    """The seats in order of play from `seat` to the one before `active`; all if the two are equal."""
    return tuple(range(seat, active)) if seat < active else (*range(seat, seats), *range(active))


def _go_on_scoring(state: State, seat: Seat, due: Counts, scoring: Scoring, told: Told) -> State:
    """Give players their dues of the scored card, from `seat` on, until one must choose or all have them."""
    if scoring.card is not MOAI:
        return _give_goods(state, seat, due, scoring, told)
    for asked in _seats_from(seat, state.active, state.seats):
        if due[asked]:
            return replace(state, phase=Phase.COLLECT_MOAI, decider=asked, due=due, scoring=scoring)
    return _next_turn(replace(state, due=due, scoring=scoring), told)


def _give_goods(state: State, first: Seat, due: Counts, scoring: Scoring, told: Told) -> State:
    """Give players cards of the scored good, from `first` on, until one must choose another good."""
    good, supply = scoring.card, list(state.supply)
    held, still_due, gains = list(state.held), list(due), list(scoring.gains)
    asked = None
    for seat in _seats_from(first, state.active, len(due)):
        if not still_due[seat]:
            continue
        if given := min(still_due[seat], supply[good]):
            gains[seat] = _of_good(good, given)
            if told is not None:
                told.append(happened.Received(seat, gains[seat]))
            held[seat] = changed(held[seat], good, given)
            still_due[seat] -= given
            supply[good] -= given
        if still_due[seat] and any(supply):
            asked = seat
            break
        still_due[seat] = 0  # All piles are empty: nothing more is due.
    state = replace(
        state,
        held=tuple(held),
        supply=tuple(supply),
        due=tuple(still_due),
        scoring=Scoring(good, scoring.column, scoring.majority, tuple(gains)),
    )
    if asked is None:
        return _next_turn(state, told)
    return replace(state, phase=Phase.COLLECT_OTHER, decider=asked)


@cache
def _of_good(good: int, count: int) -> Gain:
    """A gain of `count` sacrifice cards of one good."""
    return Gain(goods=changed((0, 0, 0, 0), good, count))


def _collect_moai(state: State, seat: Seat, move: Collect, told: Told) -> State:
    amount, scoring = state.due[seat], state.scoring
    assert scoring is not None
    gain = Gain(glory=amount) if move.glory else Gain(wood=amount)
    if told is not None:
        told.append(happened.Received(seat, gain))
    after = replace(
        state,
        question=state.question + 1,
        wood=state.wood if move.glory else changed(state.wood, seat, amount),
        glory=changed(state.glory, seat, amount) if move.glory else state.glory,
        due=changed(state.due, seat, -amount),
        scoring=replace(scoring, gains=put(scoring.gains, seat, gain)),
    )
    return _go_on(after, seat, told)


def _collect_instead(state: State, seat: Seat, move: CollectGood, told: Told) -> State:
    good, scoring = move.good, state.scoring
    assert scoring is not None
    if told is not None:
        told.append(happened.Received(seat, _of_good(good, 1)))
    gain = Gain(goods=changed(scoring.gains[seat].goods, good, 1))
    supply = changed(state.supply, good, -1)
    after = replace(
        state,
        question=state.question + 1,
        supply=supply,
        held=changed_at(state.held, seat, good, 1),
        due=changed(state.due, seat, -1) if any(supply) else (0,) * state.seats,
        scoring=replace(scoring, gains=put(scoring.gains, seat, gain)),
    )
    return _go_on(after, seat, told)


def _go_on(state: State, seat: Seat, told: Told) -> State:
    """Continue a scoring after `seat` has chosen; `seat` chooses again if another card is due to it."""
    if state.due[seat]:
        return state
    following = (seat + 1) % state.seats
    if following == state.active:
        return _next_turn(state, told)
    assert state.scoring is not None
    return _go_on_scoring(state, following, state.due, state.scoring, told)


def _next_turn(state: State, told: Told) -> State:
    following, turn = _turn_after(state, told)
    return replace(state, phase=BUY, turn=turn, active=following, decider=following)


def _turn_after(state: State, told: Told) -> tuple[Seat, int]:
    """The seat that has the next turn, and the number of the next turn."""
    following, turn = (state.active + 1) % len(state.hands), state.turn + 1
    if told is not None:
        told.append(happened.TurnBegan(following, turn))
    return following, turn


_DONE: Final[Mapping[type[Move], Callable[[State, Seat, Any, Told], State]]] = {
    DrawFirst: _draw_first,
    Shuffle: _deal,
    Buy: _buy,
    SkipBuy: _skip,
    Play: _play,
    PlayGatherers: _gather,
    DiscardMoai: _discard,
    Sacrifice: _sacrifice,
    Offer: _offer,
    Take: _take,
    Collect: _collect_moai,
    CollectGood: _collect_instead,
}
"""The function that carries out each kind of move; a look-up is faster than a long `match`."""
