"""The colours of our pictures: an island at dusk, carved stone, tapa cloth."""

from __future__ import annotations

from typing import Final

OUTLINE: Final = "#241a2e"
INKS: Final = {"light": "#fff4de", "gold": "#ffd166", "dim": "#b9a9b8", "dark": "#3a2b2b"}
"""The colours of numbers, by name."""
SEATS: Final = ("#e8574a", "#4d9de0", "#57b368", "#f0c243")
"""The colours of the seats; each seat has a shape as well."""
SKY: Final = ("#1f1a38", "#3d2950", "#7d3b52", "#d0664a")
SEA: Final = "#251d3d"
SAND: Final = "#e9d3a7"
