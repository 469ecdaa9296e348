"""A guided first game: how it is dealt, how the computer player answers, and what is explained when.

One person plays on seat `LEARNER`, computer players on the others.  A lesson is a game like any other: legal
moves, the same rules, a list of moves that replays.  It holds no sentence, only the names of topics.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

LEARNER: Final = 0
"""The seat of the person who learns."""


class Lesson(ABC):
    """What one game teaches in a first game; all methods are functions of their arguments alone."""

    seats: ClassVar[int]
    """How many play."""
    options: ClassVar[Mapping[str, str]] = {}
    """The game's options that differ from their defaults."""
    topics: ClassVar[tuple[str, ...]]
    """All that it explains, about in the order in which it comes up; each is the name of a sentence."""

    @abstractmethod
    def dealt(self, state: Any) -> Any:
        """The move of chance that is due in `state`."""

    @abstractmethod
    def answer(self, seen: Any, legal_moves: Sequence[Any]) -> Any:
        """The move of a gentle computer player who sees `seen`."""

    def suggested(self, seen: Any, legal_moves: Sequence[Any]) -> Any:
        """A move of the learner such that, if they always make it, all topics come up."""
        return self.answer(seen, legal_moves)

    @abstractmethod
    def before(self, seen: Any) -> Iterable[str]:
        """The topics that help the learner, who sees `seen`, to decide now; the most needed first."""

    @abstractmethod
    def after(self, seen: Any, events: Sequence[Any]) -> Iterable[str]:
        """The topics that explain what happened since the learner decided last; the most needed first.

        Args:
            seen: What the learner sees now.
            events: What they may know of what happened; at the very beginning, the deal.
        """

    def is_over(self, state: Any) -> bool:
        """Whether it ends here, before the end of the game."""
        return False

    def result(self, state: Any) -> Any:
        """The score where it ends before the end of the game."""
        return None


def first_new(topics: Iterable[str], said: Collection[str]) -> str | None:
    """The first topic that was not said yet; None: there is none."""
    return next((topic for topic in topics if topic not in said), None)
