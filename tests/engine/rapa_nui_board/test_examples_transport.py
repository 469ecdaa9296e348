"""The worked examples about paths, erecting and the tiles that go with them, a row each.  Rules: 13.

Example 82 proves ruling 38 too, examples 83 and 84 ruling 39, example 85 ruling 40, examples 86 to 89
ruling 41.

Example 24 proves ruling 13 too, example 9 ruling 14, example 29 ruling 16, examples 16, 37 and 38 ruling 21,
example 35 ruling 24, examples 33 and 34 ruling 43.
"""

from __future__ import annotations

import pytest

from engine.game import IllegalMove, Part
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.moves import CarryMoai
from engine.rapa_nui_board.rounds import parts
from engine.rapa_nui_board.state import Phase, Resource, Size, Tile
from tests.engine.rapa_nui_board.situations import (
    BLUE,
    GREEN,
    YELLOW,
    after,
    carrying,
    held,
    is_legal,
    legal,
    of_type,
    player,
    resources,
    round_over,
    spot,
    standing,
    told,
)


def test_9_a_large_moai_on_ones_own_chain() -> None:
    before = carrying(on="Y@E2 Y@E1", yellow={"resources": "r", "moai": "l"})
    tile = spot(before, "E1").tile
    assert tile is not None
    state, events = told(before, "moai large E3E2E1")
    assert (held(state, YELLOW), held(state, BLUE), held(state, GREEN)) == ("rrrrrr", "", "")
    assert player(state, YELLOW).tiles[tile] == 1
    assert (standing(state, "E1"), standing(state, "E2")) == ("Y*", "Y")
    assert (spot(state, "E1").moai, spot(state, "E1").tile) == (Size.LARGE, None)
    assert events == [
        happened.MoaiCarried(YELLOW, Size.LARGE, ("E3", "E2", "E1"), None, None, None, None),
        happened.AhuTileTaken(YELLOW, "E1", tile),
        happened.MoaiErected(YELLOW, "E1", Size.LARGE),
        happened.ResourcesTaken(YELLOW, "E1", resources("5r"), resources("")),
    ]


def test_10_and_11_who_serves_gains() -> None:
    before = carrying(decider=BLUE, on="Y@F3 B@F4 B@F5 B@G4", blue={"moai": "sm"})
    state, events = told(before, "moai small E3F3F4F5")
    assert (held(state, YELLOW), held(state, BLUE)) == ("r", "e")
    assert standing(state, "F5") == "B*"
    assert of_type(events, happened.Gained) == [happened.Gained(YELLOW, BLUE, "F3", Resource.REED)]
    assert state.decider == YELLOW
    state = after(state, "drop", "drop", "moai medium E3F3F4G4")
    assert (held(state, YELLOW), held(state, BLUE)) == ("rr", "eeee")
    assert standing(state, "G4") == "B*"


@pytest.mark.parametrize(
    ("size", "taken"),
    [
        pytest.param("small", 1, id="15 small"),
        pytest.param("medium", 3, id="15 medium"),
        pytest.param("large", 5, id="15 large"),
    ],
)
def test_how_much_a_moai_brings(size: str, taken: int) -> None:
    state = after(carrying(on="Y@E2 Y@E1", yellow={"moai": "sml"}), f"moai {size} E3E2E1")
    assert held(state, YELLOW) == "r" * taken


