"""The sentences of one language, with the signs (emojis) that stand before words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import cached_property, reduce

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from engine.game import Struct
from locales import SOURCE, Fact, Words, in_language, languages


class Sign(Struct, frozen=True):
    """A small picture that stands for a thing, as an emoji in texts.

    Attributes:
        name: The name of our own emoji; the same drawing has the same name everywhere.
        unicode: The Unicode emoji that is used where ours doesn't exist.
        sprite: The name of its drawing in `pictures.render`.
    """

    name: str
    unicode: str
    sprite: str


class Localizer:
    """The sentences of one language, and its signs as Discord's texts write them.

    Attributes:
        language: The language's code, which is the name of its folder.
        is_alt_text: Texts are read aloud, or stand where Discord draws no emojis: no signs, no mentions.
    """

    def __init__(
        self, words: Words, emojis: Mapping[str, str] | None = None, *, is_alt_text: bool = False
    ) -> None:
        self._words = words
        self._emojis = {} if emojis is None else emojis
        self.language = words.language
        self.is_alt_text = is_alt_text

    def __call__(self, key: str, /, **facts: Fact) -> str:
        """The sentence of `key`, with `facts` in its places.

        Raises:
            KeyError: There is no such sentence in any language.
        """
        return self._words(key, **facts)

    def count(self, key: str, n: int, /, **facts: Fact) -> str:
        """The sentence of `key` in the plural form for `n` things; `{n}` in it is that number.

        Raises:
            KeyError: There is no such sentence in any language.
        """
        return self._words.count(key, n, **facts)

    def date(self, day: date) -> str:
        """A day written out, with its weekday."""
        return self._words.date(day)

    def clock(self, at: datetime) -> str:
        """A time of day in hours and minutes."""
        return self._words.clock(at)

    def listed(self, parts: Iterable[str]) -> str:
        """Several things as a sentence names them: `Ana, Ben and Cleo`."""
        return self._words.listed(parts)

    @property
    def comma(self) -> str:
        """What stands between things that are named one after the other: `, `, in Japanese `、`."""
        return self._words.comma

    def together(self, *sentences: str) -> str:
        """Sentences one after the other, apart as the language sets them; empty ones are left out."""

        def two(before: str, after: str) -> str:
            return self("table.two_sentences", before=before, after=after)

        told = [sentence for sentence in sentences if sentence]
        return reduce(two, told) if told else ""

    def has(self, key: str) -> bool:
        """Whether there is a sentence of `key`."""
        return self._words.has(key)

    def sign(self, sign: Sign) -> str:
        """A sign as text: our own emoji if Discord has it, else the Unicode one; empty if `is_alt_text`."""
        return "" if self.is_alt_text else self._emojis.get(sign.name, sign.unicode)

    def signed(self, sign: Sign, text: str) -> str:
        """A text with a sign before it; without the sign if `is_alt_text`."""
        return text if self.is_alt_text else f"{self.sign(sign)} {text}"

    @cached_property
    def for_alt_text(self) -> Localizer:
        """The same sentences without signs, for alternative texts."""
        return self if self.is_alt_text else Localizer(self._words, is_alt_text=True)


def catalogue(game_id: str) -> str:
    """The name of the catalogue that holds a game's sentences."""
    return game_id.replace("-", "_")


def said(key: str) -> locale_str:
    """A command's text in English, which carries its key for the other languages."""
    return locale_str(in_language(SOURCE)(key), key=key)


class CatalogueTranslator(app_commands.Translator):
    """Translates the texts made by `said`; discord.py calls it when it sends Discord the commands."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The text in that language; None if the bot doesn't speak it, or it is the source language."""
        key = string.extras.get("key")
        if not isinstance(key, str):
            return None
        spoken = in_language(locale.value)
        if spoken.language == SOURCE or spoken.language not in languages():
            return None
        return spoken(key)
