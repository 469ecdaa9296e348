"""Our tests; requests are checked by Discord's description of its API, if a copy is beside the checkout."""

import os
from pathlib import Path

OPENAPI = Path(__file__).resolve().parents[2] / "shared" / "discord" / "openapi.json"
os.environ.setdefault("DISCORD_OPENAPI", str(OPENAPI))
