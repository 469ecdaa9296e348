"""Registered commands: the fields that Discord adds to them, and the event that they have changed."""

from __future__ import annotations

import orjson

from localdiscord.changes.contents import without_nulls
from localdiscord.checks.commands import ENTRY_POINT, HANDLED_BY_APP, INSTALLATIONS
from localdiscord.model.errors import Json
from localdiscord.model.world import World


def registered(world: World, command: Json, command_id: str, guild_id: str | None) -> Json:
    """Return a command with the fields that Discord adds; `guild_id`: None: the command is global."""
    kept: Json = {
        "id": command_id,
        "application_id": world.application_id,
        "version": world.clock.snowflake(),
        "type": 1,
        "description": "",
        "default_member_permissions": None,
        "nsfw": False,
        "integration_types": [*INSTALLATIONS],
        "contexts": None,
        "name_localizations": None,
        "description_localizations": None,
        "options": [],
    }
    kept |= without_nulls({key: value for key, value in command.items() if key != "id"})
    if kept["type"] == ENTRY_POINT:
        kept.setdefault("handler", HANDLED_BY_APP)
    if kept["default_member_permissions"] is not None:
        kept["default_member_permissions"] = str(kept["default_member_permissions"])
    if guild_id is not None:
        kept["guild_id"] = guild_id
    return kept


def tell_commands(world: World) -> None:
    """Send the pages the event that the commands have changed."""
    world.events.to_screens("COMMANDS_UPDATE", orjson.dumps({"commands": world.all_commands()}), None)
    world.events.changed()
