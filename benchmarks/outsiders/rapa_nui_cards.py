"""An outsider for Rapa Nui, the card game: a net values the position after each possible turn of its own.

The outsider tries each way to buy, play and take, with the scoring that follows; if deck cards are uncovered,
it tries a few deals of the deck.  In this search, other seats make the move with the best position right
after it, and so does the outsider when it sacrifices or chooses a Moai's gain.  The twin of this file in C,
`rapa_nui_cards.c`, taught the net.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from benchmarks.outsiders.net import net_of
from engine.counts import Counts
from engine.game import AnyGame, Chance, Seat
from engine.rapa_nui_cards.moves import Take
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import BUY, LUMBERJACK, MOAI, OVER, PLAY, TAKE, Card, State

DEALS: Final = 3
"""The number of deals of the deck that are tried if a column is refilled."""
KINDS: Final = 7
GOODS: Final = range(4)
FAR: Final = 20
"""A margin of this many points counts as much as any greater one."""


@lru_cache(maxsize=4096)
def dues(villages: tuple[Counts, ...]) -> tuple[tuple[int, ...], ...]:
    """Return, for each card, each seat's gain when the card is scored."""
    found = []
    for card in range(KINDS):
        laid = [village[card] for village in villages]
        most = max(laid)
        due = [min(1, count) if card < LUMBERJACK else count for count in laid]
        if most > 1 and laid.count(most) == 1:
            due[laid.index(most)] += 1
        found.append(tuple(due))
    return tuple(found)


def ranked(stone: Counts, empty: float) -> list[float]:
    """Return the value of a sacrifice card of each good; `empty`: the value if no card is on the stone."""
    if not any(stone):
        return [empty] * 4
    steps = sorted(set(stone), reverse=True)
    return [3.0 - steps.index(count) for count in stone]


class Goods:
    """A seat's knowledge of sacrifice cards: those held (by others: expected numbers), and the stone."""

    def __init__(self, state: State, seat: Seat, empty: float) -> None:
        known, own = list(state.stone), state.held[seat]
        self.hidden_under = 0
        for card in state.face_down:
            if card.seat == seat:
                known[card.good] += 1
            else:
                self.hidden_under += 1
        pool = [25 - state.supply[good] - known[good] - own[good] for good in GOODS]
        all_hidden = max(1, sum(pool))
        self.sizes = [sum(held) for held in state.held]
        self.held: list[list[float]] = [[count * size / all_hidden for count in pool] for size in self.sizes]
        self.held[seat] = [*map(float, own)]
        hidden = self.hidden_under / all_hidden
        self.stone = [known[good] + pool[good] * hidden for good in GOODS]
        self.worth = ranked(tuple(known), empty)

    def points(self, seat: Seat) -> float:
        """Return the present value of a seat's sacrifice cards, in points."""
        return sum([count * each for count, each in zip(self.held[seat], self.worth, strict=True)])


@lru_cache(maxsize=4096)
def display(columns: tuple[tuple[Card, ...], ...]) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Return the features of the display, and the number of each card behind the front cards."""
    heights, fronts, second, third = [0.0] * 4, [0.0] * KINDS, [0.0] * KINDS, [0.0] * KINDS
    pairs, under = [0.0] * (8 * KINDS), [0] * KINDS
    for cards in columns:
        height = len(cards)
        if not height:
            continue
        for card in cards[:-1]:
            under[card] += 1
        heights[height - 1] += 0.5
        fronts[cards[-1]] += 0.5
        pairs[cards[-1] * 8 + (cards[-2] if height > 1 else KINDS)] += 0.5
        if height > 1:
            second[cards[-2]] += 0.5
        if height > 2:
            third[cards[-3]] += 0.5
    return (*heights, *fronts, *second, *third, *pairs), tuple(under)


def seat_features(
    state: State, seat: Seat, goods: Goods, due: tuple[tuple[int, ...], ...], to_come: list[int]
) -> list[float]:
    """Return the features of one seat."""
    village, hand, wood, glory = state.villages[seat], state.hands[seat], state.wood[seat], state.glory[seat]
    held, worth = goods.held[seat], goods.points(seat)
    own = [each[seat] for each in due]
    coming = [one * cards for one, cards in zip(own, to_come, strict=True)]
    return [
        *[count / 4 for count in village],
        *[one / 3 for one in own],
        *[one / 16 for one in coming],
        *[count / 4 for count in held],
        worth / 16,
        sum([one * each for one, each in zip(coming, goods.worth, strict=False)]) / 32,
        goods.sizes[seat] / 10,
        min(wood, 7) / 7,
        max(0, wood - 7) / 7,
        float(wood >= 7),
        (wood // 5) / 3,
        glory / 16,
        (glory + 4 * village[MOAI] + wood // 5 + worth) / 24,
        *[count / 2 for count in hand],
        float(hand[MOAI] > 0 and wood >= 7),
    ]


def features(state: State, seat: Seat, mover: Seat) -> list[float]:
    """Return the net's features of a position in which `mover` begins a turn, as far as `seat` knows it."""
    seats, left, goods, due = state.seats, len(state.deck), Goods(state, seat, 1.5), dues(state.villages)
    shown, under = display(state.columns)
    deck = [0] * KINDS
    for card in state.deck:
        deck[card] += 1
    to_come = [one + other for one, other in zip(deck, under, strict=True)]
    order = [(seat + step) % seats for step in range(seats)]
    x: list[float] = []
    for one in order:
        x += seat_features(state, one, goods, due, to_come)
    x += (left / 34, float(left <= 2), float(left <= 6), *shown)
    swing = [0.0] * KINDS
    for cards in state.columns:
        if len(cards) > 1:
            card = cards[-2]
            swing[card] = (due[card][seat] - max([due[card][one] for one in order[1:]])) / 3
    x += swing
    x += [count / 6 for count in deck]
    x += [count / 4 for count in under]
    stone = goods.stone
    x += [count / 6 for count in stone]
    x += [each / 3 for each in goods.worth]
    x += [count / 25 for count in state.supply]
    x += [max(-1.0, min(1.0, (stone[a] - stone[b]) / 2)) for a in GOODS for b in range(a + 1, 4)]
    x.append(goods.hidden_under / 4)
    x += [float(one == mover) for one in order]
    return x


