"""Everything is inside the picture, hides nothing that must be visible, and is legible on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final

import pytest

from engine.game import Part, Result, SeatResult
from engine.rapa_nui_cards.game import GAME
from pictures import Placed, Scene
from pictures.rapa_nui_cards.board import board, sheet
from pictures.render import render, sprite
from tests.engine.seeded import Setup
from tests.pictures import lobbies, rapa_nui_board_island, rapa_nui_board_players, ru_ra_re
from tests.pictures.scenes import CARD_SETUPS, NAMES, crowded, drawn, moments, the_end

PHONE: Final = 0.4
"""A picture 1,000 wide on a screen of 400."""
LARGEST: Final = 200 * 1000
NEAR: Final = 3
"""Pixels by which shadows and outlines may touch."""

GROUNDS = re.compile(
    r"panel|row/|seat_row/|own$|chosen/|changed/|altar|place/|free/|" + rapa_nui_board_island.GROUNDS,
)
"""What lies under other things."""
TOGETHER = (
    # Things of which the later one belongs upon the earlier one.
    (r"column/(\d)", r"column/\1"),
    (r"card/(\d)", r"card/\1"),
    (r"gone/card/(\d)", r"(gone/(card|veil)|card)/\1"),
    (r"gone/veil/(\d)", r"card/\1"),
    (r"next/(\d)", r"column/\1|ends/\1"),
    (r"village/(\d)/(\w+)", r"village/\1/\2(/number)?"),
    (r"deck", r"deck/number"),
    (r"no/deck", r"deck/number"),
    (r"face_down/(\d)", r"face_down/\d(/by)?"),
    (r"face_down/(\d)/by", r"face_down/\d"),
    (r"stone/(\w+)", r"stone/\1"),
    (r"no/stone/(\w+)", r"none/\1"),
    (r"own_face_down", r"own_face_down"),
    (r"part/(\d)/(\w+)", r"part/\1/\2/icon"),
    (r"seat/(\d)", r"winner/\1"),
    (r"stack/(\w+)", r"stack/\1"),
    (r"offering/(\d)/(\w+)", r"offering/\1/\2(/points)?"),
    (r"(carved/\d/\w+)(/kept)?", r"\1/kept"),
    *rapa_nui_board_island.TOGETHER,
)


@cache
def pictures() -> tuple[Scene, ...]:
    """Return usual pictures, and pictures fuller than in any game."""
    return tuple(composed())


def composed() -> Iterator[Scene]:
    for setup in CARD_SETUPS:
        yield from list(drawn(setup))[::18]
    yield from crowded_pictures()
    for seats in (2, 3, 4):
        yield from list(ru_ra_re.drawn(seats, seed=7))[::10]
        yield from ru_ra_re.crowded(seats)
        yield from list(rapa_nui_board_players.drawn(seats))[::25]
        yield from rapa_nui_board_players.crowded(seats)
        yield from list(rapa_nui_board_island.drawn(seats))[::15]
        yield from rapa_nui_board_island.crowded(seats)
    yield from lobbies.lobbies()
    yield from rapa_nui_board_players.charts()


def crowded_pictures() -> Iterator[Scene]:
    for seats in (2, 3, 4):
        for open_hands in (False, True):
            seen = crowded(seats, open_hands=open_hands)
            yield board(seen, seen, NAMES)
            *_, last = moments(Setup(GAME, seats, {}))
            yield board(seen, GAME.reveal(last.before) if open_hands else last.seen(None)[1], NAMES)
        ended, result = the_end(Setup(GAME, seats, {}))
        parts = tuple(
            Part(name, 99) for name in ("glory", "moai", "wood", "fish", "mulberry", "sweet_potato", "grain")
        )
        high = Result(tuple(SeatResult(693, parts, 1) for _ in result.seats), result.reason)
        yield sheet(ended, high, NAMES)


@cache
def inked(name: str, width: int, height: int) -> tuple[int, int, int, int]:
    """Return the box of the painted part of a sprite."""
    box = sprite(name, width, height).getchannel("A").point(lambda alpha: 255 if alpha > 40 else 0).getbbox()
    assert box is not None, name
    return box


def box(placed: Placed) -> tuple[int, int, int, int]:
    left, top, right, bottom = inked(placed.sprite, placed.width, placed.height)
    return placed.x + left, placed.y + top, placed.x + right, placed.y + bottom


def overlap(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """Return by how many pixels two boxes overlap, in the direction of smaller overlap."""
    return min(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))


@cache
def belong(under: str, upon: str) -> bool:
    for below, above in TOGETHER:
        found = re.fullmatch(below, under)
        if found and re.fullmatch(found.expand(above) if "\\1" in above else above, upon):
            return True
    return False


def touching(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the roles of two things that overlap, the rear one first."""
    things = [(box(one), layer, one.role) for layer, one in enumerate(scene.placed)]
    # From the top down: what begins below the end of a thing, and all after that, can't cover it.
    free = sorted((one for one in things if not GROUNDS.match(one[2])), key=lambda one: one[0][1])
    for place, (a, layer, role) in enumerate(free):
        for b, other_layer, other in islice(free, place + 1, None):
            if b[1] >= a[3]:
                break
            if overlap(a, b) > NEAR:
                yield (role, other) if layer < other_layer else (other, role)


