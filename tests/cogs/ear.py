"""Somebody who listens to messages: what is heard is read back with the sentences of a catalogue."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from localdiscord.model.components import texts
from locales import in_language, languages, sentences


def spoken_seats(first: int) -> pytest.MarkDecorator:
    """Each language with a number of players.

    Args:
        first: Which language begins, with two players: another one in each game, so that each language has
            a game of four, in which there is most to tell, and one of two.
    """
    codes = languages()[first:] + languages()[:first]
    return pytest.mark.parametrize(
        ("seats", "language"), [(2 + place % 3, code) for place, code in enumerate(codes)]
    )


SIGNS = re.compile(r"<:\w+:\d+>|[\U0001F000-\U0001FAFF⭐✋↩◀⚪✂✨️]|\*\*|`|^-# ", re.MULTILINE)
ALIKE = ((" · ", ", "), ("、", ", "), (" （", " ("), ("（", " ("), ("）", ")"))
"""What sounds the same in every language."""
COMMAS = {in_language(language).comma for language in languages()}
PLACE = re.compile(r"\\\{(\w+)\\\}")
NUMBERS = ("n", "column")


def place(found: re.Match[str]) -> str:
    """What may stand in the place of a sentence."""
    return r"(\d+)" if found[1] in NUMBERS else "(.+?)"


def plain(line: str) -> str:
    """A line as it is heard: without signs and the marks of formatting, all lists and brackets alike."""
    for written, heard in (*ALIKE, ("\u00a0", " ")):
        line = line.replace(written, heard)
    return " ".join(SIGNS.sub("", line).split())


@cache
def pattern(forms: tuple[str, ...]) -> str:
    """What a sentence sounds like in all of its forms, with a group for each of its places."""
    return "|".join(dict.fromkeys(PLACE.sub(place, re.escape(plain(form))) for form in forms))


class Ear:
    """Somebody who listens to messages in one language.

    Attributes:
        language: Its code.
        said: What they have heard, line by line.
    """

    def __init__(self, language: str, catalogue: str) -> None:
        self.language = language
        self.said: list[str] = []
        self._forms = sentences(language)[catalogue]
        self._comma = in_language(language).comma

    def listen(self, *messages: Any) -> None:
        """Hear messages anew; no language has the commas of another one."""
        heard = "\n".join(text for one in messages for text in texts({"components": one.to_components()}))
        said = heard.split("\n")
        own_words = [line for line in said if not line.startswith("#")]  # There a table's name stands.
        foreign = [line for line in own_words for sign in COMMAS - {self._comma} if sign in line]
        assert foreign == [], foreign
        self.said = [plain(line) for line in said]

    def pattern(self, key: str) -> str:
        """A sentence of the game as a pattern, with a group for each of its places."""
        return pattern(self._forms[key])

    def all(self, key: str) -> list[tuple[str, ...]]:
        """What stands in the places of a sentence, each time a line is that sentence."""
        found = (re.fullmatch(f"(?:{self.pattern(key)})\\.?", line) for line in self.said)
        return [tuple(group for group in match.groups() if group is not None) for match in found if match]

    def after(self, key: str) -> list[str]:
        """What follows a heading, each time it is heard."""
        heading = plain(self._forms[key][0])
        return [line.removeprefix(heading).strip() for line in self.said if line.startswith(heading)]

    def amount(self, key: str, text: str) -> int | None:
        """The number in `3 wood`, or None where the text is another one."""
        match = re.fullmatch(self.pattern(key), text)
        return next((int(group) for group in match.groups() if group is not None), None) if match else None
