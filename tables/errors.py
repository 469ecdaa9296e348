"""What can go wrong at a table, as codes with facts; the sentences are in `locales/`."""

from __future__ import annotations

import traceback


class Refused(Exception):
    """Something that may not be done now; nothing has changed.

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


class StorageProblem(Exception):
    """A database that the bot cannot start with; its bytes are as they were.

    Attributes:
        code: Names the sentence in `locales/`: `not_a_database`, `damaged`, `other_database`, `newer_schema`,
            `in_use`, `read_only`, `no_folder`, `disk_full`, `io_error`, `migration_failed`.
        facts: The numbers and words of that sentence; `path` is always among them.
    """

    def __init__(self, code: str, **facts: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{name}={value}" for name, value in self.facts.items())])


class StorageFailed(Refused):
    """A write that did not reach the disk; nothing of it is there.  Its code is `storage_failed`.

    Attributes:
        reason: `disk_full`, `io_error`, `locked`, `read_only`, `damaged`, `closed` or `error`.
    """

    def __init__(self, reason: str) -> None:
        super().__init__("storage_failed", reason=reason)
        self.reason = reason


class Conflict(Exception):
    """A write that met a row with the same key: somebody else was first.  Nothing of it is there."""


def frames(fault: BaseException) -> str:
    """Where a fault arose, for the log: without its message, which could name cards."""
    return f"{type(fault).__name__}\n{''.join(traceback.format_tb(fault.__traceback__))}"
