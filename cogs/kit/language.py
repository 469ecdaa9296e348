"""A language as the bot speaks it: its sentences, and the signs that stand before words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from engine.game import Struct
from locales import Fact, Words


class Sign(Struct, frozen=True):
    """A small picture that stands for a thing.

    Attributes:
        name: Of our own emoji; the same drawing has one name everywhere.
        unicode: The emoji that serves where ours can't be had.
        sprite: Its drawing, as `pictures.sprites` knows it.
    """

    name: str
    unicode: str
    sprite: str


class Localizer:
    """The sentences of one language, with signs as they are written in Discord.

    Attributes:
        language: Its code, the name of its folder.
        is_aloud: Texts are read out or stand where nothing is drawn: no signs, no mentions.
    """

    def __init__(
        self, words: Words, emojis: Mapping[str, str] | None = None, *, is_alt_text: bool = False
    ) -> None:
        self._words = words
        self._emojis = {} if emojis is None else emojis
        self.language = words.language
        self.is_alt_text = is_alt_text

    def __call__(self, key: str, /, **facts: Fact) -> str:
        """The sentence of `key`, its places filled with `facts`.

        Raises:
            KeyError: There is no such sentence in any language.
        """
        return self._words(key, **facts)

    def count(self, key: str, n: int, /, **facts: Fact) -> str:
        """The sentence of `key` for `n` things, which stands in it as `{n}`.

        Raises:
            KeyError: There is no such sentence in any language.
        """
        return self._words.count(key, n, **facts)

    def date(self, day: date) -> str:
        """A day with its weekday, as it is written out."""
        return self._words.date(day)

    def clock(self, at: datetime) -> str:
        """What a clock on the wall shows, in hours and minutes."""
        return self._words.clock(at)

    def has(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return self._words.has(key)

    def sign(self, sign: Sign) -> str:
        """How to write a sign: our own emoji where Discord has it, else Unicode's; nothing aloud."""
        return "" if self.is_alt_text else self._emojis.get(sign.name, sign.unicode)

    def signed(self, sign: Sign, text: str) -> str:
        """A text with a sign before it."""
        return text if self.is_alt_text else f"{self.sign(sign)} {text}"

    @property
    def for_alt_text(self) -> Localizer:
        """The same language without signs, for alternative texts."""
        return Localizer(self._words, is_alt_text=True)


def catalogue(game_id: str) -> str:
    """The name of the catalogue that holds a game's sentences."""
    return game_id.replace("-", "_")
