"""Replays of games: one frame for each move of a seat, with all that the replay's viewer may know.

A public replay shows, at each moment, all that a spectator may know; an open replay, of finished games only,
shows everything. A move without events for the viewer has no frame of its own: its effect shows in the next
frame. A finished game can be saved as a record file, and replayed from the file.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from operator import attrgetter
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from engine import record as records
from engine.deal import VERSION
from engine.game import CHANCE, AnyGame, Event, IllegalOption, Result, Seat
from engine.record import Ply, Record
from tables.model.deals import Deal
from tables.model.errors import Refused
from tables.model.limits import ENDED_TABLES, FILE_BYTES, FILE_MOVES
from tables.model.table import Facts, Phase, SeatInfo, Table, final_result, seats_at
from tables.model.texts import cleaned
from tables.store import journal
from tables.store.database import Database
from tables.store.text_files import text_of
from tables.verbs.lobby import check_readable
from tables.views.looks import final_moves, record_of

ENDED_IN: Final = f"""id IN (
SELECT id FROM tables WHERE channel_id = ? AND phase = 'over'
ORDER BY changed_at DESC, serial DESC LIMIT {ENDED_TABLES})"""


class WholeMove(msgspec.Struct, frozen=True):
    """A move with nothing hidden: its seat, the state after it, its events, and the players at that time."""

    seat: Seat
    state: Any
    events: tuple[Event, ...]
    seats: tuple[SeatInfo, ...]


class Frame(msgspec.Struct, frozen=True):
    """One position of a replay, and the move that led to it.

    Attributes:
        number: The frame's number in the replay, from 0.
        seat: The seat that moved; `CHANCE` in frame 0, which shows the deal.
        turn: The number of the turn in this position; after a turn's last move, that of the next turn.
        observation: The game after the move, and after the chance moves that followed.
        before: The observation of the frame before; in frame 0, its own.
        events: The events of the move, as the replay's viewer may know them.
        seats: The players at the table at that time; without any `person_id` in a replay from a file.
        moves: How many moves the game had until then, including those of chance and those without a frame.
    """

    number: int
    seat: Seat
    turn: int
    observation: Any
    before: Any
    events: tuple[Event, ...]
    seats: tuple[SeatInfo, ...]
    moves: int


class Replay(msgspec.Struct, frozen=True):
    """A game from the deal to its latest move, without moves that were taken back.

    Attributes:
        options: The values of all the game's options.
        is_open: Whether nothing is hidden.
        is_over: Whether the game has ended by its rules.
        frames: The frames, at least one.
        result: The final score; None if the game is not over.
    """

    game: AnyGame
    game_id: str
    options: Mapping[str, str]
    is_open: bool
    is_over: bool
    frames: tuple[Frame, ...]
    result: Result | None

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """The players at the end; in a replay from a file, without any `person_id`."""
        return self.frames[-1].seats

    def number_at(self, moves: int) -> int:
        """The number of the frame that shows the game after `moves` moves, counted as in `Frame.moves`."""
        return max(frame.number for frame in self.frames if frame.number == 0 or frame.moves <= moves)


def of_table(table: Table, is_open: bool) -> Replay:
    """The replay of a table's game so far; `is_open`: whether nothing is hidden.

    Raises:
        Refused: `table_damaged`, `old_rules`, `game_gone`, `not_started`; `not_over`: an open replay was
            asked for before the end.
    """
    check_readable(table)
    if table.fault is not None:  # A cancelled table passes `check_readable`, but its game can't be shown.
        raise Refused(table.fault.code, table=table.facts.id, number=table.fault.number)
    moves = _moves_of(table)
    if not moves:
        raise Refused("not_started")
    if is_open and table.facts.phase is not Phase.OVER:
        raise Refused("not_over")
    facts, result = table.facts, final_result(table)
    return Replay(
        game=table.game,
        game_id=facts.game_id,
        options=facts.options,
        is_open=is_open,
        is_over=result is not None,
        frames=_frames(table.game, moves, is_open),
        result=result,
    )


def of_record(game: AnyGame, record: Record, seats: tuple[SeatInfo, ...], is_open: bool) -> Replay:
    """The replay of a finished game, from its record and players (`seats`); `is_open`: as in `of_table`.

    Raises:
        Refused: `damaged_record_file`: a move can't be replayed, whose number the refusal gives (from 1);
            `unfinished_record_file`: the moves don't lead to the end.
    """
    moves = _of_file(game, record, seats)
    result = game.result(moves[-1].state)
    if result is None:
        raise Refused("unfinished_record_file")
    return Replay(
        game=game,
        game_id=record.game,
        options=record.options,
        is_open=is_open,
        is_over=True,
        frames=_frames(game, moves, is_open),
        result=result,
    )


def _moves_of(table: Table) -> list[WholeMove]:
    """The start of a table's game, as a move of `CHANCE`, and its `final_moves`; empty before the start."""
    made = [
        (step.entry, step.position.state, step.events) for step in table.mainline if step.position is not None
    ]
    if any(step.is_change for step in table.mainline):
        plies, (begun, start, _) = final_moves(table), made[0]
        steps = zip(plies, records.steps(table.game, start, plies), strict=True)
        made = [(begun, start, ()), *((ply.entry, step.state, step.events) for ply, step in steps)]
    return [
        WholeMove(CHANCE if entry.seat is None else entry.seat, state, events, seats_at(table.facts, entry))
        for entry, state, events in made
    ]


