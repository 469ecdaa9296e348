"""The program of the processes in which computer players think: it reads questions and writes answers.

`thinking.py` runs it as a file of its own.  It knows nothing but the engine, so it is there in a moment and
takes little memory, and it stands behind all others where they want the processor.
"""

from __future__ import annotations

import importlib
import os
import pickle
import random
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from queue import SimpleQueue
from struct import Struct
from typing import IO, Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from engine.catalogue import find, games
from engine.game import AnyGame, Seat
from engine.players import Player
from engine.players.judging import JUDGES, Judged, judge
from engine.players.searcher import Budget

T = TypeVar("T")
HEAD: Final = Struct(">I")
"""The bytes of a message, which follows."""
READY: Final = b""
"""The first message: what is asked from now on is thought about at once."""
SAID, FAULT = b"s", b"f"
"""What an answer begins with: a move's text or a judgement follows, or where it failed."""
MOST_CPU_S: Final = 0.8
"""After so many seconds of a processor a player moves by what it has found, once a step is done."""
NICENESS: Final = 10
"""How much lower than the bot's its priority is, as `nice` counts."""


class Asked(NamedTuple):
    """A question put to a computer player; another process gets it as a plain tuple.

    Attributes:
        game_id: The game.
        rules_version: The version of its rules.
        player_id: The player, who is to choose; None: moves are to be judged.
        seen: What the seat sees, or whoever has its moves judged: an observation, never a state.
        seat: The seat.
        seed: Of the player's chance; with the same one it chooses the same.
        also: The texts of moves that are to be judged in any case.
        budget: How long to think about a judgement.
    """

    game_id: str
    rules_version: int
    player_id: str | None
    seen: Any
    seat: Seat
    seed: int
    also: tuple[str, ...] = ()
    budget: Budget = JUDGES


class RandomChance:
    """Chance from a source of random numbers, which makes it foreseeable where it has a seed."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def below(self, bound: int, /) -> int:
        """A number from 0 to `bound` - 1, all equally likely."""
        return self._source.randrange(bound)

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        """The same items in a random order."""
        drawn = list(items)
        self._source.shuffle(drawn)
        return tuple(drawn)


def seeded(seed: int) -> RandomChance:
    """Chance that comes out the same for the same seed."""
    return RandomChance(random.Random(seed))


class Watch:
    """Tells when a thought has had its time."""

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self._clock, self._until = clock, 0.0

    def start(self) -> None:
        """Start the time of a thought."""
        self._until = self._clock() + MOST_CPU_S

    def is_up(self) -> bool:
        """Whether the thought's time is up."""
        return self._clock() >= self._until


def choice(game: AnyGame, player: Player, seen: Any, seat: Seat, seed: int) -> str:
    """The text of the move that a player chooses."""
    return game.write_move(player(game, seen, seat, seeded(seed)))


def judgement(game: AnyGame, seen: Any, seat: Seat, seed: int, also: Sequence[str], budget: Budget) -> str:
    """The judgement of moves as JSON, in which texts stand for moves."""
    asked = [game.read_move(text) for text in also]
    judged = judge(game, seen, seat, seeded(seed), budget=budget, also=asked)
    return msgspec.json.encode([replace(one, move=game.write_move(one.move)) for one in judged]).decode()


def read_judgement(game: AnyGame, text: str) -> tuple[Judged, ...]:
    """The judgement that `judgement` has written."""
    judged = msgspec.json.decode(text, type=list[Judged])
    return tuple(replace(one, move=game.read_move(one.move)) for one in judged)


def said(game: AnyGame, players: Mapping[str, Player], asked: Asked) -> str:
    """The answer to a question about a game: a move's text, or a judgement."""
    if asked.player_id is None:
        return judgement(game, asked.seen, asked.seat, asked.seed, asked.also, asked.budget)
    return choice(game, players[asked.player_id], asked.seen, asked.seat, asked.seed)


def answer(request: bytes, players: Mapping[str, Player]) -> bytes:
    """The answer to a question; where a player failed, the place in the code, with nothing that it knew."""
    try:
        asked = Asked(*pickle.loads(request))
        game = find(games(), asked.game_id, asked.rules_version)
        if game is None:
            raise LookupError(asked.game_id)
        return SAID + said(game, players, asked).encode()
    except Exception as fault:
        where = "".join(traceback.format_tb(fault.__traceback__))
        return FAULT + f"{type(fault).__name__}\n{where}".encode()


def send(answers: IO[bytes], message: bytes) -> None:
    """Send a message."""
    answers.write(HEAD.pack(len(message)) + message)
    answers.flush()


def listen(requests: IO[bytes], asked: SimpleQueue[bytes]) -> None:
    """Pass on what is asked; once nobody is there to ask, end this process, whatever it thinks about."""
    try:
        while head := requests.read(HEAD.size):
            asked.put(requests.read(*HEAD.unpack(head)))
    finally:
        os._exit(0)


def main(players_module: str) -> None:
    """Answer what is asked, with the `players` that a module offers, who are told when their time is up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, with which this process ends.
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # What a player prints is no answer.
    asked: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    watch = Watch()
    players = importlib.import_module(players_module).players(watch.is_up)
    games()
    with suppress(BrokenPipeError):
        send(answers, READY)
        while True:
            request = asked.get()
            watch.start()
            send(answers, answer(request, players))
    os._exit(0)  # Python would complain of what nobody reads any more.


if __name__ == "__main__":
    main(sys.argv[1])
