"""Reads what every start of the bot reads: for the process alone that `forked` forks others from."""

from __future__ import annotations

import bot
from cogs.games import screens
from locales import in_language, languages

__all__ = ("bot",)

screens()
for language in languages():
    in_language(language).listed(("", ""))