def end_value(state: State, seat: Seat) -> float:
    """Return a finished game's value to a seat, as far as it knows: half for the win, half for the margin."""
    goods = Goods(state, seat, 0)
    totals = [
        glory + 4 * village[MOAI] + wood // 5 + goods.points(one)
        for one, (glory, village, wood) in enumerate(
            zip(state.glory, state.villages, state.wood, strict=True)
        )
    ]
    margin = totals.pop(seat) - max(totals)
    return max(-1.0, min(1.0, margin / 2)) / 2 + max(-1.0, min(1.0, margin / FAR)) / 2


class Mind:
    """The calculations for one decision."""

    def __init__(self, game: AnyGame, seat: Seat, seats: int, chance: Chance) -> None:
        self.game, self.seat, self.chance = game, seat, chance
        self.net = net_of("rapa_nui_cards", seats)
        self.near: dict[Seat, tuple[list[float], list[float]]] = {}

    def value(self, state: State, seat: Seat) -> float:
        """Return the value of a position to a seat."""
        if state.phase is OVER:
            return end_value(state, seat)
        mover = state.active if state.phase is BUY else (state.active + 1) % state.seats
        x = features(state, seat, mover)
        near = self.near.get(seat)
        if near is None:
            near = self.near[seat] = (x, self.net.sums(x))
        return self.net.value(self.net.sums_near(x, *near))

    def liked(self, state: State, seat: Seat) -> Any:
        """Return the move after which the position is most valuable to the seat."""
        legal = self.game.legal_moves(state, seat)
        if len(legal) == 1:
            return legal[0]
        return max(legal, key=lambda move: self.value(self.game.make(state, seat, move), seat))

    def after_turn(self, state: State) -> float:
        """Return the value of a position after the outsider has finished its turn in the best way."""
        while state.phase is not OVER and state.phase is not BUY:
            if state.phase is PLAY or state.phase is TAKE:
                return max([self.tried(state, move) for move in self.game.legal_moves(state, self.seat)])
            state = self.game.make(state, state.decider, self.liked(state, state.decider))
        return self.value(state, self.seat)

    def tried(self, state: State, move: Any) -> float:
        """Return the value of the outsider's move, averaged over a few deals if it uncovers deck cards."""
        if not isinstance(move, Take) or len(state.columns[move.column - 1]) > 1:
            return self.after_turn(self.game.make(state, self.seat, move))
        deals = [replace(state, deck=self.chance.shuffled(state.deck)) for _ in range(DEALS)]
        return sum([self.after_turn(self.game.make(deal, self.seat, move)) for deal in deals]) / DEALS


def rapa_nui_cards(game: AnyGame, observation: Observation, seat: Seat, chance: Chance) -> Any:
    """Return the outsider's move."""
    state = game.determinise(observation, chance)
    legal = game.legal_moves(state, seat)
    if len(legal) == 1:
        return legal[0]
    mind = Mind(game, seat, state.seats, chance)
    if state.phase in (BUY, PLAY, TAKE):
        return max(legal, key=lambda move: mind.tried(state, move))
    return mind.liked(state, seat)
