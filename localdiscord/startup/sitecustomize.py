"""Points discord.py at the local Discord, in a bot that knows nothing of it.

Python imports a module of this name before it runs a program, if it finds one on its path.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType


def point_requests(http: ModuleType) -> None:
    """Send discord.py's requests to the local Discord."""
    http.Route.BASE = os.environ["DISCORD_API_BASE"]


def point_gateway(gateway: ModuleType) -> None:
    """Connect discord.py to the local Discord's gateway; it asks for no address itself."""
    socket = gateway.DiscordWebSocket
    socket.DEFAULT_GATEWAY = type(socket.DEFAULT_GATEWAY)(os.environ["DISCORD_GATEWAY"])


POINTS = {"discord.http": point_requests, "discord.gateway": point_gateway}


class Pointer(MetaPathFinder):
    """Lets the modules that hold Discord's addresses be changed as soon as they are imported."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find these modules as Python does, and change them after they have run."""
        point = POINTS.get(name)
        spec = PathFinder.find_spec(name, path, target) if point else None
        if point is None or spec is None or spec.loader is None:
            return None
        run = spec.loader.exec_module

        def run_and_point(module: ModuleType) -> None:
            run(module)
            point(module)

        spec.loader.exec_module = run_and_point  # type: ignore[method-assign]
        return spec


def run_hidden_one() -> None:
    """Import the machine's own module of this name, which this one hides."""
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
