"""The pace of the bot in tests: shorter pauses before repaints, as the tests would wait most of the time.

Answers wait for their pictures even on a busy machine; `test_late_pictures` tests those that don't.
"""

from __future__ import annotations

from typing import Final

from cogs.messages.refresher import Pace

PACE: Final = Pace(settle_s=0.002, spacing_s=0.0, retry_s=(0.01,) * 4, pictures_s=60)
