"""Discord's rules for application commands."""

from __future__ import annotations

from typing import Any

from localdiscord.checks.text import is_command_name
from localdiscord.model.errors import FormErrors, Json
from localdiscord.model.user import LOCALES

Path = tuple[str | int, ...]
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
ENTRY_POINT = 4
MOST_COMMANDS = {1: 100, 2: 15, 3: 15, ENTRY_POINT: 1}
"""The most commands of each type: slash commands, those in menus of people and of messages, entry points."""
HANDLED_BY_APP, LAUNCHED_BY_DISCORD = 1, 2
"""The handlers of an entry point."""
MOST_OPTIONS, MOST_CHOICES, MOST_SIGNS = 25, 25, 8000
INSTALLATIONS, CONTEXTS = (0, 1), (0, 1, 2)
BAD_NAME = ("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def check_commands(commands: Any, errors: FormErrors) -> None:
    """Check the list of application commands by which a bot replaces all its commands."""
    if not isinstance(commands, list):
        errors.add((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return
    seen: set[tuple[str, int]] = set()
    for index, command in enumerate(commands):
        check_command(command, (index,), errors)
        key = (str(command.get("name")), command.get("type") or 1)
        if key in seen:
            text = "Application command names must be unique"
            errors.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        seen.add(key)


def check_command(command: Json, path: Path, errors: FormErrors) -> None:
    """Check one application command with its options; `path`: its place in the body."""
    _check_places(command, path, errors)
    kind = command.get("type") or 1
    if kind not in MOST_COMMANDS:
        errors.add((*path, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {[*MOST_COMMANDS]}.")
    _check_handler(command, path, errors)
    if kind != 1:  # A context menu's command has any name, and no description.
        errors.length((*path, "name"), command.get("name"), 1, 32)
        for locale, text in _localised(command, "name", path, errors):
            errors.length((*path, "name_localizations", locale), text, 1, 32)
        return
    _check_named(command, path, errors)
    _check_options(command.get("options") or [], (*path, "options"), errors, depth=0)
    if count_signs(command) > MOST_SIGNS:
        text = f"Command exceeds maximum size ({MOST_SIGNS})"
        errors.add(path, "APPLICATION_COMMAND_TOO_LARGE", text)


def _check_handler(command: Json, path: Path, errors: FormErrors) -> None:
    handler = command.get("handler")
    if handler is None:
        return
    if command.get("type") != ENTRY_POINT:
        errors.add(
            (*path, "handler"), "APPLICATION_COMMAND_INVALID_HANDLER", "Only entry points have a handler"
        )
    elif handler not in (HANDLED_BY_APP, LAUNCHED_BY_DISCORD):
        errors.add((*path, "handler"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")


def _check_places(command: Json, path: Path, errors: FormErrors) -> None:
    for key, known in (("integration_types", INSTALLATIONS), ("contexts", CONTEXTS)):
        named = command.get(key)
        if named is None:
            continue
        if not isinstance(named, list) or not named or len({*map(str, named)}) != len(named):
            errors.add((*path, key), "BASE_TYPE_BAD_LENGTH", "Must name each value once, and at least one.")
        elif any(value not in known for value in named):
            errors.add((*path, key), "BASE_TYPE_CHOICES", f"Value must be one of {known}.")


def _check_named(item: Json, path: Path, errors: FormErrors) -> None:
    name = item.get("name")
    if errors.length((*path, "name"), name, 1, 32) and not is_command_name(str(name)):
        errors.add((*path, "name"), *BAD_NAME)
    errors.length((*path, "description"), item.get("description"), 1, 100)
    for locale, text in _localised(item, "name", path, errors):
        place = (*path, "name_localizations", locale)
        if errors.length(place, text, 1, 32) and not is_command_name(text):
            errors.add(place, *BAD_NAME)
    for locale, text in _localised(item, "description", path, errors):
        errors.length((*path, "description_localizations", locale), text, 1, 100)


def _localised(item: Json, key: str, path: Path, errors: FormErrors) -> list[tuple[str, str]]:
    found = item.get(f"{key}_localizations") or {}
    for locale in found:
        if locale not in LOCALES:
            text = f"Value must be one of {sorted(LOCALES)}."
            errors.add((*path, f"{key}_localizations", locale), "BASE_TYPE_CHOICES", text)
    return [(locale, text) for locale, text in found.items() if text is not None]


def _check_options(options: list[Json], path: Path, errors: FormErrors, *, depth: int) -> None:
    if not errors.length(path, options, 0, MOST_OPTIONS):
        return
    names: set[str] = set()
    optional_before = False
    for index, option in enumerate(options):
        place = (*path, index)
        _check_named(option, place, errors)
        if option.get("name") in names:
            text = "Application command option names must be unique"
            errors.add((*place, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", text)
        names.add(str(option.get("name")))
        kind = option.get("type")
        if kind in (SUBCOMMAND, GROUP):
            if depth > (1 if kind == SUBCOMMAND else 0):
                text = "Sub-command option type not supported at this level"
                errors.add((*place, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
            _check_options(option.get("options") or [], (*place, "options"), errors, depth=depth + 1)
            continue
        if not isinstance(kind, int) or not 3 <= kind <= 11:
            errors.add((*place, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1, ..., 11).")
        if option.get("required") and optional_before:
            text = "Required options must be placed before non-required options"
            errors.add((*place, "required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional_before = optional_before or not option.get("required")
        _check_choices(option, place, errors)
    if any(o.get("type") in (SUBCOMMAND, GROUP) for o in options) and optional_before:
        text = "Sub-commands and other options cannot be mixed"
        errors.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)


def _check_choices(option: Json, path: Path, errors: FormErrors) -> None:
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        text = "Autocomplete and choices cannot both be set"
        errors.add((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_AND_CHOICES", text)
    check_choices(choices, (*path, "choices"), errors)
    low, high = option.get("min_value"), option.get("max_value")
    if low is not None and high is not None and low > high:
        errors.add((*path, "max_value"), "NUMBER_TYPE_MIN", f"value should be at least {low}.")
    if (low is not None or high is not None) and option.get("type") not in (INTEGER, NUMBER):
        text = "Only numbers have a minimum or maximum"
        errors.add((*path, "min_value"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)


def check_choices(choices: Any, path: Path, errors: FormErrors) -> None:
    """Check the choices of an option, or of an autocompletion."""
    if not errors.length(path, choices, 0, MOST_CHOICES):
        return
    names: set[str] = set()
    for index, choice in enumerate(choices):
        place = (*path, index)
        errors.length((*place, "name"), choice.get("name"), 1, 100)
        for locale, text in _localised(choice, "name", place, errors):
            errors.length((*place, "name_localizations", locale), text, 1, 100)
        if choice.get("value") is None:
            errors.required((*place, "value"))
        elif isinstance(choice["value"], str):
            errors.length((*place, "value"), choice["value"], 1, 100)
        if choice.get("name") in names:
            text = "Option choice names must be unique"
            errors.add((*place, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", text)
        names.add(str(choice.get("name")))


def count_signs(item: Json) -> int:
    """Return the total length of a command's names, descriptions and values, by the longest translations."""
    total = 0
    for key in ("name", "description"):
        texts = [item.get(key) or "", *(item.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in texts if text is not None)
    for choice in item.get("choices") or []:
        texts = [choice.get("name") or "", *(choice.get("name_localizations") or {}).values()]
        total += max(len(text) for text in texts if text is not None) + len(str(choice.get("value", "")))
    return total + sum(count_signs(option) for option in item.get("options") or [])
