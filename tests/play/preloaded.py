"""Loads all that each start of the bot loads; used only in the process from which `forked` forks others."""

from __future__ import annotations

import bot
from cogs.games import screens
from locales import in_language, languages

__all__ = ("bot",)

screens()
for language in languages():
    in_language(language).listed(("", ""))
