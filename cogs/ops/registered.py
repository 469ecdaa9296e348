"""Whether Discord has our commands already, so that of many workers not each sends them."""

from __future__ import annotations

from typing import Any

from discord.app_commands import CommandTree
from discord.http import Route


async def are_registered(tree: CommandTree[Any]) -> bool:
    """Whether Discord lists our commands, as they are now in all languages, and no others.

    Raises:
        discord.HTTPException: Discord doesn't list them.
    """
    client, translator = tree.client, tree.translator
    assert translator is not None
    route = Route("GET", "/applications/{application_id}/commands", application_id=client.application_id)
    there = await client.http.request(route, params={"with_localizations": 1})
    ours = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    return covers(_by_name(there), _by_name(ours))


def covers(there: Any, ours: Any) -> bool:
    """Whether what Discord lists is what we would send; what we leave to Discord may be anything."""
    if isinstance(ours, dict) and isinstance(there, dict):
        return all(covers(there.get(key), value) for key, value in ours.items())
    if isinstance(ours, list) and isinstance(there, list):
        return len(ours) == len(there) and all(map(covers, there, ours))
    return ours is None or bool(there == ours or (there is None and not ours))


def _by_name(commands: Any) -> list[Any]:
    return sorted(commands, key=lambda command: (command.get("type", 1), command["name"]))
