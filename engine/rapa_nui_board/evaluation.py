"""Estimates how good a position is, and picks the legal moves that computer players think about.

All constants here are estimates with which computer players have played well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from operator import le
from typing import Final

from engine.counts import Counts, changed, counted, put
from engine.game import Seat
from engine.rapa_nui_board import moves
from engine.rapa_nui_board.evaluation_outlook import Outlook, brought, outlook, reach, sites, traffic
from engine.rapa_nui_board.legal import short_list
from engine.rapa_nui_board.legal_transport import after_payment, default_payment, owners, pukao_goals
from engine.rapa_nui_board.moves import By, Move
from engine.rapa_nui_board.play_transport import outstanding_won, received
from engine.rapa_nui_board.presence import beside, chained
from engine.rapa_nui_board.rounds import points, sculptors
from engine.rapa_nui_board.state import (
    AT_HAND,
    FOR_FAVOUR,
    FOR_TABLET,
    IMPROVEMENT_PRICES,
    IMPROVEMENTS_MOST,
    OFFERINGS,
    OUTSTANDING_POINTS,
    OVER,
    PLACE,
    Improvement,
    Kind,
    Offering,
    Outstanding,
    Phase,
    State,
    Tile,
    empty_ahu,
    figures_at_hand,
    values_left,
)
from engine.standings import lead

EXCHANGES_MOST: Final = 3
"""The most exchanges of one seat that computer players anticipate."""
LATER: Final = (0.8, 0.6, 0.4)
"""The probabilities, early in the game, of a seat's first, second and third exchange in later rounds."""
SURE: Final = 0.97
"""The probability of an exchange for which tiles, resources and transporters are ready."""
HOPE: Final = (0.35, 0.5, 0.8, 1.05)
"""By kind, the points that a resource may bring later, early in the game, besides its own point."""
HELD_WELL: Final = 5
"""The number of equal resources beyond which a further one counts only its own point."""


@lru_cache(maxsize=20_000)
def resources_worth(
    held: Counts, owned: Counts, stacks: Counts, free: tuple[bool, ...], seats: int, now: float, later: float
) -> float:
    """About how many points the resources `held` will bring.

    Args:
        held: How many of each resource the seat has.
        owned: How many offering tiles of each kind the seat has.
        stacks: How many offering tiles of each kind are left in the stacks.
        free: For each outstanding tile, whether nobody has won it.
        seats: How many play.
        now: About how many exchanges can be made in this round.
        later: The share of the game's time that is left in later rounds, from 0 to 1.
    """
    total = float(sum(held))
    for number in range(EXCHANGES_MOST):
        chance = max(SURE * min(1.0, max(0.0, now - number)), LATER[number] * later)
        if chance < 0.05:
            break
        best = _best_exchange(held, owned, stacks, free, seats)
        if best is None:
            break
        gain, offering, payment = best
        total += chance * gain
        held = after_payment(held, payment)
        free = _left(owned, offering, free)
        owned, stacks = changed(owned, offering, 1), changed(stacks, offering, -1)
    hopes = zip(held, HOPE, strict=True)
    return total + later * sum(min(count, HELD_WELL) * hope for count, hope in hopes)


def _best_exchange(
    held: Counts, owned: Counts, stacks: Counts, free: tuple[bool, ...], seats: int
) -> tuple[float, Offering, Counts] | None:
    """The best exchange: its gain in points, the offering, the payment; None if no exchange is possible.

    The arguments are those of `resources_worth`; the gain is counted beyond the worth of the payment.
    """
    best: tuple[float, Offering, Counts] | None = None
    for offering in OFFERINGS:
        payment = default_payment(offering, held, thrift=False) if stacks[offering] else None
        if payment is None:
            continue
        won = _won(changed(owned, offering, 1))
        points = values_left(seats, offering, stacks[offering])[0]
        points += sum(OUTSTANDING_POINTS[tile] for tile in won if free[tile])
        gain = points - sum(payment)
        # The resources of the payment could otherwise be kept for a more valuable offering.
        lost = sum(count * hope for count, hope in zip(payment, HOPE, strict=True))
        if best is None or gain - lost > best[0]:
            best = (gain - lost, offering, payment)
    return best


@lru_cache(maxsize=4096)
def _won(owned: Counts) -> tuple[Outstanding, ...]:
    return outstanding_won([offering for offering in OFFERINGS for _ in range(owned[offering])])


def _left(owned: Counts, offering: Offering, free: tuple[bool, ...]) -> tuple[bool, ...]:
    for tile in _won(changed(owned, offering, 1)):
        free = put(free, tile, False)
    return free


