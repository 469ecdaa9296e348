"""Deals that anyone can check, by the scheme of docs/deals/README.md: a sealed secret decides all chance.

Every text that is hashed is UTF-8, and its fields are separated by single newlines; no field contains one.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

VERSION: Final = 1
"""The version of the scheme, raised with each change that makes the same secret deal differently."""
LABEL: Final = f"tables/deal/{VERSION}"
"""The first field of each text hashed for a seal or a key; texts hashed for other ends begin otherwise."""
_NUMBERS: Final = 1 << 32
"""The number of values that four bytes can have."""
_SIZE: Final = 4


def seal(table_id: str, secret: bytes) -> str:
    """The seal of a table's `secret`, published before the game: a hash, as 64 hex digits."""
    return hashlib.sha256(_text(LABEL, table_id, secret.hex())).hexdigest()


def mark(word: str) -> str:
    """The mark of a player's word, stored in place of the word: 64 hex digits; empty for an empty word.

    The mark is the SHA-256 of the word in Unicode's form NFC, without white space around it.
    """
    plain = unicodedata.normalize("NFC", word).strip()
    return hashlib.sha256(plain.encode()).hexdigest() if plain else ""


def key(
    secret: bytes,
    table_id: str,
    game_id: str,
    rules_version: int,
    options: Mapping[str, str],
    seats: int,
    marks: Sequence[str],
) -> bytes:
    """The 32 bytes from which all chance of a game follows.

    `table_id`: the id under which the seal was made.  `options`: the values of all of the game's options.
    `marks`: for each seat the mark of its player's word; empty for no word.
    """
    chosen = ",".join(f"{name}={value}" for name, value in sorted(options.items()))
    fields = LABEL, table_id, game_id, str(rules_version), chosen, str(seats), ",".join(marks)
    return hmac.digest(secret, _text(*fields), "sha256")


class Dealt:
    """A `Chance` for one move, which reads its numbers from the move's own stream of bytes.

    The stream is HMAC-SHA256(key, "chance", number, block) for the blocks 0, 1, 2 and so on.
    """

    def __init__(self, key: bytes, number: int) -> None:
        """Begin the stream of the move of chance that follows `number` earlier moves of chance.

        A move that replaces one taken back gets the same number, and so the same stream.
        """
        self._key = key
        self._number = number
        self._blocks = 0
        self._left = b""

    def below(self, bound: int, /) -> int:
        """A number from 0 to `bound` - 1, all equally likely; `bound` is from 1 to 2^32.

        A number of the stream is skipped if it isn't below the greatest multiple of `bound` up to 2^32:
        otherwise small results would be likelier.
        """
        if not 1 <= bound <= _NUMBERS:
            raise ValueError(bound)
        if bound == 1:
            return 0
        limit = _NUMBERS - _NUMBERS % bound
        while True:
            drawn = self._next()
            if drawn < limit:
                return drawn % bound

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        """The items in a random order, by the shuffle of Fisher and Yates from the last item down."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _next(self) -> int:
        """The next four bytes of the stream as a number, the most significant byte first."""
        if not self._left:
            block = _text("chance", str(self._number), str(self._blocks))
            self._left = hmac.digest(self._key, block, "sha256")
            self._blocks += 1
        number, self._left = self._left[:_SIZE], self._left[_SIZE:]
        return int.from_bytes(number, "big")


def _text(*fields: str) -> bytes:
    return "\n".join(fields).encode()