def _of_file(game: AnyGame, record: Record, seats: tuple[SeatInfo, ...]) -> list[WholeMove]:
    """The start of a record's game, as a move of `CHANCE`, and its moves, without choices changed later."""
    start = game.start(record.seats, record.options)
    made, moves = [], [WholeMove(CHANCE, start, (), seats)]
    try:
        for step in records.steps(game, start, record.moves):
            made.append((moves[-1].state, step.ply))
            moves.append(WholeMove(step.ply.seat, step.state, step.events, seats))
        final = records.final(game, made)
        if len(final) == len(made):
            return moves
        steps = records.steps(game, start, final)
        return [moves[0], *(WholeMove(step.ply.seat, step.state, step.events, seats) for step in steps)]
    except (
        Exception
    ) as fault:  # A stranger may have written the file: whatever a game raises, its moves are wrong.
        raise Refused("damaged_record_file", number=len(moves)) from fault


def _frames(game: AnyGame, moves: Iterable[WholeMove], is_open: bool) -> tuple[Frame, ...]:
    frames: list[Frame] = []
    for number, (made, count) in enumerate(_shown(game, moves, is_open)):
        observation = game.reveal(made.state) if is_open else game.observe(made.state, None)
        before = frames[-1].observation if frames else observation
        turn = game.turn(made.state)
        frames.append(Frame(number, made.seat, turn, observation, before, made.events, made.seats, count))
    return tuple(frames)


def _shown(game: AnyGame, moves: Iterable[WholeMove], is_open: bool) -> list[tuple[WholeMove, int]]:
    """For each picture of a replay: the move with the events to tell, and the number of moves so far.

    `is_open`: Whether the reader sees what was hidden; else the reader sees what a spectator saw.
    """
    shown: list[tuple[WholeMove, int]] = []
    for count, made in enumerate(moves):
        events = made.events if is_open else game.seen(made.events, None)
        if shown and made.seat == CHANCE:
            before, _ = shown[-1]
            shown[-1] = replace(before, state=made.state, events=(*before.events, *events)), count
        # Without visible events there is no frame: that a secret choice was made or changed is secret too.
        elif not shown or events:
            shown.append((replace(made, events=events), count))
    return shown


Text = Annotated[str, Meta(pattern=r"\A[ -~]{1,200}\Z")]
"""A move's text, in the format that `Game.write_move` promises."""
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Mark = Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat: a person's name, or the id of a computer player."""

    name: str
    computer: str | None


class FileDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of a deal, for docs/deals/verify.py: the scheme's version, the table, its seal and so on."""

    version: Number
    table: Annotated[str, Meta(max_length=40)]
    seal: Hash
    secret: Hash
    marks: tuple[Mark, ...]


class Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a record file: JSON with its keys in this order; `parse` validates them.

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

    format: Literal["rapa-nui-tables/record"]
    version: Literal[1]
    game: Annotated[str, Meta(pattern=r"\A[a-z0-9-]{1,40}\Z")]
    rules_version: Number
    seats: Number
    options: dict[str, str]
    players: tuple[Player, ...]
    moves: Annotated[tuple[tuple[Seat, Text], ...], Meta(max_length=FILE_MOVES)]
    deal: FileDeal | None = None  # Only if the deal can be checked; stands before `moves`.

    def encode(self) -> bytes:
        """The file's bytes, with one move a line; equal contents give equal bytes."""
        head = msgspec.to_builtins(self)
        if self.deal is None:
            del head["deal"]
        moves = ",\n".join(f"    {json.dumps(move)}" for move in head.pop("moves"))
        facts = json.dumps(head, indent=2, ensure_ascii=False).removesuffix("\n}")
        return f'{facts},\n  "moves": [\n{moves}\n  ]\n}}\n'.encode()

    @staticmethod
    def parse(content: bytes) -> Contents:
        """Parse a record file; whether its game exists isn't checked here.

        Raises:
            Refused: `bad_record_file`: the file is too large, or not of this format.
        """
        if len(content) > FILE_BYTES:
            raise Refused("bad_record_file")
        try:
            plain = json.loads(text_of(content), object_pairs_hook=_without_doubles)
            return msgspec.convert(plain, Contents)
        except (ValueError, RecursionError, msgspec.MsgspecError) as fault:
            raise Refused("bad_record_file") from fault


def file_of(table: Table, deal: Deal | None = None, *, named: bool = True) -> bytes:
    """The record file of a table's finished game, with people's names (if `named`), but nobody's id.

    `deal`: How the game was dealt; None: the deal can't be checked.

    Raises:
        Refused: What `looks.record_of` raises.
    """
    record = record_of(table)
    return Contents(
        format="rapa-nui-tables/record",
        version=1,
        game=record.game,
        rules_version=record.rules_version,
        seats=record.seats,
        options=dict(sorted(record.options.items())),
        players=tuple(
            Player(_names_on(table.facts, info) if named else "", info.computer) for info in table.facts.seats
        ),
        moves=tuple((ply.seat, ply.text) for ply in record.moves),
        deal=None
        if deal is None or deal.secret is None
        else FileDeal(VERSION, deal.name, deal.seal, deal.secret, deal.marks),
    ).encode()


def of_file(
    content: bytes, games: Mapping[str, AnyGame], computers: Collection[str], is_open: bool
) -> Replay:
    """The replay of a finished game from a record file, which anybody may have written.

    `computers`: the ids of the computer players. `is_open`: whether nothing is hidden.

    Raises:
        Refused: `bad_record_file`: the file is too large, or not of this format; `unknown_game`;
            `old_rules_file`: this bot has version `known` of the rules, not the file's version, `found`;
            what `of_record` raises.
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
    seats = tuple(SeatInfo(seat, None, _clean(one), one.computer) for seat, one in enumerate(file.players))
    return of_record(game, Record(game.id, game.rules_version, file.seats, options, moves), seats, is_open)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a dict of a JSON object's `pairs`; ValueError: a key comes twice, and either could count."""
    named = dict(pairs)
    if len(named) < len(pairs):
        raise ValueError
    return named


def _checked(game: AnyGame, file: Contents, computers: Collection[str]) -> dict[str, str]:
    """A file's options, completed by defaults; refuses a file whose seats, players or options don't fit."""
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


def _names_on(facts: Facts, info: SeatInfo) -> str:
    """The names of the people who sat on a seat since the start, in order; empty for a computer player."""
    if info.computer is not None:
        return ""
    people = [*(left for _, left in facts.former if left.seat == info.seat), info]
    return _clean(replace(info, name=" → ".join(filter(None, map(_clean, people)))))


def _clean(info: SeatInfo | Player) -> str:
    """A player's name, as by `cleaned`; empty for a computer player."""
    return "" if info.computer is not None else cleaned(info.name)


async def ended_in(database: Database, channel_id: int) -> list[Facts]:
    """The facts of the finished tables of a channel, the latest end first, at most 25."""
    found = await journal.read_facts(database, ENDED_IN, channel_id)
    found.reverse()  # Of tables that ended at the same moment, the one opened last comes first.
    return sorted(found, key=attrgetter("changed_at"), reverse=True)
