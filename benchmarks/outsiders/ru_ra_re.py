"""An outsider for Ru-Ra-Re: it solves each choice as a matrix game, in which a net values the outcomes.

If two seats wait, a matrix has the value of each pair of rows, given the rows still on the table.  If both
choose the same row, this is the value of the choice that follows; the search goes two further choices deep.
If more seats wait, each row's gain for each seat is computed, and simulated choices teach each seat its mix.
Regret matching finds the mixes, from which the outsider draws.  The twin of this file in C, `ru_ra_re.c`,
taught the net.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import Any, Final

from benchmarks.outsiders.net import net_of
from engine.counts import Counts, added, counted, put, with_more, without
from engine.game import AnyGame, Chance, Seat
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.state import COPIES, LEAVES, Card

ROUNDS: Final = 250
SHORT_ROUNDS: Final = 30
DRAWN_ROUNDS: Final = 300
FINE: Final = 1 << 20
"""Random draws have a resolution of 1 / `FINE`."""
KINDS: Final = len(COPIES)
OF_SEAT: Final = 39
FOR_KINGS: Final = (0, 0, 1, 4, 9, 16, 25, 36, 36, 36, 36)
FOR_ANIMALS: Final = (0, 1, 3, 6, 10, 15)
FIRST_FROM: Final = 13
KING, CHURCH, KNIGHT, SHEEP = int(Card.KING), int(Card.CHURCH), int(Card.KNIGHT), int(Card.SHEEP)
FARMER, WOMAN, HOUSE = int(Card.FARMER), int(Card.FARM_WOMAN), int(Card.FARMHOUSE)
NOTHING: Final = (0.0,) * OF_SEAT

Row = tuple[int, ...]


@lru_cache(maxsize=1 << 14)
def own_points(cards: Counts) -> int:
    """Return the points of a collection that don't depend on the other collections."""
    pairs = min(cards[FARMER], cards[WOMAN])
    animals = sum([FOR_ANIMALS[count] for count in cards[SHEEP:FARMER]])
    victory = 2 * cards[2] + 3 * cards[3] + 4 * cards[4]
    return FOR_KINGS[cards[KING]] + victory + animals + 7 * pairs + 7 * min(pairs, cards[HOUSE])


@lru_cache(maxsize=1 << 14)
def sheets(collections: tuple[Counts, ...]) -> Counts:
    """Return the points of each collection, if all were scored now."""
    churches = max([cards[CHURCH] for cards in collections])
    knights = max([cards[KNIGHT] for cards in collections])
    return tuple(
        [
            own_points(cards)
            + (10 if 0 < churches == cards[CHURCH] else 0)
            + cards[KNIGHT] * (2 if cards[KNIGHT] == knights else 1)
            for cards in collections
        ]
    )


@lru_cache(maxsize=1 << 14)
def brought(cards: Counts, row: Row) -> float:
    """Return about how many points a row adds to a collection."""
    more = 4 * row.count(CHURCH) + 1.5 * row.count(KNIGHT)
    return more + own_points(with_more(cards, row)) - own_points(cards)


class Table:
    """The public state of a game at the end of a turn; it is never changed."""

    __slots__ = ("box", "collections", "last", "left", "over", "points", "rows", "scored")

    def __init__(self, seen: Observation) -> None:
        self.collections, self.points, self.box = seen.collections, seen.points, seen.box
        self.rows: tuple[Row, ...] = tuple([tuple(map(int, row)) for row in seen.rows])
        self.left, self.last, self.scored = seen.deck_size, seen.last_turn, seen.first_scoring is not None
        self.over = False

    def copy(self) -> Table:
        """Return a copy."""
        found = Table.__new__(Table)
        for name in Table.__slots__:
            setattr(found, name, getattr(self, name))
        return found

    def clashed(self, row: int, times: int) -> Table:
        """Return the table after `times` outermost cards of a row have gone to the box."""
        if not times:
            return self
        found, cards = self.copy(), self.rows[row]
        found.box = with_more(self.box, cards[-times:])
        found.rows = put(self.rows, row, cards[:-times])
        return found

    def taken(self, seat: Seat, row: int) -> Table:
        """Return the table after a seat has taken a row."""
        found = self.copy()
        found.collections = put(self.collections, seat, with_more(self.collections[seat], self.rows[row]))
        found.rows = put(self.rows, row, ())
        return found

    def ended(self) -> Table:
        """Return the table after the end of the turn, with the scorings that were due."""
        is_due = not self.scored and (self.last or max(map(sum, self.collections)) >= FIRST_FROM)
        if not (is_due or self.last):
            return self
        found = self.copy()
        if is_due:
            found.points, found.scored = added(self.points, sheets(self.collections)), True
            leaving = [tuple(map(mul, cards, LEAVES)) for cards in self.collections]
            found.collections = tuple(map(without, self.collections, leaving))
            for cards in leaving:
                found.box = added(found.box, cards)
        if self.last:
            found.points, found.over = added(found.points, sheets(found.collections)), True
        return found