@pytest.mark.parametrize(
    ("built", "on", "path", "choices"),
    [
        pytest.param("fervent", "Y@F3 Y@F4 Y@F5", "E3F3F4F5", ["e", "w"], id="16"),
        pytest.param("", "Y@A4 Y@B4 Y@B3", "E3D3C3B3B4A4", ["www", "wwp", "wpp", "ppp"], id="36"),
        pytest.param("fervent", "Y@D4 Y@D5 Y@E4", "E3E4D4D5", ["r", "e", "w"], id="37"),
        pytest.param("fervent", "Y@A1 Y@A2 Y@A3 Y@B3", "E3D3C3B3A3A2A1", ["p"], id="38"),
        pytest.param("fervent", "Y@A4 Y@B4 Y@B3", "E3D3C3B3B4A4", ["w", "p"], id="36 with Fervent"),
    ],
)
def test_what_can_be_taken_for_a_moai(built: str, on: str, path: str, choices: list[str]) -> None:
    size = {1: "small", 3: "medium"}[len(choices[0])]
    before = carrying(on=f"{on} G@D3", yellow={"moai": "sm", "improvements": built})
    state, _ = told(before, f"moai {size} {path}")
    if len(choices) > 1:
        assert (state.phase, state.decider) == (Phase.TAKE, YELLOW)
        assert legal(state) == [f"take {choice}" for choice in choices]
        state = after(state, f"take {choices[-1]}")
    assert held(state, YELLOW) == choices[-1]
    assert state.transport is None


def test_21_who_has_acted_is_a_link_and_earns_but_does_nothing_more() -> None:
    on, yellow = "Y@E2 Y@E1 Y@D1 Y@D2 B@D3", {"moai": "s", "resources": "4r"}
    before = carrying(on=on, yellow=yellow)
    state = after(before, "moai small E3E2E1", "drop", "drop")
    assert not any(text.startswith("pukao") for text in legal(state))
    fresh = carrying(on=on, yellow=yellow, stands="E1s")
    assert any(text.startswith("pukao") for text in legal(fresh))
    passing = carrying(decider=BLUE, on="Y@E1* Y@E2 B@D1", blue={"moai": "s"})
    assert held(after(passing, "moai small E3E2E1D1"), YELLOW) == "rr"


@pytest.mark.parametrize(
    ("on", "stands", "text", "yellow"),
    [
        pytest.param("Y@D3 Y@F3 Y@G3", "G3s", "pukao C3D3E3F3G3", {"resources": "4r"}, id="22"),
        pytest.param("Y@D3 Y@B3 Y@A3", "", "moai small E3D3C3B3A3", {"moai": "s"}, id="23"),
    ],
)
def test_the_neutral_ones_are_links(on: str, stands: str, text: str, yellow: dict[str, str]) -> None:
    before = carrying(on=on, stands=stands, yellow=yellow)
    assert is_legal(before, text)
    _, events = told(before, text)
    assert of_type(events, happened.Gained) == []


def test_24_two_transporters_on_a_space_bring_one_resource() -> None:
    before = carrying(on="B@F3 B@F3 Y@G3", yellow={"moai": "s"})
    state = after(before, "moai small E3F3G3")
    assert held(state, BLUE) == "r"


def test_25_two_transporters_on_a_space_act_once_each() -> None:
    before = carrying(on="Y@E1 Y@E1 Y@D3 Y@E2", yellow={"moai": "s", "resources": "4r"})
    state = after(before, "moai small E3E2E1", "drop", "drop")
    assert standing(state, "E1") == "Y Y*"
    state = after(state, "pukao C3D3E3E2E1", "exchange hut rrrr")
    assert standing(state, "E1") == "Y* Y*"
    assert (spot(state, "E1").moai, spot(state, "E1").pukao) == (Size.SMALL, True)


def test_26_who_has_rested_acts_again() -> None:
    yellow = {"tiles": "rest", "resources": "4r"}
    before = carrying(on="Y@E1* Y@D3 Y@E2", stands="E1s", yellow=yellow)
    assert not any(text.startswith("pukao") for text in legal(before))
    state = after(before, "rest E1")
    assert (standing(state, "E1"), player(state, YELLOW).tiles[Tile.REST]) == ("Y", 0)
    assert is_legal(state, "pukao C3D3E3E2E1")


def test_27_an_exhausted_transporter_earns() -> None:
    state = after(carrying(on="B@E2* Y@E1", yellow={"moai": "s"}), "moai small E3E2E1")
    assert held(state, BLUE) == "r"


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("E3F2", id="28 a corner"),
        pytest.param("E3E2D2D3E3F3G3", id="29 the crater twice"),
        pytest.param("F3G3", id="not from the crater"),
        pytest.param("E3", id="nowhere"),
        pytest.param("E3F3", id="to no ahu"),
        pytest.param("E3J9", id="off the map"),
    ],
)
def test_what_is_no_path(path: str) -> None:
    state = carrying(on="Y@E2 Y@D2 Y@D3 Y@F2 Y@F3 Y@G3", yellow={"moai": "s"})
    with pytest.raises(IllegalMove):
        after(state, f"moai small {path}")
    assert is_legal(state, "moai small E3F3G3")


