"""Keeps the emojis that one bot of this process has uploaded, so that other bots find them on their Discord.

`tests/cogs/test_emojis.py` tests the uploads of a start; bots run as `bot.py` upload all emojis.
"""

from __future__ import annotations

from typing import Any

from localdiscord import LocalDiscord

_emojis: dict[str, dict[str, Any]] = {}
_files: dict[str, tuple[bytes, str]] = {}


def keep(discord: LocalDiscord) -> None:
    """Keep this Discord's emojis, unless some are kept already."""
    if not _emojis:
        _emojis.update(discord.world.emojis)
        files = discord.world.files
        _files.update({path: files[path] for path in files if path.startswith("/cdn/emojis/")})


def bring(discord: LocalDiscord) -> None:
    """Give this Discord the kept emojis."""
    discord.world.emojis.update({number: dict(emoji) for number, emoji in _emojis.items()})
    discord.world.files.update(_files)
