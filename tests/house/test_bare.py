"""On a machine with only Python, make and git, tests that need more are skipped, and all others pass."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.house.test_house import ROOT

NOT_THERE = {"CHROMIUM": "none", "POSTGRES": "none", "NGINX": "none"}
PART = (
    *("tests/browser", "tests/cogs/test_nginx.py", "tests/house/test_postgres.py"),
    *("tests/play/test_names.py", "tests/play/test_shards.py", "tests/play/test_cut_answers.py"),
    *("tests/tables/test_finished.py", "localdiscord/tests/page"),
)
"""Tests that need one of them, and tests beside them that need none but share their fixtures."""
LEFT_OUT = "PostgreSQL 15 or newer is not installed", "nginx is not installed", "no Chromium is installed"


@pytest.mark.slow
def test_what_needs_a_missing_program_is_left_out_and_told_once_and_all_else_passes() -> None:
    bare = {name: value for name, value in os.environ.items() if name != "CI"} | NOT_THERE
    bare = {name: value for name, value in bare.items() if not name.startswith("PYTEST")}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", *PART]
    done = subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    told = [line.split(":")[0] for line in done.stdout.splitlines() if line.endswith("left out")]
    assert sorted(told) == sorted(LEFT_OUT)
    assert " passed" in done.stdout
