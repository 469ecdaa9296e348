"""`python bot.py` with the pace of tests and small pictures, for a test that starts and kills it."""

from __future__ import annotations

import sys
from functools import partial
from unittest import mock

import bot
from cogs.client import TableBot
from pictures import Studio
from tests.play.pace import PACE
from tests.play.thumbnails import thumbnail

if __name__ == "__main__":
    with mock.patch.object(bot, "TableBot", partial(TableBot, pace=PACE, studio=Studio(thumbnail))):
        sys.exit(bot.main())
