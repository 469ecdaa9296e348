"""What lies with players and in stacks: tiles of all sorts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

SHAPES: Final[Mapping[str, Callable[[str], str]]] = {}
"""What draws each shape, given the kind."""
