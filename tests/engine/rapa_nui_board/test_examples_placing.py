"""The worked examples about figures, sculpting, improvements and rounds, a row each.  Rules: 13.

Examples 2, 8 and 54 prove ruling 10 and ruling 11 too, example 64 ruling 12, example 81 ruling 8,
example 76 ruling 45.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.moves import By
from engine.rapa_nui_board.rounds import carved, sculptors
from engine.rapa_nui_board.state import AT_HAND, ON_ISLAND, Phase, Size, State, Tile, empty_ahu
from tests.engine.rapa_nui_board.situations import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    after,
    carrying,
    full_island,
    is_legal,
    laid,
    legal,
    moai,
    of_type,
    placing,
    player,
    resources,
    round_over,
    spot,
    standing,
    told,
)


@pytest.mark.parametrize(
    ("seats", "decider", "allowed"),
    [
        pytest.param(3, GREEN, [2, 3], id="1 the first player"),
        pytest.param(3, YELLOW, [1, 2, 3], id="1 another player"),
        pytest.param(2, GREEN, [2], id="59"),
    ],
)
def test_where_a_sorcerer_may_go_as_the_first_figure(seats: int, decider: int, allowed: list[int]) -> None:
    state = placing(seats, decider=decider)
    found = [text for text in legal(state) if text.startswith("sorcerer")]
    assert found == [f"sorcerer {position}" for position in allowed]


def last_placed(order: tuple[int, ...], working: dict[int, str], **parts: Any) -> tuple[State, list[Any]]:
    """Place all figures, with sculptors in these columns; return the outcome of Green's last figure."""
    by_seat: dict[str, Any] = {}
    for seat, colour in enumerate(("green", "blue", "yellow")):
        placed = {"villagers": int(colour == "green"), "sorcerer": seat + 1}
        by_seat[colour] = {**placed, "sculptors": working.get(seat, "0 0 0"), **parts.pop(colour, {})}
    return told(placing(3, order=order, **by_seat, **parts), "villager A1")


@pytest.mark.parametrize(
    ("working", "supply", "made"),
    [
        pytest.param("1 1 1", "8 7 6", "l", id="2 Blue"),
        pytest.param("2 1 0", "8 7 6", "ms", id="2 Green"),
        pytest.param("2 2 0", "8 7 6", "mm", id="3 with the chief below column 2"),
        pytest.param("1 0 1", "8 7 6", "s", id="5"),
        pytest.param("0 1 1", "8 7 6", "", id="6"),
        pytest.param("1 1 0", "8 0 6", "s", id="7"),
        pytest.param("1 1 1", "8 7 0", "m", id="8"),
        pytest.param("3 2 1", "8 7 6", "lms", id="52"),
        pytest.param("1 2 2", "8 7 6", "l", id="53"),
        pytest.param("2 2 2", "8 1 1", "lm", id="54"),
        pytest.param("2 2 2", "0 1 1", "lm", id="54 with nothing else left"),
        pytest.param("2 0 0", "1 7 6", "s", id="55"),
        pytest.param("1 0 0", "0 7 6", "", id="ruling 31"),
    ],
)
def test_what_sculptors_make(working: str, supply: str, made: str) -> None:
    left = tuple(map(int, supply.split()))
    assert carved(tuple(map(int, working.split())), left) == moai(made)
    state, events = last_placed((0, 1, 2), {BLUE: working}, moai=left)
    assert player(state, BLUE).moai == moai(made)
    assert of_type(events, happened.MoaiReceived) == (
        [happened.MoaiReceived(BLUE, moai(made))] if made else []
    )


@pytest.mark.parametrize(
    ("parts", "made"),
    [
        pytest.param({"sculptors": "2 1 0", "chief": 2}, "mm", id="3 the chief below column 2"),
        pytest.param({"sculptors": "2 1 0"}, "ms", id="3 without the chief"),
        pytest.param({"chief": 1}, "s", id="56"),
        pytest.param({"sculptors": "1 0 0", "chipped_in": "0 1 0"}, "m", id="57"),
    ],
)
def test_chief_and_chip_in_work_too(parts: dict[str, Any], made: str) -> None:
    state, _ = last_placed((0, 1, 2), {}, blue=parts)
    assert player(state, BLUE).moai == moai(made)


def test_57_chip_in_is_a_free_action_and_leaves_the_game_with_the_round() -> None:
    before = placing(
        3,
        green={"villagers": 1, "sorcerer": 1, "sculptors": "1 0 0", "tiles": "chip_in"},
        blue={"villagers": 0, "sorcerer": 2},
        yellow={"villagers": 0, "sorcerer": 3},
    )
    state, events = told(before, "chip 2", "villager A1")
    assert events[0] == happened.ChippedIn(GREEN, 2, By.TILE)
    assert player(state, GREEN).moai == moai("m")
    assert player(state, GREEN).tiles[Tile.CHIP_IN] == 0
    assert state.aside[Tile.CHIP_IN] == before.aside[Tile.CHIP_IN] + 1
    state, _ = round_over(state)
    assert player(state, GREEN).chipped_in == (0, 0, 0)


