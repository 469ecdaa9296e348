"""The program with which strangers check deals, and games with sealed deals for it."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.catalogue import games
from engine.deal import VERSION, Dealt, key, mark, seal
from engine.game import CHANCE, AnyGame, Chance
from engine.record import Ply, Record, final
from tests.engine.seeded import Seeded

FOLDER: Final = Path(__file__).parents[2] / "docs" / "deals"
PROGRAM: Final = FOLDER / "verify.py"
VERIFY: Final = runpy.run_path(str(PROGRAM))
"""The names defined in verify.py."""
VECTORS: Final[dict[str, list[dict[str, Any]]]] = json.loads((FOLDER / "vectors.json").read_text("utf-8"))

ChanceOf = Callable[[int], Chance]
"""Returns the chance with which a server makes a move of chance, given the number of such moves before."""


def verdict(record: Any, sealed: str | None = None, words: Mapping[int, str] | None = None) -> str:
    """Return the checker's output on a record: what it has checked, or the first fault."""
    try:
        return str(VERIFY["check"](record, sealed, words or {}))
    except SystemExit as fault:
        return str(fault)


def random_moves(
    game: AnyGame, seats: int, options: Mapping[str, str], chance_of: ChanceOf, seed: int
) -> tuple[Ply, ...]:
    """Return the moves of a game in which everybody moves at random, as a record has them."""
    choice, state, made, drawn = Seeded(seed), game.start(seats, options), list[tuple[Any, Ply]](), 0
    while to_move := game.to_move(state):
        seat = to_move[choice.below(len(to_move))]
        if seat == CHANCE:
            move = game.chance_move(state, chance_of(drawn))
            drawn += 1
        else:
            legal = game.legal_moves(state, seat)
            move = legal[choice.below(len(legal))]
        made.append((state, Ply(seat, game.write_move(move))))
        state = game.make(state, seat, move)
    return final(game, made)


def record_file(record: Record, table_id: str, secret: bytes, marks: Sequence[str]) -> dict[str, Any]:
    """Return the content of the record file of a game with its deal, for the checker."""
    return {
        "game": record.game,
        "rules_version": record.rules_version,
        "seats": record.seats,
        "options": dict(record.options),
        "moves": [[ply.seat, ply.text] for ply in record.moves],
        "deal": {
            "version": VERSION,
            "table": table_id,
            "seal": seal(table_id, secret),
            "secret": secret.hex(),
            "marks": list(marks),
        },
    }


def dealt_game(
    game_id: str,
    options: Mapping[str, str],
    words: Sequence[str],
    secret: bytes,
    table_id: str,
    chance_of: ChanceOf | None = None,
    seed: int = 1,
) -> dict[str, Any]:
    """Return the record file of a random game; its chance is honest unless `chance_of` is given."""
    game, marks = games()[game_id], [mark(word) for word in words]
    chosen = game.chosen_options(options)
    made = key(secret, table_id, game_id, game.rules_version, chosen, len(words), marks)
    moves = random_moves(game, len(words), chosen, chance_of or (lambda n: Dealt(made, n)), seed)
    record = Record(game_id, game.rules_version, len(words), chosen, moves)
    return record_file(record, table_id, secret, marks)
