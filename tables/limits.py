"""How much one person or one channel may have at once."""

from __future__ import annotations

from typing import Final

TABLES_PER_PERSON: Final = 20
"""Tables in a lobby or running at which one person sits."""
TABLES_PER_CHANNEL: Final = 10
"""Tables in a lobby or running in one channel."""
ABANDONED_AFTER_S: Final = 7 * 24 * 3600.0
"""So long after the last move the owner may end a running table."""
TABLES_IN_MEMORY: Final = 200
"""Tables kept ready; others are read again from the journal."""
SETTLING_MOVES: Final = 10_000
"""So many moves of chance and obvious moves in a row are a fault of the game."""