MOAI_A_ROUND: Final = {2: 2.0, 3: 2.3, 4: 3.0}
"""About how many moai are erected in a round, by the number of players."""
ROUNDS_AHEAD: Final = 4.0
"""With at least this many rounds left, there is time to use everything."""
TILE_WORTHS: Final = {
    Tile.REST: 2.2,
    Tile.BARTER: 1.6,
    Tile.THRIFT: 1.6,
    Tile.CHIP_IN: 1.6,
    Tile.TAKE_3_MORE: 3.5,
    Tile.TAKE_2_MORE: 3.0,
    Tile.LEND_A_HAND: 1.6,
    Tile.SAFEKEEPING: 0.6,
    Tile.LOG_ROAD: 1.6,
    Tile.MANA: 1.0,
    Tile.FEAST: 2.5,
}
"""The points that an unused ahu tile of each kind is worth while there is time to use it."""
IMPROVEMENT_WORTHS: Final = (5.0, 5.5, 8.0, 6.5)
"""The points that each improvement is worth while there is time to profit from it."""
POSITION_WORTH: Final = 0.35
"""The points that each position further in front on the turn order track is worth."""
TRAFFIC_WORTH: Final = 2.0
"""The points for a transporter on the busiest space, while others still place villagers."""
LINK: Final = 0.8
"""The share of a seat's expected gains from opponents' transports that is added to its total."""


def worth(state: State, seat: Seat) -> float:
    """About how many points `seat` will be ahead of its best opponent."""
    return lead(totals(state), seat)


def totals(state: State) -> tuple[float, ...]:
    """About how many points each seat will have at the end."""
    if state.phase is OVER:
        return tuple([float(points(state, one)) for one in range(state.seats)])
    return prospects(state)


def order_worth(state: State, seat: Seat) -> float:
    """The points that the sorcerer's position on the turn order track is worth to `seat`."""
    sorcerer = state.players[seat].sorcerer
    return POSITION_WORTH * (state.seats - sorcerer) if state.phase is PLACE and sorcerer != AT_HAND else 0.0


def time_left(state: State) -> float:
    """The share of the game's time that is left in later rounds, from 0 to 1."""
    to_come = empty_ahu(state) - state.island.end[state.seats]
    rounds = max(0.0, to_come / MOAI_A_ROUND[state.seats] - (0.5 if state.phase is PLACE else 0.0))
    return min(1.0, rounds / ROUNDS_AHEAD)


@lru_cache(maxsize=1024)
def prospects(state: State) -> tuple[float, ...]:
    """About how many points each seat will have at the end of an unfinished game."""
    standing, there, later = owners(state), sites(state), time_left(state)
    worths, seats = tile_worths(later), len(state.players)
    outlooks = [outlook(state, seat, standing, there, worths) for seat in range(seats)]
    totals = [_prospects(state, seat, outlooks[seat], worths, later) for seat in range(seats)]
    for one in outlooks:
        for seat, gain in enumerate(one.dues):
            totals[seat] += LINK * gain
    if state.phase is PLACE:
        busy, villagers = traffic(state), [player.villagers for player in state.players]
        needed = [min(1.0, (sum(villagers) - own) / (4 * (seats - 1))) for own in villagers]
        for space, owner in enumerate(standing):
            if owner >= 0:
                totals[owner] += TRAFFIC_WORTH * busy[space] * needed[owner]
    return tuple(totals)


@lru_cache(maxsize=64)
def tile_worths(later: float) -> tuple[float, ...]:
    """The points that an unused ahu tile of each kind is worth; `later`: the share of time left (0 to 1)."""
    return tuple(
        FOR_FAVOUR if tile is Tile.FAVOUR else min(1.0, later + 0.2) * TILE_WORTHS[tile] for tile in Tile
    )


def _prospects(state: State, seat: Seat, outlook: Outlook, worths: tuple[float, ...], later: float) -> float:
    player = state.players[seat]
    total = outlook.points + FOR_TABLET * player.tablet
    owned = [0] * len(OFFERINGS)
    for taken in player.offerings:
        owned[taken.offering] += 1
        total += taken.points
    for tile, owner in enumerate(state.outstanding):
        if owner == seat:
            total += OUTSTANDING_POINTS[tile]
    free = tuple([owner is None for owner in state.outstanding])
    now = int(4 * outlook.exchanges) / 4
    if state.transport is not None and state.transport.seat == seat and state.phase is Phase.EXCHANGE:
        now = max(now, 1.0)
    total += resources_worth(
        outlook.resources, tuple(owned), state.stacks, free, state.seats, now, round(later, 1)
    )
    for count, value in zip(player.tiles, worths, strict=True):
        if count:
            total += count * value
    for built, value in zip(player.improvements, IMPROVEMENT_WORTHS, strict=True):
        if built:
            total += later * value
    return total + order_worth(state, seat)


