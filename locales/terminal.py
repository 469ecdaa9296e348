"""Prints a program's sentences on the terminal, a line at a time, in the terminal's language."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from typing import Final

from locales import SOURCE, Words, in_language

PLAINER: Final = "plainer"
"""The name of our error handler for Python's codecs: it replaces characters that the terminal lacks."""
ALIKE: Final = str.maketrans(dict.fromkeys("‘’‚", "'") | dict.fromkeys("“”„«»", '"') | {"ß": "ss"})


def open_terminal() -> None:
    """Prepare standard output for every line: characters that the terminal lacks are replaced.

    Where there is no terminal, lines are dropped.
    """
    codecs.register_error(PLAINER, _plainer)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 It stays open.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=PLAINER)


def _plainer(fault: UnicodeError) -> tuple[str, int]:
    assert isinstance(fault, UnicodeEncodeError)
    signs = fault.object[fault.start : fault.end].translate(ALIKE)
    plain = (unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() for sign in signs)
    return "".join(one or "?" for one in plain), fault.end


def say(text: str) -> None:
    """Print a line on the terminal; if the terminal is closed, the line and all later ones are dropped."""
    try:
        print(text, flush=True)
    except OSError:
        # Python would retry the unwritten text at exit, and fail with its own exit status.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def terminal_words() -> Words:
    """The sentences in the terminal's language; in English if the terminal lacks that language's letters."""
    words = in_language((os.environ.get("LC_ALL") or os.environ.get("LANG") or "").split(".")[0])
    try:
        words("table.language").encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return in_language(SOURCE)
    return words
