"""Raw requests to the local Discord, for bodies that discord.py would not send."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

import aiohttp

from localdiscord import LocalDiscord


class Api:
    """A client that sends any request, without checks."""

    def __init__(self, local: LocalDiscord) -> None:
        self.local = local

    async def __aenter__(self) -> Self:
        self.session = aiohttp.ClientSession(headers={"Authorization": f"Bot {self.local.token}"})
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.session.close()

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, Any]:
        """Send a request; return the status and body of the answer."""
        if body is not None:
            more["json"] = body
        async with self.session.request(method, self.local.api_base + path, **more) as answer:
            is_json = answer.content_type == "application/json"
            return answer.status, await answer.json() if is_json else None

    async def post(self, body: Any, channel: str = "general") -> tuple[int, Any]:
        """Post a message; return the status and body of the answer."""
        return await self.ask("POST", f"/channels/{self.local.channel(channel).id}/messages", body)

    async def codes(self, body: Any) -> list[str]:
        """Post a message that is refused; return its faults as `path: CODE`."""
        status, answer = await self.post(body)
        assert (status, answer["code"]) == (400, 50035), answer
        return sorted(faults(answer["errors"]))


def faults(errors: dict[str, Any], path: str = "") -> list[str]:
    """Return the faults of a form as a flat list."""
    found = [f"{path}: {error['code']}" for error in errors.get("_errors", [])]
    for key, value in errors.items():
        if key != "_errors":
            found += faults(value, f"{path}.{key}".strip("."))
    return found


def button(**fields: Any) -> dict[str, Any]:
    """Return a valid button with some fields changed."""
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | fields


def row(*components: dict[str, Any]) -> dict[str, Any]:
    """Return an action row."""
    return {"type": 1, "components": list(components)}


def select(**fields: Any) -> dict[str, Any]:
    """Return a valid select menu with some fields changed."""
    return {"type": 3, "custom_id": "pick", "options": [{"label": "A", "value": "a"}]} | fields


def text(content: str = "Hello") -> dict[str, Any]:
    """Return a text display."""
    return {"type": 10, "content": content}


def v2(*components: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a message of Components V2."""
    return {"flags": 32768, "components": list(components)} | fields
