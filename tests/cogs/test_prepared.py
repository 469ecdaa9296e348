"""Everything that the first clicks need is loaded before the event loop runs, which it would block."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.circles import ROOT

BEGUN = """
import gc, sys
import bot, locales
from cogs.games import screens
bot.prepare()
loaded, locales.read_po = set(sys.modules), None
for language in locales.languages():
    locales.in_language(language).listed(("", ""))
screens()
assert set(sys.modules) == loaded
assert gc.get_freeze_count() > len(gc.get_objects())
"""


def test_games_and_languages_are_loaded_and_left_out_of_collections_of_garbage() -> None:
    ended = subprocess.run([sys.executable, "-c", BEGUN], cwd=ROOT, capture_output=True, text=True)
    assert ended.stderr == ""
    assert ended.returncode == 0