SET: Final = 4
"""How many equal resources pay for an offering whose price is one kind of resource."""
TAKES_MOST: Final = 3
"""How many of the legal `Take` moves computer players consider."""
BUILT_FIRST: Final = (Improvement.POPULAR, Improvement.ARTISTIC, Improvement.CHIEF, Improvement.FERVENT)
IN_QUARRY: Final = frozenset({moves.PlaceSculptor, moves.PlaceChief})
"""The classes of the moves that place a figure which makes moai."""


def promising_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """The legal moves of `seat` that computer players consider; at least one if any is legal."""
    legal = short_list(state, seat)
    if len(legal) < 2:
        return legal
    match state.phase:
        case Phase.PLACE:
            return _placing(state, seat, legal)
        case Phase.TRANSPORT:
            return _carrying(state, seat, legal)
        case Phase.EXCHANGE:
            return _exchanging(state, seat, legal)
        case Phase.TAKE:
            return _taking(state, seat, legal)
        case _:
            return legal


def bold_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """The promising moves, and moves that pay off only in a later round."""
    found = promising_moves(state, seat)
    if len(found) < 2:
        return found
    legal = short_list(state, seat)
    match state.phase:
        case Phase.PLACE:
            more = _funds(state, seat, legal)
        case Phase.TRANSPORT:
            more = (move for move in legal if type(move) is moves.Safekeep and move.by is By.TILE)
        case _:
            return found
    return (*found, *(move for move in more if move not in found))


def _placing(state: State, seat: Seat, legal: tuple[Move, ...]) -> tuple[Move, ...]:
    if (free := _build(state, legal) or _chip_in(state, seat, legal)) is not None:
        return (free,)
    useful = _useful_spaces(state, seat)
    found: list[Move] = [
        move
        for move in legal
        if type(move) in IN_QUARRY or (type(move) is moves.PlaceVillager and move.space in useful)
    ]
    # The first star space listed is the foremost, and the best for a sorcerer.
    found += [move for move in legal if type(move) is moves.PlaceSorcerer][:1]
    return tuple(found) or legal


def _useful_spaces(state: State, seat: Seat) -> set[str]:
    """The ids of spaces at a chain where a further transporter extends it or stands on an unfinished ahu."""
    island, busy = state.island, traffic(state)
    near, ahu = beside(island, chained(state)), Kind.AHU
    found = set()
    for space in island.land:
        spot = state.spots[space]
        links = busy[space] > 0 and spot.owner is None
        acts = not spot.pukao and island.kinds[space] is ahu
        if (links or acts) and (spot.owner == seat or near >> space & 1):
            found.add(island.ids[space])
    return found


def _build(state: State, legal: Sequence[Move]) -> Move | None:
    """The improvement to build now; None if none can be built, or none will pay off in the time left."""
    if time_left(state) < 0.5:
        return None
    built = {move.improvement: move for move in legal if type(move) is moves.Improve}
    return next((built[improvement] for improvement in BUILT_FIRST if improvement in built), None)


def _funds(state: State, seat: Seat, legal: tuple[Move, ...]) -> Iterator[Move]:
    """The moves Take 2 more and Barter, by tile or tablet, that make an improvement affordable."""
    player = state.players[seat]
    held = player.resources
    if time_left(state) < 0.5 or sum(player.improvements) == IMPROVEMENTS_MOST:
        return
    prices = zip(IMPROVEMENT_PRICES, player.improvements, strict=True)
    lacking = {
        lack
        for price, built in prices
        if not built and any(lack := tuple([max(0, one - own) for one, own in zip(price, held, strict=True)]))
    }
    for move in legal:
        match move:
            case moves.TakeTwo(resources):
                if any(all(map(le, lack, resources)) for lack in lacking):
                    yield move
            case moves.Barter(give, take) if take in lacking and _least_of(give, held, take):
                yield move
            case _:
                pass


def _chip_in(state: State, seat: Seat, legal: Sequence[Move]) -> Move | None:
    """The chip-in where one more sculptor brings most; None while the seat still has several figures."""
    player = state.players[seat]
    if figures_at_hand(player) > 1:
        return None
    working = sculptors(player)
    chips = [move for move in legal if isinstance(move, moves.ChipIn) and move.by is By.TILE]
    made = {move: brought(changed(working, move.column - 1, 1), state.moai) for move in chips}
    best = max(chips, key=made.__getitem__, default=None)
    return best if best is not None and made[best] > brought(working, state.moai) else None


