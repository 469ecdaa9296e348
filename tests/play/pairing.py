"""On what the tests of this folder play: the way in, the store, and how many of the bot's processes.

`PLAY_OVER` chooses the way in, `STORE` the store and `WORKERS` the number, for the whole folder:
`PLAY_OVER=https STORE=postgres WORKERS=4 pytest tests/play`.  Without them it is the `DEFAULT`, and tests
marked with `each_way` or `each_pairing` run on others, too.  `make test-ways` runs all on `EVERY` one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

import pytest

WAYS: Final = ("gateway", "https", "https-only")
STORES: Final = ("sqlite", "postgres")
ONE: Final = "one process"
"""What a test may be about besides a way in and a store."""


class Pairing(NamedTuple):
    """What an evening plays on.

    Attributes:
        way: How the bot gets its interactions: `gateway`; `https`, and all else over the gateway;
            `https-only`.
        store: `sqlite` or `postgres`.
        workers: How many processes share the store.  Interactions over HTTPS go to one after the other; over
            the gateway each has a shard, and direct messages come to another than the server's clicks.
    """

    way: str = "gateway"
    store: str = "sqlite"
    workers: int = 1

    def __str__(self) -> str:
        return f"{self.way}, {self.store}, {self.workers}"

    def settings(self) -> dict[str, str]:
        """The environment variables that choose it."""
        return {"PLAY_OVER": self.way, "STORE": self.store, "WORKERS": str(self.workers)}

    @property
    def is_https(self) -> bool:
        """Whether interactions come over HTTPS."""
        return self.way != "gateway"

    def leaves_out(self, item: pytest.Item) -> bool:
        """Whether a test is about something that this pairing has not (the mark `only_with`)."""
        has = {"gateway": self.way != "https-only", "sqlite": self.store == "sqlite", ONE: self.workers == 1}
        return not all(has[mark.args[0]] for mark in item.iter_markers("only_with"))


def chosen(settings: Mapping[str, str]) -> Pairing:
    """The pairing that environment variables choose."""
    way, store = settings.get("PLAY_OVER", WAYS[0]), settings.get("STORE", STORES[0])
    return Pairing(way, store, int(settings.get("WORKERS", "1")))


def check(pairing: Pairing) -> None:
    """Refuse a pairing that there is not.

    Raises:
        pytest.UsageError: It says what there is.
    """
    way, store, workers = pairing
    if way not in WAYS or store not in STORES or not 0 < workers <= (1 if store == "sqlite" else workers):
        raise pytest.UsageError(
            f"PLAY_OVER is one of {WAYS}, STORE one of {STORES}, WORKERS more than 1 with postgres only"
        )


DEFAULT: Final = Pairing()
EVERY: Final = (
    *(Pairing(way) for way in WAYS),
    *(Pairing(way, "postgres", count) for count in (1, 4) for way in ("gateway", "https")),
)
"""What `make test-ways` plays on."""
PAIRING: Final = chosen(os.environ)


def marked(*others: Pairing) -> pytest.MarkDecorator:
    """Marks tests with an `evening` that run on others, too, where none is chosen."""
    runs = [
        pytest.param(one, marks=[pytest.mark.postgres] if one.store == "postgres" else [], id=str(one))
        for one in ((DEFAULT, *others) if PAIRING == DEFAULT else (PAIRING,))
    ]
    return pytest.mark.parametrize("pairing", runs)


each_way = marked(Pairing("https"))
"""Marks cheap tests that each `make test` runs by both ways."""
each_pairing = marked(Pairing("https", "postgres", 4), Pairing("gateway", "postgres", 4))
"""Marks a few tests that each `make test` runs with several workers, too."""
