"""Positions of Ru-Ra-Re in which the best choice is beyond doubt.  Rules: Ru-Ra-Re.

In most of them, two players with equal cards choose in the last turn.  Then the best row is right whatever
the other player chooses: a player who takes another row while the other takes the best one falls behind, and
a clash changes nothing between them.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from engine.counts import added, counted, without
from engine.ru_ra_re.state import CARDS, COPIES, State
from tests.engine.puzzle import Puzzle
from tests.engine.ru_ra_re.situations import NOTHING, situation

EQUAL: Final = "Both stand alike, it is the last turn, and the best row is "


def last_turn(each: str, *rows: str, seats: int = 2, first_scored: bool = True, **parts: Any) -> State:
    """Return the last turn, in which each player has the cards `each`, and the given rows are open."""
    state = situation(
        seats,
        collections=(each,) * seats,
        only_rows=dict(enumerate(rows, 1)),
        deck="",
        last_turn=True,
        turn=10,
        first_scoring=(NOTHING,) * seats if first_scored else None,
        **parts,
    )
    elsewhere = counted((), len(CARDS))
    for shown in (*state.collections, *(counted(row, len(CARDS)) for row in state.rows)):
        elsewhere = added(elsewhere, shown)
    return replace(state, box=without(COPIES, elsewhere), unseen=counted((), len(CARDS)))


PUZZLES: Final = {
    "kings": Puzzle(
        last_turn("3xK", "4 4 4", "K K K", "3 3 3"),
        ("choose 2",),
        EQUAL + "that of the kings: the fourth to sixth bring 21 points, the others 12 and 9.",
    ),
    "the only church": Puzzle(
        last_turn("2xC", "4 4", "C", "3 3"),
        ("choose 2",),
        EQUAL + "the church: the other loses 10 points by it, which are more than 8.",
    ),
    "the third sheep": Puzzle(
        last_turn("2xS", "P O", "S", "H"),
        ("choose 2",),
        EQUAL + "the sheep: the third of a kind brings 3 points, the first of two kinds 2.",
    ),
    "the missing woman": Puzzle(
        last_turn("F B", "4 4 4", "3 3 3", "W"),
        ("choose 3",),
        EQUAL + "the farm woman: with farmer and farmhouse she brings 14 points, the others 12 and 9.",
    ),
    "houses without a couple": Puzzle(
        last_turn("2xF", "B B B", "W W", "4 4"),
        ("choose 2",),
        EQUAL + "that of the women: two couples bring 14 points, houses alone nothing.",
    ),
    "one knight more": Puzzle(
        last_turn("3xN", "4", "N", "3"),
        ("choose 2",),
        EQUAL + "the knight: 2 points, and the other has the most no longer, which costs it 3; a card has 4.",
    ),
    "what stays counts twice": Puzzle(
        last_turn("3xK", "4 4", "K", "3 3", first_scored=False),
        ("choose 2",),
        EQUAL + "the king: both scorings follow, so its 5 points come twice, and those of the cards with a"
        " red cross once.",
    ),
    "a second choice, of two of three": Puzzle(
        last_turn("F W", "2 2", "B", "3", seats=3, waiting=(0, 1), choice=2),
        ("choose 2",),
        EQUAL + "the farmhouse, which brings 7 points; the third player has taken its row.",
    ),
    "the only row that is worth something": Puzzle(
        last_turn("", "F F F", "B B", "4 4 4", "F B", "B B", seats=4),
        ("choose 3",),
        "The other rows bring nobody anything, so who does not try for this one can only leave it to others.",
    ),
    "two kings or a farm": Puzzle(
        last_turn("4xK F B", "W", "K K", "4 4 4"),
        ("choose 2",),
        EQUAL + "that of the kings: the fifth and the sixth bring 16 points, the farm 14, the others 12.",
    ),
}