def test_4_the_sorcerers_make_the_new_order() -> None:
    state, events = last_placed(
        (GREEN, BLUE, YELLOW), {}, yellow={"sorcerer": 1}, blue={"sorcerer": 2}, green={"sorcerer": 3}
    )
    assert state.order == (YELLOW, BLUE, GREEN)
    assert (state.phase, state.decider) == (Phase.TRANSPORT, YELLOW)
    assert happened.OrderChanged((YELLOW, BLUE, GREEN)) in events
    state, _ = round_over(state)  # Ruling 29: it holds for the first phase of the next round.
    assert (state.phase, state.decider, state.round) == (Phase.PLACE, YELLOW, 2)


def test_58_a_full_column_takes_no_villager_but_the_chief() -> None:
    full = {"sculptors": "5 0 0", "villagers": 1}
    state = placing(3, blue=full, green={"chief": AT_HAND, "improvements": "chief"})
    assert not is_legal(state, "sculptor 1")
    assert is_legal(state, "sculptor 2")
    assert is_legal(state, "chief 1")


def test_60_who_builds_popular_places_six_figures() -> None:
    green = {"resources": "2w", "villagers": 2, "sculptors": "2 0 0"}
    state = after(placing(3, green=green, decider=GREEN), "improve popular")
    assert player(state, GREEN).villagers == 3
    assert player(state, GREEN).resources == resources("")
    assert state.decider == GREEN
    placed = 2
    while state.phase is Phase.PLACE:
        if state.decider == GREEN:
            placed += 1
        state = after(state, legal(state)[-1])
    assert placed == 6


def test_61_a_chief_built_in_the_transport_phase_is_placed_from_the_next_round_on() -> None:
    state = after(carrying(yellow={"resources": "3p"}), "improve chief")
    assert not any(text.startswith("chief") for text in legal(state))
    state, _ = round_over(state)
    state = replace(state, decider=YELLOW)
    assert [text for text in legal(state) if text.startswith("chief")] == ["chief 1", "chief 2", "chief 3"]
    assert player(after(state, "chief 3"), YELLOW).chief == 3


def test_62_a_fourth_improvement_cannot_be_built() -> None:
    three = {"resources": "4r4e4w4p", "improvements": "fervent artistic popular"}
    assert not is_legal(placing(green=three), "improve chief")
    assert is_legal(placing(green={**three, "improvements": "fervent artistic"}), "improve chief")


@pytest.mark.parametrize(
    ("held", "allowed"), [pytest.param("wp", False, id="63"), pytest.param("ww", True, id="63 exactly")]
)
def test_an_improvement_is_paid_in_its_own_resource(held: str, allowed: bool) -> None:
    assert is_legal(placing(green={"resources": held}), "improve popular") == allowed
    assert is_legal(carrying(yellow={"resources": held}), "improve popular") == allowed


@pytest.mark.parametrize(
    ("space", "allowed"),
    [
        pytest.param("F3", False, id="64 another's"),
        pytest.param("E3", False, id="64 the crater"),
        pytest.param("C3", False, id="64 the pukao quarry"),
        pytest.param("F2", True, id="64 one's own"),
        pytest.param("G2", True, id="64 an empty one"),
        pytest.param("H8", False, id="64 none"),
    ],
)
def test_where_a_villager_may_stand(space: str, allowed: bool) -> None:
    assert is_legal(placing(on="B@F3 G@F2"), f"villager {space}") == allowed


def test_64_figures_of_one_player_share_a_space() -> None:
    assert standing(after(placing(on="G@F2"), "villager F2"), "F2") == "G G"


@pytest.mark.parametrize(
    ("on", "allowed"), [pytest.param("B@F3", False, id="65 another's"), pytest.param("", True, id="65")]
)
def test_65_a_sorcerer_lends_a_hand(on: str, allowed: bool) -> None:
    before = carrying(on=on, decider=GREEN, green={"tiles": "lend_a_hand"})
    assert is_legal(before, "lend sorcerer F3") == allowed
    if allowed:
        state = after(before, "lend sorcerer F3")
        assert standing(state, "F3") == "G"
        assert player(state, GREEN).sorcerer == ON_ISLAND
        assert state.order == before.order
        assert state.decider == GREEN


def test_66_an_unerected_moai_goes_back_unless_it_is_safekept() -> None:
    before = carrying(yellow={"moai": "m", "tiles": "safekeeping"}, moai=(8, 6, 6))
    state, events = round_over(before)
    assert player(state, YELLOW).moai == moai("")
    assert state.moai == (8, 7, 6)
    assert happened.MoaiReturned(YELLOW, moai("m"), moai("")) in events
    state, events = told(before, "keep medium")
    assert not any(text.startswith("keep") for text in legal(state))
    state, events = round_over(state)
    assert player(state, YELLOW).moai == moai("m")
    assert state.moai == (8, 6, 6)
    assert happened.MoaiReturned(YELLOW, moai(""), moai("m")) in events
    state, _ = round_over(replace(state, phase=Phase.TRANSPORT))
    assert player(state, YELLOW).moai == moai("")


