"""What is wrong with a setting."""

from __future__ import annotations

from typing import Any


class BadSetting(Exception):
    """A setting makes no sense: `code` names the sentence that says so, `facts` stand in it."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts
