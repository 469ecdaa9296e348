"""The sentences of one language, with the signs (emojis) that stand before names of things."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, reduce
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from engine.game import Struct
from locales import SOURCE, Words, in_language, languages


class Sign(Struct, frozen=True):
    """A small picture of a thing, shown in texts as an emoji.

    Attributes:
        name: The name of our own emoji at Discord; equal drawings have equal names.
        unicode: The Unicode emoji to use where Discord lacks our own.
        sprite: The name of the emoji's drawing in `pictures.render`.
    """

    name: str
    unicode: str
    sprite: str


COMMAND: Final = re.compile("`/([^`]+)`")
"""A pattern for a command in a sentence of the catalogues, by its name in the sentence's language."""


class Localizer(Words):
    """The sentences of one language, with signs (emojis) in the form that a message needs.

    Args:
        words: The sentences.
        emojis: Our own emojis as text, by the signs' names; a sign without one is a Unicode emoji.
        commands: The ids of our commands at Discord, by their full English names, such as `table new`.
            A sentence mentions such a command, so that it becomes a link; other commands are plain text.

    Attributes:
        is_alt_text: Whether texts leave out signs and mentions, as they are read aloud, or shown where
            Discord draws neither.
        has_large_board: Whether messages have a button that opens the Activity.
    """

    def __init__(
        self,
        words: Words,
        emojis: Mapping[str, str] | None = None,
        commands: Mapping[str, int] | None = None,
        *,
        is_alt_text: bool = False,
        has_large_board: bool = False,
    ) -> None:
        vars(self).update(vars(words))  # All localizers of a language share one cache of its sentences.
        self._emojis = {} if emojis is None else emojis
        self.is_alt_text = is_alt_text
        self.has_large_board = has_large_board
        self._unlinked = words
        if commands:
            # Discord shows a mentioned command by its name in the reader's language.
            links = {own_name(name, words): f"</{name}:{number}>" for name, number in commands.items()}
            self._sentences = {
                key: COMMAND.sub(lambda named: links.get(named[1], named[0]), sentence)
                for key, sentence in self._sentences.items()
            }

    def together(self, *sentences: str) -> str:
        """Join sentences as the language does (Japanese: without spaces); empty ones are left out."""

        def two(before: str, after: str) -> str:
            return self("table.two_sentences", before=before, after=after)

        told = [sentence for sentence in sentences if sentence]
        return reduce(two, told) if told else ""

    def sign(self, sign: Sign) -> str:
        """A sign as text: our own emoji if Discord has it, else the Unicode one; empty if `is_alt_text`."""
        return "" if self.is_alt_text else self._emojis.get(sign.name, sign.unicode)

    def signed(self, sign: Sign, text: str) -> str:
        """A text with a sign before it; without the sign if `is_alt_text`."""
        return text if self.is_alt_text else f"{self.sign(sign)} {text}"

    @cached_property
    def for_alt_text(self) -> Localizer:
        """This localizer with `is_alt_text`: for texts read aloud, or shown where Discord draws no signs."""
        return self if self.is_alt_text else Localizer(self._unlinked, is_alt_text=True)


def own_name(command: str, words: Words) -> str:
    """A command's full name in a language, such as `tisch neu`, by the English one, such as `table new`."""
    return " ".join(words(f"commands.name_{part}") for part in command.split())


def catalogue(game_id: str) -> str:
    """The name of the file (gettext catalogue) with a game's sentences."""
    return game_id.replace("-", "_")


def said(key: str) -> locale_str:
    """A text of a slash command: the English sentence of `key`, with the key for `CatalogueTranslator`."""
    return locale_str(in_language(SOURCE)(key), key=key)


class CatalogueTranslator(app_commands.Translator):
    """Translates the texts made by `said`; discord.py calls it when sending Discord the commands."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The text in a locale's language; None: the language is English, or the bot doesn't have it."""
        key = string.extras.get("key")
        if not isinstance(key, str):
            return None
        spoken = in_language(locale.value)
        if spoken.language == SOURCE or spoken.language not in languages():
            return None
        return spoken(key)
