"""Searches for the paths of moai and pukao: chains of transporters.  Rules: Rapa Nui board 7.1, 11.

The *dues* of a path are the passed spaces whose owners gain.  A path with fewer dues is cheaper; with
equally many, the shorter path.  Of the paths to a goal with the same dues, only the shortest is listed.
`legal_transport.py` says which chains are legal.
"""

from __future__ import annotations

import sys
from collections.abc import Set
from functools import cache, lru_cache
from typing import Final, NamedTuple

from engine.game import Seat
from engine.rapa_nui_board.state import Island, Spaces, space_set, spaces_in

NOBODY: Final = -1
NEUTRAL: Final = -2
"""The owner of the crater and of the pukao quarry in `Owners`."""
MOST_WAYS: Final = 1000
"""The most paths that are listed; if there are more, those with most dues are left out.  Rules: 11."""
MOST_STEPS: Final = 20_000
"""The most partial paths that the first search follows.  Rules: Rapa Nui board 11."""
FEWER_STEPS: Final = 5_000
"""The most partial paths that each further search follows, if the first one was cut off."""
NO_WAY: Final = 99

Owners = tuple[int, ...]
"""By the number of a space, the owner of the transporters there: a seat, `NEUTRAL` or `NOBODY`."""


class Way(NamedTuple):
    """A path, by numbers of spaces, both ends included.

    Attributes:
        path: The spaces, from the crater or the pukao quarry to the destination.
        dues: The passed spaces whose owners gain, in the order of the path.
        road: The space that is passed by Log road; None if Log road isn't used.
    """

    path: tuple[int, ...]
    dues: tuple[int, ...]
    road: int | None


class Ways(NamedTuple):
    """The result of a search: the paths listed, and the goals (`cut`) to which some paths were left out."""

    listed: tuple[Way, ...]
    cut: frozenset[int]


@lru_cache(maxsize=256)
def ways(island: Island, owners: Owners, seat: Seat, start: int, goals: frozenset[int]) -> Ways:
    """For each goal, a path for each set of spaces whose owners gain, the fewest dues first.

    Of too many paths, those with the most dues are left out; `cut` has their goals.
    """
    return _within_bounds(_Search(island, owners, seat, start, goals, with_road=False), frozenset())


@lru_cache(maxsize=256)
def ways_by_road(island: Island, owners: Owners, seat: Seat, start: int, goals: frozenset[int]) -> Ways:
    """The paths that pass a space without transporters by Log road, unless other paths have the same dues."""
    plain = frozenset(
        (way.path[-1], space_set(way.dues)) for way in ways(island, owners, seat, start, goals).listed
    )
    return _within_bounds(_Search(island, owners, seat, start, goals, with_road=True), plain)


@lru_cache(maxsize=4096)
def cheapest_ways(
    island: Island, owners: Owners, seat: Seat, start: int, goals: frozenset[int], *, with_road: bool
) -> tuple[Way, ...]:
    """The cheapest path of `seat` to each goal in reach; `with_road`: whether Log road can be used."""
    found, _ = _found(_Search(island, owners, seat, start, goals, with_road=with_road), 0, sys.maxsize)
    first: dict[int, Way] = {}
    for way in _sorted([_way(kind, step) for kind, step in found.items()]):
        first.setdefault(way.path[-1], way)
    return tuple(first.values())


_Kind = tuple[int, Spaces]
"""A path's goal and dues; of several paths with equal goal and dues, only the shortest is kept."""


def without_dues(owners: Owners, seat: Seat) -> Owners:
    """A copy of `owners` in which `seat` owns all transporters: with Mana, nobody gains.  Rules: 1.3."""
    return tuple(seat if owner >= 0 else owner for owner in owners)


def _sorted(found: list[Way]) -> tuple[Way, ...]:
    if len(found) < 2:
        return tuple(found)
    return tuple(sorted(found, key=lambda way: (way.path[-1], len(way.dues), len(way.path), way.path)))


