"""People's clicks and submitted forms: checks them by Discord's rules, and completes them for the bot."""

from __future__ import annotations

from typing import Any

from localdiscord.client.commands import keep_here, resolve_user
from localdiscord.model.channel import Channel, Message
from localdiscord.model.components import (
    BUTTON,
    CHANNEL_SELECT,
    CHECKBOX,
    CHECKBOX_GROUP,
    LINK,
    MENTIONABLE_SELECT,
    RADIO_GROUP,
    ROLE_SELECT,
    SELECTS,
    STRING_SELECT,
    TEXT_INPUT,
    USER_SELECT,
    find_by_custom_id,
    walk,
)
from localdiscord.model.errors import BadInput, Json
from localdiscord.model.user import User
from localdiscord.model.world import World


def checked_click(world: World, user: User, message: Message, data: Json) -> Json:
    """Check a click or choice on a message; return its data in the form that the bot gets.

    Raises:
        BadInput: if the person can't make this click or choice on the message.
    """
    custom_id = str(data.get("custom_id"))
    if message.deleted or message.only_for not in (None, user):
        raise BadInput("there is no such message")
    component = find_by_custom_id(message.components, custom_id)
    if component is None or component["type"] != data.get("component_type", component["type"]):
        raise BadInput(f"the message has no component {custom_id!r}")
    if component.get("disabled"):
        raise BadInput(f"{custom_id!r} is disabled")
    if component["type"] == BUTTON and component["style"] == LINK:
        raise BadInput("a link is no click for the bot")
    return click_data(world, component, data.get("values"), message.channel)


def click_data(world: World, component: Json, values: list[str] | None, channel: Channel) -> Json:
    """Return the data of a click on a component; `values`: the values chosen in a select menu.

    Raises:
        BadInput: if the values are not among those offered, or too few or many.
    """
    told: Json = {
        "component_type": component["type"],
        "custom_id": component["custom_id"],
        "id": component["id"],
    }
    if component["type"] not in SELECTS:
        return told
    chosen = list(values or [])
    check_values(component, chosen)
    told["values"] = chosen
    resolved = resolved_values(world, component["type"], chosen, channel)
    return told | {"resolved": resolved} if resolved else told


def offered_people(world: World, channel: Channel) -> set[str]:
    """Return the ids that a user select offers: of the guild's members, or of the channel's company."""
    if channel.company:
        return {user.id for user in (*channel.company, world.bot)}
    return {user.id for user in (*world.members(), world.bot) if user.in_guild}


def resolved_values(world: World, kind: int, chosen: list[str], channel: Channel) -> Json:
    """Return the `resolved` object of chosen people, channels and roles.

    Raises:
        BadInput: if one of these doesn't exist, or isn't offered in that channel.
    """
    resolved: Json = {}
    channels = {} if channel.is_direct else world.channels
    roles = {} if channel.is_direct else {role["id"]: role for role in world.roles()}
    for value in chosen:
        if kind == STRING_SELECT:
            continue
        if kind in (USER_SELECT, MENTIONABLE_SELECT) and value in offered_people(world, channel):
            resolve_user(world, value, resolved)
        elif kind == CHANNEL_SELECT and value in channels and not channels[value].is_direct:
            shown = channels[value].payload() | {"permissions": "0"}
            resolved.setdefault("channels", {})[value] = shown
        elif kind in (ROLE_SELECT, MENTIONABLE_SELECT) and value in roles:
            resolved.setdefault("roles", {})[value] = roles[value]
        else:
            raise BadInput(f"{value!r} can't be chosen")
    keep_here(world, channel, resolved)
    return resolved


def with_resolved(world: World, data: Json, channel: Channel) -> Json:
    """Return the data of a submitted form, with the `resolved` object of the things chosen in it."""
    resolved: Json = {}
    for part in walk(data.get("components") or []):
        if part.get("type") in SELECTS:
            for key, found in resolved_values(world, part["type"], part.get("values") or [], channel).items():
                resolved.setdefault(key, {}).update(found)
    return data | {"resolved": resolved} if resolved else data


def check_values(component: Json, chosen: list[str]) -> None:
    """Check the values that were chosen in a select menu or a group of buttons or boxes.

    Raises:
        BadInput: if the values are not among those offered, or too few or many.
    """
    is_group = component["type"] == CHECKBOX_GROUP
    least, most = component.get("min_values"), component.get("max_values")
    least = 1 if least is None else least
    most = (len(component["options"]) if is_group else 1) if most is None else most
    if not least <= len(chosen) <= most or len(set(chosen)) != len(chosen):
        raise BadInput(f"one must choose {least} to {most} values")
    if component["type"] in (STRING_SELECT, RADIO_GROUP, CHECKBOX_GROUP):
        offered = [option["value"] for option in component["options"]]
        wrong = [value for value in chosen if value not in offered]
        if wrong:
            raise BadInput(f"{wrong} are not offered")


def modal_data(world: World, modal: Json, values: dict[str, Any], channel: Channel) -> Json:
    """Return the data of a submitted form; `values`: the inputs' values, by custom id or label.

    Inputs that aren't in `values` keep the values that the form shows at first.

    Raises:
        BadInput: if an input is missing, too short or long, or not among those offered.
    """
    given = dict(values)
    components = [_filled(world, part, given) for part in modal["components"]]
    if given:
        raise BadInput(f"the form has no inputs {sorted(given)}")
    return with_resolved(world, {"custom_id": modal["custom_id"], "components": components}, channel)


def _filled(world: World, part: Json, given: dict[str, Any], label: str | None = None) -> Json:
    shown: Json = {"type": part["type"], "id": part["id"]}
    if "component" in part:
        return shown | {"component": _filled(world, part["component"], given, part.get("label"))}
    if "components" in part:
        return shown | {"components": [_filled(world, child, given) for child in part["components"]]}
    if "custom_id" not in part:
        return shown
    key = next(
        (k for k in (part["custom_id"], label, part.get("label")) if k is not None and k in given), None
    )
    value = given.pop(key) if key is not None else None
    shown["custom_id"] = part["custom_id"]
    if part["type"] == TEXT_INPUT:
        text = str(part.get("value") or "") if value is None else str(value)
        low = part.get("min_length") or (1 if part.get("required", True) else 0)
        most = part.get("max_length") or 4000
        if (text or part.get("required", True)) and not low <= len(text) <= most:
            raise BadInput(f"{part['custom_id']!r} must be a text of {low} to {most} signs")
        return shown | {"value": text}
    if part["type"] == CHECKBOX:
        return shown | {"value": bool(part.get("default") if value is None else value)}
    if part["type"] not in (*SELECTS, RADIO_GROUP, CHECKBOX_GROUP):
        return shown | ({"values": value} if isinstance(value, list) else {"value": value})
    offered = part.get("options") or []
    shown_first = [option["value"] for option in offered if option.get("default")]
    chosen = shown_first if value is None else [value] if isinstance(value, str) else list(value)
    if chosen or part.get("required", True):
        check_values(part, chosen)
    if part["type"] == RADIO_GROUP:
        return shown | {"value": chosen[0] if chosen else None}
    return shown | {"values": chosen}
