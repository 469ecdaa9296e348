"""A second, plain way to find what may be carried where: all paths, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rapa_nui_board.state import Island
from engine.rapa_nui_board.transport import NEUTRAL, NOBODY, Owners

Kind = tuple[int, frozenset[int]]
"""Destination and spaces paid for: ways that have both in common count as one."""


def all_paths(
    island: Island, owners: Owners, start: int, goals: frozenset[int], roads: int
) -> Iterator[tuple[int, ...]]:
    """All paths from `start` to `goals` with at most so many empty spaces on them.  Rules: 7.1."""

    def further(path: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if path[-1] in goals:
            yield path
        for space in island.neighbours[path[-1]]:
            empty = owners[space] == NOBODY
            if space not in path and left >= empty:
                yield from further((*path, space), left - empty)

    return further((start,), roads)


def kind(owners: Owners, seat: int, path: tuple[int, ...]) -> Kind:
    """Where a path leads to and where others gain by it."""
    return path[-1], frozenset(space for space in path[1:-1] if owners[space] not in (NOBODY, NEUTRAL, seat))


def listed(
    island: Island, owners: Owners, seat: int, start: int, goals: frozenset[int], roads: int
) -> dict[Kind, int]:
    """Which ways are to be listed, and how many spaces the shortest one of each kind has.  Rules: 11."""
    shortest: dict[Kind, int] = {}
    for path in all_paths(island, owners, start, goals, roads):
        key = kind(owners, seat, path)
        shortest[key] = min(shortest.get(key, len(path)), len(path))
    return shortest
