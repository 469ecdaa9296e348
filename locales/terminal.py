"""What a program says on the terminal: in its language, a line at a time."""

from __future__ import annotations

import os

from locales import Words, in_language


def say(text: str) -> None:
    """Print a line on the terminal."""
    print(text, flush=True)


def terminal_words() -> Words:
    """The sentences in the language of the terminal."""
    return in_language((os.environ.get("LC_ALL") or os.environ.get("LANG") or "").split(".")[0])
