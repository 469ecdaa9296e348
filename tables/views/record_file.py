"""The file of a finished game, which people keep and pass on: readable for them, and checked when it is read.

{
  "format": "rapa-nui-tables/record",
  "version": 1,
  "game": "chess",
  "rules_version": 1,
  "seats": 2,
  "options": {
    "clock": "none"
  },
  "players": [
    {
      "name": "Ann",
      "computer": null
    },
    {
      "name": "",
      "computer": "random"
    }
  ],
  "moves": [
    [0, "pawn e4"],
    [1, "pawn e5"]
  ]
}
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine.game import CHANCE, AnyGame, IllegalOption, Seat
from engine.record import Ply, Record
from tables.model.errors import Refused
from tables.model.limits import FILE_BYTES, FILE_MOVES
from tables.model.table import SeatInfo
from tables.model.texts import cleaned
from tables.store.text_files import text_of

Text = Annotated[str, Meta(pattern=r"\A[ -~]{1,200}\Z")]
"""A move's text, in the form that `Game.write_move` promises."""
Number = Annotated[int, Meta(ge=0, le=1_000_000)]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat on a seat: a person's name, or the id of a computer player."""

    name: str
    computer: str | None


class Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the file, in this order; see `Record`."""

    format: Literal["rapa-nui-tables/record"]
    version: Literal[1]
    game: Annotated[str, Meta(pattern=r"\A[a-z0-9-]{1,40}\Z")]
    rules_version: Number
    seats: Number
    options: dict[str, str]
    players: tuple[Player, ...]
    moves: Annotated[tuple[tuple[Seat, Text], ...], Meta(max_length=FILE_MOVES)]

    def encode(self) -> bytes:
        """The file, with each move on a line; the same contents give the same bytes."""
        head = msgspec.to_builtins(self)
        moves = ",\n".join(f"    {json.dumps(move)}" for move in head.pop("moves"))
        facts = json.dumps(head, indent=2, ensure_ascii=False).removesuffix("\n}")
        return f'{facts},\n  "moves": [\n{moves}\n  ]\n}}\n'.encode()

    @staticmethod
    def parse(content: bytes) -> Contents:
        """The contents of a file; whether there is such a game is not checked.

        Raises:
            Refused: `bad_record_file`: it is too large, or no such file.
        """
        if len(content) > FILE_BYTES:
            raise Refused("bad_record_file")
        try:
            plain = json.loads(text_of(content), object_pairs_hook=_without_doubles)
            return msgspec.convert(plain, Contents)
        except (ValueError, RecursionError, msgspec.MsgspecError) as fault:
            raise Refused("bad_record_file") from fault


def write(record: Record, players: Sequence[SeatInfo]) -> bytes:
    """The file of a game; it holds nobody's id."""
    return Contents(
        format="rapa-nui-tables/record",
        version=1,
        game=record.game,
        rules_version=record.rules_version,
        seats=record.seats,
        options=dict(sorted(record.options.items())),
        players=tuple(Player(_clean(info), info.computer) for info in players),
        moves=tuple((ply.seat, ply.text) for ply in record.moves),
    ).encode()


def read(
    content: bytes, games: Mapping[str, AnyGame], computers: Collection[str]
) -> tuple[AnyGame, Record, tuple[SeatInfo, ...]]:
    """The game by the record's version of the rules, the record, and who played; moves are not checked.

    Args:
        content: The file.
        games: The games that there are, by id.
        computers: The ids of the computer players.

    Raises:
        Refused: `bad_record_file`: it is too large, or no such file; `unknown_game`; `old_rules_file`: this
            bot has version `known` of the rules, and not the file's version, `found`.
    """
    file = Contents.parse(content)
    newest = games.get(file.game)
    if newest is None:
        raise Refused("unknown_game", game=file.game)
    game = newest.under(file.rules_version)
    if game is None:
        raise Refused("old_rules_file", found=file.rules_version, known=newest.rules_version)
    options = _checked(game, file, computers)
    moves = tuple(Ply(seat, text) for seat, text in file.moves)
    return game, Record(game.id, game.rules_version, file.seats, options, moves), _seats(file)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose keys are all different: programs differ in which of two equal keys counts."""
    named = dict(pairs)
    if len(named) < len(pairs):
        raise ValueError
    return named


def _checked(game: AnyGame, file: Contents, computers: Collection[str]) -> dict[str, str]:
    """All options of the file's game, after a check that seats, players and options fit the game."""
    known = all(player.computer is None or player.computer in computers for player in file.players)
    seated = all(seat == CHANCE or 0 <= seat < file.seats for seat, _ in file.moves)
    if file.seats not in game.seats or len(file.players) != file.seats or not known or not seated:
        raise Refused("bad_record_file")
    try:
        options = game.chosen_options(file.options)
        game.start(file.seats, options)
    except IllegalOption as fault:
        raise Refused("bad_record_file") from fault
    return options


def _seats(file: Contents) -> tuple[SeatInfo, ...]:
    infos = [SeatInfo(seat, None, one.name, one.computer) for seat, one in enumerate(file.players)]
    return tuple(msgspec.structs.replace(info, name=_clean(info)) for info in infos)


def _clean(info: SeatInfo) -> str:
    """A player's name on one line, no longer than allowed; empty for a computer player."""
    return "" if info.computer is not None else cleaned(info.name)
