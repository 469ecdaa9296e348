"""What can go wrong at a table: exceptions with codes and facts, whose sentences are in `locales/`."""

from __future__ import annotations

import traceback


class Coded(Exception):
    """What went wrong, by a code.

    Attributes:
        code: Names the sentence in `locales/`.
        facts: The numbers and words of that sentence.
    """

    def __init__(self, code: str, **facts: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{name}={value}" for name, value in self.facts.items())])


class Refused(Coded):
    """What was asked for may not be done now; nothing has changed."""


class StorageProblem(Coded):
    """The bot cannot start with a database, which is unchanged.

    Attributes:
        code: Names the sentence in `locales/`: `not_a_database`, `damaged`, `other_database`, `newer_schema`,
            `in_use`, `read_only`, `no_folder`, `disk_full`, `io_error`, `migration_failed`; of PostgreSQL
            `bad_address` and those that begin with `database_`; of the file of settings `settings_closed`
            and `settings_garbled`.
        facts: The numbers and words of that sentence; `path` is always among them.
    """


class StorageFailed(Refused):
    """The database could not be read or written; of a write, nothing is stored.  Its code: `storage_failed`.

    Only of what is `InDoubt` something may be stored.

    Attributes:
        reason: `disk_full`, `io_error`, `locked`, `read_only`, `damaged`, `unreachable`, `closed`,
            `taken_over` or `error`.
    """

    def __init__(self, reason: str) -> None:
        super().__init__("storage_failed", reason=reason)
        self.reason = reason


class InDoubt(StorageFailed):
    """The store was lost while it wrote, or couldn't be asked: what was asked for may be stored or not.

    Its code: `storage_in_doubt`.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.code = "storage_in_doubt"


class NotOurs(StorageFailed):
    """Another process owns the table by now; nothing of the write is stored."""

    def __init__(self) -> None:
        super().__init__("taken_over")


class Conflict(Exception):
    """A write met a row with the same key: somebody else was first, and nothing of the write is stored."""


class GameFault(Exception):
    """A game has broken its contract."""


def frames(fault: BaseException) -> str:
    """Where an exception was raised, for the log; its message is left out, which could name cards."""
    return f"{type(fault).__name__}\n{''.join(traceback.format_tb(fault.__traceback__))}"
