"""Recorded games of every released version of the rules, in `released/<game>-v<version>-<seats>.json`.

They keep each version as it was: if a rule is changed without a new version, a recorded game replays
differently. People's running games are journals of such moves.  After a new version of some rules:

- `python -m tests.engine.released` records games of each version that has none yet; it overwrites nothing.
- `python -m tests.engine.released --seen` writes the digests of observations anew, after their form was
  changed on purpose.  Moves and results stay: if those differ, the rules have changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Event, Result, Seat, Viewer
from engine.players import PLAYERS
from engine.record import Ply, Record
from tests.engine.replayed import replay
from tests.engine.seeded import Seeded, Setup, Turns, all_setups, fields_seen

FOLDER: Final = Path(__file__).parent / "released"
FEWEST: Final = 3
"""The fewest games of each version and number of players; there are more if there are more options to try."""


class Made(msgspec.Struct, frozen=True, array_like=True):
    """A move, and a digest of everybody's observations after it."""

    seat: Seat
    text: str
    seen: str


class Recorded(msgspec.Struct, frozen=True):
    """A recorded game.

    Attributes:
        options: All options of the table.
        result: The result at the end.
        moves: All moves in order, including those of chance.
    """

    options: dict[str, str]
    result: Result
    moves: tuple[Made, ...]

    def record(self, game: AnyGame, seats: int) -> Record:
        """Return the game as a record."""
        moves = tuple(Ply(made.seat, made.text) for made in self.moves)
        return Record(game.id, game.rules_version, seats, self.options, moves)


def path(game: AnyGame, seats: int) -> Path:
    """Return the path of the recorded games of a version."""
    return FOLDER / f"{game.id}-v{game.rules_version}-{seats}.json"


def read(game: AnyGame, seats: int) -> tuple[Recorded, ...]:
    """Return the recorded games of a version."""
    return msgspec.json.decode(path(game, seats).read_bytes(), type=tuple[Recorded, ...])


def write(game: AnyGame, seats: int, recorded: Sequence[Recorded]) -> None:
    """Write recorded games to their file, one move a line."""
    text = ",\n".join(_text(one) for one in recorded)
    path(game, seats).write_text(f"[\n{text}\n]\n", "utf-8")


def _text(recorded: Recorded) -> str:
    options, result = (msgspec.json.encode(one).decode() for one in (recorded.options, recorded.result))
    moves = ",\n".join(msgspec.json.encode(made).decode() for made in recorded.moves)
    return f'{{"options":{options},\n"result":{result},\n"moves":[\n{moves}\n]}}'


def versions() -> Iterator[AnyGame]:
    """Yield every game by each version of its rules, the newest first."""
    for game in games().values():
        yield from (game, *game.former)


def replayed(game: AnyGame, record: Record) -> Recorded:
    """Replay a game by the present code, and return it as recorded now."""
    _, steps = replay(game, record)
    moves = tuple(
        Made(step.ply.seat, step.ply.text, _digest(game, record.seats, step.state, step.events))
        for step in steps
    )
    result = game.result(steps[-1].state)
    assert result is not None
    return Recorded(dict(record.options), result, moves)


def _digest(game: AnyGame, seats: int, state: Any, events: Sequence[Event]) -> str:
    viewers: tuple[Viewer, ...] = (None, *range(seats))
    sights = [
        [fields_seen(game, game.observe(state, viewer)), game.seen(events, viewer)] for viewer in viewers
    ]
    asked = [[seat, game.question(state, seat)] for seat in game.to_move(state) if seat != CHANCE]
    told = [sights, fields_seen(game, game.reveal(state)), asked, game.turn(state)]
    return blake2b(msgspec.json.encode(told), digest_size=4).hexdigest()


def recorded(game: AnyGame, seats: int) -> tuple[Recorded, ...]:
    """Return games of people who play at random or sensibly; together they have all values of all options."""
    return tuple(
        replayed(game, _played(setup, number, sensible=number % 2 == 1))
        for number, setup in enumerate(_setups(game, seats))
    )


def _setups(game: AnyGame, seats: int) -> list[Setup]:
    every = [
        Setup(game, seats, one.options)
        for one in all_setups()
        if one.game.id == game.id and one.seats == seats
    ]
    chosen: list[Setup] = []
    tried: set[tuple[str, str]] = set()
    for setup in (every[0], *reversed(every)):
        if set(setup.options.items()) - tried:
            chosen.append(setup)
            tried |= set(setup.options.items())
    return [*chosen, *every * FEWEST][: max(FEWEST, len(chosen))]


def _played(setup: Setup, seed: int, *, sensible: bool) -> Record:
    game, chance, turns, state = setup.game, Seeded(seed), Turns(setup.game), setup.start()
    moves: list[Ply] = []
    while (seat := turns.next_seat(state)) is not None:
        move = _chosen(game, state, seat, chance, sensible=sensible)
        moves.append(Ply(seat, game.write_move(move)))
        state, _ = game.apply(state, seat, move)
    return Record(game.id, game.rules_version, setup.seats, setup.options, tuple(moves))


def _chosen(game: AnyGame, state: Any, seat: Seat, chance: Seeded, *, sensible: bool) -> Any:
    if seat == CHANCE:
        return game.chance_move(state, chance)
    # Now and then, sensible people make an unexpected move, too.
    player = PLAYERS["sensible" if sensible and chance.below(8) else "random"]
    return player(game, game.observe(state, seat), seat, chance)


def main() -> None:
    """Record missing games, or write the digests anew."""
    FOLDER.mkdir(exist_ok=True)
    for game in versions():
        for seats in game.seats:
            if not path(game, seats).exists():
                write(game, seats, recorded(game, seats))
            elif "--seen" in sys.argv:
                write(game, seats, [_seen_anew(game, seats, one) for one in read(game, seats)])


def _seen_anew(game: AnyGame, seats: int, known: Recorded) -> Recorded:
    return msgspec.structs.replace(known, moves=replayed(game, known.record(game, seats)).moves)


if __name__ == "__main__":
    main()