@lru_cache(maxsize=1 << 14)
def standing(cards: Counts) -> tuple[float, ...]:
    """Return the features of a collection that depend on no other one, except those of its farm cards."""
    churches, kings = min(4, cards[CHURCH]), min(8, cards[KING])
    kinds = [0.0] * 5
    for count in cards[SHEEP:FARMER]:
        if count:
            kinds[count - 1] += 0.25
    return (
        *[float(kings == count) for count in range(9)],
        *[float(churches == count) for count in range(5)],
        cards[KNIGHT] / 5,
        (2 * cards[2] + 3 * cards[3] + 4 * cards[4]) / 10,
        *kinds,
        sum([FOR_ANIMALS[count] for count in cards[SHEEP:FARMER]]) / 20,
    )


@lru_cache(maxsize=1 << 14)
def farm(cards: Counts) -> tuple[float, ...]:
    """Return the features of a collection's farm cards."""
    pairs, houses = min(cards[FARMER], cards[WOMAN]), cards[HOUSE]
    return (
        cards[FARMER] / 3,
        cards[WOMAN] / 3,
        houses / 3,
        pairs / 2,
        min(pairs, houses) / 2,
        (cards[FARMER] - pairs) / 2,
        (cards[WOMAN] - pairs) / 2,
        max(houses - pairs, 0) / 2,
        max(pairs - houses, 0) / 2,
    )


def seat_features(cards: Counts, sheet: int, hidden: list[int]) -> tuple[float, ...]:
    """Return the features of one seat."""
    pairs, size = min(cards[FARMER], cards[WOMAN]), sum(cards)
    missing = (cards[FARMER] - pairs) * hidden[WOMAN] + (cards[WOMAN] - pairs) * hidden[FARMER]
    return (
        *standing(cards),
        sum(map(mul, cards[SHEEP:FARMER], hidden[SHEEP:FARMER])) / 30,
        *farm(cards),
        missing / 10,
        max(pairs - cards[HOUSE], 0) * hidden[HOUSE] / 8,
        cards[KING] * hidden[KING] / 16,
        sheet / 30,
        size / 13,
        max(size - 9, 0) / 4,
        1.0,
    )


def features(table: Table, seat: Seat) -> list[float]:
    """Return the net's features of a table at the end of a turn, before the refill."""
    collections, points, seats = table.collections, table.points, len(table.collections)
    left = counted([card for row in table.rows for card in row], KINDS)
    hidden = [*map(int.__sub__, map(int.__sub__, COPIES, table.box), left)]
    for cards in collections:
        hidden = [*map(int.__sub__, hidden, cards)]
    sheet = sheets(collections)
    order = [(seat + step) % seats for step in range(seats)]
    x: list[float] = []
    for one in order:
        told = seat_features(collections[one], sheet[one], hidden)
        x += (*NOTHING, *told) if table.scored else (*told, *NOTHING)
    others = order[1:]
    church = collections[seat][CHURCH] - max([collections[one][CHURCH] for one in others])
    knight = collections[seat][KNIGHT] - max([collections[one][KNIGHT] for one in others])
    church, knight = max(-2, min(2, church)), max(-3, min(3, knight))
    x += [float(church == step) for step in range(-2, 3)]
    x += [float(knight == step) for step in range(-3, 4)]
    x.append((points[seat] - max([points[one] for one in others])) / 30)
    x.append((points[seat] + sheet[seat] - max([points[one] + sheet[one] for one in others])) / 30)
    rows = [row for row in table.rows if row]
    own = [brought(collections[seat], row) for row in rows]
    other = [max([0.0, *[brought(collections[one], row) for one in others]]) for row in rows]
    ahead = sorted(map(float.__sub__, own, other), reverse=True)
    own.sort(reverse=True)
    other.sort(reverse=True)
    for place in range(4):
        if place < len(rows):
            x += (own[place] / 10, other[place] / 10, ahead[place] / 10)
        else:
            x += (0.0, 0.0, 0.0)
    x.append(ahead[-1] / 10 if ahead else 0.0)
    x += [count / 2 for count in left]
    x += [count / 5 for count in hidden]
    need = 3 * len(table.rows) - sum(left)
    x += (table.left / 60, float(table.left <= need), need / 12)
    x += (float(table.left <= 4 * seats), float(table.left <= 7 * seats))
    return x


