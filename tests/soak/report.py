"""What a storm came to."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field


@dataclass
class Finding:
    """Something that must not be."""

    check: str
    sentence: str


@dataclass
class Report:
    """What a storm came to."""

    seed: int
    clicks: int = 0
    confirmed: int = 0
    entries: int = 0
    tables: int = 0
    deaths: int = 0
    checked_s: float = 0.0
    kinds: dict[str, int] = field(default_factory=dict)
    troubles: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def find(self, check: str, sentence: str) -> None:
        """Enter a finding."""
        self.findings.append(Finding(check, sentence))


def say(text: str) -> None:
    """A line to whoever sits at the terminal."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
