"""Positions of the board game in which the best move is beyond doubt.  Rules: Rapa Nui board.

They are in the last round of a game of two: three ahu are empty, and the other player has dropped out, or has
no figure left.  So only the points at the end of the round count, among them one for each resource.
"""

from __future__ import annotations

from typing import Any, Final

from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.state import ISLANDS, State
from tests.engine.puzzle import Puzzle, beginning
from tests.engine.rapa_nui_board.situations import BLUE, GREEN, after, carrying, placing

STANDING: Final = "ssssssmmmmmlll"
"""The sizes of the erected moai; the ahu E4, F4 and G4 are empty."""
LAID: Final = {"E4": "safekeeping", "F4": "safekeeping", "G4": "rest"}
"""Ahu tiles that bring no points at the end."""


def stands(styled: str = "") -> str:
    """Return the erected moai, all with a pukao except those on `styled`."""
    island = ISLANDS[2]
    ids = [island.ids[space] for space in island.ahu][: len(STANDING)]
    hats = ("" if one in styled.split() else "^" for one in ids)
    return " ".join(one + size + hat for one, size, hat in zip(ids, STANDING, hats, strict=True))


def last(on: str, plain: str = "", green: dict[str, Any] | None = None, **parts: Any) -> State:
    """Return a state in the last round's transports: Blue has dropped out, Green has the parts in `green`."""
    return carrying(
        2,
        GREEN,
        on=on,
        stands=stands(plain),
        lies=LAID,
        moai=(0, 1, 2),
        pukao=6,
        green={"resources": "", **(green or {})},
        blue={"resources": "rew", "dropped_out": True, **parts.pop("blue", {})},
        **parts,
    )


ROAD: Final = "G@C2 G@D2 G@D4"
STYLED: Final = "pukao B2C2D2D3D4"

SCULPTING: Final = placing(
    2,
    GREEN,
    on="G@E3 G@E4",
    stands=stands(),
    lies=LAID,
    moai=(0, 1, 2),
    pukao=6,
    green={"villagers": 1, "sorcerer": 1, "sculptors": "1 1 0", "resources": "", "tablet": False},
    blue={"villagers": 0, "sorcerer": 2, "sculptors": "1 0 0", "resources": "", "tablet": False},
)
PAIR: Final = after(
    last(ROAD, "D4", {"resources": "4w4p", "offerings": "boat12"}, stacks=(3, 3, 3, 2, 2)), STYLED
)
THIRD: Final = after(
    last(
        ROAD,
        "D4",
        {"resources": "r5ewp", "offerings": "hut8 chicken9"},
        stacks=(2, 2, 3, 3, 3),
        outstanding=(None, BLUE, None, None, None, None, None),
    ),
    STYLED,
)
TWO: Final = last("", green={"tiles": "take_2_more"})

PUZZLES: Final = {
    "style before dropping out": Puzzle(
        last(ROAD, "D4", {"resources": "4p"}),
        (STYLED,),
        "Four pearls are worth 4 points, the Necklace 14, and it is the last round.",
    ),
    "the dearer of two offerings": Puzzle(
        after(last(ROAD, "D4", {"resources": "4e4p"}), STYLED),
        ("exchange necklace pppp",),
        "Only one exchange is left, and each costs four resources: 14 points are more than 9 and 8.",
    ),
    "the pair makes up for it": Puzzle(
        PAIR,
        beginning(GAME, PAIR, "exchange boat"),
        "The second Boat is worth 11 and wins the 3 of the pair; the Necklace is worth 13.",
    ),
    "the third kind": Puzzle(
        THIRD,
        beginning(GAME, THIRD, "exchange hatchet"),
        "The Hatchet is worth 10 and the 3 of three kinds, for four resources like the others, of 8 at most.",
    ),
    "a transport that pays the other more": Puzzle(
        last("B@E3 B@F3 G@F4", green={"moai": "s"}),
        ("drop",),
        "The moai brings one resource, and Blue gains two for its spaces on the way; the tile has no use.",
    ),
    "what completes the exchange": Puzzle(
        after(
            last("G@E3 G@F3 G@F4 G@C2 G@D2 G@D4", "D4", {"resources": "3w", "moai": "s"}),
            "moai small D3E3F3F4",
        ),
        ("take w",),
        "With the fourth wood the Boat can be had for D4, which is worth 12; with an egg nothing.",
    ),
    "two resources for nothing": Puzzle(
        TWO,
        beginning(GAME, TWO, "two"),
        "The tile is worth nothing at the end, two resources are 2 points.",
    ),
    "nothing is built in the last turn": Puzzle(
        last("G@D4", green={"resources": "2w"}),
        ("drop",),
        "What is paid for an improvement is worth 2 points, and the round is the last.",
    ),
    "rest to act again": Puzzle(
        last("G@C2 G@D2 G@D4*", "D4", {"resources": "4p", "tiles": "rest"}),
        ("rest D4",),
        "A fresh transporter at D4 can style its moai for the Necklace; without Rest nothing can be done.",
    ),
    "the third sculptor makes it large": Puzzle(
        SCULPTING,
        ("sculptor 3",),
        "There is one way to an empty ahu, so one moai counts: large it brings five resources, medium three.",
    ),
}
