"""The emojis that a bot has uploaded: the first of a process does, the others find them like a second start.

`tests/cogs/test_emojis.py` has what a start uploads, and those who run `bot.py` upload all.
"""

from __future__ import annotations

from typing import Any

from localdiscord import LocalDiscord

_emojis: dict[str, dict[str, Any]] = {}
_files: dict[str, tuple[bytes, str]] = {}


def keep(discord: LocalDiscord) -> None:
    """Keep the emojis of this Discord, unless others are kept."""
    if not _emojis:
        _emojis.update(discord.world.emojis)
        files = discord.world.files
        _files.update({path: files[path] for path in files if path.startswith("/cdn/emojis/")})


def bring(discord: LocalDiscord) -> None:
    """Let this Discord have those that are kept."""
    discord.world.emojis.update({number: dict(emoji) for number, emoji in _emojis.items()})
    discord.world.files.update(_files)
