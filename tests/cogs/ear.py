"""A listener to messages, who finds out the facts in them by the sentences of a catalogue."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from localdiscord.model.components import texts
from locales import in_language, languages, sentences


def spoken_seats(first: int) -> pytest.MarkDecorator:
    """Run a test in each language, each with a number of players.

    Args:
        first: The number of the language that begins, with two players.  Each game has its own, so that each
            language has a game of four, with the most sentences, and one of two.
    """
    codes = languages()[first:] + languages()[:first]
    return pytest.mark.parametrize(
        ("seats", "language"), [(2 + place % 3, code) for place, code in enumerate(codes)]
    )


SIGNS = re.compile(r"<:\w+:\d+>|[\U0001F000-\U0001FAFF⭐✋↩◀⚪✂✨️]|\*\*|`|^-# ", re.MULTILINE)
ALIKE = ((" · ", ", "), ("、", ", "), (" （", " ("), ("（", " ("), ("）", ")"))
"""Punctuation of other languages, with the English punctuation that sounds the same."""
COMMAS = {in_language(language).comma for language in languages()}
PLACE = re.compile(r"\\\{(\w+)\\\}")
NUMBERS = ("n", "column")


def place(found: re.Match[str]) -> str:
    """Return the pattern of the words that may replace a placeholder of a sentence."""
    return r"(\d+)" if found[1] in NUMBERS else "(.+?)"


def plain(line: str) -> str:
    """Return a line as people hear it: without signs and formatting, all lists and brackets in one form."""
    for written, heard in (*ALIKE, ("\u00a0", " ")):
        line = line.replace(written, heard)
    return " ".join(SIGNS.sub("", line).split())


@cache
def pattern(forms: tuple[str, ...]) -> str:
    """Return a pattern of all forms of a sentence, as people hear them, with a group for each placeholder."""
    return "|".join(dict.fromkeys(PLACE.sub(place, re.escape(plain(form))) for form in forms))


class Ear:
    """A listener to messages in one language.

    Attributes:
        language: The language's code.
        said: The lines heard last.
    """

    def __init__(self, language: str, catalogue: str) -> None:
        self.language = language
        self.said: list[str] = []
        self._forms = sentences(language)[catalogue]
        self._comma = in_language(language).comma

    def listen(self, *messages: Any) -> None:
        """Listen to other messages; check that they contain no commas of another language."""
        heard = "\n".join(text for one in messages for text in texts({"components": one.to_components()}))
        said = heard.split("\n")
        own_words = [line for line in said if not line.startswith("#")]  # Headings contain a table's name.
        foreign = [line for line in own_words for sign in COMMAS - {self._comma} if sign in line]
        assert foreign == [], foreign
        self.said = [plain(line) for line in said]

    def pattern(self, key: str) -> str:
        """Return a pattern of a sentence of the game, with a group for each placeholder."""
        return pattern(self._forms[key])

    def all(self, key: str) -> list[tuple[str, ...]]:
        """Return the texts in the placeholders of a sentence, for each line that is this sentence."""
        found = (re.fullmatch(f"(?:{self.pattern(key)})\\.?", line) for line in self.said)
        return [tuple(group for group in match.groups() if group is not None) for match in found if match]

    def after(self, key: str) -> list[str]:
        """Return the rest of each line that begins with a heading."""
        heading = plain(self._forms[key][0])
        return [line.removeprefix(heading).strip() for line in self.said if line.startswith(heading)]

    def amount(self, key: str, text: str) -> int | None:
        """Return the number in a text such as `3 wood`; None: the text is not the sentence `key`."""
        match = re.fullmatch(self.pattern(key), text)
        return next((int(group) for group in match.groups() if group is not None), None) if match else None
