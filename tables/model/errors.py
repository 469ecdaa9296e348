"""Exceptions. Most have a code, the key of their sentence in `locales/`, and facts that fill the sentence."""

from __future__ import annotations

import traceback


class Coded(Exception):
    """An exception with a code.

    Attributes:
        code: The key of the sentence in `locales/`.
        facts: The numbers and words that fill the sentence.
    """

    def __init__(self, code: str, **facts: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{name}={value}" for name, value in self.facts.items())])


class Refused(Coded):
    """Raised for a person's request that is not possible now; nothing has changed."""


class StorageProblem(Coded):
    """Raised if the bot or a program such as a backup can't use a database or the settings file.

    The database or file stays as it was.

    Attributes:
        code: The key of the sentence in `locales/`: among others `not_a_database`, `damaged`,
            `other_database`, `newer_schema`, `in_use`, `read_only`, `no_folder`, `disk_full`, `io_error`,
            `migration_failed`; for PostgreSQL `bad_address` and codes that begin with `database_`; for the
            settings file `settings_closed` and `settings_garbled`.
        facts: The numbers and words that fill the sentence, mostly with `path`: the file or the address.
    """


class StorageFailed(Refused):
    """Raised if a read or a write of the store failed. Its code: `storage_failed`.

    A failed write has stored nothing, unless this is an `InDoubt`.

    Attributes:
        reason: `disk_full`, `io_error`, `locked`, `read_only`, `damaged`, `unreachable`, `closed`,
            `taken_over` or `error`.
    """

    def __init__(self, reason: str) -> None:
        super().__init__("storage_failed", reason=reason)
        self.reason = reason


class InDoubt(StorageFailed):
    """Raised if the store failed during a write, which may or may not be stored. Code: `storage_in_doubt`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.code = "storage_in_doubt"


class NotOurs(StorageFailed):
    """Raised for a write that was refused, since another process owns the table by now; nothing is stored."""

    def __init__(self) -> None:
        super().__init__("taken_over")


class Conflict(Exception):
    """Raised for a write that stored nothing, since another write stored a row with the same key first."""


class GameFault(Exception):
    """Raised for a game that has broken the contract in `engine.game`."""


def frames(fault: BaseException) -> str:
    """The type and stack of `fault`, for the log; without its message, which could name hidden cards."""
    return f"{type(fault).__name__}\n{''.join(traceback.format_tb(fault.__traceback__))}"