class _Search(NamedTuple):
    """The arguments of a search for paths; `with_road`: paths pass one space by Log road."""

    island: Island
    owners: Owners
    seat: Seat
    start: int
    goals: frozenset[int]
    with_road: bool


def _within_bounds(search: _Search, known: frozenset[_Kind]) -> Ways:
    """The paths of kinds that aren't in `known`; if there are too many, those with most dues are left out."""
    whole, are_all = _further(search, known, NO_WAY, MOST_STEPS)
    if are_all:
        return Ways(_sorted([*whole.values()]), frozenset())
    listed, _ = _further(search, known, 0, sys.maxsize)
    seen = {*whole}
    for detour in range(1, NO_WAY):
        found, are_all = _further(search, known, detour, FEWER_STEPS)
        seen.update(found)
        if not are_all:
            break
        listed = found
    return Ways(_sorted([*listed.values()]), frozenset([goal for goal, _ in seen - listed.keys()]))


def _further(
    search: _Search, known: frozenset[_Kind], detour: int, most_steps: int
) -> tuple[dict[_Kind, Way], bool]:
    """The paths of kinds that aren't in `known`, and whether these are all such paths and within limits."""
    found, are_all = _found(search, detour, most_steps)
    further = {
        kind: _way(kind, step)
        for kind, step in found.items()
        if kind not in known and (step[1] > 0) == search.with_road
    }
    return further, are_all and len(further) <= MOST_WAYS


_Step = tuple[Spaces, Spaces, tuple[int, ...]]
"""A partial path: its spaces as a set, the space passed by Log road as a set, and its spaces in order."""


def _found(search: _Search, detour: int, most_steps: int) -> tuple[dict[_Kind, _Step], bool]:
    """The paths with at most `detour` dues more than the cheapest to their goal, and whether these are all.

    The search is breadth first, so the first path found of a kind is the shortest.  Of two partial paths to
    one space with the same dues, one is dropped if it contains all spaces of the other: the other can be
    continued in every way that the dropped one can.  Without any dues, the first one found is enough.
    """
    island, owners, seat, start, goals, with_road = search
    occupied = others = 0
    for space, owner in enumerate(owners):
        if owner != NOBODY:
            occupied |= 1 << space
            if owner >= 0 and owner != seat:
                others |= 1 << space
    kept = _worthwhile(island, occupied, start, goals, with_road=with_road)
    if not kept:
        return {}, True
    most = _most_dues(kept, search, detour)
    others &= kept
    without_dues = kept & ~others if others else 0
    # Impassable spaces count as passed already, so that one test excludes both.
    barred, beside = ((1 << len(owners)) - 1) ^ kept, _beside(island)
    found: dict[_Kind, _Step] = {}
    lightest: dict[_Kind, list[tuple[Spaces, Spaces]]] = {}
    layer: list[_Step] = [(barred | 1 << start, 0, (start,))]
    steps = 0
    while layer and steps + len(layer) <= most_steps:
        following: list[_Step] = []
        for passed, road, path in layer:
            for space, bit in beside[path[-1]]:
                if passed & bit:
                    continue
                by = road
                if not bit & occupied:
                    if road:
                        continue
                    by = bit
                after = passed | bit
                dues = after & others
                if most is not None and dues.bit_count() > most[space]:
                    continue
                free, kind = after & without_dues, (space, dues)
                known = lightest.get(kind)
                if known is None:
                    known = lightest[kind] = []
                for light, light_by in known:
                    if light & free == light and (by or not light_by):
                        break
                else:
                    known.append((free, by))
                    step = (after, by, (*path, space))
                    following.append(step)
                    if space in goals:
                        found.setdefault(kind, step)
        steps += len(following)
        layer = following
    if detour == NO_WAY:
        return found, not layer
    least: dict[int, int] = {}
    for goal, dues in found:
        least[goal] = min(least.get(goal, NO_WAY), dues.bit_count())
    cheap = {kind: step for kind, step in found.items() if kind[1].bit_count() <= least[kind[0]] + detour}
    return cheap, not layer


