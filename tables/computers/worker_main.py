"""The program of the processes in which computer players think: it reads requests and writes answers.

`thinking.py` runs this file as a script. It imports only the engine, so it starts quickly and takes little
memory; it lowers its own priority.
"""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from struct import Struct
from typing import IO, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.catalogue import find, games
from engine.game import AnyGame, Seat
from engine.players import Player
from engine.players.judging import JUDGES, Judged, judge
from engine.players.learned import learn
from engine.players.lookahead import Stream
from engine.players.searcher import Budget

HEAD: Final = Struct(">I")
"""The head of a message: the number of bytes that follow."""
READY: Final = b""
"""The first message of a process, which says that it is ready for requests."""
SAID, FAULT = b"s", b"f"
"""First bytes of answers: a move's text or a judgement follows `SAID`, an exception's stack `FAULT`."""
MOST_CPU_S: Final = 0.8
"""Seconds of processor time after which a player ends its search, and moves by what it has found."""
NICENESS: Final = 10
"""The process's lower priority: by how much its `nice` value is above the bot's."""


WEIGHTS: Final = Path(__file__).parents[2] / "engine" / "weights"
"""The folder of weights: neural networks by which the strongest players value a state."""


def weights() -> dict[str, bytes]:
    """The content of each file of weights, by the file's name."""
    return {path.name: path.read_bytes() for path in WEIGHTS.glob("*.json")}


class Asked(NamedTuple):
    """A request to a computer player; it is sent to the process as a plain tuple.

    Attributes:
        player_id: The id of the player that is to choose a move; None: moves are to be judged.
        seen: An observation, never a state: the seat's, or that of the person who asks for advice.
        seat: The seat that moves.
        seed: The seed of the player's random numbers: the same seed gives the same choice.
        also: For a judgement: the texts of moves that must be among those judged.
        budget: For a judgement: how long to think.
    """

    game_id: str
    rules_version: int
    player_id: str | None
    seen: Any
    seat: Seat
    seed: int
    also: tuple[str, ...] = ()
    budget: Budget = JUDGES


class Watch:
    """Tells a thinking player when it has used `MOST_CPU_S` seconds of processor time."""

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self._clock, self._until = clock, 0.0

    def start(self) -> None:
        """Begin to measure the processor time, as a player begins to think."""
        self._until = self._clock() + MOST_CPU_S

    def is_up(self) -> bool:
        """Whether the player's processor time is up."""
        return self._clock() >= self._until


def said(game: AnyGame, players: Mapping[str, Player], asked: Asked) -> str:
    """The answer to a request: a move's text, or a judgement, as JSON in which moves are texts."""
    chance = Stream(asked.seed)
    if asked.player_id is not None:
        return game.write_move(players[asked.player_id](game, asked.seen, asked.seat, chance))
    also = [game.read_move(text) for text in asked.also]
    judged = judge(game, asked.seen, asked.seat, chance, budget=asked.budget, also=also)
    return msgspec.json.encode([replace(one, move=game.write_move(one.move)) for one in judged]).decode()


def read_judgement(game: AnyGame, text: str) -> tuple[Judged, ...]:
    """Parse a judgement, as returned by `said`."""
    judged = msgspec.json.decode(text, type=list[Judged])
    return tuple(replace(one, move=game.read_move(one.move)) for one in judged)


def answer(request: bytes, players: Mapping[str, Player]) -> bytes:
    """The answer to a pickled request: `SAID` and the result, or `FAULT` and the exception's stack."""
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
    """Write a message, after a head that says how many bytes it has."""
    answers.write(HEAD.pack(len(message)) + message)
    answers.flush()


def listen(requests: IO[bytes], asked: SimpleQueue[bytes]) -> None:
    """Read requests into the queue `asked`; once the bot has closed its end of the pipe, exit at once."""
    try:
        while head := requests.read(HEAD.size):
            asked.put(requests.read(*HEAD.unpack(head)))
    finally:
        os._exit(0)


def main(players_module: str) -> None:
    """Answer the requests on standard input, with the computer players of the module `players_module`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot; this process ends with it.
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # A player's prints must not mix with the answers.
    asked: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    watch = Watch()
    players = importlib.import_module(players_module).players(watch.is_up)
    learn(games().values(), weights())
    with suppress(BrokenPipeError):
        send(answers, READY)
        while True:
            request = asked.get()
            watch.start()
            send(answers, answer(request, players))
    os._exit(0)  # A normal exit would print an error, since nobody reads the last answers.


if __name__ == "__main__":
    main(sys.argv[1])