GAP = "Y@D1 B@E2"


def test_30_a_gap_in_the_path_is_bridged_by_log_road() -> None:
    without = carrying(on=GAP, yellow={"moai": "s"})
    for text in ("moai small E3E2D2D1", "moai small E3E2(D2)D1", "moai small E3E2[D2]D1"):
        assert not is_legal(without, text)
    state = after(carrying(on=GAP, yellow={"moai": "s", "tiles": "log_road"}), "moai small E3E2(D2)D1")
    assert (held(state, BLUE), held(state, YELLOW)) == ("r", "e")
    assert player(state, YELLOW).tiles[Tile.LOG_ROAD] == 0
    state = after(carrying(on=GAP, yellow={"moai": "s", "tablet": True}), "moai small E3E2[D2]D1")
    assert (held(state, BLUE), player(state, YELLOW).tablet) == ("r", False)


def test_31_log_road_does_not_name_the_destination() -> None:
    with_tile = {"moai": "s", "tiles": "log_road"}
    assert not is_legal(carrying(on="Y@D1 B@E2 Y@D2", yellow=with_tile), "moai small E3E2D2(D1)")
    assert not is_legal(carrying(on="B@E2 Y@D2", yellow=with_tile), "moai small E3E2D2(D1)")


def test_32_log_road_and_mana() -> None:
    before = carrying(on=GAP, yellow={"moai": "s", "tiles": "log_road mana"})
    state = after(before, "moai small E3E2(D2)D1 mana")
    assert held(state, BLUE) == ""
    assert sum(player(state, YELLOW).tiles) == 1  # The tile of D1.
    for tile in (Tile.LOG_ROAD, Tile.MANA):
        assert state.aside[tile] == before.aside[tile] + 1


@pytest.mark.parametrize(
    ("auto_collect", "before", "gains"),
    [
        pytest.param(True, "2r8e", "r", id="33"),
        pytest.param(True, "8r8e", "", id="34"),
        pytest.param(True, "2r2e", "e", id="the more valuable one"),
        pytest.param(False, "2r8e", "r", id="33 without auto_collect"),
        pytest.param(False, "8r8e", "", id="34 without auto_collect"),
    ],
)
def test_what_is_gained_where_two_resources_are_shown(auto_collect: bool, before: str, gains: str) -> None:
    state = carrying(
        on="B@D2 Y@D3 Y@D1", yellow={"moai": "s"}, blue={"resources": before}, auto_collect=auto_collect
    )
    state, events = told(state, "moai small E3D3D2D1")
    assert sorted(held(state, BLUE)) == sorted(resources_text(before) + gains)
    assert [one.resource for one in of_type(events, happened.Gained)] == [
        Resource("rewp".index(gains)) if gains else None
    ]


def resources_text(text: str) -> str:
    return "".join(letter * count for letter, count in zip("rewp", resources(text), strict=True))


def test_without_auto_collect_the_owners_choose_in_the_order_of_the_path() -> None:
    before = carrying(
        on="B@E4 B@D4 G@C4 B@C5", decider=BLUE, auto_collect=False, blue={"moai": "s"}, stands="A1s"
    )
    assert is_legal(before, "moai small E3E4D4C4C5")
    before = carrying(
        on="Y@E4 B@D4 G@F4 B@F5 Y@D5", auto_collect=False, yellow={"moai": "s"}, blue={"resources": "e"}
    )
    state = after(before, "moai small E3E4D4D5")
    assert (state.phase, state.decider) == (Phase.COLLECT, BLUE)
    assert legal(state) == ["collect reed", "collect egg"]
    state = after(state, "collect reed")
    assert held(state, BLUE) == "re"
    assert (state.phase, state.decider) == (Phase.TAKE, YELLOW)
    assert legal(state) == ["take r", "take e"]


