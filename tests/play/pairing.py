"""The pairing on which tests of this folder play: way in for interactions, store, and number of workers.

`PLAY_OVER` chooses the way in, `STORE` the store and `WORKERS` the number, for the whole folder:
`PLAY_OVER=https STORE=postgres WORKERS=4 pytest tests/play`.  Without these variables, tests run on
`DEFAULT`; those marked with `each_way` or `each_pairing` run on other pairings, too.  `make test-ways` runs
all tests on each pairing in `EVERY`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

import pytest

WAYS: Final = ("gateway", "https", "https-only")
STORES: Final = ("sqlite", "postgres")
ONE: Final = "one process"
"""The argument of the mark `only_with` for tests that need a single process."""


class Pairing(NamedTuple):
    """A combination of way in, store and number of workers.

    Attributes:
        way: How interactions reach the bot: `gateway`; `https` (other events come over the gateway);
            `https-only`.
        store: `sqlite` or `postgres`.
        workers: The number of processes that share the store.  They take turns with interactions over HTTPS;
            over the gateway each has a shard, and the server's is not that of direct messages.
    """

    way: str = "gateway"
    store: str = "sqlite"
    workers: int = 1

    def __str__(self) -> str:
        return f"{self.way}, {self.store}, {self.workers}"

    def settings(self) -> dict[str, str]:
        """Return the environment variables that choose the pairing."""
        return {"PLAY_OVER": self.way, "STORE": self.store, "WORKERS": str(self.workers)}

    @property
    def is_https(self) -> bool:
        """Whether interactions come over HTTPS."""
        return self.way != "gateway"

    def leaves_out(self, item: pytest.Item) -> bool:
        """Whether to skip a test because it needs something that this pairing lacks (mark `only_with`)."""
        has = {"gateway": self.way != "https-only", "sqlite": self.store == "sqlite", ONE: self.workers == 1}
        return not all(has[mark.args[0]] for mark in item.iter_markers("only_with"))


def chosen(settings: Mapping[str, str]) -> Pairing:
    """Return the pairing that the environment variables choose."""
    way, store = settings.get("PLAY_OVER", WAYS[0]), settings.get("STORE", STORES[0])
    return Pairing(way, store, int(settings.get("WORKERS", "1")))


def check(pairing: Pairing) -> None:
    """Refuse an impossible pairing.

    Raises:
        pytest.UsageError: With a text on the possible pairings.
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
"""The pairings of `make test-ways`."""
PAIRING: Final = chosen(os.environ)


def marked(*others: Pairing) -> pytest.MarkDecorator:
    """Return a mark for tests with an `evening`: if no pairing is chosen, they run on `others`, too."""
    runs = [
        pytest.param(one, marks=[pytest.mark.postgres] if one.store == "postgres" else [], id=str(one))
        for one in ((DEFAULT, *others) if PAIRING == DEFAULT else (PAIRING,))
    ]
    return pytest.mark.parametrize("pairing", runs)


each_way = marked(Pairing("https"))
"""The mark of cheap tests that each `make test` runs over HTTPS, too."""
each_pairing = marked(Pairing("https", "postgres", 4), Pairing("gateway", "postgres", 4))
"""The mark of a few tests that each `make test` runs with several workers, too."""
