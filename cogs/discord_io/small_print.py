"""Small print below a picture, which says in words what the picture shows.

In messages that everybody reads it stands there.  In those for one person it does where they want that; else
the alternative texts of the message's pictures say it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.discord_io.attachments import MOST_ALT, Picture
from cogs.text import ui
from cogs.text.components import Item, text


class SmallPrint(ui.TextDisplay):
    """Text below a picture that says what it shows.

    Attributes:
        parts: The text in parts of a line or more, each whole in itself.
        aloud: Gives the same parts as they are read aloud.
    """

    def __init__(self, parts: Sequence[str], aloud: Callable[[], Sequence[str]]) -> None:
        super().__init__("\n".join(parts))
        self.parts = tuple(parts)
        self.aloud = aloud


def quietly(items: Sequence[Item]) -> list[Item]:
    """The same parts of a message, with all small print said by the alternative texts of their pictures.

    Each part of it goes to the first picture with room for it; what finds none stays where it is, and what
    follows it too.  Where pictures can't be sent, it stands there as before.
    """
    shown = dict(enumerate(items))
    above: int | None = None
    for at, item in enumerate(items):
        if isinstance(item, Picture):
            above = at
        elif isinstance(item, SmallPrint) and above is not None:
            moved, rest = _moved(shown, item)
            picture = shown[above]
            if isinstance(picture, Picture) and moved:
                shown[above] = picture.saying(picture.alt, text(*moved))
            if rest:
                shown[at] = text(*rest)
            else:
                del shown[at]
    return list(shown.values())


def saying_besides(items: Sequence[Item], line: str) -> list[Item]:
    """The same parts of a message; a picture with room for it says a line more, to who listens alone."""
    shown = list(items)
    for at, item in enumerate(shown):
        if isinstance(item, Picture) and len(item.alt) + 1 + len(line) < MOST_ALT:
            shown[at] = item.saying(f"{item.alt}\n{line}")
            break
    return shown


def _moved(shown: dict[int, Item], small_print: SmallPrint) -> tuple[Sequence[str], Sequence[str]]:
    """Add parts of a small print to alternative texts of pictures: those that found room, and the rest."""
    parts = small_print.parts
    for count, said in enumerate(small_print.aloud()):
        for at, item in shown.items():
            if isinstance(item, Picture) and len(item.alt) + 1 + len(said) < MOST_ALT:
                shown[at] = item.saying(f"{item.alt}\n{said}")
                break
        else:
            return parts[:count], parts[count:]
    return parts, ()
