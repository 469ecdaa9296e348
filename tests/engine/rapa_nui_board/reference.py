"""A second, simpler search for legal transports, which goes through all paths one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rapa_nui_board.state import Island
from engine.rapa_nui_board.transport import NEUTRAL, NOBODY, Owners

Kind = tuple[int, frozenset[int]]
"""A path's destination, and the spaces on it whose owners gain; paths with both equal count as one."""


def all_paths(
    island: Island, owners: Owners, start: int, goals: frozenset[int], roads: int
) -> Iterator[tuple[int, ...]]:
    """Yield all paths from `start` to `goals` with at most `roads` empty spaces on them.  Rules: 7.1."""

    def further(path: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if path[-1] in goals:
            yield path
        for space in island.neighbours[path[-1]]:
            empty = owners[space] == NOBODY
            if space not in path and left >= empty:
                yield from further((*path, space), left - empty)

    return further((start,), roads)


def kind(owners: Owners, seat: int, path: tuple[int, ...]) -> Kind:
    """Return a path's destination, and the passed spaces whose owners gain something."""
    return path[-1], frozenset(space for space in path[1:-1] if owners[space] not in (NOBODY, NEUTRAL, seat))


def listed(
    island: Island, owners: Owners, seat: int, start: int, goals: frozenset[int], roads: int
) -> dict[Kind, int]:
    """Return the kinds of paths that are legal, each with the number of spaces of its shortest path.

    Rules: 11.
    """
    shortest: dict[Kind, int] = {}
    for path in all_paths(island, owners, start, goals, roads):
        key = kind(owners, seat, path)
        shortest[key] = min(shortest.get(key, len(path)), len(path))
    return shortest
