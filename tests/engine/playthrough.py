"""Recorded games as readable text: each move, its alternatives, its events, and everybody's observations.

A line with `=` shows what has changed for a spectator; a line with `= seat 0`, what has changed for that seat
alone; a line with `:`, an event as a spectator learns of it.

A change of the rules shows as a difference in `tests/engine/playthroughs/`.  If the change is intended, this
command writes all files anew: `python -m tests.engine.playthrough`
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Viewer
from tests.engine.seeded import Setup, fields_seen, random_game

FOLDER: Final = Path(__file__).parent / "playthroughs"


def path(game: AnyGame, seats: int) -> Path:
    """Return the path of the recorded game with this number of seats."""
    return FOLDER / f"{game.id}-{seats}.txt"


def playthrough(game: AnyGame, seats: int) -> str:
    """Return the text of one game, from the first move to the result."""
    return "\n".join(_lines(Setup(game, seats, game.chosen_options({})))) + "\n"


def _lines(setup: Setup) -> Iterator[str]:
    game = setup.game
    yield f"{game.id}, rules version {game.rules_version}, {setup.seats} players"
    yield f"options: {', '.join(f'{name} {value}' for name, value in setup.options.items())}"
    sights = Sights(game, setup.seats)
    end: Any = None
    for number, played in enumerate(random_game(setup, seed=setup.seats)):
        yield from sights.changes(played.before)
        who = "chance" if played.seat == CHANCE else f"seat {played.seat}"
        yield f"\n{number:3} {who}: {game.write_move(played.move)}"
        legal = [game.write_move(move) for move in game.legal_moves(played.before, played.seat)]
        if legal:
            yield f"    of {', '.join(legal)}"
        for event in game.seen(played.events, None):
            yield f"    : {_line(event)}"
        end = played.after
    yield from sights.changes(end)
    result = game.result(end)
    assert result is not None
    yield f"\n{result.reason}"
    for seat, one in enumerate(result.seats):
        parts = ", ".join(f"{part.name} {part.points}" for part in one.parts)
        yield f"seat {seat}: rank {one.rank}, {one.points} points ({parts})"


class Sights:
    """The latest observations of a spectator and of the seats, as texts."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game = game
        self.last: dict[Viewer, dict[str, str]] = {viewer: {} for viewer in (None, *range(seats))}

    def changes(self, state: Any) -> Iterator[str]:
        """Yield a line for each viewer whose observation has changed; a public change is in one line only."""
        public = self._flat(state, None)
        for viewer, last in self.last.items():
            now = self._flat(state, viewer)
            if viewer is not None:
                now = {key: text for key, text in now.items() if public.get(key) != text}
            changed = [f"{key}={text}" for key, text in now.items() if last.get(key) != text]
            changed += [f"no {key}" for key in last if key not in now]
            self.last[viewer] = now
            if changed:
                yield f"    = {'' if viewer is None else f'seat {viewer}: '}{'; '.join(changed)}"

    def _flat(self, state: Any, viewer: Viewer) -> dict[str, str]:
        seen = fields_seen(self.game, self.game.observe(state, viewer))
        return dict(pair for name, value in seen.items() if name != "viewer" for pair in _flat(value, name))


def _flat(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """Yield each number or list of numbers in a value, with its path: `seats.0.wood`, `3`."""
    dot = f"{key}." if key else ""
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _flat(getattr(value, field), dot + field)
    elif isinstance(value, tuple) and any(isinstance(one, tuple | msgspec.Struct) for one in value):
        for at, one in enumerate(value):
            yield from _flat(one, f"{dot}{at}")
    else:
        yield key, _text(value)


def _text(value: Any) -> str:
    match value:
        case None:
            return "-"
        case Enum():
            return value.name.lower()
        case tuple():
            return f"[{' '.join(map(_text, value))}]"
        case _:
            return str(value)


def _line(event: msgspec.Struct) -> str:
    name = str(event.__struct_config__.tag)
    return " ".join([name, *(f"{key}={text}" for key, text in _flat(event, ""))])


def main() -> None:
    """Write the texts of all games."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for game in games().values():
        for seats in game.seats:
            path(game, seats).write_text(playthrough(game, seats), "utf-8")


if __name__ == "__main__":
    main()
