"""The things in the pictures that each answer is about, for `cogs.games.touch`.

While a message shows a transport before it is carried out, a touch on the destination carries it out; a touch
on another space leads to a path with or without that space; and a touch on a tile leads to the same path with
or without the tile.  A touch on the last space of a plan carries out the plan.  A touch on a resource leads
to the choices of resources with one of its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from cogs.games.rapa_nui_board.carrying import EXTRAS_OF, ROAD
from cogs.games.rapa_nui_board.exchanging import EXTRAS, taken
from cogs.games.rapa_nui_board.free import BY_TABLET, KINDS
from cogs.games.rapa_nui_board.placing import PICK as PLAN
from cogs.games.rapa_nui_board.placing import decoded
from engine.counts import Counts, counted
from engine.game import IllegalMove
from engine.rapa_nui_board.moves import (
    LETTERS,
    STAR,
    Barter,
    By,
    Carry,
    CarryMoai,
    CarryPukao,
    ChipIn,
    Collect,
    Exchange,
    Improve,
    LendAHand,
    Move,
    PlaceChief,
    PlaceSculptor,
    PlaceSorcerer,
    PlaceVillager,
    Rest,
    Safekeep,
    Take,
    TakeTile,
    TakeTwo,
    read_move,
)
from engine.rapa_nui_board.state import RESOURCES, Observation, Tile
from pictures import Scene
from pictures.rapa_nui_board.island import choices
from tables.verbs.auto_answers import Moves

FIGURES: Final = ("sorcerer", "chief")


def things(seen: Observation, legal_moves: Sequence[Move], texts: Sequence[str]) -> dict[str, list[str]]:
    """The things in the pictures that each of `texts` (moves and picks) is about."""
    steps = Steps(seen, legal_moves, texts)
    return {text: found for text in texts if (found := steps.things(text))}


def chosen(seen: Observation, legal_moves: Sequence[Move], texts: Sequence[str]) -> Scene | None:
    """The picture of the whole board with the path of the transport that a message shows; None: none."""
    shown = Steps(seen, legal_moves, texts).shown
    return None if shown is None else choices(seen.state, shown.path[-1:], shown.path)


class Steps:
    """The answers that a message offers, all together, since the meaning of each depends on the others.

    Attributes:
        shown: The transport that the message shows before it is carried out; None: none.
    """

    def __init__(self, seen: Observation, legal_moves: Sequence[Move], texts: Sequence[str]) -> None:
        self._seen = seen
        self._legal = legal_moves
        moves = list(map(_read, texts))
        bought = [taken(one) for one in moves if isinstance(one, Exchange)]
        self._is_paying = len(set(bought)) < len(bought)
        self.shown: Carry | None = next(
            (one for one in moves if isinstance(one, CarryMoai | CarryPukao)), None
        )
        self._longest_plan = max((len(text) for text in texts if text.startswith(f"{PLAN} ")), default=0)
        self._met: Counter[str] = Counter()

    def things(self, text: str) -> list[str]:
        """The roles of the sprites that `text`, a move or a step of choosing one, is about: `space/D4`."""
        move = _read(text)
        if move is not None:
            return self._of_move(move)
        word, _, rest = text.partition(" ")
        kind = word.removeprefix(STAR)
        seat = self._seen.viewer
        match word, rest:
            case "at", number:
                return self._of_legal(self._legal[int(number)])
            case "plan", codes if len(text) == self._longest_plan:
                placed = decoded(codes[-2:])
                return self._of_move(placed) if placed else []
            case "moai", size:
                return [_with_number(f"carved/{seat}/{size}")]
            case "pukao", "":
                island = self._seen.state.island
                return [_with_number("supply/pukao"), f"space/{island.ids[island.pukao_quarry]}"]
            case _ if word == BY_TABLET:
                return [f"tablet/{seat}"]
            case "lend" | "*lend", figure if figure:
                return [f"{figure}/{seat}"] if figure in FIGURES else [f"sculptor/{seat}/{figure}"]
            case "barter" | "*barter", letters if letters:
                return self._kinds(counted(map(LETTERS.index, letters), len(LETTERS)))
            case _, "" if kind in KINDS:
                return [self._paid(By.TILE if word == kind else By.TABLET, KINDS[kind])]
            case _:
                return []

    def _of_move(self, move: Move) -> list[str]:
        seat = self._seen.viewer
        match move:
            case TakeTile(tile):
                return [_with_number(f"display/{tile.name.lower()}")]
            case PlaceVillager(space) | Rest(space) | LendAHand(space=space):
                return [f"space/{space}"]
            case PlaceSculptor(column) | PlaceChief(column) | ChipIn(column):
                return [f"ledge/{column}|quarry/{column}|makes/{column}"]
            case PlaceSorcerer(position):
                return [f"star/{position}|order/{position - 1}|order/{position - 1}/number"]
            case Improve(improvement):
                role = f"improvement/{seat}/{improvement.name.lower()}"
                return [f"no/{role}|{role}/price|{role}/price/number"]
            case Safekeep(size):
                return [_with_number(f"carved/{seat}/{size.name.lower()}")]
            case Collect(resource):
                return [_with_number(f"resource/{seat}/{resource.name.lower()}")]
            case CarryMoai() | CarryPukao():
                return [f"space/{move.path[-1]}"]
            case Exchange() if not self._is_paying:
                role = f"stack/{taken(move).name.lower()}"
                return [f"{role}|{role}/value|{role}/number"]
            case Exchange(payment=kinds) | Barter(take=kinds) | Take(kinds) | TakeTwo(kinds):
                return self._kinds(kinds)
            case _:
                return []

    def _of_legal(self, move: Any) -> list[str]:
        """The things that distinguish a move, picked by its number, from the transport that is shown."""
        shown = self.shown
        if isinstance(move, Exchange):
            paid = [self._paid(by, tile) for field, tile in EXTRAS.items() if (by := getattr(move, field))]
            return [*self._of_move(move), *paid]
        if shown is None or not isinstance(move, CarryMoai | CarryPukao):
            return self._of_move(move)
        if move.path == shown.path:
            fields = {**ROAD, **EXTRAS_OF[type(shown)]}
            return [
                self._paid(getattr(move, field) or getattr(shown, field), tile)
                for field, tile in fields.items()
                if getattr(move, field) is not getattr(shown, field)
            ]
        differ = sorted({*move.path} ^ {*shown.path})
        about = [space for space in differ if not self._met[space]]
        about = about or [min(differ, key=lambda space: self._met[space])]
        self._met.update(about)
        return [f"space/{space}" for space in about]

    def _paid(self, by: By, tile: Tile) -> str:
        return f"tablet/{self._seen.viewer}" if by is By.TABLET else self._tile(tile)

    def _kinds(self, counts: Counts) -> list[str]:
        seat = self._seen.viewer
        named = zip(RESOURCES, counts, strict=True)
        return [_with_number(f"resource/{seat}/{kind.name.lower()}") for kind, count in named if count]

    def _tile(self, tile: Tile) -> str:
        return _with_number(f"tile/{self._seen.viewer}/{tile.name.lower()}")


def _read(text: str) -> Move | None:
    """The last move of a text, or of the plan in it; None: it is a pick."""
    moves = Moves.parse(text)
    try:
        return read_move([*moves.now, *moves.later][-1])
    except IllegalMove:
        return None


def _with_number(role: str) -> str:
    return f"{role}|{role}/number"
