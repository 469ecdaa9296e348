"""A picture of Ru-Ra-Re shows its whole observation, and nothing hidden."""

from __future__ import annotations

from functools import cache, partial

import pytest
from msgspec.structs import replace
from PIL import Image, ImageColor

from engine.ru_ra_re.game import GAME
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import gain, in_sight, sheet
from engine.ru_ra_re.state import CARDS, VICTORY_POINTS, Card, Phase
from pictures import Scene
from pictures.render import sprite
from pictures.ru_ra_re.board import SLOTS, board, own, own_alone, slot_points
from tests.engine.ru_ra_re.test_secrets import rearranged
from tests.pictures.ru_ra_re import moments, the_sheet
from tests.pictures.scenes import NAMES, by_role, kinds, number

PANEL = "#17122a"
"""The colour of a panel's ground."""
EACH_COUNT = pytest.mark.parametrize("seats", [2, 3, 4])


def assert_rows(scene: Scene, seen: Observation) -> None:
    roles = by_role(scene)
    for place, cards in enumerate(seen.rows, 1):
        assert kinds(roles[f"card/{place}"]) == [card.name.lower() for card in cards]
        assert len(roles[f"no/card/{place}"]) == (0 if cards or roles[f"gone/card/{place}"] else 1)
        assert number(scene, f"row_number/{place}") == place


def assert_collection(scene: Scene, seen: Observation, seat: int) -> None:
    cards, worth = seen.collections[seat], slot_points(seen.collections, seat)
    for slot in (slot for line in SLOTS for slot in line):
        count = sum(cards[card] for card in slot.cards)
        assert number(scene, f"collection/{seat}/{slot.name}/number") == (count or None)
        assert number(scene, f"points/{seat}/{slot.name}") == (worth.get(slot.name) or None)
    assert sum(worth.values()) == sheet(seen.collections, seat).points


def assert_own(scene: Scene, seen: Observation, seat: int) -> None:
    assert_collection(scene, seen, seat)
    for place, cards in enumerate(seen.rows, 1):
        more = gain(seen.collections, seat, cards) if cards and seen.waiting[seat] else None
        assert number(scene, f"gain/{place}/number") == more
        assert number(scene, f"row_number/{place}") == place
    chosen = [int(role[-1]) for role in by_role(scene) if role.startswith("chosen/")]
    assert chosen == ([seen.choices[seat]] if seen.choices[seat] is not None else [])


def test_every_card_has_its_place_in_a_collection() -> None:
    placed = [card for line in SLOTS for slot in line for card in slot.cards]
    assert sorted(placed) == list(CARDS)
    assert [slot.cards for slot in SLOTS[0] if slot.name == "victory"] == [tuple(VICTORY_POINTS)]


@EACH_COUNT
def test_the_board_has_all_that_everybody_may_know(seats: int) -> None:
    for before, state in moments(seats):
        seen = GAME.observe(state, None)
        scene = board(seen, GAME.observe(before, None), NAMES)
        roles = by_role(scene)
        assert_rows(scene, seen)
        assert number(scene, "deck/number") == seen.deck_size
        assert number(scene, "box/number") == sum(seen.box) + seen.unseen_size
        running = seen.phase is not Phase.OVER
        assert ("ends" in roles) == (seen.last_turn and running)
        for seat in range(seats):
            assert_collection(scene, seen, seat)
            total = in_sight(seen.points, seen.collections, seat) if running else seen.points[seat]
            assert number(scene, f"points/{seat}/number") == seen.points[seat]
            assert number(scene, f"in_sight/{seat}/number") == total
            owes = running and seen.waiting[seat] and not seen.ready[seat]
            assert (f"chooses/{seat}" in roles) == owes
            assert (f"ready/{seat}" in roles) == (running and seen.waiting[seat] and seen.ready[seat])
        for meeting in seen.revealed[-1] if seen.revealed else ():
            assert (f"clash/{meeting.row}" in roles) == (len(meeting.seats) > 1)
            assert all(f"met/{meeting.row}/{seat}" in roles for seat in meeting.seats)


