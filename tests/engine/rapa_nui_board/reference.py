"""A second, plain way to find what may be carried where: all paths, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rapa_nui_board.island import Island
from engine.rapa_nui_board.transport import DETOUR, LONGEST, NEUTRAL, NOBODY, Owners

Found = dict[tuple[int, frozenset[int]], int]
"""Destination and spaces paid for, and how many spaces the shortest way has."""


def all_paths(
    island: Island, owners: Owners, start: int, goals: frozenset[int], roads: int
) -> Iterator[tuple[int, ...]]:
    """All paths from `start` to `goals` with at most so many empty spaces on them."""

    def further(path: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if path[-1] in goals:
            yield path
        if len(path) == LONGEST:
            return
        for space in island.neighbours[path[-1]]:
            empty = owners[space] == NOBODY
            if space not in path and left >= empty:
                yield from further((*path, space), left - empty)

    return further((start,), roads)


def offered(
    island: Island, owners: Owners, seat: int, start: int, goals: frozenset[int], roads: int
) -> Found:
    """Which ways are to be offered.  Rules: 7.1, 11."""
    shortest: Found = {}
    for path in all_paths(island, owners, start, goals, roads):
        paid = frozenset(space for space in path[1:-1] if owners[space] not in (NOBODY, NEUTRAL, seat))
        key = (path[-1], paid)
        shortest[key] = min(shortest.get(key, LONGEST), len(path))
    least = {goal: min(len(paid) for at, paid in shortest if at == goal) for goal, _ in shortest}
    return {key: length for key, length in shortest.items() if len(key[1]) <= least[key[0]] + DETOUR}
