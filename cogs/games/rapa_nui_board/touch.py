"""The things in the pictures that each answer is about, for `cogs.games.touch`.

While a message shows a transport before it is carried out, a touch on the destination carries it out; a touch
on another space leads to a path with or without that space; and a touch on a tile leads to the same path with
or without the tile.  A touch on the last space of a plan carries out the plan.  A touch on a resource leads
to the choices of resources with one of its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from cogs.games.contract import about
from cogs.games.rapa_nui_board.carrying import EXTRAS_OF, ROAD
from cogs.games.rapa_nui_board.exchanging import EXTRAS, taken
from cogs.games.rapa_nui_board.free import BY_TABLET, KINDS
from cogs.games.rapa_nui_board.placing import PICK as PLAN
from cogs.games.rapa_nui_board.placing import decoded
from engine.rapa_nui_board.moves import (
    LETTERS,
    STAR,
    By,
    Carry,
    Exchange,
    Move,
    read_move,
    write_move,
)
from engine.rapa_nui_board.state import RESOURCES, Observation, Tile
from pictures import Scene
from pictures.rapa_nui_board.island import choices

TOUCHED: Final[Mapping[str, tuple[str, ...]]] = {
    "tile": ("display/{1}",),
    "villager": ("space/{1}",),
    "rest": ("space/{1}",),
    "lend": ("space/{2}",),
    **dict.fromkeys(("sculptor", "chief", "chip"), ("ledge/{1}|quarry/{1}|makes/{1}",)),
    "improve": ("no/improvement/{own}/{1}|improvement/{own}/{1}/price",),
    "keep": ("carved/{own}/{1}",),
    "collect": ("resource/{own}/{1}",),
}


def things(seen: Observation, legal_moves: Sequence[Move], texts: Sequence[str]) -> dict[str, list[str]]:
    """The things in the pictures that each of `texts` (moves, or steps of choosing one) is about."""
    steps = Steps(seen, legal_moves, texts)
    return {text: steps.things(text) for text in texts}


def chosen(seen: Observation, legal_moves: Sequence[Move], texts: Sequence[str]) -> Scene | None:
    """The whole board with the path of the transport that a message previews; None: no such transport."""
    shown = Steps(seen, legal_moves, texts).shown
    return None if shown is None else choices(seen.state, shown.path[-1:], shown.path)


class Steps:
    """The answers that a message offers, all together, since the meaning of each depends on the others.

    Attributes:
        shown: The transport that the message shows before it is carried out; None: no such transport.
    """

    def __init__(self, seen: Observation, legal_moves: Sequence[Move], texts: Iterable[str]) -> None:
        self._seen = seen
        self._legal = legal_moves
        moves = [read_move(text) for text in texts if is_of_transport(text)]
        bought = [taken(one) for one in moves if isinstance(one, Exchange)]
        self._is_paying = len(set(bought)) < len(bought)
        self.shown = next((one for one in moves if isinstance(one, Carry)), None)
        self._longest_plan = max((len(text) for text in texts if text.startswith(f"{PLAN} ")), default=0)
        self._met: Counter[str] = Counter()

    def things(self, text: str) -> list[str]:
        """The things that a move, or a step of choosing one, is about."""
        own, island = self._seen.viewer, self._seen.state.island
        if is_of_transport(text):
            return self._of_move(read_move(text))
        match text.removeprefix(STAR).split(" "):
            case ["at", number]:
                return self._of_legal(self._legal[int(number)])
            case ["plan", codes] if len(text) == self._longest_plan and (move := decoded(codes[-2:])):
                return self.things(write_move(move))
            case ["moai", size]:
                return [f"carved/{own}/{size}"]
            case ["pukao"]:
                return ["supply/pukao", f"space/{island.ids[island.pukao_quarry]}"]
            case [word] if word == BY_TABLET:
                return [f"tablet/{own}"]
            case [word] if word in KINDS:
                return [self._paid(By.TABLET if text.startswith(STAR) else By.TILE, KINDS[word])]
            case ["lend", figure]:
                return [f"sculptor/{own}/{figure}" if figure.isdecimal() else f"{figure}/{own}"]
            case ["sorcerer", position]:
                return [f"star/{position}|order/{int(position) - 1}"]
            case ["barter" | "two" | "take", *_, letters]:
                return self._kinds(map(LETTERS.index, letters))
            case _:
                return about(TOUCHED, text, own)

    def _of_move(self, move: Any) -> list[str]:
        if isinstance(move, Carry):
            return [f"space/{move.path[-1]}"]
        if self._is_paying:
            return self._kinds(kind for kind, count in enumerate(move.payment) if count)
        role = f"stack/{taken(move).name.lower()}"
        return [f"{role}|{role}/value"]

    def _of_legal(self, move: Any) -> list[str]:
        """The things that distinguish a move, picked by its number, from the transport that is shown."""
        shown = self.shown
        if isinstance(move, Exchange):
            paid = [self._paid(by, tile) for field, tile in EXTRAS.items() if (by := getattr(move, field))]
            return [*self._of_move(move), *paid]
        if shown is None:
            return self._of_move(move)
        if move.path == shown.path:
            fields = {**ROAD, **EXTRAS_OF[type(shown)]}
            return [
                self._paid(getattr(move, field) or getattr(shown, field), tile)
                for field, tile in fields.items()
                if getattr(move, field) is not getattr(shown, field)
            ]
        differ = sorted({*move.path} ^ {*shown.path})
        spaces = [space for space in differ if not self._met[space]]
        spaces = spaces or [min(differ, key=lambda space: self._met[space])]
        self._met.update(spaces)
        return [f"space/{space}" for space in spaces]

    def _paid(self, by: By, tile: Tile) -> str:
        own = self._seen.viewer
        return f"tablet/{own}" if by is By.TABLET else f"tile/{own}/{tile.name.lower()}"

    def _kinds(self, kinds: Iterable[int]) -> list[str]:
        return [f"resource/{self._seen.viewer}/{RESOURCES[kind].name.lower()}" for kind in sorted(set(kinds))]


def is_of_transport(text: str) -> bool:
    """Whether a text is the move of a transport or exchange, and no step of choosing one."""
    words = text.split(" ")
    return len(words) > 1 + (words[0] == "moai") and words[0] in ("moai", "pukao", "exchange")
