"""The sentence on a game's remarkable event is true, and follows from public events."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cogs.games import screens
from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.game import Event
from engine.rapa_nui_board.events import MoaiCarried, PukaoCarried
from engine.rapa_nui_board.state import Size
from engine.rapa_nui_cards.events import Received, TurnBegan
from engine.rapa_nui_cards.state import Gain
from engine.ru_ra_re.events import Clashed
from engine.ru_ra_re.state import Card
from locales import in_language
from tables.model.table import SeatInfo

SEATS = tuple(SeatInfo(seat, seat + 1, name, None) for seat, name in enumerate(("Tane", "Make", "Hotu")))


def moai(seat: int, *path: str) -> MoaiCarried:
    return MoaiCarried(seat, Size.LARGE, path, None, None, None, None)


def clash(*seats: int) -> Clashed:
    return Clashed(1, seats, Card.KING, 2)


@pytest.mark.parametrize(
    ("game_id", "events", "said"),
    [
        ("rapa-nui-cards", [], ""),
        ("rapa-nui-cards", [TurnBegan(0, 1), Received(0, Gain(goods=(1, 0, 0, 0)))], ""),
        ("rapa-nui-cards", [Received(0, Gain(wood=3, glory=2)), Received(1, Gain(wood=2))],
         "Tane had the biggest wood haul: 3 wood in one scoring."),
        ("rapa-nui-cards", [Received(0, Gain(wood=9)), Received(1, Gain(glory=4))],
         "Make had the best single scoring: 4 points."),
        ("ru-ra-re", [], "Nobody clashed all game."),
        ("ru-ra-re", [clash(2, 0)], "Tane and Hotu clashed most often: once."),
        (
            "ru-ra-re",
            [clash(0, 1, 2), clash(1, 2)],
            "Make and Hotu clashed most often: 2 times.",
        ),
        ("rapa-nui-board", [], ""),
        ("rapa-nui-board", [moai(0, "crater", "A1"), PukaoCarried(1, ("q", "B1", "B2"), None, None, None)],
         "Make carried a pukao the farthest: 2 steps."),
        ("rapa-nui-board", [moai(2, "crater", "A1"), moai(0, "crater", "A2")],
         "Hotu carried a large moai the farthest: 1 step."),
    ],
)  # fmt: skip
def test_it_is_the_most_that_happened(game_id: str, events: Sequence[Event], said: str) -> None:
    words = Localizer(in_language("en")).for_alt_text
    told = screens()[game_id].highlight(events, Names(SEATS, words), words)
    assert told.replace("\u00a0", " ") == said
