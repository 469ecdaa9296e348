"""How fast the paths of moai and pukao are found: CPU time for each turn, compared with a fixed workload.

`python -m benchmarks.transports`

The turns come from games in which villagers are placed beside others, so that there are chains.  The *lumps*
are islands with more transporters than any game has.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from benchmarks.engine import Cost, Seeded, cost, row, workload
from engine.game import CHANCE
from engine.rapa_nui_board import legal, transport
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.legal import legal_moves
from engine.rapa_nui_board.moves import Move, PlaceVillager
from engine.rapa_nui_board.presence import beside, chained
from engine.rapa_nui_board.state import LARGE_ISLAND, Phase, State
from engine.rapa_nui_board.transport import NEUTRAL, NOBODY, Owners, connected, ways, ways_by_road

GAMES: Final = 40
LUMPS: Final = 20
SIZES: Final = (8, 12, 16, 20, 24, 28)


def turns(seats: int) -> list[State]:
    """Return the turns in the transport phases of some games."""
    chance, found = Seeded(), []
    for _ in range(GAMES):
        state: State = GAME.start(seats, {})
        while to_move := GAME.to_move(state):
            (seat,) = to_move
            if seat == CHANCE:
                move: Any = GAME.chance_move(state, chance)
            else:
                legal = GAME.legal_moves(state, seat)
                move = legal[chance.below(len(legal))]
                if state.phase is Phase.TRANSPORT:
                    found.append(state)
                    move = legal[-1]
                elif (linked := beside_others(state, legal)) and chance.below(3):
                    move = linked[chance.below(len(linked))]
            state, _ = GAME.apply(state, seat, move)
    return found


def beside_others(state: State, legal: Sequence[Move]) -> list[Move]:
    """Return the placements of villagers that make a chain longer."""
    island = state.island
    near = beside(island, chained(state))
    return [
        move for move in legal if isinstance(move, PlaceVillager) and near >> island.numbers[move.space] & 1
    ]


def lump(size: int, chance: Seeded) -> Owners:
    """Return the owners of `size` transporters of four seats, in a lump around the quarries."""
    island = LARGE_ISLAND
    owners = [NOBODY] * len(island.ids)
    owners[island.crater] = owners[island.pukao_quarry] = NEUTRAL
    for _ in range(size):
        near = [
            space
            for space in island.land
            if owners[space] == NOBODY and any(owners[one] != NOBODY for one in island.neighbours[space])
        ]
        owners[near[chance.below(len(near))]] = chance.below(4)
    return tuple(owners)


def forget() -> None:
    """Clear the caches, so that all paths are searched for again."""
    legal._carries._latest = ()
    for found in (connected, ways, ways_by_road):
        found.cache_clear()


def slowest_us(acts: list[Callable[[], object]]) -> float:
    """Return the CPU microseconds of the slowest of some functions, by each one's best of a few tries."""
    slowest = 0.0
    for act in acts:
        best = float("inf")
        for _ in range(3):
            forget()
            began = time.process_time()
            act()
            best = min(best, time.process_time() - began)
        slowest = max(slowest, best)
    return slowest * 1e6


def measure_turns(seats: int, floor: float) -> None:
    """Measure the legal moves of turns in the transport phase."""
    states = turns(seats)

    def all_turns() -> int:
        forget()
        for state in states:
            legal_moves(state, state.decider)
        return len(states)

    row(f"{seats} seats: legal moves of a turn with chains", cost(all_turns))
    acts: list[Callable[[], object]] = [
        lambda state=state: legal_moves(state, state.decider)  # type: ignore[misc]
        for state in states
    ]
    slowest = slowest_us(acts)
    row(f"{seats} seats: the slowest turn of {len(states)}", Cost(slowest, slowest / floor))


def measure_lumps(size: int, floor: float) -> None:
    """Measure the search for paths through lumps, and count the paths."""
    chance = Seeded()
    island = LARGE_ISLAND
    lumps = [lump(size, chance) for _ in range(LUMPS)]
    goals = [frozenset(space for space in island.ahu if owners[space] == 0) for owners in lumps]
    pairs = list(zip(lumps, goals, strict=True))
    for name, find in (("ways", transport.ways), ("ways by Log road", transport.ways_by_road)):
        most = max(len(find(island, owners, 0, island.crater, there).listed) for owners, there in pairs)
        acts: list[Callable[[], object]] = [
            lambda owners=owners, there=there, find=find: find(island, owners, 0, island.crater, there)  # type: ignore[misc]
            for owners, there in pairs
        ]
        slowest = slowest_us(acts)
        row(f"lump of {size}: {name}, at most {most}, the slowest", Cost(slowest, slowest / floor))


def main() -> None:
    """Measure all and print the table."""
    floor = cost(workload).us
    print(f"{'fixed Python workload, a step':<60}{floor:10.2f} µs")
    for seats in GAME.seats:
        measure_turns(seats, floor)
    for size in SIZES:
        measure_lumps(size, floor)


if __name__ == "__main__":
    main()
