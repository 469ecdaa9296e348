"""The report of a storm, with its findings."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field


@dataclass
class Finding:
    """A fault that a check has found."""

    check: str
    sentence: str


@dataclass
class Report:
    """The findings of a storm."""

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
        """Add a finding."""
        self.findings.append(Finding(check, sentence))


def say(text: str) -> None:
    """Print a line on the terminal."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
