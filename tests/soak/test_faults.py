"""All faults that storms have to find can be put into the present code, and a storm finds one of them."""

from __future__ import annotations

import pytest

from tests.play.killed_bot import ROOT
from tests.soak.faults import FAULTS, Fault, find, with_fault


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_what_a_fault_replaces_stands_in_the_code_once(fault: Fault) -> None:
    code = (ROOT / fault.file).read_text()
    assert with_fault(fault, code) != code
    compile(with_fault(fault, code), fault.file, "exec")


def test_there_are_faults_of_many_kinds() -> None:
    assert len(FAULTS) >= 20
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert len({fault.check for fault in FAULTS}) >= 8


@pytest.mark.long
async def test_a_storm_finds_a_fault_that_was_put_into_a_copy_of_the_code() -> None:
    fault = next(one for one in FAULTS if one.name == "the key of a click is not stored")
    assert await find(fault, seed=1)
