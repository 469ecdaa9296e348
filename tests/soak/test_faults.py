"""The faults that storms must find can be put into the present code."""

from __future__ import annotations

import pytest

from tests.play.killed_bot import ROOT
from tests.soak.faults import FAULTS, Fault


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_what_a_fault_replaces_stands_there_once(fault: Fault) -> None:
    assert (ROOT / fault.file).read_text("utf-8").count(fault.text) == 1