def end_value(points: Counts, seat: Seat) -> float:
    """Return the value of a finished game to a seat: half for the win, half for the margin."""
    others = [*points[:seat], *points[seat + 1 :]]
    margin = points[seat] - max(others)
    won = 2 / (1 + others.count(points[seat])) - 1 if margin >= 0 else -1.0
    return won / 2 + max(-1.0, min(1.0, margin / 50)) / 2


class Mind:
    """The calculations for one decision."""

    def __init__(self, seats: int) -> None:
        self.net = net_of("ru_ra_re", seats)
        self.near: dict[Seat, tuple[list[float], list[float]]] = {}

    def value(self, table: Table, seat: Seat) -> float:
        """Return the value of a table to a seat after the turn's end."""
        ended = table.ended()
        if ended.over:
            return end_value(ended.points, seat)
        x = features(ended, seat)
        near = self.near.get(seat)
        if near is None:
            near = self.near[seat] = (x, self.net.sums(x))
        return self.net.value(self.net.sums_near(x, *near))


class Duel:
    """The choice of two seats: the value of each pair of rows to the first seat; the second loses as much."""

    def __init__(self, mind: Mind, table: Table, seats: tuple[Seat, Seat]) -> None:
        self.mind, self.seats, self.rows = mind, seats, table.rows
        places = [place for place, row in enumerate(table.rows) if row]
        self.nothing = self.lead(table)
        self.pair = {
            (a, b): self.lead(table.taken(seats[0], a).taken(seats[1], b))
            for a in places
            for b in places
            if a != b
        }
        self.shorter: list[dict[int, list[float]]] = []
        for seat in seats:
            found = {}
            for a in places:
                leads = [self.lead(table.clashed(a, n).taken(seat, a)) for n in range(len(table.rows[a]))]
                found[a] = [one - leads[0] for one in leads]
            self.shorter.append(found)

    def lead(self, table: Table) -> float:
        """Return the first seat's lead: the average of what both seats expect."""
        first, second = self.seats
        return (self.mind.value(table, first) - self.mind.value(table, second)) / 2

    def solved(self, gone: dict[int, int], depth: int) -> tuple[float, list[int], list[list[float]]]:
        """Return a choice's value, the open rows, and both mixes; `gone`: how many cards rows have lost."""
        places = [a for a, row in enumerate(self.rows) if len(row) > gone.get(a, 0)]
        if len(places) < 2:
            return self.nothing, places, []
        first, second = self.shorter
        pay = [
            [
                self.pair[a, b] + first[a][gone.get(a, 0)] + second[b][gone.get(b, 0)] if a != b else 0.0
                for b in places
            ]
            for a in places
        ]
        mean = sum(map(sum, pay)) / (len(places) * (len(places) - 1))
        for at, a in enumerate(places):
            after = {**gone, a: gone.get(a, 0) + 1}
            pay[at][at] = self.solved(after, depth + 1)[0] if depth < 2 else mean
        value, mixes = matched(pay, SHORT_ROUNDS if depth else ROUNDS)
        return value, places, mixes


