"""The worked examples about pukao, exchanges and scoring, a row each.  Rules: 13.

Example 51 proves ruling 18 too, example 20 ruling 32, example 78 ruling 33.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Part
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.legal_transport import covers, default_payment, price_parts
from engine.rapa_nui_board.rounds import final_result
from engine.rapa_nui_board.state import Offering, OfferingTile, Outstanding, Phase, Resource, State, Tile
from tests.engine.rapa_nui_board.situations import (
    BLUE,
    YELLOW,
    after,
    carrying,
    full_island,
    held,
    is_legal,
    legal,
    of_type,
    player,
    resources,
    round_over,
    spot,
    standing,
    tiles,
    told,
)


def styling(have: str, built: str = "", **parts: Any) -> State:
    """Return a state in which Yellow has just put a pukao on A3, and is to exchange."""
    yellow = {"resources": have, "improvements": built, "tiles": parts.pop("tiles", "")}
    yellow |= {name: parts.pop(name) for name in ("offerings", "tablet") if name in parts}
    return after(carrying(on="Y@B3 Y@A3", stands="A3s", yellow=yellow, **parts), "pukao C3B3A3")


def test_12_a_pukao_pays_its_links_in_reed() -> None:
    before = carrying(on="B@C2 Y@D2 Y@D1", stands="D1m", yellow={"resources": "4e"}, stacks=(4, 3, 4, 4, 4))
    state, events = told(before, "pukao C3C2D2D1")
    assert of_type(events, happened.Gained) == [happened.Gained(BLUE, YELLOW, "C2", Resource.REED)]
    assert (state.phase, legal(state)) == (Phase.EXCHANGE, ["exchange hut eeee", "exchange chicken eeee"])
    state, events = told(state, "exchange chicken eeee")
    assert player(state, YELLOW).offerings == (OfferingTile(Offering.CHICKEN, 8),)
    assert (held(state, YELLOW), held(state, BLUE), standing(state, "D1")) == ("", "r", "Y*")
    assert spot(state, "D1").pukao
    assert events == [
        happened.Paid(YELLOW, Offering.CHICKEN, resources("4e"), False, None, None),
        happened.OfferingTaken(YELLOW, Offering.CHICKEN, 8, 2),
    ]


def test_13_a_necklace_for_four_pearls() -> None:
    before = carrying(decider=BLUE, on="B@C2 B@C1", stands="C1s", blue={"resources": "4p"})
    state, events = told(before, "pukao C3C2C1", "exchange necklace pppp")
    assert of_type(events, happened.Gained) == []
    assert player(state, BLUE).offerings == (OfferingTile(Offering.NECKLACE, 14),)
    assert (state.stacks, state.pukao) == ((4, 4, 4, 4, 3), 19)


def test_14_what_the_space_shows_plays_no_part() -> None:
    before = carrying(on="Y@D3 Y@E2 Y@E1", stands="E1s", yellow={"resources": "4w"})
    state = after(before, "pukao C3D3E3E2E1", "exchange boat wwww")
    assert player(state, YELLOW).offerings == (OfferingTile(Offering.BOAT, 12),)


@pytest.mark.parametrize(
    ("have", "built", "stacks", "taken"),
    [
        pytest.param("4e", "artistic", (0, 4, 4, 4, 4), [("", "chicken"), (" artistic", "hatchet")], id="17"),
        pytest.param("4e", "", (0, 4, 4, 4, 4), [("", "chicken")], id="17 without Artistic"),
        pytest.param("4w", "artistic", (0, 0, 0, 4, 0), [("", "boat")], id="49"),
        pytest.param("4p", "artistic", (0, 0, 0, 0, 4), [("", "necklace")], id="50 as Necklace"),
        pytest.param("4e", "artistic", (0, 0, 4, 4, 4), [(" artistic", "hatchet")], id="ruling 23"),
    ],
)
def test_artistic(have: str, built: str, stacks: tuple[int, ...], taken: list[tuple[str, str]]) -> None:
    state = styling(have, built, stacks=stacks)
    offering = {"4e": "chicken", "4w": "boat", "4p": "necklace"}[have]
    found = [text for text in legal(state) if text.startswith(f"exchange {offering}")]
    assert [text.removeprefix(f"exchange {offering} {have[1] * 4}") for text in found] == [
        extra for extra, _ in taken
    ]
    for text, (_, kind) in zip(found, taken, strict=True):
        (tile,) = player(after(state, text), YELLOW).offerings
        assert tile.offering.name.lower() == kind


@pytest.mark.parametrize(
    ("offering", "payment", "good"),
    [
        pytest.param("hut", "reep", True, id="40"),
        pytest.param("hatchet", "reww", False, id="41"),
        pytest.param("hatchet", "eewp", True, id="42"),
        pytest.param("boat", "wwwp", True, id="43"),
        pytest.param("boat", "ewww", False, id="43 an egg among the wood"),
        pytest.param("hut", "rrr", False, id="three for four"),
        pytest.param("hut", "rrrrr", False, id="five for four"),
        pytest.param("hatchet", "rrwp", False, id="no egg"),
    ],
)
def test_what_is_a_payment(offering: str, payment: str, good: bool) -> None:
    kind = Offering[offering.upper()]
    assert covers(resources(payment), price_parts(kind, thrift=False)) == good
    assert is_legal(styling(payment + "8p8r"), f"exchange {offering} {payment}") == good


@pytest.mark.parametrize(
    ("offering", "payment", "good"),
    [
        pytest.param("hatchet", "rew", True, id="45"),
        pytest.param("necklace", "ppp", True, id="46"),
        pytest.param("necklace", "wpp", False, id="46 a wood among the pearls"),
        pytest.param("hut", "rrrr", False, id="four for three"),
    ],
)
def test_thrift(offering: str, payment: str, good: bool) -> None:
    state = styling("4r4e4w4p", tiles="thrift")
    text = f"exchange {offering} {payment} thrift"
    assert is_legal(state, text) == good
    assert not is_legal(styling("4r4e4w4p"), text)
    assert is_legal(styling("4r4e4w4p", tablet=True), f"exchange {offering} {payment} *thrift") == good
    if good:
        state = after(state, text)
        assert player(state, YELLOW).tiles[Tile.THRIFT] == 0
        assert sum(player(state, YELLOW).resources) == 13


def test_44_the_default_payment_is_offered_first() -> None:
    have = resources("r5e2p")
    assert default_payment(Offering.HUT, have, thrift=False) == resources("reee")
    assert legal(styling("r5e2p"))[0] == "exchange hut reee"


@pytest.mark.parametrize(
    ("have", "extra", "allowed"),
    [
        pytest.param("3r", {}, False, id="47"),
        pytest.param("4r", {}, True, id="47 with four reeds"),
        pytest.param("3r", {"tiles": "thrift"}, True, id="47 with Thrift"),
        pytest.param("3r", {"tablet": True}, True, id="47 with the tablet as Thrift"),
        pytest.param("4r", {"stacks": (0, 4, 4, 4, 4)}, False, id="47 no Hut left"),
        pytest.param("4r", {"stacks": (0, 4, 4, 4, 4), "improvements": "artistic"}, True, id="47 Artistic"),
        pytest.param("4r", {"pukao": 0}, False, id="79"),
        pytest.param("4r", {"stands": "A3s^"}, False, id="48"),
        pytest.param("4r", {"stands": ""}, False, id="48 without a moai"),
    ],
)
def test_when_a_pukao_may_be_carried(have: str, extra: dict[str, Any], allowed: bool) -> None:
    mine = {name: extra[name] for name in ("tiles", "tablet", "improvements") if name in extra}
    rest = {"stands": "A3s", **{name: value for name, value in extra.items() if name not in mine}}
    state = carrying(on="Y@B3 Y@A3", yellow={"resources": have, **mine}, **rest)
    assert is_legal(state, "pukao C3B3A3") == allowed


def test_47_a_tablet_that_pays_for_the_way_does_not_make_the_exchange_possible_too() -> None:
    state = carrying(on="B@B3 Y@A3", stands="A3s", yellow={"resources": "3r", "tablet": True})
    assert [text for text in legal(state) if text.startswith("pukao")] == ["pukao C3B3A3"]
    state = carrying(on="B@B3 Y@A3", stands="A3s", yellow={"resources": "4r", "tablet": True})
    ways = [text for text in legal(state) if text.startswith("pukao")]
    assert ways == ["pukao C3B3A3", "pukao C3B3A3 *mana"]


def test_51_feast_makes_two_exchanges_with_one_pukao() -> None:
    state = styling("4r4e", tiles="feast")
    state = after(state, "exchange hut rrrr feast")
    assert (state.phase, state.decider) == (Phase.EXCHANGE, YELLOW)
    assert not any("feast" in text for text in legal(state))
    state = after(state, "exchange chicken eeee")
    assert [tile.offering for tile in player(state, YELLOW).offerings] == [Offering.HUT, Offering.CHICKEN]
    assert (state.pukao, standing(state, "A3"), held(state, YELLOW)) == (19, "Y*", "")
    assert player(state, YELLOW).tiles == tiles("")
    assert state.decider != YELLOW


def test_51_feast_needs_a_second_exchange_to_be_possible() -> None:
    assert not is_legal(styling("4r3e", tiles="feast"), "exchange hut rrrr feast")
    assert is_legal(styling("4r3e", tiles="feast thrift"), "exchange hut rrrr feast")
    assert not is_legal(styling("3r3e", tiles="feast thrift"), "exchange hut rrr thrift feast")
    twice = styling("3r3e", tiles="feast thrift thrift")
    state = after(twice, "exchange hut rrr thrift feast", "exchange chicken eee thrift")
    assert len(player(state, YELLOW).offerings) == 2
    assert not is_legal(styling("4r3e", tablet=True), "exchange hut rrrr *feast")
    assert is_legal(styling("4r4e", tablet=True), "exchange hut rrrr *feast")


def test_69_the_tablet_is_no_favour() -> None:
    state, _ = round_over(carrying(stands=full_island(3, 3), yellow={"tablet": True}))
    assert state.phase is Phase.OVER
    result = final_result(state)
    assert Part("favour", 0) in result.seats[YELLOW].parts
    assert Part("tablet", 3) in result.seats[YELLOW].parts


def test_71_and_73_outstanding_tiles_go_to_the_first_who_has_what_they_ask_for() -> None:
    state, events = told(styling("4r", offerings="hut8"), "exchange hut rrrr")
    assert of_type(events, happened.OutstandingWon) == [
        happened.OutstandingWon(YELLOW, Outstanding.PAIR_OF_HUTS, 2)
    ]
    owned = tuple(BLUE if owner == YELLOW else None for owner in state.outstanding)  # Blue was the first.
    again, events = told(styling("4r", offerings="hut8", outstanding=owned), "exchange hut rrrr")
    assert of_type(events, happened.OutstandingWon) == []
    assert again.outstanding == owned
    state = styling("4w", offerings="hut8 hut7 chicken9", outstanding=owned)
    state, events = told(state, "exchange boat wwww")
    assert of_type(events, happened.OutstandingWon) == [
        happened.OutstandingWon(YELLOW, Outstanding.THREE_KINDS, 3)
    ]


def test_72_a_tile_counts_as_what_it_is() -> None:
    state = styling("4e", "artistic", offerings="hut8 chicken9")
    state, events = told(state, "exchange chicken eeee artistic")
    assert of_type(events, happened.OutstandingWon) == [
        happened.OutstandingWon(YELLOW, Outstanding.THREE_KINDS, 3)
    ]
    assert state.outstanding[Outstanding.THREE_KINDS] == YELLOW


def test_one_tile_may_win_several() -> None:
    state = styling("4p", offerings="hut8 chicken9 hatchet10 boat12 boat11 chicken8 necklace14")
    _, events = told(state, "exchange necklace pppp")
    assert [event.tile for event in of_type(events, happened.OutstandingWon)] == [
        Outstanding.PAIR_OF_CHICKENS,
        Outstanding.PAIR_OF_BOATS,
        Outstanding.PAIR_OF_NECKLACES,
        Outstanding.THREE_KINDS,
        Outstanding.FIVE_KINDS,
    ]


def test_20_the_final_score() -> None:
    yellow = {"offerings": "hut8 necklace14", "resources": "2r3w", "tablet": True, "tiles": "favour rest"}
    yellow["improvements"] = "fervent"
    result = final_result(carrying(yellow=yellow))
    seat = result.seats[YELLOW]
    assert seat.points == 33
    assert [(part.name, part.points) for part in seat.parts] == [
        ("offerings", 22),
        ("outstanding", 0),
        ("resources", 5),
        ("tablet", 3),
        ("favour", 3),
    ]
    assert seat.rank == 1


def test_78_equals_share_the_victory() -> None:
    blue = {"offerings": "hut68", "tablet": True}
    state = carrying(green={"offerings": "hut71"}, blue=blue, yellow={"offerings": "hut60"})
    assert [(seat.points, seat.rank) for seat in final_result(state).seats] == [(71, 1), (71, 1), (60, 3)]
    assert GAME.result(state) is None
