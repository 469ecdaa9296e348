"""Application commands: the global ones, and those of the guild."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from localdiscord.changes.commands import registered, tell_commands
from localdiscord.checks.commands import ENTRY_POINT, MOST_COMMANDS, check_command, check_commands
from localdiscord.model.errors import FormErrors, Json, refusal
from localdiscord.rest.call import Call, route

GLOBAL = "/applications/{application_id}/commands"
GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
ONE = "/{command_id}"
LOCALISED = ("name_localizations", "description_localizations")


def shelf(call: Call) -> dict[str, Json]:
    """Return the commands by id: the guild's, if the path names the guild; else the global ones.

    Raises:
        Refusal: 10002 (another application), 10004 (there is no such guild) or 50001 (the bot isn't in it).
    """
    if call.snowflake("application_id") != call.world.application_id:
        raise refusal(10002)
    guild_id = call.params.get("guild_id")
    if guild_id not in (None, call.world.guild_id):
        raise refusal(10004)
    if guild_id is not None and not call.world.bot.in_guild:
        raise refusal(50001)
    return call.world.commands.setdefault(guild_id, {})


def command_in(call: Call, commands: dict[str, Json]) -> Json:
    """Return the command that the path names.

    Raises:
        Refusal: 10063 (there is no such command).
    """
    found = commands.get(call.snowflake("command_id"))
    if found is None:
        raise refusal(10063)
    return found


def register(call: Call, command: Json, command_id: str) -> Json:
    """Return a command with the fields that Discord adds."""
    return registered(call.world, command, command_id, call.params.get("guild_id"))


def check_entry_points(call: Call, commands: Iterable[tuple[tuple[str | int, ...], Json]]) -> None:
    """Check that entry points are only where they may be; `commands`: each with its place in the body.

    Raises:
        Refusal: 50035 (the application has no Activity, or the commands are the guild's).
    """
    is_embedded = call.world.activities.url is not None and "guild_id" not in call.params
    errors = FormErrors()
    for path, command in commands:
        if is_entry_point(command) and not is_embedded:
            text = "Only global commands of an application with an Activity can be entry points."
            errors.add((*path, "type"), "APPLICATION_COMMAND_INVALID_ENTRY_POINT", text)
    errors.refuse_if_any()


def shown(call: Call, command: Json) -> Json:
    """Return a command; with its translations only if the query asks for them."""
    if call.query.get("with_localizations", "").lower() in ("true", "1"):
        return command
    return {key: value for key, value in command.items() if key not in LOCALISED}


@route("GET", GLOBAL)
@route("GET", GUILD)
def list_commands(call: Call) -> list[Json]:
    """Return all commands."""
    return [shown(call, command) for command in shelf(call).values()]


@route("PUT", GLOBAL)
@route("PUT", GUILD)
def set_commands(call: Call) -> list[Json]:
    """Replace all commands, and return them. A command whose name existed before keeps its id.

    Raises:
        Refusal: 50240 (the entry point is missing), or another one for a faulty command.
    """
    commands = shelf(call)
    errors = FormErrors()
    check_commands(call.body, errors)
    errors.refuse_if_any()
    check_room(call.body)
    check_entry_points(call, (((index,), command) for index, command in enumerate(call.body)))
    call.verify()
    if any(is_entry_point(one) for one in commands.values()) and not any(map(is_entry_point, call.body)):
        raise refusal(50240)
    ids = {(command["name"], command["type"]): command["id"] for command in commands.values()}
    new = [
        register(call, command, ids.get((command["name"], command.get("type") or 1)) or snowflake(call))
        for command in call.body
    ]
    commands.clear()
    commands.update({command["id"]: command for command in new})
    tell_commands(call.world)
    return new


def is_entry_point(command: Json) -> bool:
    """Whether a command opens the Activity."""
    return command.get("type") == ENTRY_POINT


def check_room(commands: Iterable[Json]) -> None:
    """Check that no type has too many commands.

    Raises:
        Refusal: 30032 (there are too many).
    """
    counted = Counter(command.get("type") or 1 for command in commands)
    if any(count > MOST_COMMANDS[kind] for kind, count in counted.items()):
        raise refusal(30032)


def snowflake(call: Call) -> str:
    """Return a new id."""
    return call.world.clock.snowflake()


@route("POST", GLOBAL)
@route("POST", GUILD)
def create_command(call: Call) -> Json:
    """Add a command, and return it. A command with the same name is replaced."""
    commands = shelf(call)
    check_one(call.form)
    check_entry_points(call, [((), call.form)])
    call.verify()
    key = (call.form["name"], call.form.get("type") or 1)
    same = [command for command in commands.values() if (command["name"], command["type"]) == key]
    if not same:
        check_room([*commands.values(), call.form])
    new = register(call, call.form, same[0]["id"] if same else snowflake(call))
    commands[new["id"]] = new
    tell_commands(call.world)
    call.status = 200 if same else 201
    return new


def check_one(command: Json) -> None:
    """Check one command by Discord's rules.

    Raises:
        Refusal: 50035 (the command is invalid).
    """
    errors = FormErrors()
    check_command(command, (), errors)
    errors.refuse_if_any()


@route("GET", GLOBAL + ONE)
@route("GET", GUILD + ONE)
def get_command(call: Call) -> Json:
    """Return one command with its translations."""
    return command_in(call, shelf(call))


@route("PATCH", GLOBAL + ONE)
@route("PATCH", GUILD + ONE)
def edit_command(call: Call) -> Json:
    """Change a command, and return it."""
    commands = shelf(call)
    old = command_in(call, commands)
    check_one(old | call.form)
    call.verify()
    commands[old["id"]] = register(call, old | call.form, old["id"])
    tell_commands(call.world)
    return commands[old["id"]]


@route("DELETE", GLOBAL + ONE)
@route("DELETE", GUILD + ONE)
def delete_command(call: Call) -> None:
    """Delete a command."""
    commands = shelf(call)
    del commands[command_in(call, commands)["id"]]
    tell_commands(call.world)
