"""The files with the weights of learned nets, and the check whether they fit their games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final

import msgspec

from engine.game import AnyGame, Struct

OTHERS: Final = "others"
"""The name of the part that stands for the opponents' points; these are negative."""
WON: Final = "won"
"""The name of the part that stands for winning the game or not."""
MOST_INPUTS: Final = 256
MOST_HIDDEN: Final = 64


class Unfit(Exception):
    """Raised for weights that don't fit their game (other rules or features), or for no weights at all."""


class Taught(Struct, frozen=True):
    """The training of a net.

    Attributes:
        games: The number of games that it played against itself.
        seed: The seed of chance in these games.
        errors: The learning curve: mean squared errors, in points², over successive equal parts of the games.
    """

    games: int
    seed: int
    errors: list[float]


class Weights(Struct, frozen=True):
    """The content of a file with the weights of a net of values and, perhaps, a net of parts.

    Attributes:
        rules_version: The version of the rules by which the net was taught.
        features: The digest of the features' names.
        points: The points that an output of 1 stands for.
        taught: The training of the net.
        numbers: The numbers as 16-bit floats in base 85: by feature, a weight for each hidden unit; the bias
            of each hidden unit; by hidden unit, its weight for each output; the bias of each output.
        parts: The names of the parts of the value, as in `foretold`, which a second net, the net of parts,
            predicts; empty without such a net.
        part_numbers: The numbers of the net of parts, which has an output for each part; its inputs are the
            features and the hidden units of the net of values.
    """

    game: str
    rules_version: int
    seats: int
    features: str
    hidden: int
    points: float
    taught: Taught
    numbers: str
    parts: tuple[str, ...] = ()
    part_numbers: str = ""


def foretold(game: AnyGame) -> tuple[str, ...]:
    """The names of the parts that add up to a value: the parts of the seat's score, `OTHERS` and `WON`."""
    return (*game.part_names, OTHERS, WON)


def digest(names: Sequence[str]) -> str:
    """A digest of features' names; weights fit a game only if the digests are equal."""
    return blake2b("\n".join(names).encode(), digest_size=8).hexdigest()


def read(game: AnyGame, seats: int, file: bytes) -> Weights:
    """The weights in a file, for a game of `seats` players.

    Raises:
        Unfit: The file has no weights, or those of another game, number of players, features or rules.
    """
    try:
        weights = msgspec.json.decode(file, type=Weights)
    except msgspec.MsgspecError as fault:
        raise Unfit("no weights") from fault
    names = game.feature_names(seats)
    wanted = (game.id, game.rules_version, seats, digest(names))
    if (weights.game, weights.rules_version, weights.seats, weights.features) != wanted:
        raise Unfit("of another game, rules, number of players or features")
    if weights.parts not in ((), foretold(game)):
        raise Unfit("of other parts")
    if not (0 < len(names) <= MOST_INPUTS and 0 < weights.hidden <= MOST_HIDDEN):
        raise Unfit("size")
    return weights


MISSING: Final = "missing"


def checked(game: AnyGame, files: Mapping[str, bytes]) -> tuple[list[Weights], list[tuple[str, str]]]:
    """The weights for a game among `files` (by their names), and the files that are left out.

    Of each file left out, the result has the name and the fault: `MISSING`, or the part that doesn't fit.
    """
    fit, faults = list[Weights](), list[tuple[str, str]]()
    for seats in game.seats if game.feature_names(2) else ():
        name = file_name(game, seats)
        try:
            fit.append(read(game, seats, files[name]))
        except (KeyError, Unfit) as fault:
            faults.append((name, str(fault) if isinstance(fault, Unfit) else MISSING))
    return fit, faults


def file_name(game: AnyGame, seats: int) -> str:
    """The name of the file with the net for games of `seats` players."""
    return f"{game.id}-{seats}.json"
