"""On/off settings, and the exception for invalid settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class BadSetting(Exception):
    """Raised for an invalid setting; `code`: the key of a sentence on it; `facts`: values in the sentence."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def is_on(settings: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Whether the setting `name` is on; `default`: the result if the setting is missing.

    Raises:
        BadSetting: `bad_switch`: the setting is neither on nor off.
    """
    text = settings.get(name, "").strip().lower()
    if text not in ("", "on", "off"):
        raise BadSetting("bad_switch", of=name, value=text)
    return text == "on" if text else default
