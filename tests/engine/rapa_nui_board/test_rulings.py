"""Rulings, options, setup, forced moves, and moves that can be taken back.  Rules: 2, 11, 12.

Rulings 1 to 6 and 42 are in `test_island.py`, 39 to 41, 43, 45 and many others in the examples.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.counts import added, counted
from engine.game import CHANCE, IllegalMove, IllegalOption
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board import moves
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.moves import By, DrawOrder, Shuffle
from engine.rapa_nui_board.state import (
    AT_HAND,
    IN_VILLAGE,
    MOAI,
    NO_TILES,
    TILE_COUNTS,
    TILES,
    Figure,
    Phase,
    Resource,
    Size,
    State,
    Tile,
)
from tests.engine.rapa_nui_board.situations import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    after,
    begun,
    carrying,
    changed,
    full_island,
    held,
    is_legal,
    laid,
    legal,
    of_type,
    offerings,
    placing,
    player,
    round_over,
    spot,
    standing,
    told,
)
from tests.engine.seeded import Seeded, Setup, random_game


@pytest.mark.parametrize(("seats", "box"), [(2, 0), (3, 8), (4, 8)])
def test_setup(seats: int, box: int) -> None:
    state, events = GAME.apply(
        GAME.start(seats, {"turn_order": "seats"}), CHANCE, Shuffle(tuple(sorted(all_tiles())))
    )
    assert [spot.tile is not None for spot in state.spots] == [
        space in state.island.ahu for space in range(len(state.spots))
    ]
    assert sum(state.aside) == box
    assert sum(state.display) == (12 if seats == 2 else 0)
    assert state.moai == MOAI[seats]
    for one in state.players:
        assert (one.resources, one.villagers, one.sorcerer, one.chief) == (
            (1, 1, 1, 1),
            4,
            AT_HAND,
            IN_VILLAGE,
        )
        assert one.tablet
    (told_of,) = of_type(list(events), happened.TilesLaid)
    assert len(told_of.laid) == len(state.island.ahu)
    assert added(told_of.display, told_of.box) == added(state.display, state.aside)


def all_tiles() -> list[Tile]:
    return [tile for tile, count in zip(TILES, TILE_COUNTS, strict=True) for _ in range(count)]


@pytest.mark.parametrize(("seats", "display"), [pytest.param(2, 4, id="ruling 36"), (3, 0), (4, 0)])
def test_the_beginner_set_has_21_tiles_and_no_tablets(seats: int, display: int) -> None:
    state = begun(seats, beginner_set="on")
    assert sum(state.display) == display
    assert sum(state.aside) == 0
    kinds = counted((spot.tile for spot in state.spots if spot.tile is not None), len(TILES))
    assert added(kinds, state.display)[: Tile.FAVOUR + 1] == TILE_COUNTS[: Tile.FAVOUR + 1]
    assert not any(one.tablet for one in state.players)


def test_ruling_37_an_empty_display_is_helped_out_by_what_was_laid_aside() -> None:
    state = laid("rest rest rest rest", beginner_set="on")
    state, events = told(state, "tile rest")
    assert events == [happened.DisplayTaken(BLUE, Tile.REST, 3)]
    assert (state.decider, legal(state)) == (GREEN, ["tile rest"])
    state, events = told(state, "tile rest")
    # Neither can have a tile of a kind that they don't own: the display is over.
    assert events == [happened.DisplayTaken(GREEN, Tile.REST, 0), happened.RoundBegan(1, (GREEN, BLUE))]
    assert state.aside[Tile.REST] == 2
    state = after(laid("rest rest rest mana"), "tile mana", "tile rest")
    assert (state.decider, "tile rest" in legal(state)) == (BLUE, False)
    state = after(laid("rest rest rest thrift", beginner_set="on"), "tile thrift", "tile rest")
    assert (state.decider, legal(state)) == (BLUE, ["tile rest"])
    state = after(state, "tile rest")
    assert (state.phase, sum(state.aside), state.display) == (Phase.PLACE, 1, NO_TILES)


def test_ruling_7_take_3_more_alone_is_used_for_the_moai_that_wins_it() -> None:
    for tile in ("mana", "log_road"):
        on = "B@E2 Y@E1" if tile == "mana" else "B@E2 Y@D1"
        state = carrying(on=on, yellow={"moai": "s"}, lies={"E1": tile, "D1": tile})
        assert not any((tile == "mana" and "mana" in text) or "(" in text for text in legal(state))
    state = carrying(on="B@E2 Y@E1", yellow={"moai": "s", "tiles": "take_3_more"}, lies={"E1": "take_3_more"})
    state = after(state, "moai small E3E2E1 three")
    assert player(state, YELLOW).tiles[Tile.TAKE_3_MORE] == 1


def test_rulings_8_and_9_the_chief_is_placed_as_a_figure_and_must_be() -> None:
    chief = {"improvements": "chief", "chief": AT_HAND, "villagers": 0, "sorcerer": 1, "tablet": False}
    state = placing(green=chief)
    assert legal(state)[:3] == ["chief 1", "chief 2", "chief 3"]
    others = {"villagers": 0}
    state = placing(green=chief, blue={**others, "sorcerer": 2}, yellow={**others, "sorcerer": 3})
    assert state.decider == GREEN
    state, events = told(state, "chief 2")
    assert (state.phase, events[0]) == (Phase.TRANSPORT, happened.ChiefPlaced(GREEN, 2))


def test_a_chief_built_in_the_first_phase_is_placed_in_it() -> None:
    green = {"resources": "3p", "villagers": 0, "sorcerer": 1, "tablet": False}
    state = after(placing(green=green), "improve chief")
    assert state.decider == GREEN
    assert legal(state) == ["chief 1", "chief 2", "chief 3"]


def test_ruling_15_a_quarry_has_no_owner_and_nobody_gains_there() -> None:
    state = carrying(on="B@D3 G@B3 Y@A3", yellow={"moai": "s"})
    _, events = told(state, "moai small E3D3C3B3A3")
    assert [(one.seat, one.space) for one in of_type(events, happened.Gained)] == [
        (BLUE, "D3"),
        (GREEN, "B3"),
    ]


@pytest.mark.parametrize("owner", ["Y", "B", ""])
def test_ruling_17_anybodys_moai_may_be_styled(owner: str) -> None:
    # Who erected it is nowhere remembered; only one's own transporter has to stand there.
    state = carrying(on="Y@B3" + (f" {owner}@A3" if owner else ""), stands="A3s", yellow={"resources": "4r"})
    assert is_legal(state, "pukao C3B3A3") == (owner == "Y")


def test_rulings_19_and_20_resources_are_changed_down_in_payments_alone() -> None:
    state = placing(green={"resources": "4p"})
    assert [text for text in legal(state) if text.startswith("improve")] == ["improve chief"]
    assert not any(text.startswith("barter") for text in legal(state))


def test_ruling_22_fervent_and_take_3_more_work_together() -> None:
    yellow = {"moai": "s", "improvements": "fervent", "tiles": "take_3_more"}
    state = after(carrying(on="Y@E2 Y@E1", yellow=yellow), "moai small E3E2E1 three")
    assert legal(state) == ["take rrrr", "take rrre", "take rree", "take reee", "take eeee"]


def test_ruling_25_without_a_transport_one_drops_out_or_acts_freely_first() -> None:
    state = carrying(yellow={"tiles": "take_2_more"})
    assert "drop" in legal(state)
    assert GAME.obvious_move(state, YELLOW) is None
    state = after(state, "two ew")
    assert (held(state, YELLOW), legal(state)) == ("ew", ["drop"])
    assert GAME.obvious_move(state, YELLOW) == moves.DROP_OUT
    assert GAME.obvious_move(state, GREEN) is None


def test_ruling_26_the_first_place_is_open_to_the_first_player_later() -> None:
    state = placing(green={"villagers": 3, "sculptors": "1 0 0"})
    assert is_legal(state, "sorcerer 1")
    assert not is_legal(placing(), "sorcerer 1")
    popular = {"improvements": "popular", "villagers": 4, "sculptors": "1 0 0"}
    assert is_legal(placing(green=popular), "sorcerer 1")


@pytest.mark.parametrize("seats", GAME.seats)
def test_rulings_27_and_28_there_is_a_star_for_each_and_the_last_one_takes_what_is_left(seats: int) -> None:
    stars = [f"sorcerer {position}" for position in range(1, seats + 1)]
    state = placing(seats, decider=BLUE)
    assert [text for text in legal(state) if text.startswith("sorcerer")] == stars
    names = ("green", "yellow", "red")
    stars_taken = zip(names[: seats - 1], range(2, seats + 1), strict=True)
    placed: dict[str, Any] = {name: {"sorcerer": star} for name, star in stars_taken}
    state = changed(state, **placed)
    assert [text for text in legal(state) if text.startswith("sorcerer")] == ["sorcerer 1"]


def test_ruling_30_the_island_may_be_full_in_mid_round() -> None:
    state = carrying(stands=full_island(3, 2), on="Y@F5 Y@F4 Y@F3", yellow={"moai": "s"})
    assert state.phase is Phase.TRANSPORT
    assert is_legal(state, "moai small E3F3F4F5")


def test_ruling_34_nobody_is_the_master_stone_carver() -> None:
    assert not any("carver" in name for name in State.__struct_fields__)


def test_ruling_35_who_is_skipped_has_no_free_actions() -> None:
    state = placing(blue={"villagers": 0, "sorcerer": 2, "tiles": "take_2_more"})
    state = after(state, "villager E2")
    assert state.decider == YELLOW
    assert GAME.legal_moves(state, BLUE) == ()


def test_ruling_38_log_road_is_for_a_space_without_a_transporter() -> None:
    state = carrying(on="B@E2 Y@E1", yellow={"moai": "s", "tiles": "log_road"})
    assert not is_legal(state, "moai small E3(E2)E1")


def test_of_ways_that_pay_alike_the_shortest_is_offered_and_the_one_that_pays_least_first() -> None:
    state = carrying(on="B@E2 G@D2 Y@D3 Y@D1 B@E1", yellow={"moai": "s"})
    ways = [text.split()[2] for text in legal(state) if text.startswith("moai")]
    assert ways == ["E3D3D2D1", "E3E2E1D1", "E3E2D2D1", "E3D3D2E2E1D1"]


def test_mana_is_offered_only_where_somebody_would_gain() -> None:
    yellow = {"moai": "s", "tiles": "mana"}
    state = carrying(on="Y@E2 Y@E1", yellow=yellow)
    assert [text for text in legal(state) if text.startswith("moai")] == ["moai small E3E2E1"]
    state = carrying(on="B@E2 Y@E1", yellow=yellow)
    assert [text for text in legal(state) if text.startswith("moai")] == [
        "moai small E3E2E1",
        "moai small E3E2E1 mana",
    ]


def test_the_tablet_pays_for_one_thing_only() -> None:
    yellow = {"moai": "s", "tablet": True}
    state = carrying(on="B@E2 Y@D1", yellow=yellow)
    assert [text for text in legal(state) if text.startswith("moai")] == ["moai small E3E2[D2]D1"]
    state = carrying(on="B@E2 Y@D1", yellow={**yellow, "tiles": "log_road mana take_3_more"})
    texts = [text for text in legal(state) if text.startswith("moai")]
    assert all(text.count("*") + text.count("[") <= 1 for text in texts)
    assert "moai small E3E2(D2)D1 mana three" in texts
    assert "moai small E3E2[D2]D1 mana three" in texts
    assert "moai small E3E2(D2)D1 *mana three" in texts
    assert "moai small E3E2(D2)D1 mana *three" in texts


@pytest.mark.parametrize(
    ("text", "phases"),
    [
        ("barter rr ww", {Phase.PLACE, Phase.TRANSPORT}),
        ("two pp", {Phase.PLACE, Phase.TRANSPORT}),
        ("improve fervent", {Phase.PLACE, Phase.TRANSPORT}),
        ("chip 1", {Phase.PLACE}),
        ("rest F3", {Phase.TRANSPORT}),
        ("lend sorcerer F3", {Phase.TRANSPORT}),
        ("keep small", {Phase.TRANSPORT}),
    ],
)
@pytest.mark.parametrize("star", ["", "*"])
def test_when_free_actions_may_be_taken(text: str, phases: set[Phase], star: str) -> None:
    tiles = "" if star else "barter take_2_more chip_in rest lend_a_hand safekeeping"
    green = {"resources": "2r", "tiles": tiles, "tablet": bool(star), "moai": "s"}
    text = text if text.startswith("improve") else star + text
    first = placing(green=green, on="G@F3*")
    second = carrying(decider=GREEN, green=green, on="G@F3*")
    for state in (first, second):
        assert is_legal(state, text) == (state.phase in phases)
        if state.phase in phases:
            later = after(state, text)
            assert (later.decider, later.phase) == (GREEN, state.phase)
            improves = text.startswith("improve")
            assert player(later, GREEN).tablet == (bool(star) and improves)
            if not star and not improves:
                assert sum(player(later, GREEN).tiles) == sum(player(state, GREEN).tiles) - 1


def test_lending_a_hand_takes_the_figure_from_where_it_is() -> None:
    green = {"tiles": "lend_a_hand", "sculptors": "1 0 2", "chief": 3, "improvements": "chief"}
    before = carrying(decider=GREEN, green=green, on="B@F3")
    lent = [text for text in legal(before) if text.endswith(" F2")]
    assert lent == ["lend 1 F2", "lend 3 F2", "lend chief F2", "lend sorcerer F2"]
    state, events = told(before, "lend 3 F2")
    assert (player(state, GREEN).sculptors, standing(state, "F2")) == ((1, 0, 1), "G")
    assert isinstance(events[0], happened.HandLent)
    state, _ = round_over(after(before, "lend chief F2"))
    assert player(state, GREEN).chief == AT_HAND
    assert standing(state, "F2") == ""


@pytest.mark.parametrize("seats", GAME.seats)
def test_everything_is_public_and_can_be_taken_back(seats: int) -> None:
    for played in random_game(Setup(GAME, seats, {}), seed=seats):
        seen = [GAME.observe(played.after, viewer) for viewer in (None, *range(seats))]
        assert {replace(one, viewer=None) for one in seen} == {GAME.reveal(played.after)}
        assert GAME.determinise(seen[1], Seeded(1)) == played.after
        for viewer in (None, *range(seats)):
            assert GAME.seen(played.events, viewer) == played.events
        assert GAME.can_take_back(played.events)


def test_chance_draws_the_order_first_and_the_tiles_then() -> None:
    state = GAME.start(3, {})
    assert state.phase is Phase.DRAW_ORDER
    for move in (DrawOrder((0, 1)), DrawOrder((0, 1, 1)), DrawOrder((0, 1, 3)), Shuffle(tuple(all_tiles()))):
        with pytest.raises(IllegalMove) as illegal:
            GAME.apply(state, CHANCE, move)
        assert illegal.value.code == "not_chance"
    state, events = GAME.apply(state, CHANCE, DrawOrder((2, 0, 1)))
    assert (state.order, state.phase) == ((2, 0, 1), Phase.SHUFFLE)
    assert events == (happened.OrderDrawn((2, 0, 1)),)
    for tiles in (all_tiles()[1:], [*all_tiles(), Tile.REST], [*all_tiles()[1:], Tile.FEAST]):
        with pytest.raises(IllegalMove):
            GAME.apply(state, CHANCE, Shuffle(tuple(tiles)))
    state, _ = GAME.apply(state, CHANCE, Shuffle(tuple(all_tiles())))
    assert (state.phase, state.decider, state.round) == (Phase.PLACE, 2, 1)


def test_an_order_that_there_is_not_is_no_option() -> None:
    with pytest.raises(IllegalOption):
        GAME.start(3, {"turn_order": "4"})


REFUSED: list[Any] = [
    (placing(), "villager E3", "quarry", {"space": "E3"}),
    (placing(), "villager J9", "no_such_space", {"space": "J9"}),
    (placing(on="B@F3"), "villager F3", "space_of_another", {"space": "F3"}),
    (placing(green={"villagers": 0}), "villager F3", "no_such_figure", {}),
    (placing(), "sculptor 4", "no_such_column", {"column": 4}),
    (placing(blue={"sculptors": "5 0 0"}), "sculptor 1", "column_full", {"column": 1}),
    (placing(), "chief 1", "no_such_figure", {}),
    (placing(), "sorcerer 1", "first_figure_first_place", {}),
    (placing(blue={"sorcerer": 2}), "sorcerer 1", "first_figure_first_place", {}),
    (placing(blue={"sorcerer": 1}), "sorcerer 1", "star_taken", {"position": 1}),
    (placing(blue={"sorcerer": 2}), "sorcerer 2", "star_taken", {"position": 2}),
    (placing(), "improve fervent", "too_expensive", {"price": 2, "held": 1}),
    (placing(green={"improvements": "fervent"}), "improve fervent", "already_built", {}),
    (
        placing(green={"improvements": "fervent artistic popular"}),
        "improve chief",
        "improvements_full",
        {"most": 3},
    ),
    (placing(), "barter r e", "no_tile", {"tile": "barter"}),
    (placing(green={"tablet": False}), "*barter r e", "no_tablet", {"tile": "barter"}),
    (placing(), "*barter rr ee", "not_held", {}),
    (placing(green={"resources": "r8e"}), "*barter r e", "no_room", {"limit": 8}),
    (placing(), "chip 1", "no_tile", {"tile": "chip_in"}),
    (placing(), "*chip 4", "no_such_column", {"column": 4}),
    (placing(), "drop", "not_now", {}),
    (carrying(), "villager F3", "not_now", {}),
    (carrying(yellow={"tablet": True}), "*rest F3", "not_exhausted", {"space": "F3"}),
    (carrying(yellow={"tablet": True}), "*lend 1 F3", "no_such_figure", {}),
    (carrying(yellow={"tablet": True}), "*keep small", "no_such_moai", {"size": "small"}),
    (carrying(on="Y@E2 Y@E1"), "moai small E3E2E1", "no_such_moai", {"size": "small"}),
    (carrying(on="Y@E2", yellow={"moai": "s"}), "moai small E3E2E1", "nobody_fresh", {"space": "E1"}),
    (carrying(on="Y@E1", yellow={"moai": "s"}), "moai small E3E2E1", "gap", {"space": "E2"}),
    (
        carrying(on="Y@E2 Y@E1", yellow={"moai": "s"}, stands="E1s"),
        "moai small E3E2E1",
        "moai_there",
        {"space": "E1"},
    ),
    (
        carrying(on="Y@F2 Y@F1", yellow={"moai": "s"}),
        "moai small E3F2F1",
        "no_neighbours",
        {"space": "E3", "other": "F2"},
    ),
    (carrying(on="Y@F2 Y@F1", yellow={"moai": "s"}), "moai small F2F1", "wrong_start", {"space": "E3"}),
    (carrying(on="Y@E2 Y@E1", yellow={"moai": "s"}), "moai small E3E2E3E2E1", "space_twice", {}),
    (carrying(on="Y@F3 Y@G3", yellow={"moai": "s"}), "moai small E3(F3)G3", "no_tile", {"tile": "log_road"}),
    (
        carrying(on="Y@F3 Y@G3", yellow={"moai": "s"}),
        "moai small E3F3G3 three",
        "no_tile",
        {"tile": "take_3_more"},
    ),
    (
        carrying(on="Y@F3 Y@G3", yellow={"moai": "s"}),
        "moai small E3F3G3 *mana",
        "no_tablet",
        {"tile": "mana"},
    ),
    (
        carrying(on="Y@F3 Y@G3", yellow={"moai": "s", "tiles": "log_road"}),
        "moai small E3(F3)G3",
        "road_occupied",
        {"space": "F3"},
    ),
    (carrying(on="Y@A3 Y@B3", stands="A3s"), "pukao C3B3A3", "no_exchange", {}),
    (carrying(pukao=0), "pukao C3B3A3", "no_pukao", {}),
    (
        carrying(on="Y@A3 Y@B3", yellow={"resources": "4r"}),
        "pukao C3B3A3",
        "no_moai_to_style",
        {"space": "A3"},
    ),
]


@pytest.mark.parametrize(
    ("state", "text", "code", "facts"), REFUSED, ids=[f"{row[1]}: {row[2]}" for row in REFUSED]
)
def test_a_refusal_says_why(state: State, text: str, code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(IllegalMove) as illegal:
        after(state, text)
    assert (illegal.value.code, illegal.value.facts) == (code, facts)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("exchange boat rrrr", "bad_payment"),
        ("exchange boat wwww", "not_held"),
        ("exchange hut rrrr artistic", "not_artistic"),
        ("exchange hut rrr thrift", "no_tile"),
        ("exchange hut rrr *thrift", "no_tablet"),
        ("exchange chicken eeee", "stack_empty"),
        ("exchange hut rrrr feast", "no_second_exchange"),
        ("take r", "not_now"),
    ],
)
def test_a_refusal_of_an_exchange_says_why(text: str, code: str) -> None:
    yellow = {"resources": "4r4e", "tiles": "feast"}
    state = carrying(on="Y@B3 Y@A3", stands="A3s", yellow=yellow, stacks=(1, 0, 4, 4, 4))
    state = after(state, "pukao C3B3A3")
    with pytest.raises(IllegalMove) as illegal:
        after(state, text)
    assert illegal.value.code == code


def test_others_are_told_that_it_is_not_their_turn_and_nobody_moves_after_the_end() -> None:
    with pytest.raises(IllegalMove) as illegal:
        GAME.apply(carrying(), GREEN, moves.DROP_OUT)
    assert illegal.value.code == "not_your_turn"
    over, _ = round_over(carrying(4, decider=RED, stands=full_island(4, 4)))
    with pytest.raises(IllegalMove) as illegal:
        GAME.apply(over, over.decider, moves.DROP_OUT)
    assert illegal.value.code == "game_over"


@pytest.mark.parametrize(
    "text",
    [
        "villager E3E4",
        "villager e3",
        "sculptor 01",
        "sculptor",
        "lend villager F3",
        "lend 0x1 F3",
        "*improve chief",
        "*drop",
        "moai small",
        "moai tiny E3E2E1",
        "moai small E3-E2-E1",
        "moai small E3E2E1 mana mana",
        "moai small E3E2E1 three mana",
        "moai small E3E2E1 **mana",
        "exchange hut rerr",
        "exchange hut rrrr thrift artistic",
        "take",
        "take x",
        "take ",
        "moai small ",
        "exchange hut ",
        "order",
        "order 1x",
        "shuffle rrz",
        "two r e",
        "collect gold",
        "tile favor",
        "keep huge",
        "barter rr",
    ],
)
def test_nearly_a_text_is_no_move(text: str) -> None:
    with pytest.raises(IllegalMove) as illegal:
        GAME.read_move(text)
    assert illegal.value.code == "unknown_move"


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (moves.LendAHand(Figure.VILLAGER, 2, "F3", By.TABLET), "*lend 2 F3"),
        (moves.Barter((2, 0, 0, 0), (0, 0, 1, 1)), "barter rr wp"),
        (moves.Collect(Resource.PEARL), "collect pearl"),
        (
            moves.CarryMoai(Size.LARGE, ("E3", "E2", "E1"), "E2", By.TABLET, By.TILE, By.TILE),
            "moai large E3[E2]E1 mana three",
        ),
        (moves.CarryPukao(("C3", "B3", "A3"), "B3", By.TILE, By.TABLET), "pukao C3(B3)A3 *mana"),
        (moves.DrawOrder((2, 0, 1)), "order 201"),
        (moves.Shuffle((Tile.REST, Tile.FEAST)), "shuffle rq"),
    ],
)
def test_how_moves_are_written(move: moves.Move, text: str) -> None:
    assert GAME.write_move(move) == text
    assert GAME.read_move(text) == move


@pytest.mark.parametrize("viewer", [None, YELLOW, BLUE])
def test_ruling_44_which_offering_tiles_somebody_took_stays_known_to_all(viewer: int | None) -> None:
    state = carrying(on="Y@D3", yellow={"offerings": "hut8 chicken9"})
    seen = GAME.observe(state, viewer)
    assert seen.state.players[YELLOW].offerings == offerings("hut8 chicken9")


def test_spots_of_the_situations_are_as_drawn() -> None:
    state = carrying(on="Y@E2 Y@E2 B@F3*", stands="D1m G3s^")
    assert (standing(state, "E2"), standing(state, "F3")) == ("Y Y", "B*")
    assert (spot(state, "D1").moai, spot(state, "G3").pukao) == (Size.MEDIUM, True)