@pytest.mark.slow
def test_nothing_covers_what_it_should_not() -> None:
    seen = {pair for scene in pictures() for pair in touching(scene) if not belong(*pair)}
    assert sorted(seen) == []


@pytest.mark.slow
def test_nothing_leaves_the_picture() -> None:
    for scene in pictures():
        for placed in scene.placed:
            left, top, right, bottom = box(placed)
            assert left >= 0, placed
            assert top >= 0, placed
            assert right <= scene.width, placed
            assert bottom <= scene.height, placed


@pytest.mark.slow
def test_pictures_have_sizes_that_discord_shows_well() -> None:
    for scene in pictures():
        assert scene.width == 1000
        assert 300 <= scene.height <= 1300


@pytest.mark.slow
def test_files_are_small() -> None:
    for setup in CARD_SETUPS[:3]:
        for scene in list(drawn(setup))[::40]:
            assert 5_000 < len(render(scene)) < LARGEST
    for scene in crowded_pictures():
        assert len(render(scene)) < LARGEST
    for scene in (*ru_ra_re.crowded(4), *rapa_nui_board_players.crowded(4)):
        assert len(render(scene)) < LARGEST


@pytest.mark.parametrize(
    ("role", "least"),
    [
        (r"column_number/\d", 11),
        (r"(wood|glory|points|hand|held)/\d/number", 11),
        (r"village/\d/\w+/number", 11),
        (r"(supply|stone|worth)/\w+(/number)?", 10),
        (r"held/\d/\w+/number", 10),
        (r"deck/number", 11),
        (r"(total|rank)/\d", 20),
        (r"points/\d/\w+", 10),
        (r"gain/\d/number", 9),
        (r"(row_number|in_sight|points|gain)/\d(/number)?", 9),
        (r"collection/\d/\w+/number", 9),
        (r"stack/\w+/(value|number)", 11),
        (r"(outstanding|offering/\d)/\w+/points", 11),
        (r"(gone/)?(resource|carved|tile)/\d/\w+/number", 11),
        (r"(villagers/\d|display/\w+)/number", 11),
        (r"improvement/\d/\w+/price/number", 11),
        (r"number/\d+", 18),
        (r"letters/\w\d", 10.5),
        (r"figure/\w\d/\d/\w+/number", 11),
        (r"name/\w\d", 10),
        (r"quarry/\d|order/\d/number|(supply|carved/\d)/\w+/number", 11),
        (r"chip/\d/\d/number", 10),
    ],
)
def test_numbers_can_be_read_on_a_phone(role: str, least: float) -> None:
    numbers = [
        placed
        for scene in pictures()
        for placed in scene.placed
        if re.fullmatch(role, placed.role) and placed.sprite.startswith("number:")
    ]
    assert numbers
    for placed in numbers:
        _, top, _, bottom = inked(placed.sprite, placed.width, placed.height)
        digits = placed.sprite.rpartition(":")[2]
        assert (bottom - top) * PHONE >= (least if len(digits) < 3 else 9), placed


def test_front_cards_can_be_told_on_a_phone() -> None:
    for scene in pictures():
        for placed in scene.placed:
            if placed.role.startswith(("column/", "card/")):
                assert placed.width * PHONE >= 43
                assert placed.height * PHONE >= 57
