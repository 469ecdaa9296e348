"""The texts of a turn's controls in Rapa Nui, the board game, and the part of the board they show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from cogs.discord_io.attachments import Picture
from cogs.text import ids
from cogs.text.ids import Pick
from cogs.text.language import Localizer
from cogs.text.ui import Item
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.state import State
from locales import in_language, languages
from tests.cogs.reach import clickable, shown
from tests.cogs.test_rapa_nui_board_choices import asked, controls, drawn, heard, map_text, pick_of, show
from tests.engine.rapa_nui_board.situations import YELLOW, carrying, placing


async def test_a_button_to_the_quarry_says_all_that_would_be_carved() -> None:
    first = {"villagers": 2, "sculptors": "1 0 0"}
    said = heard(controls(placing(decider=YELLOW, yellow=first), plain=True))
    assert "Moai you'll carve: 1 small" in said
    assert "Column 1: Your moai with one more sculptor: 2 small (4 spaces left)" in said
    assert "Column 2: Your moai with one more sculptor: 1 medium (4 spaces left)" in said
    assert "Column 3: Your moai with one more sculptor: 1 small (3 spaces left)" in said
    helped = {"villagers": 1, "chief": 0, "improvements": "chief", "sculptors": "1 1 0"}
    state = placing(decider=YELLOW, yellow={**helped, "tiles": "chip_in"})
    said = heard(controls(state, plain=True))
    assert "Chief below column 3 (moai: 1 large)" in said
    assert "Column 3 (moai: 1 large)" in heard(controls(state, "chip", plain=True))
    plan = heard(controls(state, "plan c3", plain=True))
    assert "Moai you'll carve: 1 large" in plan
    assert "Column 1: Your moai with one more sculptor: 1 large · 1 small" in plan


async def test_the_star_that_makes_one_first_says_so() -> None:
    said = heard(controls(placing(decider=YELLOW, on="Y@E2", yellow={"villagers": 3})))
    assert "Star 1: go 1st" in said
    assert "Star 2: go 2nd" in said


@pytest.mark.parametrize(
    ("mine", "most"), [({"villagers": 4}, 5), ({"villagers": 2}, 3), ({"villagers": 2, "sorcerer": 1}, 2)]
)
async def test_a_plan_is_of_no_more_figures_than_one_has(mine: dict[str, int], most: int) -> None:
    state = placing(decider=YELLOW, yellow=mine)
    assert f"Choose up to {most} figures" in heard(controls(state, "plan"))


@pytest.mark.parametrize(
    ("parts", "moai", "pukao"),
    [
        pytest.param(
            {"on": "Y@E2", "yellow": {"moai": "s"}},
            "You have no fresh transporter on an empty ahu. To raise a moai, you need that",
            "Each pukao comes with an offering, and you can't afford one.",
            id="nobody on an ahu",
        ),
        pytest.param(
            {"on": "Y@E2 Y@E1*", "stands": "E1s", "yellow": {"moai": "s", "resources": "4w"}},
            "You have no fresh transporter on an empty ahu. To raise a moai, you need that",
            "You have no fresh transporter on an ahu with an uncrowned moai.",
            id="only exhausted",
        ),
        pytest.param(
            {"on": "Y@E1 Y@A1", "stands": "A1s", "yellow": {"moai": "s", "resources": "4w"}},
            "There's no chain from E3 to your fresh transporters on E1.",
            "There's no chain from C3 to your fresh transporters on A1.",
            id="no chain",
        ),
        pytest.param(
            {}, "You have no carved moai.", "Each pukao comes with an offering", id="nothing at all"
        ),
        pytest.param(
            {"pukao": 0}, "You have no carved moai.", "All pukao have been placed.", id="no pukao left"
        ),
    ],
)
async def test_where_nothing_can_be_carried_it_says_why(parts: dict[str, Any], moai: str, pukao: str) -> None:
    state = carrying(**parts)
    said = heard(controls(state, plain=True))
    assert "There's nothing you can carry now." in said
    assert f"-# {moai}" in said
    assert f"-# {pukao}" in said


async def test_a_moai_that_cannot_be_erected_says_why_beside_a_pukao_that_can_be_placed() -> None:
    state = carrying(on="B@C2 Y@C1", stands="C1s", yellow={"resources": "4w", "moai": "m"})
    said = heard(controls(state, plain=True))
    assert "Carry it" in said
    assert "-# You have no fresh transporter on an empty ahu" in said


@pytest.mark.parametrize("language", languages())
async def test_what_a_space_is_for_is_said_whole_in_every_language(language: str) -> None:
    mine = "Y@A4 Y@A4 Y@D5 Y@D5"
    for state in (
        placing(on=mine, lies={"A4": "lend_a_hand"}, stands="D5m", decider=YELLOW),
        placing(on=mine, lies={"A4": "log_road"}, stands="D5l^", decider=YELLOW),
        placing(on=mine, stands="A4m^ D5s", decider=YELLOW),
    ):
        for part in drawn(controls(state, language=language)):
            for option in part.get("options", ()):
                assert "…" not in (option.get("description") or ""), option


# The part of the board that is shown


def picture_of(items: Sequence[Item]) -> Picture:
    """Return the picture with which the controls begin."""
    (island,) = (item for item in items if isinstance(item, Picture))
    return island


def buttons_of(items: Sequence[Item]) -> list[str]:
    """Return the labels of all buttons."""
    return [part["label"] for part in drawn(items) if part["type"] == discord.ComponentType.button.value]


def letters_of(items: Sequence[Item]) -> set[str]:
    """Return the spaces that the picture shows."""
    roles = (placed.role for placed in picture_of(items).scene.placed)
    return {role.removeprefix("letters/") for role in roles if role.startswith("letters/")}


async def test_the_map_is_cut_to_where_the_decision_is() -> None:
    state = carrying(on="Y@E2 Y@E1 Y@F2 Y@F1", yellow={"moai": "s"})
    items = controls(state, plain=True)
    assert {"C1", "E1", "F1"} <= letters_of(items)
    assert not letters_of(items) & {"A1", "B2", "G1"}
    assert "Quarry and stars" not in buttons_of(items)
    assert "Map section: Middle." in map_text(items)


async def test_where_it_does_not_fit_one_part_the_others_are_a_click_away_with_the_same_controls() -> None:
    state = placing(on="B@E1", decider=YELLOW, yellow={"villagers": 3})
    first = controls(state, plain=True)
    assert {"C3", "E3"} <= letters_of(first)
    assert {"West", "East", "Quarry and stars"} <= set(buttons_of(first))
    west = controls(state, "in west", plain=True)
    assert {"A1", "D5"} <= letters_of(west)
    assert drawn(controls(state, "in west " + "x" * 99, plain=True)) == drawn(west)
    assert "Map section: West." in map_text(west)
    assert {"Middle", "East", "Quarry and stars"} <= set(buttons_of(west))
    quarry = controls(state, "in aside", plain=True)
    assert not letters_of(quarry)
    assert any(placed.role == "quarry/1" for placed in picture_of(quarry).scene.placed)
    said = map_text(quarry)
    assert "Map section: Quarry and stars." in said
    assert "Free spaces in columns 1–3: 5, 4, 3." in said
    assert any(line.startswith("Moai left: ") for line in said)
    moves = [
        {one.moves for one in map(ids.read, clickable(shown(items))) if isinstance(one, ids.MoveId)}
        for items in (first, west, quarry)
    ]
    assert moves[0] == moves[1] == moves[2]


async def test_another_part_is_shown_in_any_step_and_the_next_step_shows_its_own_again() -> None:
    state = carrying(on="B@D3 B@B3 Y@A3 Y@E2 Y@E1", yellow={"moai": "s"})
    at = pick_of(state, "moai small E3D3C3B3A3")
    there = controls(state, at, plain=True)
    assert {"A3", "D3"} <= letters_of(there)
    assert "E3" not in letters_of(there)
    assert "Route: E3 Rano Raraku, D3, C3 Puna Pau, B3, A3 Akapu." in map_text(there)
    beyond = controls(state, f"in middle {at}", plain=True)
    assert {"C3", "E3"} <= letters_of(beyond)
    assert heard(beyond).count("Carry it") == 1
    found = map(ids.read, clickable(shown(beyond)))
    picks = [Pick.parse(one.detail).picked for one in found if isinstance(one, ids.TableId)]
    assert f"in west {at}" in picks
    assert "" in picks


async def test_a_hint_s_panel_shows_the_part_that_the_hint_is_about() -> None:
    def advised(state: State, move: str, picked: str = "") -> Sequence[Item]:
        question = replace(asked(state, picked), advised=GAME.read_move(move))
        return show(state, question, Localizer(in_language("en")))

    state = placing(on="B@E1", decider=YELLOW, yellow={"villagers": 3})
    assert "A1" not in letters_of(controls(state, plain=True))
    for picked in ("", "in east", "plan"):
        assert "A1" in letters_of(advised(state, "villager A1", picked))
    assert not letters_of(advised(state, "sculptor 1"))
    state = carrying(on="B@D3 B@B3 Y@A3 Y@E2 Y@E1", yellow={"moai": "s"})
    assert "A3" not in letters_of(controls(state, plain=True))
    assert "A3" in letters_of(advised(state, "moai small E3D3C3B3A3"))


async def test_where_nothing_can_be_carried_the_map_shows_the_viewer_s_figures() -> None:
    for own, part in (("A4", "West"), ("G4", "East")):
        items = controls(carrying(on=f"Y@{own} B@D3"), plain=True)
        assert own in letters_of(items)
        assert f"Map section: {part}." in picture_of(items).description
