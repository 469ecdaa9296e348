"""Which legal moves computer players think about: they can't think about all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from engine.counts import Counts, changed, counted
from engine.game import Seat
from engine.rapa_nui_board import moves
from engine.rapa_nui_board.evaluation.estimate import resources_worth, time_left
from engine.rapa_nui_board.evaluation.outlook import brought, reach, traffic
from engine.rapa_nui_board.exchange import default_payment
from engine.rapa_nui_board.legal import short_list
from engine.rapa_nui_board.legal_transport import owners, pukao_goals
from engine.rapa_nui_board.moves import By, Move
from engine.rapa_nui_board.play_transport import received
from engine.rapa_nui_board.presence import beside, chained
from engine.rapa_nui_board.rounds import sculptors
from engine.rapa_nui_board.state import OFFERINGS, Improvement, Kind, Phase, State, figures_at_hand

SET: Final = 4
"""How many resources of a kind pay for an offering."""
TAKES_MOST: Final = 3
"""How many ways to take resources are thought about."""
BUILT_FIRST: Final = (Improvement.POPULAR, Improvement.ARTISTIC, Improvement.CHIEF, Improvement.FERVENT)
IN_QUARRY: Final = frozenset({moves.PlaceSculptor, moves.PlaceChief})
"""The figures that make moai."""


def promising_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Some of the legal moves of `seat`, at least one where there are any."""
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


def _placing(state: State, seat: Seat, legal: tuple[Move, ...]) -> tuple[Move, ...]:
    if (free := _build(state, legal) or _chip_in(state, seat, legal)) is not None:
        return (free,)
    useful = _useful_spaces(state, seat)
    found: list[Move] = [
        move
        for move in legal
        if type(move) in IN_QUARRY or (type(move) is moves.PlaceVillager and move.space in useful)
    ]
    # The furthest in front is the best place for a sorcerer.
    found += [move for move in legal if type(move) is moves.PlaceSorcerer][:1]
    return tuple(found) or legal


def _useful_spaces(state: State, seat: Seat) -> set[str]:
    """The ids of spaces beside transporters where one more links a chain or has an ahu to work on."""
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
    """The improvement to build now, if it is early enough to pay off."""
    if time_left(state) < 0.5:
        return None
    built = {move.improvement: move for move in legal if type(move) is moves.Improve}
    return next((built[improvement] for improvement in BUILT_FIRST if improvement in built), None)


def _chip_in(state: State, seat: Seat, legal: Sequence[Move]) -> Move | None:
    """A chip-in for the column in which one more sculptor makes most, once at most one figure is left."""
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
    """The cheapest way to each goal, also with Take 3 more; with Log road or Mana only where needed."""
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
    """Rest or Lend a hand beside a moai that can be styled; with a tile rather than the tablet."""
    island = state.island
    _, from_quarry = reach(island, owners(state), seat)
    known = set()
    for move in legal:
        if isinstance(move, moves.Rest | moves.LendAHand) and move.space not in known:
            space = island.numbers[move.space]
            spot = state.spots[space]
            # One transporter more may be missing: the one that is lent.
            missing = from_quarry.gaps[space] - (spot.owner is None)
            if spot.moai is not None and not spot.pukao and not spot.fresh and missing <= 0:
                known.add(move.space)
                yield move


def _richer(held: Counts, legal: tuple[Move, ...]) -> Iterator[Move]:
    """Take 2 more and Barter if they complete the resources of a kind for an exchange."""
    for move in legal:
        match move:
            case moves.TakeTwo(resources, By.TILE) if _most_of(resources, held):
                yield move
            case moves.Barter(give, take, By.TILE) if _most_of(take, held) and _least_of(give, held, take):
                yield move
            case _:
                pass


def _late(state: State, legal: tuple[Move, ...]) -> Iterator[Move]:
    """Take 2 more in the last round: two points that are lost with the tile."""
    if not time_left(state):
        two = (move for move in legal if type(move) is moves.TakeTwo and move.by is By.TILE)
        yield from islice(two, 1)


def _most_of(taken: Counts, held: Counts) -> bool:
    """Whether these are all of one kind, and bring that kind to four, or nearly."""
    kind = max(range(len(taken)), key=taken.__getitem__)
    return sum(taken) == taken[kind] and SET - 2 <= held[kind] + taken[kind] <= SET and held[kind] < SET


def _least_of(given: Counts, held: Counts, taken: Counts) -> bool:
    """Whether the least valuable resources of other kinds are given."""
    wanted = sum(given)
    for kind, count in enumerate(held):
        less = min(count, wanted) if not taken[kind] else 0
        if given[kind] != less:
            return False
        wanted -= less
    return True


def _exchanging(state: State, seat: Seat, legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """The exchanges by default payments, without the tablet."""
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
    """The resources that are worth most beside those held."""
    player, later = state.players[seat], time_left(state)
    owned = counted((tile.offering for tile in player.offerings), len(OFFERINGS))
    free = tuple(owner is None for owner in state.outstanding)

    def then(move: Move) -> float:
        if not isinstance(move, moves.Take):
            return 0.0
        held, _ = received(player.resources, move.resources)
        return resources_worth(held, owned, state.stacks, free, state.seats, 1.0, round(later, 1))

    return tuple(sorted(legal, key=then, reverse=True)[:TAKES_MOST])
