"""What a program says on the terminal: in its language, a line at a time."""

from __future__ import annotations

import os
import sys

from locales import Words, in_language


def say(text: str) -> None:
    """Print a line on the terminal; where that is closed, what is being done goes on."""
    try:
        print(text, flush=True)
    except OSError:
        # What was not said would be tried again at the end, and decide how the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def terminal_words() -> Words:
    """The sentences in the language of the terminal."""
    return in_language((os.environ.get("LC_ALL") or os.environ.get("LANG") or "").split(".")[0])