def _carrying(state: State, seat: Seat, legal: tuple[Move, ...]) -> tuple[Move, ...]:
    build = _build(state, legal)
    can_style = bool(pukao_goals(state, seat))
    if build is not None and not can_style:
        return (build,)
    richer = _richer(state.players[seat].resources, legal) if can_style else ()
    return (moves.DROP_OUT, *_carries(legal), *_rests(state, seat, legal), *richer, *_late(state, legal))


def _carries(legal: tuple[Move, ...]) -> Iterator[Move]:
    """For each load and ahu, the cheapest transports with and without Take 3 more, none with the tablet."""
    seen = set()
    for move in legal:
        match move:
            case moves.CarryMoai(size, path, _, log_road, mana, three):
                key: tuple[object, ...] = (size, path[-1], three is not None)
                tablet = By.TABLET in (log_road, mana, three)
            case moves.CarryPukao(path, _, log_road, mana):
                key, tablet = (None, path[-1]), By.TABLET in (log_road, mana)
            case _:
                continue
        if key not in seen and not tablet:
            seen.add(key)
            yield move


def _rests(state: State, seat: Seat, legal: tuple[Move, ...]) -> Iterator[Move]:
    """The moves Rest and Lend a hand that make a space ready for a pukao on its moai, one for each space."""
    island = state.island
    _, from_quarry = reach(island, owners(state), seat)
    known = set()
    for move in legal:
        if isinstance(move, moves.Rest | moves.LendAHand) and move.space not in known:
            space = island.numbers[move.space]
            spot = state.spots[space]
            # A chain with one gap counts, too, since the lent transporter fills the gap.
            missing = from_quarry.gaps[space] - (spot.owner is None)
            if spot.moai is not None and not spot.pukao and not spot.fresh and missing <= 0:
                known.add(move.space)
                yield move


def _richer(held: Counts, legal: tuple[Move, ...]) -> Iterator[Move]:
    """The moves Take 2 more and Barter after which the seat has about enough of one resource to exchange."""
    for move in legal:
        match move:
            case moves.TakeTwo(resources, By.TILE) if _most_of(resources, held):
                yield move
            case moves.Barter(give, take, By.TILE) if _most_of(take, held) and _least_of(give, held, take):
                yield move
            case _:
                pass


def _late(state: State, legal: tuple[Move, ...]) -> Iterator[Move]:
    """In the last round, the move Take 2 more: an unused tile brings no points then, but resources do."""
    if not time_left(state):
        two = (move for move in legal if type(move) is moves.TakeTwo and move.by is By.TILE)
        yield from islice(two, 1)


def _most_of(taken: Counts, held: Counts) -> bool:
    """Whether `taken` are resources of one kind, of which a player with `held` then has 2 to 4."""
    kind = max(range(len(taken)), key=taken.__getitem__)
    return sum(taken) == taken[kind] and SET - 2 <= held[kind] + taken[kind] <= SET and held[kind] < SET


def _least_of(given: Counts, held: Counts, taken: Counts) -> bool:
    """Whether `given` are the least valuable resources held, apart from those of the kinds `taken`."""
    wanted = sum(given)
    for kind, count in enumerate(held):
        less = min(count, wanted) if not taken[kind] else 0
        if given[kind] != less:
            return False
        wanted -= less
    return True


def _exchanging(state: State, seat: Seat, legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """The legal exchanges with default payment and without the tablet; if there are none, all legal moves."""
    held = state.players[seat].resources
    found = tuple(
        move
        for move in legal
        if isinstance(move, moves.Exchange)
        and By.TABLET not in (move.thrift, move.feast)
        and move.payment == default_payment(move.offering, held, thrift=move.thrift is not None)
    )
    return found or legal


def _taking(state: State, seat: Seat, legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """The few `Take` moves after which the resources of `seat` are worth most."""
    player, later = state.players[seat], time_left(state)
    owned = counted((tile.offering for tile in player.offerings), len(OFFERINGS))
    free = tuple(owner is None for owner in state.outstanding)

    def then(move: Move) -> float:
        if not isinstance(move, moves.Take):
            return 0.0
        held, _ = received(player.resources, move.resources)
        return resources_worth(held, owned, state.stacks, free, state.seats, 1.0, round(later, 1))

    return tuple(sorted(legal, key=then, reverse=True)[:TAKES_MOST])
