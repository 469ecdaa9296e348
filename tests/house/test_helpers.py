"""The processes that draw and think end silently after a kill of the bot, whatever they are doing."""

from __future__ import annotations

import subprocess
import sys
from struct import pack

import pytest

from tests.house.test_house import ROOT

REQUEST = pack(">II", 40, 40) + b"no drawing"
HELPERS = [
    pytest.param(["pictures/painter.py"], id="painter"),
    pytest.param(["tables/computers/worker_main.py", "engine.players"], id="thinker"),
]


@pytest.mark.slow
@pytest.mark.parametrize("helper", HELPERS)
@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(b"", id="nothing was asked"),
        pytest.param(b"\x00\x00", id="half a head came"),
        pytest.param(pack(">I", 1000) + b"half", id="half a request came"),
        pytest.param(pack(">I", len(REQUEST)) + REQUEST, id="an answer is under way"),
        pytest.param((pack(">I", len(REQUEST)) + REQUEST) * 50, id="many are"),
    ],
)
def test_a_helper_ends_quietly_with_the_bot(helper: list[str], asked: bytes) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-P", *helper],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(asked)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 0