def test_35_what_goes_beyond_the_limit_is_lost() -> None:
    before = carrying(decider=BLUE, on="B@D1 B@D2 B@D3", blue={"moai": "l", "resources": "6e"})
    state, events = told(before, "moai large E3D3D2D1")
    assert held(state, BLUE) == "e" * 8
    assert of_type(events, happened.ResourcesTaken) == [
        happened.ResourcesTaken(BLUE, "D1", resources("5e"), resources("3e"))
    ]


def test_39_take_3_more_is_used_where_it_lies() -> None:
    before = carrying(
        on="Y@F3 Y@F2 Y@F1 Y@G1", yellow={"moai": "s"}, lies={"G1": "take_3_more", "F1": "rest"}
    )
    assert is_legal(before, "moai small E3F3F2F1G1")
    assert not is_legal(before, "moai small E3F3F2F1 three")
    state = after(before, "moai small E3F3F2F1G1 three")
    assert held(state, YELLOW) == "wwww"
    assert player(state, YELLOW).tiles[Tile.TAKE_3_MORE] == 0
    assert state.aside[Tile.TAKE_3_MORE] == before.aside[Tile.TAKE_3_MORE] + 1
    kept = after(before, "moai small E3F3F2F1G1")
    assert (held(kept, YELLOW), player(kept, YELLOW).tiles[Tile.TAKE_3_MORE]) == ("w", 1)


def test_68_the_tablet_copies_a_tile_that_is_in_the_box() -> None:
    before = carrying(on="B@E2 Y@E1", yellow={"moai": "s", "tablet": True})
    assert before.aside[Tile.MANA] == 1
    state = after(before, "moai small E3E2E1 *mana")
    assert (held(state, BLUE), player(state, YELLOW).tablet) == ("", False)
    state, _ = round_over(state)
    assert Part("tablet", 0) in parts(state, YELLOW)
    assert Part("tablet", 3) in parts(before, YELLOW)


def test_70_who_has_dropped_out_still_gains() -> None:
    before = carrying(on="B@E2 Y@E1", yellow={"moai": "s"}, blue={"dropped_out": True})
    assert held(after(before, "moai small E3E2E1"), BLUE) == "r"


def test_80_the_crater_of_two_players_has_an_ahu_beside_it() -> None:
    before = carrying(2, decider=GREEN, on="G@D4", green={"moai": "s"})
    tile = spot(before, "D4").tile
    state = after(before, "moai small D3D4")
    assert (held(state, GREEN), standing(state, "D4")) == ("r", "G*")
    assert tile is not None
    assert player(state, GREEN).tiles[tile] == 1
    assert GAME.to_move(state) == (BLUE,)


@pytest.mark.parametrize(
    ("on", "path"),
    [
        pytest.param("B@E2 Y@E1", "E3(E2)E1", id="82 another's"),
        pytest.param("Y@E2 Y@E1", "E3(E2)E1", id="82 one's own"),
        pytest.param("Y@D3 Y@B3 Y@A3", "E3D3(C3)B3A3", id="82 a neutral one"),
    ],
)
def test_log_road_passes_no_space_with_a_transporter(on: str, path: str) -> None:
    state = carrying(on=on, yellow={"moai": "s", "tiles": "log_road"})
    with pytest.raises(IllegalMove) as illegal:
        after(state, f"moai small {path}")
    assert illegal.value.code == "road_occupied"
    assert GAME.is_legal(
        state, YELLOW, GAME.read_move("moai small " + path.replace("(", "").replace(")", ""))
    )


EGGS = "Y@D3 Y@D2 Y@D1 Y@C2 B@C1"


