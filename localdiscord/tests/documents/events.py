"""The gateway events for bots: those that the code sends, and those that the documents list."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from localdiscord.model import session
from localdiscord.model.session import Session

PACKAGE: Final = Path(__file__).resolve().parents[2]
PARTS: Final = ("changes", "gateway", "model", "rest")


class Event(NamedTuple):
    """A row on an event: when the bot gets it, and the intents of which it needs one (empty: none)."""

    intents: tuple[str, ...]
    when: str


GUILDS: Final = ("GUILDS",)
MEMBERS: Final = ("GUILD_MEMBERS",)
MESSAGES: Final = ("GUILD_MESSAGES", "DIRECT_MESSAGES")
EVENTS: Final = {
    "CHANNEL_CREATE": Event(GUILDS, "A channel is created."),
    "CHANNEL_DELETE": Event(GUILDS, "A channel is deleted. No events are sent for its threads."),
    "CHANNEL_UPDATE": Event(GUILDS, "A channel or its permissions change."),
    "GUILD_CREATE": Event(GUILDS, "The bot connects or is invited, or an outage ends."),
    "GUILD_DELETE": Event(GUILDS, "The bot is removed, or an outage begins (`unavailable: true`)."),
    "GUILD_MEMBERS_CHUNK": Event((), "The bot has asked for members (operation 8)."),
    "GUILD_MEMBER_ADD": Event(MEMBERS, "A person joins the guild again."),
    "GUILD_MEMBER_REMOVE": Event(MEMBERS, "A person leaves the guild."),
    "INTERACTION_CREATE": Event((), "A person uses a command, component or form, or types into an option."),
    "MESSAGE_CREATE": Event(MESSAGES, "A message is posted."),
    "MESSAGE_DELETE": Event(MESSAGES, "A message is deleted."),
    "MESSAGE_UPDATE": Event(MESSAGES, "A message is edited, or a thread is opened on it."),
    "READY": Event((), "The bot has identified."),
    "RESUMED": Event((), "The bot has resumed its session, after it got all missed events."),
    "THREAD_CREATE": Event(GUILDS, "A thread is opened."),
    "THREAD_DELETE": Event(GUILDS, "A thread is deleted."),
    "THREAD_MEMBERS_UPDATE": Event(GUILDS, "Somebody joins or leaves a thread."),
    "THREAD_UPDATE": Event(GUILDS, "A thread changes, is archived or is unarchived."),
}


def faults(receiver: Session, event: str) -> Iterator[str]:
    """Yield the differences between an event that a session gets and the table above."""
    known = EVENTS.get(event)
    if known is None:
        yield f"{event} isn't in the table of events"
    elif known.intents and not any(getattr(session, name) & receiver.intents for name in known.intents):
        yield f"a session without {' and '.join(known.intents)} gets {event}"


def names_in_code() -> set[str]:
    """Return the names of all events that the package sends to bots."""
    functions: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    for part in PARTS:
        for path in (PACKAGE / part).glob("*.py"):
            nodes = ast.walk(ast.parse(path.read_text("utf-8")))
            functions += [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    senders = {"dispatch", "to_bot"}
    for _ in functions:  # A sender may pass its own parameter `event` on to another sender.
        more = {one.name for one in functions if takes_event(one) and calls(one, senders)}
        if more <= senders:
            break
        senders |= more
    return {name for one in functions for call in calls(one, senders) for name in literals(call)}


def takes_event(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function has a parameter `event`."""
    return "event" in {parameter.arg for parameter in function.args.args}


def calls(function: ast.AST, names: set[str]) -> list[ast.Call]:
    """Return the calls of functions with these names."""
    found = []
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
            if name in names:
                found.append(node)
    return found


def literals(call: ast.Call) -> list[str]:
    """Return the names of events that are literal arguments of a call."""
    values = [one.value for one in call.args if isinstance(one, ast.Constant)]
    return [value for value in values if isinstance(value, str) and value.isupper()]
