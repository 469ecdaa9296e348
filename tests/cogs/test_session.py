"""The cookie of a session: from where it is sent, who can change it, and that the longest session fits."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cogs.activity.session import LASTS_S, Session, opened, sealed, set_cookie
from tables.store.keyed_hash import sealed as sealed_by

ANA = Session(2**63 - 1, "Ana", "en-US", "i-1-gc-2-3", "abcde", 1000.0)


def seal(*parts: str | int) -> str:
    return sealed_by(b"secret", *parts)


@pytest.mark.parametrize(
    ("is_local", "how"),
    [(False, {"samesite=none", "secure", "partitioned"}), (True, {"samesite=strict"})],
)
def test_the_cookie_is_sent_from_its_own_frame_alone_and_no_script_reads_it(
    is_local: bool, how: set[str]
) -> None:
    value, *attributes = set_cookie("value", is_local=is_local).split("; ")
    assert value == "activity=value"
    assert set(attributes) == {f"max-age={int(LASTS_S)}", "path=/", "httponly", *how}


def test_a_session_is_read_until_it_ends_by_those_who_know_the_secret() -> None:
    cookie = sealed(ANA, seal)
    assert opened(cookie, seal, 999.0) == ANA
    assert opened(cookie, seal, 1000.0) is None
    assert opened(cookie, lambda *parts: sealed_by(b"another", *parts), 999.0) is None


def test_the_longest_session_fits() -> None:
    longest = replace(ANA, name="👨‍👩‍👧‍👦é" * 8, locale="x" * 10, instance="i" * 128)
    assert opened(sealed(longest, seal), seal, 0.0) == longest