def test_83_what_is_built_after_the_others_transports_makes_no_room_for_them() -> None:
    state = carrying(on=EGGS, yellow={"moai": "s", "resources": "7e"}, blue={"moai": "s"})
    state = after(state, "moai small E3D3D2D1")
    artistic = GAME.read_move("improve artistic")
    assert (held(state, YELLOW), GAME.is_legal(state, YELLOW, artistic)) == ("e" * 8, False)
    state, events = told(state, "drop", "moai small E3D3D2C2C1")
    assert [(one.space, one.resource) for one in of_type(events, happened.Gained)] == [
        ("D3", Resource.REED),
        ("D2", Resource.REED),
        ("C2", None),
    ]
    assert (state.decider, held(state, YELLOW)) == (YELLOW, "rr" + "e" * 8)
    assert held(after(state, "improve artistic"), YELLOW) == "rr" + "e" * 6


def test_84_what_is_built_before_the_main_move_makes_room() -> None:
    state = carrying(on=EGGS, yellow={"moai": "s", "resources": "7e"}, blue={"moai": "s"})
    state = after(state, "improve artistic", "moai small E3D3D2D1", "drop", "moai small E3D3D2C2C1")
    assert held(state, YELLOW) == "r" + "e" * 8


def test_85_an_ahu_has_room_for_one_moai() -> None:
    state = carrying(on="Y@D1 Y@D1 Y@D2 Y@D3", yellow={"moai": "ss"})
    state = after(state, "moai small E3D3D2D1", "drop", "drop")
    assert standing(state, "D1") == "Y Y*"
    with pytest.raises(IllegalMove) as illegal:
        after(state, "moai small E3D3D2D1")
    assert (illegal.value.code, illegal.value.facts) == ("moai_there", {"space": "D1"})


def test_86_a_way_may_pay_for_more_than_it_must() -> None:
    state = carrying(on="Y@E2 Y@E1 B@F3 B@F2 B@F1", yellow={"moai": "s"})
    assert is_legal(state, "moai small E3E2E1")
    assert is_legal(state, "moai small E3F3F2F1E1")
    assert held(after(state, "moai small E3F3F2F1E1"), BLUE) == "rrr"


def test_87_of_ways_that_pay_alike_one_is_listed_and_each_may_be_chosen() -> None:
    state = carrying(on="B@E2 Y@E1 Y@D2 Y@D1", yellow={"moai": "s"})
    longer, shorter = "moai small E3E2D2D1E1", "moai small E3E2E1"
    assert is_legal(state, shorter)
    assert not is_legal(state, longer)
    assert GAME.is_legal(state, YELLOW, GAME.read_move(longer))
    one, other = after(state, longer), after(state, shorter)
    assert one == other
    assert held(one, BLUE) == "r"


@pytest.mark.parametrize(
    ("path", "blue"),
    [
        pytest.param("E3D3C3C2D2D1", "r" + "e" * 8, id="89 the egg first, then a reed"),
        pytest.param("E3E2D2C2C1D1", "e" * 8, id="89 the choice first, then an egg that is lost"),
    ],
)
def test_at_the_limit_the_order_of_the_gains_tells_what_is_lost(path: str, blue: str) -> None:
    on = "Y@D3 Y@E2 Y@C1 Y@D1 B@C2 B@D2"
    state = carrying(on=on, yellow={"moai": "s"}, blue={"resources": "7e"})
    legal = [move for move in GAME.legal_moves(state, YELLOW) if isinstance(move, CarryMoai)]
    assert sum(move.path[-1] == "D1" and {"C2", "D2"} < {*move.path} for move in legal) == 1
    assert held(after(state, f"moai small {path}"), BLUE) == blue


def test_88_a_way_may_go_over_the_whole_island() -> None:
    path = "E3F3F4E4D4C4B4A4A3B3C3D3D2C2B2A2A1B1C1D1E1E2F2F1G1"
    spaces = tuple(path[at : at + 2] for at in range(0, len(path), 2))
    on = " ".join(f"B@{space}" for space in spaces[1:-1] if space != "C3")
    state = carrying(on=f"{on} Y@G1", yellow={"moai": "s"})
    text = GAME.write_move(CarryMoai(Size.SMALL, spaces))
    assert (len(spaces), text) == (25, "moai small E3eswwwwwneeenwwwneeeesene")
    assert standing(after(state, text), "G1") == "Y*"
