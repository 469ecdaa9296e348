"""What a program says on the terminal: in its language, a line at a time."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from typing import Final

from locales import SOURCE, Words, in_language

PLAINER: Final = "plainer"
"""How a sign is written that the terminal lacks, to Python."""
ALIKE: Final = str.maketrans(dict.fromkeys("‘’‚", "'") | dict.fromkeys("“”„«»", '"') | {"ß": "ss"})


def open_terminal() -> None:
    """Have the terminal take every line: signs that it lacks become plainer ones.

    Where there is none, lines go nowhere.
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
    """Print a line on the terminal; where that is closed, what is being done goes on."""
    try:
        print(text, flush=True)
    except OSError:
        # What was not said would be tried again at the end, and decide how the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def terminal_words() -> Words:
    """The sentences in the language of the terminal, in English where it lacks that language's letters."""
    words = in_language((os.environ.get("LC_ALL") or os.environ.get("LANG") or "").split(".")[0])
    try:
        words("table.language").encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return in_language(SOURCE)
    return words
