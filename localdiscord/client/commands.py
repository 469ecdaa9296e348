"""Uses of commands, checked as Discord's client checks them before it sends them."""

from __future__ import annotations

from typing import Any

from localdiscord.changes.interactions import installs
from localdiscord.checks.commands import ENTRY_POINT
from localdiscord.model.channel import Channel
from localdiscord.model.errors import BadInput, Json
from localdiscord.model.user import User
from localdiscord.model.world import World

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(
    1, 12
)
CHAT_COMMAND, USER_COMMAND, MESSAGE_COMMAND = 1, 2, 3


def command_of(world: World, data: Json) -> Json:
    """Return the command that someone uses, by the id or name in the data.

    Raises:
        BadInput: if there is no such command.
    """
    for command in world.all_commands():
        meant = command["id"] == data["id"] if data.get("id") else command["name"] == data.get("name")
        if meant and command["type"] == (data.get("type") or 1):
            return command
    raise BadInput(f"no command is called {data.get('name')!r}")


def checked_use(world: World, user: User, data: Json, channel: Channel, *, completing: bool = False) -> Json:
    """Check a use of a command; return its data in the form that the bot gets.

    Raises:
        BadInput: if the command or an option isn't offered in that channel, or if an option is missing,
            unknown or out of bounds.
    """
    command = command_of(world, data)
    if not installs(world, command, user, channel):
        raise BadInput(f"{user.name} can't use {command['name']!r} in that channel")
    resolved: Json = {}
    used: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if command["type"] == CHAT_COMMAND:
        given = data.get("options") or []
        used["options"] = _check(world, command, given, resolved, completing=completing)
    elif command["type"] != ENTRY_POINT:
        used["target_id"] = _check_target(world, user, command, str(data.get("target_id")), channel, resolved)
    keep_here(world, channel, resolved)
    if "guild_id" in command:
        used["guild_id"] = command["guild_id"]
    if resolved:
        used["resolved"] = resolved
    for file_id in resolved.get("attachments", {}):
        del world.given[file_id]  # The file now belongs to the interaction.
    return used


def _check_target(
    world: World, user: User, command: Json, target_id: str, channel: Channel, resolved: Json
) -> str:
    """Add the target of a context menu's command, a person or message, to `resolved`; return its id."""
    if command["type"] == USER_COMMAND:
        if target_id != world.bot.id and target_id not in world.people:
            raise BadInput(f"{command['name']!r} is for people")
        resolve_user(world, target_id, resolved)
        return target_id
    message = channel.messages.get(target_id)
    if message is None or message.only_for not in (None, user):
        raise BadInput(f"{command['name']!r} is for messages of that channel")
    resolved["messages"] = {target_id: message.payload()}
    return target_id


def _check(world: World, holder: Json, given: list[Json], resolved: Json, *, completing: bool) -> list[Json]:
    known = {option["name"]: option for option in holder.get("options") or []}
    nested = any(option["type"] in (SUBCOMMAND, GROUP) for option in known.values())
    if nested and len(given) != 1:
        raise BadInput(f"{holder['name']!r} needs one of {sorted(known)}")
    checked = []
    for item in given:
        option = known.get(item["name"])
        if option is None:
            raise BadInput(f"{holder['name']!r} has no option {item['name']!r}")
        if option["type"] in (SUBCOMMAND, GROUP):
            inside = _check(world, option, item.get("options") or [], resolved, completing=completing)
            checked.append({"name": option["name"], "type": option["type"], "options": inside})
            continue
        focused = bool(item.get("focused"))
        value = item.get("value")
        if not focused and not completing:
            value = _value(world, option, value, resolved)
        entry: Json = {"name": option["name"], "type": option["type"], "value": value}
        checked.append(entry | {"focused": True} if focused else entry)
    if len({item["name"] for item in checked}) != len(checked):
        raise BadInput(f"an option of {holder['name']!r} is given twice")
    missing = [o["name"] for o in known.values() if o.get("required") and o["name"] not in _names(checked)]
    if missing and not completing:
        raise BadInput(f"{holder['name']!r} needs {missing}")
    return checked


def _names(options: list[Json]) -> set[str]:
    return {option["name"] for option in options}


def _value(world: World, option: Json, value: Any, resolved: Json) -> Any:
    name, kind = option["name"], option["type"]
    if option.get("choices"):
        if value not in [choice["value"] for choice in option["choices"]]:
            raise BadInput(f"{value!r} is no choice of {name!r}")
        return value
    if kind == STRING:
        low, high = option.get("min_length") or 0, option.get("max_length") or 6000
        if not isinstance(value, str) or not low <= len(value) <= high:
            raise BadInput(f"{name!r} must be a text of {low} to {high} signs")
    elif kind == BOOLEAN:
        if not isinstance(value, bool):
            raise BadInput(f"{name!r} must be yes or no")
    elif kind in (INTEGER, NUMBER):
        _check_number(option, value)
    else:
        return _resolve(world, option, str(value), resolved)
    return value


def _check_number(option: Json, value: Any) -> None:
    wanted = int if option["type"] == INTEGER else int | float
    if not isinstance(value, wanted) or isinstance(value, bool):
        raise BadInput(f"{option['name']!r} must be a number")
    low, high = option.get("min_value"), option.get("max_value")
    if (low is not None and value < low) or (high is not None and value > high):
        raise BadInput(f"{option['name']!r} must be between {low} and {high}")


def _resolve(world: World, option: Json, value: str, resolved: Json) -> str:
    if option["type"] in (USER, MENTIONABLE):
        user = world.bot if value == world.bot.id else world.people.get(value)
        if user is None:
            raise BadInput(f"{option['name']!r} must be somebody")
        resolve_user(world, user.id, resolved)
    elif option["type"] == CHANNEL:
        channel = world.channels.get(value)
        if channel is None or channel.is_direct:
            raise BadInput(f"{option['name']!r} must be a channel")
        resolved.setdefault("channels", {})[value] = channel.payload() | {"permissions": "0"}
    elif option["type"] == ATTACHMENT:
        if value not in world.given:
            raise BadInput(f"{option['name']!r} must be a file")
        resolved.setdefault("attachments", {})[value] = world.given[value]
    return value


def resolve_user(world: World, user_id: str, resolved: Json) -> None:
    """Add a person to a `resolved` object: as a user and, if they are in the guild, as a member."""
    user = world.user(user_id)
    resolved.setdefault("users", {})[user_id] = user.payload()
    if user.in_guild:
        resolved.setdefault("members", {})[user_id] = member(user)


def member(user: User) -> Json:
    """Return the member object of a `resolved` object."""
    return user.member_payload(with_user=False) | {"permissions": "0"}


def keep_here(world: World, channel: Channel, resolved: Json) -> None:
    """Remove from a `resolved` object the member data of people who aren't members in the channel.

    Raises:
        BadInput: if a chosen person or channel isn't there.
    """
    there = {user.id for user in (*channel.company, world.bot)}
    if channel.is_direct and (not there.issuperset(resolved.get("users") or {}) or "channels" in resolved):
        raise BadInput("in direct messages there are only those who write to each other")
    if any(found["guild_id"] != channel.guild_id for found in (resolved.get("channels") or {}).values()):
        raise BadInput("that channel is in another server")
    if channel.company:
        here = () if channel.is_direct else channel.company
        known = {user.id: member(user) for user in here if user.id in resolved.get("users", ())}
        resolved.pop("members", None)
        resolved |= {"members": known} if known else {}
