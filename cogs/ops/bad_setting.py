"""Settings that are on or off, and what is wrong with a setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class BadSetting(Exception):
    """A setting makes no sense: `code` names the sentence that says so, `facts` stand in it."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def is_on(settings: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Whether a setting is on.

    Raises:
        BadSetting: `bad_switch`: it is neither on nor off.
    """
    text = settings.get(name, "").strip().lower()
    if text not in ("", "on", "off"):
        raise BadSetting("bad_switch", of=name, value=text)
    return text == "on" if text else default
