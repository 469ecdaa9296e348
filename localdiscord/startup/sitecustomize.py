"""Connects a bot's library to the local Discord, without a change of the bot.

Python imports the module `sitecustomize` before it runs a program, if the module is on its path.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any


def point_requests(http: Any) -> None:
    """Send a library's requests to the local Discord; `http`: the library's module with the class `Route`.

    Raises:
        AttributeError: if the class has neither of the two known names for the address.
    """
    name = "API_BASE_URL" if hasattr(http.Route, "API_BASE_URL") else "BASE"
    getattr(http.Route, name)
    setattr(http.Route, name, os.environ["DISCORD_API_BASE"])


def point_hikari(urls: Any) -> None:
    """Send hikari's requests to the local Discord."""
    urls.REST_API_URL = os.environ["DISCORD_API_BASE"]


def point_gateway(gateway: Any) -> None:
    """Connect discord.py to the local Discord's gateway; other libraries ask for the gateway's address."""
    socket = gateway.DiscordWebSocket
    if hasattr(socket, "DEFAULT_GATEWAY"):
        socket.DEFAULT_GATEWAY = type(socket.DEFAULT_GATEWAY)(os.environ["DISCORD_GATEWAY"])


POINTS: dict[str, Callable[[Any], None]] = {
    "discord.http": point_requests,  # The names in discord.py and in py-cord.
    "discord.gateway": point_gateway,
    "disnake.http": point_requests,
    "hikari.urls": point_hikari,
    "interactions.api.http.route": point_requests,
    "nextcord.http": point_requests,
}


class Pointer(MetaPathFinder):
    """An import hook that changes the modules with Discord's addresses as soon as they are imported."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module as Python does; if it has Discord's addresses, have it changed once it has run."""
        if name not in POINTS:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        spec = next(filter(None, (finder.find_spec(name, path, target) for finder in others)), None)
        if spec is None or spec.loader is None:
            return spec
        run = spec.loader.exec_module

        def run_and_point(module: ModuleType) -> None:
            run(module)
            try:
                POINTS[name](module)
            except Exception as error:
                sys.stderr.write(f"localdiscord: {name} isn't pointed at the local Discord: {error!r}\n")

        spec.loader.exec_module = run_and_point  # type: ignore[method-assign]
        return spec


def run_hidden_one() -> None:
    """Import the machine's own `sitecustomize`, which is hidden by this module."""
    here = Path(__file__).parent
    sys.path[:] = [entry for entry in sys.path if Path(entry) != here]
    this = sys.modules.pop(__name__)
    try:
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(__name__)
    finally:
        sys.modules.setdefault(__name__, this)


if __name__ == "sitecustomize":
    if "DISCORD_GATEWAY" in os.environ:
        sys.meta_path.insert(0, Pointer())
    run_hidden_one()
