"""Makes the page of the documents that lists routes, events and interaction responses, from the code."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from localdiscord.model.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL
from localdiscord.rest.call import ROUTES
from localdiscord.rest.interactions import ALLOWED, ANSWERS
from localdiscord.rest.server import PARTS, PREFIX
from localdiscord.tests.documents.events import EVENTS

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "routes-and-events.md"
HEAD: Final = f"""# Routes and gateway events

The command `python -m localdiscord.tests.documents` makes this page from the code.

## Routes

All paths begin with `{PREFIX}`. A request that is not listed here gets the status 501 and changes nothing
([What is missing](missing.md)).
"""
TITLES: Final = {
    "activities": "Activities and OAuth2",
    "channels": "Channels and threads",
    "commands": "Application commands",
    "emojis": "Emojis of the application",
    "guilds": "Guild, users, application and gateway",
    "interactions": "Interactions",
    "messages": "Messages",
}
RESPONSES: Final = """
## Responses to interactions

The bot's first response to an interaction has one of these types. The bot has three seconds for the first
response, and fifteen minutes for all others. The last column says which interactions a type can answer.
"""
KINDS: Final = {
    COMMAND: "a command",
    COMPONENT: "a button or select menu",
    AUTOCOMPLETE: "an option with autocompletion",
    MODAL: "a form",
}
RESPONSE_NAMES: Final = {
    4: "a message",
    5: "a deferral; a message follows later",
    6: "a deferral; an edit of the clicked message may follow",
    7: "an edit of the clicked message",
    8: "the choices of the option",
    9: "a form (modal)",
    12: "the Activity, in a frame",
}
GATEWAY: Final = """
## Gateway events

If the table names an intent, only bots with that intent get the event. Events of ephemeral messages need the
intent `DIRECT_MESSAGES`.

Without the intent `MESSAGE_CONTENT`, a bot gets a message's content only if the bot wrote the message, is
mentioned in it, or got it as a direct message.
"""
OPERATIONS: Final = """
## Gateway operations

Discord numbers the kinds of gateway messages. Here the bot may send heartbeats (1), identify (2), change its
presence (3, without effect), resume (6) and request members (8). localdiscord sends events (0), requests to
reconnect (7), invalid sessions (9), hello (10) and acknowledgements of heartbeats (11).

The messages are JSON. If the bot asks for `zlib-stream` or `zstd-stream`, localdiscord compresses them.
"""


def row(*cells: str) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(cells)} |"


def table(heads: Iterable[str], rows: Iterable[str]) -> list[str]:
    """Return the lines of a table."""
    names = list(heads)
    return ["", row(*names), row(*("---" for _ in names)), *rows]


def routes() -> list[str]:
    """Return the lines on routes: a table for each module that has routes."""
    lines = []
    for part in PARTS:
        module = part.__name__
        own = [route for route in ROUTES if route.handler.__module__ == module]
        lines += ["", f"### {TITLES[module.rpartition('.')[2]]}"]
        own.sort(key=lambda route: (route.template, route.method))
        lines += table(
            ("Request", "What it does"),
            [row(f"`{one.method} {one.template}`", summary(one.handler)) for one in own],
        )
    return lines


def summary(handler: object) -> str:
    """Return the first line of a function's docstring."""
    return (inspect.getdoc(handler) or "").partition("\n")[0]


def responses() -> list[str]:
    """Return the lines on first responses to interactions."""
    kinds = {
        number: [KINDS[kind] for kind, allowed in ALLOWED.items() if number in allowed] for number in ANSWERS
    }
    rows = [row(str(number), RESPONSE_NAMES[number], ", ".join(kinds[number])) for number in ANSWERS]
    after = "\nIf a button or select menu opened a form, the types 6 and 7 are allowed for the form as well."
    return [*table(("Type", "Response", "Allowed for"), rows), after]


def events() -> list[str]:
    """Return the lines on events."""
    rows = [
        row(f"`{name}`", " or ".join(f"`{intent}`" for intent in event.intents), event.when)
        for name, event in sorted(EVENTS.items())
    ]
    return table(("Event", "Intent", "When"), rows)


def made() -> str:
    """Return the whole page."""
    parts = [HEAD.rstrip("\n"), *routes(), RESPONSES.rstrip("\n"), *responses()]
    parts += [GATEWAY.rstrip("\n"), *events(), OPERATIONS.rstrip("\n")]
    return "\n".join(parts) + "\n"