@EACH_COUNT
def test_the_own_picture_has_what_each_row_would_bring(seats: int) -> None:
    for before, state in moments(seats):
        for seat in range(seats):
            seen, former = GAME.observe(state, seat), GAME.observe(before, seat)
            assert_rows(own(seen, former), seen)
            assert_own(own(seen, former), seen, seat)
            alone = own_alone(seen, former)
            assert_own(alone, seen, seat)
            assert not [role for role in by_role(alone) if role.startswith(("card/", "no/card/"))]


@EACH_COUNT
def test_the_sheet_has_both_scorings(seats: int) -> None:
    *_, (_, last) = moments(seats)
    result = GAME.result(last)
    assert result is not None
    scene = the_sheet(seats)
    for seat, score in enumerate(result.seats):
        assert number(scene, f"total/{seat}") == score.points
        assert number(scene, f"rank/{seat}") == score.rank
        for part in score.parts:
            assert number(scene, f"points/{seat}/{part.name}") == (part.points or None)


@EACH_COUNT
def test_what_a_viewer_cannot_know_changes_nothing_in_a_picture(seats: int) -> None:
    compared = 0
    for _, state in moments(seats, seed=33):
        for viewer in (None, *range(seats)):
            other = rearranged(state, viewer, 8)
            if other == state:
                continue
            compared += 1
            one, two = (GAME.observe(each, viewer) for each in (state, other))
            for draw in [partial(board, names=NAMES)] if viewer is None else [own, own_alone]:
                assert draw(one, one) == draw(two, two)
    assert compared > 50


def test_what_has_changed_is_marked() -> None:
    before, state = next(pair for pair in moments(2) if pair[0].turn != pair[1].turn)
    seen, former = GAME.observe(state, None), GAME.observe(before, None)
    marked = {role for role in by_role(board(seen, former, NAMES)) if role.startswith("changed/card/")}
    changed = [place for place, cards in enumerate(seen.rows, 1) if cards != former.rows[place - 1]]
    assert marked == {f"changed/card/{place}" for place in changed}
    assert not [role for role in by_role(board(seen, seen, NAMES)) if role.startswith("changed/")]
    richer = replace(
        seen,
        collections=(
            tuple(count + (card == Card.KING) for card, count in enumerate(seen.collections[0])),
            *seen.collections[1:],
        ),
    )
    assert "changed/collection/0/king" in by_role(board(richer, seen, NAMES))


@EACH_COUNT
def test_what_one_more_would_bring_stands_beside_symbols_that_are_seen(seats: int) -> None:
    for before, state in moments(seats):
        seen = GAME.observe(state, 0)
        for scene in (own(seen, GAME.observe(before, 0)), own_alone(seen, GAME.observe(before, 0))):
            roles = by_role(scene)
            for slot in (slot for line in SLOTS for slot in line):
                for shown in roles[f"no/collection/0/{slot.name}"]:
                    assert contrast(shown.sprite, shown.width, shown.height) >= 4.5, shown.sprite


@cache
def contrast(name: str, width: int, height: int) -> float:
    """Return the mean contrast of a symbol on a panel, computed as for texts."""
    image = Image.new("RGBA", (width, height), PANEL)
    drawn = sprite(name, width, height)
    image.alpha_composite(drawn)
    painted = [
        luminance(*image.getpixel((x, y))[:3])  # type: ignore[index]
        for x in range(width)
        for y in range(height)
        if drawn.getpixel((x, y))[3] > 40  # type: ignore[index]
    ]
    return (sum(painted) / len(painted) + 0.05) / (luminance(*ImageColor.getrgb(PANEL)[:3]) + 0.05)


def luminance(*colour: int) -> float:
    """Return the luminance of a colour, by WCAG."""
    shares = [one / 255 for one in colour]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
