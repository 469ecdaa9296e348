"""The pace of the bot in tests: people wait for its repaints, and tests would do nothing else.

Its answers wait for their pictures however busy the machine is; `test_late_pictures` has those that don't.
"""

from __future__ import annotations

from typing import Final

from cogs.messages.refresher import Pace

PACE: Final = Pace(settle_s=0.002, spacing_s=0.0, retry_s=(0.01,) * 4, pictures_s=60)
