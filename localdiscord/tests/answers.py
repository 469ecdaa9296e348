"""Checks the local Discord's answers and events by Discord's own description, if a copy is available."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from localdiscord.model.session import Session
from localdiscord.rest.server import Rest, find

CHANNEL: Final = "GuildChannelResponse", "PrivateChannelResponse", "ThreadResponse"
PARTS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "READY": {"user": ("UserPIIResponse",)},
    "GUILD_CREATE": {
        "": ("GuildResponse",),
        "channels.*": CHANNEL,
        "threads.*": CHANNEL,
        "members.*": ("GuildMemberResponse",),
    },
    "GUILD_MEMBER_ADD": {"": ("GuildMemberResponse",)},
    "GUILD_MEMBER_REMOVE": {"user": ("UserResponse",)},
    "GUILD_MEMBER_UPDATE": {"user": ("UserResponse",)},
    "GUILD_MEMBERS_CHUNK": {"members.*": ("GuildMemberResponse",)},
    "CHANNEL_CREATE": {"": CHANNEL},
    "CHANNEL_UPDATE": {"": CHANNEL},
    "CHANNEL_DELETE": {"": CHANNEL},
    "THREAD_CREATE": {"": CHANNEL},
    "THREAD_UPDATE": {"": CHANNEL},
    "THREAD_MEMBERS_UPDATE": {
        "added_members.*": ("ThreadMemberResponse",),
        "added_members.*.member": ("GuildMemberResponse",),
    },
    "MESSAGE_CREATE": {"": ("MessageResponse",)},
    "MESSAGE_UPDATE": {"": ("MessageResponse",)},
    "INTERACTION_CREATE": {
        "message": ("MessageResponse",),
        "user": ("UserResponse",),
        "member.user": ("UserResponse",),
        "data.resolved.users.*": ("UserResponse",),
        "data.resolved.attachments.*": ("MessageAttachmentResponse",),
    },
}
"""The parts of gateway events that have a schema in the description, which lacks the events themselves."""


class Answers:
    """The schemas of all answers; each validator is made at its first use, then cached."""

    def __init__(self, document: Any, library: Any) -> None:
        deferred = document["components"]["schemas"]["CreateMessageInteractionCallbackResponse"]
        deferred["properties"]["type"]["enum"].append(
            5
        )  # The file lacks this type of message, which is described as number 4 is.
        schemas = document["components"]["schemas"]
        schemas["GuildChannelResponse"]["properties"]["type"]["enum"].append(16)  # A media channel, likewise.
        schemas["ChannelTypes"]["oneOf"].append({"const": 16})
        self._paths = document["paths"]
        self._components = document["components"]
        self._library = library
        self._validators: dict[Any, Any] = {}

    def operations(self) -> list[tuple[str, str]]:
        """Return the path and method of each request in the description."""
        verbs = ("get", "post", "put", "patch", "delete")
        return [
            (path, verb.upper()) for path, known in self._paths.items() for verb in verbs if verb in known
        ]

    def to_request(self, method: str, template: str, status: int, body: Any) -> list[str]:
        """Return the faults of the answer to a request; `body`: None: the answer has no body."""
        if template == "/oauth2/token":
            return []  # The description lacks this answer.
        known = self._paths[template][method.lower()]["responses"].get(str(status))
        if known is None:
            return [f"{status} is no answer to this"]
        schema = known.get("content", {}).get("application/json", {}).get("schema")
        if (body is None) is not (schema is None):
            return [f"{status} {'without' if body is None else 'with'} a body"]
        return self._faults((method, template, status), schema, body) if schema else []

    def in_event(self, event: str, body: Any) -> list[str]:
        """Return the faults of a gateway event."""
        found = []
        for path, names in PARTS.get(event, {}).items():
            schema = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}
            for part in parts(body, [step for step in path.split(".") if step]):
                found += [f"{path} {fault}" for fault in self._faults(names, schema, part)]
        return found

    def _faults(self, key: Any, schema: Any, body: Any) -> list[str]:
        if key not in self._validators:
            root = {"allOf": [schema], "components": self._components}
            self._validators[key] = self._library.Draft202012Validator(root)
        if self._validators[key].is_valid(body):
            return []
        return sorted(set(told(self._validators[key].iter_errors(body))))


def told(errors: Any) -> Iterator[str]:
    """Yield errors as texts; for a union of schemas, only those of the schema for the body's own `type`."""
    for error in errors:
        branches = [list(branch) for branch in getattr(error.kind, "context", None) or []]
        of_type = [
            branch for branch in branches if not any(is_of_another_type(inner, error) for inner in branch)
        ]
        for branch in of_type:
            yield from told(branch)
        if not of_type:
            yield f"{'.'.join(map(str, error.instance_path))}: {str(error.message)[-200:]}"


def is_of_another_type(inner: Any, error: Any) -> bool:
    """Whether a schema doesn't fit only because it is the schema of another type."""
    return list(inner.instance_path) == [*error.instance_path, "type"] or (
        inner.instance_path == error.instance_path and "is not of type" in str(inner.message)
    )


def parts(body: Any, steps: list[str]) -> list[Any]:
    """Return the values at a path in a body; `*` stands for each element of a list, or value of an object."""
    if not steps:
        return [body]
    if steps[0] == "*":
        inner = body.values() if isinstance(body, dict) else body
    else:
        inner = [body[steps[0]]] if steps[0] in body else []
    return [part for one in inner for part in parts(one, steps[1:])]


@lru_cache(maxsize=1)
def answers() -> Answers | None:
    """Return Discord's description of its answers; None: the file or the library is missing."""
    try:
        import jsonschema_rs

        return Answers(orjson.loads(Path(os.environ["DISCORD_OPENAPI"]).read_bytes()), jsonschema_rs)
    except (ImportError, OSError, KeyError):
        return None


def watch(monkeypatch: pytest.MonkeyPatch, schemas: Answers, faults: list[str]) -> None:
    """Have all answers and events of every local Discord checked; faults go to `faults`."""
    carry_out, dispatch = Rest._carry_out, Session.dispatch

    async def watched(self: Rest, request: Any, path: str) -> Any:
        routes = find(self._tree, path.strip("/").split("/")) or {}
        status, raw, more = await carry_out(self, request, path)
        template = routes[request.method].template
        body = None if raw is None else orjson.loads(raw)
        found = schemas.to_request(request.method, template, status, body)
        faults.extend(f"{request.method} {template}: {fault}" for fault in found)
        return status, raw, more

    def watched_dispatch(self: Session, event: str, raw: bytes) -> None:
        faults.extend(f"{event}: {fault}" for fault in schemas.in_event(event, orjson.loads(raw)))
        dispatch(self, event, raw)

    monkeypatch.setattr(Rest, "_carry_out", watched)
    monkeypatch.setattr(Session, "dispatch", watched_dispatch)