def _most_dues(kept: Spaces, search: _Search, detour: int) -> list[int] | None:
    """The most dues that a listed path may have up to each space; None: there is no limit."""
    island, owners, seat, start, goals, with_road = search
    if detour == NO_WAY and not with_road:
        return None
    around: list[tuple[int, ...]] = [()] * len(owners)
    for space in spaces_in(kept):
        around[space] = tuple([one for one in island.neighbours[space] if kept >> one & 1])
    most = [-1] * len(owners)
    # Without a limit, all that matters is whether a goal can be reached from a space.
    for ends in [goals] if detour == NO_WAY else [{goal} for goal in goals]:
        # The dues between each space and the goal, counted from the goal, without and with Log road.
        still = _dues_ahead(around, owners, seat, ends, roads=1 if with_road else 0)
        least = min(still[0][start], still[1][start])
        if least == NO_WAY:
            continue
        for space, ahead in enumerate(map(min, *still)):
            most[space] = max(most[space], least + detour - ahead)
    return most


def _dues_ahead(
    around: list[tuple[int, ...]], owners: Owners, seat: Seat, goals: Set[int], *, roads: int
) -> tuple[list[int], list[int]]:
    """Two lists, without and with Log road: for each space, the fewest dues on the way to a goal.

    The entry of a space without a way to a goal is `NO_WAY`.
    """
    ahead = ([NO_WAY] * len(owners), [NO_WAY] * len(owners))
    for goal in goals:
        ahead[0][goal] = 0
    queue = [(goal, 0) for goal in goals]
    for at, used in queue:  # The queue grows in the loop.
        is_due = owners[at] >= 0 and owners[at] != seat
        dues = ahead[used][at] + is_due
        for space in around[at]:
            after = used + (owners[space] == NOBODY)
            if after <= roads and dues < ahead[after][space]:
                ahead[after][space] = dues
                queue.append((space, after))
    return ahead


def _way(kind: _Kind, step: _Step) -> Way:
    _, dues = kind
    _, road, path = step
    passed = tuple([space for space in path if dues >> space & 1]) if dues else ()
    return Way(path, passed, road.bit_length() - 1 if road else None)


def _worthwhile(
    island: Island, occupied: Spaces, start: int, goals: frozenset[int], *, with_road: bool
) -> Spaces:
    """The spaces that paths can use, without dead ends.

    `with_road`: Whether empty spaces between these spaces can be passed by Log road, and are included.
    """
    beside, kept = island.beside, occupied
    if with_road:
        kept |= space_set([space for space in island.land if (beside[space] & occupied).bit_count() > 1])
    kept = connected(island, start, kept)
    ends = space_set(goals)
    if not kept & ends:
        return 0
    ends |= 1 << start
    doubtful = spaces_in(kept & ~ends)
    while doubtful:
        space = doubtful.pop()
        near = beside[space] & kept
        if kept >> space & 1 and near.bit_count() < 2:
            kept ^= 1 << space
            if near & ~ends:
                doubtful.append(near.bit_length() - 1)
    return kept


@cache
def _beside(island: Island) -> tuple[tuple[tuple[int, Spaces], ...], ...]:
    """For each space, its neighbours: each as a number, and as a set with this space alone."""
    return tuple(tuple((space, 1 << space) for space in near) for near in island.neighbours)


@lru_cache(maxsize=1024)
def connected(island: Island, start: int, spaces: Spaces) -> Spaces:
    """The spaces in `spaces` connected to `start` through `spaces`; cached, as chains seldom change."""
    found = 1 << start
    edge = [start]
    while edge:
        new = island.beside[edge.pop()] & spaces & ~found
        found |= new
        while new:
            edge.append(new.bit_length() - 1)
            new ^= 1 << edge[-1]
    return found
