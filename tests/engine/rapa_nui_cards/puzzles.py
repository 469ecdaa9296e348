"""Positions of the card game in which the best move is beyond doubt.  Rules: Rapa Nui cards.

In most of them, the next card that is taken ends the game: each column has one card, and the deck has two.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from engine.counts import Counts, added, changed, counted, listed, without
from engine.rapa_nui_cards.state import CARDS, CARDS_OF_EACH_GOOD, DECK, Card, Phase, State
from tests.engine.puzzle import Puzzle
from tests.engine.rapa_nui_cards.situations import after, cards, goods, situation, village

STARTED: Final = village("m s g f s g L L")
"""The cards with which two players begin, in hands and villages."""
LAST: Final = ("L", "P", "g", "s")
"""The cards of four columns, each of which is refilled when its card is taken."""
THEIRS: Final = "s g L"
NONE: Final = "0 0 0 0"


def position(
    hand: str,
    own: str,
    other: str | None = None,
    columns: tuple[str, ...] = LAST,
    held: tuple[str, str] = (NONE, NONE),
    stone: str = NONE,
    **parts: Any,
) -> State:
    """Return a position of two players with these cards in hand and village; seat 0 is to move.

    All other cards are in the other village or, if that is given, in the deck.  Moai that aren't named have
    left the game; goods that aren't named are in the supply.
    """
    deck = "f f" if other is None else ""
    left = added(counted(DECK, len(CARDS)), STARTED)
    for shown in (own, other or "", hand, THEIRS, deck, *columns):
        left = without(left, village(shown))
    assert min(left) >= 0
    gone = left[Card.MOAI]
    left = changed(left, Card.MOAI, -gone)
    supply: Counts = (CARDS_OF_EACH_GOOD,) * 4
    for elsewhere in (stone, *held):
        supply = without(supply, goods(elsewhere))
    state = situation(hands=(hand, THEIRS), columns=columns, held=held, stone=stone, **parts)
    return replace(
        state,
        villages=(village(own), left if other is None else village(other)),
        deck=cards(deck) if other is None else tuple(listed(left, CARDS)),
        supply=supply,
        removed_moai=gone,
        turn=30,
    )


PUZZLES: Final = {
    "buy with wood that is worth nothing": Puzzle(
        position("L L L", "L f m s g", stone="5 3 1 0", wood=(4, 0)),
        ("buy fish",),
        "The game ends with this turn: four wood are worth nothing, a fish is worth 3 points.",
    ),
    "don't buy what is worth nothing": Puzzle(
        position("L L L", "L", wood=(5, 0)),
        ("skip",),
        "The game ends with this turn: nothing lies on the stone, so goods are worth nothing, wood a point.",
    ),
    "raise a Moai in the last turn": Puzzle(
        position(
            "M L L",
            "L",
            held=("0 0 0 2", "0 0 0 2"),
            stone="9 6 3 0",
            phase=Phase.PLAY,
            wood=(7, 0),
        ),
        ("play moai",),
        "It is worth 4 points, the wood 1; goods are ranked too far apart for the sacrifices to matter.",
    ),
    "don't break into five wood": Puzzle(
        position("f f L", "L", phase=Phase.PLAY, wood=(5, 0)),
        ("gather fish 1", "play lumberjack"),
        "The game ends with this turn: two Gatherers cost a wood, and with it a point; cards are worth none.",
    ),
    "sacrifice what is worth nothing": Puzzle(
        position(
            "L L", "L M", held=("2 0 0 1", "1 0 0 0"), stone="9 6 3 0", phase=Phase.SACRIFICE, wood=(0, 0)
        ),
        ("sacrifice grain",),
        "A fish is worth 3 points and grain none, and one card changes no rank.",
    ),
    "offer what lifts one's own": Puzzle(
        position("L L", "L M", held=("5 0 0 0", "0 2 0 3"), stone="4 2 0 4", phase=Phase.OFFER, wood=(0, 0)),
        ("offer fish",),
        "With one more fish all goods but one's own are worth a point less.",
    ),
    "end it while ahead": Puzzle(
        position(
            "L L",
            "L s g",
            columns=("g", "P L", "P L", "P L"),
            phase=Phase.TAKE,
            wood=(0, 0),
            glory=(10, 9),
        ),
        ("take 1",),
        "It ends the game, which is won by a point; all else scores the Priests, which the other has.",
    ),
    "don't end it while behind": Puzzle(
        position(
            "L L",
            "L P P P P s g",
            columns=("g", "P L", "P L", "P L"),
            phase=Phase.TAKE,
            wood=(0, 0),
            glory=(9, 11),
        ),
        ("take 2", "take 3", "take 4"),
        "The first column ends the game, which is lost then; the others score one's own Priests.",
    ),
    "uncover what pays only oneself": Puzzle(
        position(
            "m s",
            "L f f m P P P",
            "L L L L L g g s s M M M",
            columns=("s g P L", "g P L L", "f m g L", "f s g M L"),
            phase=Phase.TAKE,
            wood=(3, 3),
        ),
        ("take 1",),
        "The cards to take are alike; beneath the first one lies a Priest, which pays four points to oneself"
        " and none to the other, and beneath the others lies what pays the other more, or alone.",
    ),
    "take points when wood comes too late": Puzzle(
        after(
            position(
                "L L",
                "L M M s g",
                columns=("M L", "P", "g", "s"),
                phase=Phase.TAKE,
                wood=(0, 0),
            ),
            "take 1",
        ),
        ("collect glory",),
        "The other's next turn ends the game, whatever is taken: wood can't be used any more.",
    ),
}
