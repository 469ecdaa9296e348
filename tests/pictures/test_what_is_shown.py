"""A picture shows its whole observation, and nothing else."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from msgspec.structs import replace

from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.play import points_in_sight, values
from engine.rapa_nui_cards.state import CARDS, GOODS, Card, Phase
from pictures import Scene
from pictures.lettering import legible
from pictures.rapa_nui_cards.board import HEAP, board, kind, own, own_alone, sheet
from pictures.rapa_nui_cards.composed import hour
from tests.engine.rapa_nui_cards.test_secrets import rearranged
from tests.engine.seeded import Setup
from tests.pictures.scenes import CARD_SETUPS, NAMES, by_role, crowded, kinds, moments, number, the_end

EACH_SETUP = pytest.mark.parametrize("setup", CARD_SETUPS, ids=str)


def assert_display(scene: Scene, seen: Observation) -> None:
    roles = by_role(scene)
    for place, column in enumerate(seen.columns, 1):
        # From back to front: the front card, drawn last, is whole.
        assert kinds(roles[f"column/{place}"]) == [kind(card) for card in column]
        assert number(scene, f"column_number/{place}") == place


def assert_seats(scene: Scene, seen: Observation) -> None:
    roles = by_role(scene)
    for seat, view in enumerate(seen.seats):
        counts = {"wood": view.wood, "glory": view.glory, "hand": view.hand_size, "held": view.held_size}
        counts["points"] = points_in_sight(view.glory, view.village, view.wood)
        if view.held is not None:
            worth = values(on_stone(seen))
            counts["points"] += sum(view.held[good] * worth[good] for good in GOODS)
        for name, count in counts.items():
            assert number(scene, f"{name}/{seat}/number") == count
        for card in CARDS:
            role, count = f"village/{seat}/{kind(card)}", view.village[card]
            assert kinds(roles[role]) == [kind(card)] * min(count, 4)
            assert number(scene, f"{role}/number") == (count if count > 1 else None)
        if view.hand is not None and view.held is not None:
            hand = Counter(kinds(roles[f"hand/{seat}/card"]))
            assert hand == Counter({kind(card): view.hand[card] for card in CARDS if view.hand[card]})
            for good in GOODS:
                assert (number(scene, f"held/{seat}/{kind(good)}/number") or 0) == view.held[good]
        else:
            assert not [role for role in roles if role.startswith((f"hand/{seat}/card", f"held/{seat}/fish"))]


def assert_own(scene: Scene, seen: Observation, seat: int) -> None:
    view, roles = seen.seats[seat], by_role(scene)
    assert view.hand is not None
    assert view.held is not None
    assert kinds(roles["hand"]) == [kind(card) for card in CARDS for _ in range(view.hand[card])]
    for good in GOODS:
        assert (number(scene, f"held/{seat}/{kind(good)}/number") or 0) == view.held[good]
    assert number(scene, f"wood/{seat}/number") == view.wood
    assert number(scene, f"glory/{seat}/number") == view.glory
    laid = [card.good for card in seen.face_down if card.seat == seat]
    assert kinds(roles["own_face_down"]) == [kind(good) for good in laid if good is not None]


def on_stone(seen: Observation) -> tuple[int, ...]:
    """Return the number of cards of each good on the stone, including known face-down cards."""
    laid = [card.good for card in seen.face_down]
    return tuple(seen.stone[good] + laid.count(good) for good in GOODS)


def assert_stone(scene: Scene, seen: Observation) -> None:
    roles, lies = by_role(scene), on_stone(seen)
    worth = values(lies)
    for good in GOODS:
        name = kind(good)
        assert number(scene, f"supply/{name}/number") == seen.supply[good]
        assert kinds(roles[f"stone/{name}"]) == [name] * min(lies[good], len(HEAP))
        assert number(scene, f"stone/{name}/number") == lies[good]
        assert number(scene, f"worth/{name}/number") == (worth[good] if any(lies) else None)
    for seat in range(len(seen.seats)):
        laid = [
            "back_sacrifice" if card.good is None else kind(card.good)
            for card in seen.face_down
            if card.seat == seat
        ]
        assert kinds(roles[f"face_down/{seat}"]) == laid
        assert kinds(roles[f"face_down/{seat}/by"]) == [f"seat_{seat + 1}"] * len(laid)


def assert_land(scene: Scene, seen: Observation) -> None:
    roles = by_role(scene)
    raised = sum(view.village[Card.MOAI] for view in seen.seats)
    assert sum(role.startswith("raised/") for role in roles) == raised
    assert [placed.sprite for placed in roles["land"]] == [f"rapa_nui_cards:land.{hour(seen)}"]


def assert_whose_turn(scene: Scene, seen: Observation) -> None:
    roles = by_role(scene)
    over = seen.phase is Phase.OVER
    lit = [seat for seat in range(len(seen.seats)) if roles[f"row/{seat}"][0].sprite.endswith("_lit")]
    assert lit == ([] if over else [seen.active])
    assert [role for role in roles if role.startswith("decides/")] == (
        [] if over else [f"decides/{seen.decider}"]
    )
    assert [role for role in roles if role.startswith("first/")] == [f"first/{seen.first}"]


def assert_scoring(scene: Scene, seen: Observation) -> None:
    roles = by_role(scene)
    if seen.scoring is None:
        assert "scored" not in roles
        return
    assert kinds(roles["scored"]) == [kind(seen.scoring.card)]
    for seat, gain in enumerate(seen.scoring.gains):
        got = {"wood": gain.wood, "glory": gain.glory}
        got |= {f"good.{kind(good)}": gain.goods[good] for good in GOODS}
        for name, count in got.items():
            assert len(roles[f"gain/{seat}/{name}"]) == (1 if count else 0)


@pytest.mark.slow
@EACH_SETUP
def test_the_board_has_all_that_everybody_may_know(setup: Setup) -> None:
    for moment in moments(setup):
        for seen in (GAME.observe(moment.state, None), GAME.reveal(moment.state)):
            scene = board(seen, seen, NAMES)
            assert_seats(scene, seen)
            assert_whose_turn(scene, seen)
            assert_land(scene, seen)
            if seen.phase is Phase.OVER:
                # The sheet above the finished board shows the stone, and nothing can be taken any more.
                assert not [role for role in by_role(scene) if role.startswith(("column", "deck", "stone"))]
                continue
            assert_display(scene, seen)
            assert_stone(scene, seen)
            assert_scoring(scene, seen)
            assert number(scene, "deck/number") == seen.deck_size
            assert not [role for role in by_role(scene) if role.startswith("changed/")]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("open_hands", [False, True])
def test_a_crowded_board_loses_nothing(seats: int, open_hands: bool) -> None:
    seen = crowded(seats, open_hands=open_hands)
    scene = board(seen, seen, NAMES)
    assert_seats(scene, seen)
    assert_stone(scene, seen)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("open_hands", [False, True])
def test_every_seat_has_its_name_or_at_least_the_first_letters(seats: int, open_hands: bool) -> None:
    seen = crowded(seats, open_hands=open_hands)
    roles = by_role(board(seen, seen, NAMES))
    for seat in range(seats):
        [placed] = roles[f"player/{seat}"]
        shown = placed.sprite.split(":", 2)[2].rstrip("…")
        assert len(shown) >= 4
        assert legible(NAMES[seat]).startswith(shown)
        [row] = roles[f"row/{seat}"]
        assert row.y <= placed.y
        assert placed.y + placed.height < row.y + row.height


@pytest.mark.parametrize(
    ("deck", "time_of_day"),
    [
        (34, "dawn"),
        (30, "dawn"),
        (26, "morning"),
        (22, "morning"),
        (18, "noon"),
        (14, "noon"),
        (10, "afternoon"),
        (6, "evening"),
        (2, "sunset"),
        (0, "night"),
    ],
)
def test_the_sky_goes_from_dawn_to_night_with_the_deck(deck: int, time_of_day: str) -> None:
    *_, last = moments(Setup(GAME, 2, {}))
    assert hour(replace(last.seen(None)[0], deck_size=deck)) == time_of_day


def test_before_the_cards_are_dealt_it_is_dawn() -> None:
    start = GAME.start(2, GAME.chosen_options({}))
    assert hour(GAME.observe(start, None)) == "dawn"


@EACH_SETUP
def test_what_has_changed_is_marked_and_nothing_else(setup: Setup) -> None:
    for moment in moments(setup):
        now, before = moment.seen(None)
        if now.phase is Phase.OVER:
            continue
        changed = {role for role in by_role(board(now, before, NAMES)) if role.startswith("changed/")}
        expected = {"changed/deck"} if now.deck_size != before.deck_size else set()
        expected |= {"changed/scored"} if now.scoring is not None and now.scoring != before.scoring else set()
        expected |= {"changed/face_down"} if now.face_down != before.face_down else set()
        expected |= {
            f"changed/column/{place + 1}" for place in range(4) if now.columns[place] != before.columns[place]
        }
        for good in GOODS:
            expected |= {f"changed/supply/{kind(good)}"} if now.supply[good] != before.supply[good] else set()
            expected |= (
                {f"changed/stone/{kind(good)}"} if on_stone(now)[good] != on_stone(before)[good] else set()
            )
        for seat, (view, former) in enumerate(zip(now.seats, before.seats, strict=True)):
            expected |= {f"changed/wood/{seat}"} if view.wood != former.wood else set()
            expected |= {f"changed/glory/{seat}"} if view.glory != former.glory else set()
            expected |= {f"changed/held/{seat}"} if view.held_size != former.held_size else set()
            expected |= {
                f"changed/village/{seat}/{kind(card)}"
                for card in CARDS
                if view.village[card] != former.village[card]
            }
        assert changed == expected


@EACH_SETUP
def test_a_hand_has_each_card_and_what_could_be_taken_unless_the_board_shows_that(setup: Setup) -> None:
    for moment in moments(setup):
        if moment.state.phase is Phase.OVER:
            continue
        for seat in range(setup.seats):
            seen, before = moment.seen(seat)
            assert_own(own(seen, before), seen, seat)
            assert_display(own(seen, before), seen)
            alone = own_alone(seen, before)
            assert_own(alone, seen, seat)
            assert not [role for role in by_role(alone) if role.startswith(("column", "land", "next"))]


@EACH_SETUP
def test_the_sheet_has_each_part_and_who_laid_what_face_down(setup: Setup) -> None:
    seen, result = the_end(setup)
    scene = sheet(seen, result, NAMES)
    roles = by_role(scene)
    for seat, score in enumerate(result.seats):
        assert number(scene, f"total/{seat}") == score.points
        assert number(scene, f"rank/{seat}") == score.rank
        for part in score.parts:
            assert number(scene, f"points/{seat}/{part.name}") == (part.points or None)
            assert len(roles[f"part/{seat}/{part.name}"]) == (1 if part.points else 0)
        # The parts stand end to end, and the longest bar is that of most points.
        bar = [placed for role, all_ in roles.items() if role in bars(seat, result) for placed in all_]
        widths = sum(placed.width for placed in bar)
        most = max(other.points for other in result.seats)
        assert widths == pytest.approx(640 * score.points / most, abs=16)
        assert len(roles[f"winner/{seat}"]) == (1 if score.rank == 1 else 0)
    stone = list(seen.stone)
    for card in seen.face_down:
        assert card.good is not None
        stone[card.good] += 1
    for good in GOODS:
        assert number(scene, f"stone/{kind(good)}/number") == stone[good]
        assert number(scene, f"worth/{kind(good)}") == values(tuple(stone))[good]
    for seat in range(setup.seats):
        laid = [kind(card.good) for card in seen.face_down if card.seat == seat and card.good is not None]
        assert kinds(roles[f"face_down/{seat}"]) == laid


def bars(seat: int, result: object) -> set[str]:
    """Return the roles of the parts of a bar."""
    names = ("glory", "moai", "wood", *(kind(good) for good in GOODS))
    return {f"part/{seat}/{name}" for name in names}


@pytest.mark.slow
def test_what_a_viewer_cannot_know_changes_nothing_in_a_picture() -> None:
    compared = 0
    for setup in CARD_SETUPS:
        for moment in moments(setup, seed=33):
            for viewer in (None, *range(setup.seats)):
                other = rearranged(moment.state, viewer, seed=8)
                if other == moment.state or moment.state.phase is Phase.OVER:
                    continue
                compared += 1
                pair = [GAME.observe(state, viewer) for state in (moment.state, other)]
                for draw in [partial(board, names=NAMES)] if viewer is None else [own, own_alone]:
                    assert draw(pair[0], pair[0]) == draw(pair[1], pair[1])
    assert compared > 300