def test_67_barter_does_not_go_beyond_the_limit() -> None:
    state = placing(green={"resources": "r8e", "tiles": "barter"})
    assert not is_legal(state, "barter r e")
    assert is_legal(state, "barter r p")
    assert is_legal(state, "barter ree ppp")
    assert not is_legal(state, "barter rr pp")
    assert not is_legal(state, "barter re re")


@pytest.mark.parametrize(
    ("seats", "empty", "ends"),
    [
        pytest.param(4, 4, True, id="18"),
        pytest.param(4, 5, False, id="18 one more"),
        pytest.param(2, 3, True, id="19"),
        pytest.param(2, 4, False, id="19 one more"),
        pytest.param(3, 4, False, id="74"),
        pytest.param(3, 3, True, id="74 one less"),
    ],
)
def test_when_the_island_is_full(seats: int, empty: int, ends: bool) -> None:
    state, events = round_over(carrying(seats, decider=GREEN, stands=full_island(seats, empty)))
    assert (state.phase is Phase.OVER) == ends
    result = GAME.result(state)
    assert (result is not None) == ends
    if result is not None:
        assert result.reason == "island_full"
        assert events[-1] == happened.GameEnded(result.seats, "island_full")
    assert happened.RoundEnded(1, empty, 0) in events


def test_75_the_round_is_finished_when_the_last_moai_is_erected() -> None:
    on, order = "Y@F5 Y@F4 Y@F3", (YELLOW, GREEN, BLUE, RED)
    before = carrying(4, stands=full_island(4, 5), on=on, yellow={"moai": "s"}, order=order)
    state = after(before, "moai small E3F3F4F5")
    assert (spot(state, "F5").moai, empty_ahu(state)) == (Size.SMALL, 4)
    assert (state.phase, state.decider) == (Phase.TRANSPORT, GREEN)
    state, _ = round_over(state)
    assert state.phase is Phase.OVER


def test_76_three_quiet_rounds_end_the_game() -> None:
    state = carrying(quiet_rounds=1, quiet=True, decider=GREEN)
    state, events = round_over(state)
    assert (state.phase, state.quiet_rounds) == (Phase.PLACE, 2)
    state, events = round_over(replace(state, phase=Phase.TRANSPORT))
    assert state.phase is Phase.OVER
    result = GAME.result(state)
    assert result is not None
    assert result.reason == "quiet_rounds"
    assert happened.RoundEnded(2, 21, 3) in events


def test_76_a_round_with_a_moai_or_a_pukao_is_not_quiet() -> None:
    state = carrying(quiet_rounds=2, quiet=True, on="Y@E2 Y@E1", yellow={"moai": "s"})
    state, _ = round_over(after(state, "moai small E3E2E1"))
    assert (state.phase, state.quiet_rounds) == (Phase.PLACE, 0)
    state = carrying(quiet_rounds=2, quiet=True, on="Y@B3 Y@A3", stands="A3s", yellow={"resources": "4r"})
    state, _ = round_over(after(state, "pukao C3B3A3", "exchange hut rrrr"))
    assert (state.phase, state.quiet_rounds) == (Phase.PLACE, 0)


def test_77_a_kind_leaves_the_display_when_one_of_it_is_taken() -> None:
    before = laid("rest rest thrift mana thrift barter")
    assert (before.phase, before.decider) == (Phase.DISPLAY, BLUE)
    state, events = told(before, "tile rest")
    assert state.display[Tile.REST] == 0
    assert player(state, BLUE).tiles[Tile.REST] == 1
    assert events == [happened.DisplayTaken(BLUE, Tile.REST, before.display[Tile.REST] - 1)]
    deciders = []
    for tile in ("thrift", "mana", "barter"):
        deciders.append(state.decider)
        state = after(state, f"tile {tile}")
    assert deciders == [GREEN, BLUE, GREEN]
    assert (state.phase, state.decider, state.round) == (Phase.PLACE, GREEN, 1)
    assert sum(state.display) == 0


def test_81_the_chief_is_the_figure_of_the_turn_and_goes_below_a_full_column() -> None:
    green = {"improvements": "chief", "chief": AT_HAND}
    state = placing(green=green, blue={"sculptors": "5 0 0"})
    assert not is_legal(state, "sculptor 1")
    assert is_legal(state, "villager F3")
    state = after(state, "chief 1")
    assert (state.decider, player(state, GREEN).chief) == (BLUE, 1)
    assert carved(sculptors(player(state, GREEN)), state.moai) == moai("s")