def mix_of(regrets: list[float]) -> list[float]:
    """Return a mix in proportion to the regrets, which must not be negative."""
    total = sum(regrets)
    return [one / total for one in regrets] if total > 0 else [1 / len(regrets)] * len(regrets)


def matched(pay: list[list[float]], rounds: int) -> tuple[float, list[list[float]]]:
    """Return the value of a matrix game and both mixes, by regret matching; later rounds count more."""
    n = len(pay)
    columns = [*zip(*pay, strict=True)]
    regrets, sums = [[0.0] * n, [0.0] * n], [[0.0] * n, [0.0] * n]
    for number in range(1, rounds + 1):
        rows, lines = mix_of(regrets[0]), mix_of(regrets[1])
        gains = [sum(map(mul, row, lines)) for row in pay]
        losses = [sum(map(mul, column, rows)) for column in columns]
        got = sum(map(mul, rows, gains))
        regrets[0] = [max(0.0, r + one - got) for r, one in zip(regrets[0], gains, strict=True)]
        regrets[1] = [max(0.0, r - one + got) for r, one in zip(regrets[1], losses, strict=True)]
        sums[0] = [total + number * one for total, one in zip(sums[0], rows, strict=True)]
        sums[1] = [total + number * one for total, one in zip(sums[1], lines, strict=True)]
    mixes = [mix_of(one) for one in sums]
    return sum([one * sum(map(mul, row, mixes[1])) for one, row in zip(mixes[0], pay, strict=True)]), mixes


def drawn(mix: list[float], chance: Chance) -> int:
    """Return an index, drawn from a mix."""
    left = chance.below(FINE) / FINE
    for place, one in enumerate(mix):
        left -= one
        if left < 0:
            return place
    return max(range(len(mix)), key=mix.__getitem__)


def mix_of_many(mind: Mind, table: Table, own: int, seats: list[Seat], chance: Chance) -> list[float]:
    """Return the mix over the open rows of seat `own`, one of several that wait."""
    places = [place for place, row in enumerate(table.rows) if row]
    n, players = len(places), range(len(seats))
    base = [mind.value(table, seat) for seat in seats]
    effect = [[[0.0] * n for _ in players] for _ in players]
    for o in players:
        for at, place in enumerate(places):
            after = table.taken(seats[o], place)
            for p in players:
                effect[p][o][at] = mind.value(after, seats[p]) - base[p]
    mean = [[sum(each) / n for each in one] for one in effect]
    regrets, total = [[0.0] * n for _ in players], [0.0] * n
    for number in range(1, DRAWN_ROUNDS + 1):
        mixes = [mix_of(one) for one in regrets]
        total = [one + number * now for one, now in zip(total, mixes[own], strict=True)]
        chosen = [drawn(mix, chance) for mix in mixes]
        for p in players:
            others = [o for o in players if o != p]
            takers = [0] * n
            for o in others:
                takers[chosen[o]] += 1
            mine = effect[p][p]
            free = [one for one, count in zip(mine, takers, strict=True) if count != 1]
            later = sum(free) / len(free) if free else 0.0
            gain = [later if count else one for one, count in zip(mine, takers, strict=True)]
            for o in others:
                if takers[chosen[o]] == 1:
                    gain[chosen[o]] += mean[p][o] - effect[p][o][chosen[o]]
            got = sum(map(mul, mixes[p], gain))
            regrets[p] = [max(0.0, r + one - got) for r, one in zip(regrets[p], gain, strict=True)]
    return mix_of(total)


def ru_ra_re(game: AnyGame, observation: Observation, seat: Seat, chance: Chance) -> Any:
    """Return the outsider's choice."""
    table = Table(observation)
    waiting = [one for one, waits in enumerate(observation.waiting) if waits]
    mind = Mind(len(observation.waiting))
    if len(waiting) == 2:
        _, _, mixes = Duel(mind, table, (waiting[0], waiting[1])).solved({}, 0)
        mix = mixes[waiting.index(seat)]
    else:
        mix = mix_of_many(mind, table, waiting.index(seat), waiting, chance)
    state = game.determinise(observation, chance)
    return game.legal_moves(state, seat)[drawn(mix, chance)]
