"""Names and descriptions of commands in all languages, from the catalogue `commands`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from locales import SOURCE, in_language, languages


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
