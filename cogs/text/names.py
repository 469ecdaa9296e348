"""The names of tables, players and levels, for texts that Discord formats and for texts read aloud."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from cogs.text.language import Localizer, Sign
from engine.game import Seat, Viewer
from engine.players import USUAL
from locales import in_language
from tables.daily import day_of
from tables.model.table import Facts, SeatInfo
from tables.model.texts import cleaned, serial_of

MARKS: Final = (
    Sign("seat_1", "🔴", "art:seat_1"),
    Sign("seat_2", "🔷", "art:seat_2"),
    Sign("seat_3", "🟩", "art:seat_3"),
    Sign("seat_4", "🔺", "art:seat_4"),
)
"""The sign of the player at each seat; the signs differ in shape as well as in colour."""

MEDALS: Final = ("🥇", "🥈", "🥉", "🏅")
"""A medal for each rank, from the first."""
LIST: Final = " · "
"""The separator of a list's parts."""
TIE: Final = "\u00a0"
"""The no-break space."""
JOINER: Final = "\u2060"
"""The word joiner: an invisible character at which no line is broken."""
LOOSE: Final = re.compile("(?<![>\ufe0f\u2190-\u2bff\U0001f000-\U0001ffff]) ")
"""A pattern for a space that doesn't follow an emoji."""


def unbroken(heading: str) -> str:
    """A heading with a word joiner after each hyphen, so that Discord breaks no line inside a name."""
    return heading.replace("-", f"-{JOINER}")


def capital(label: str) -> str:
    """Return a label with its first letter in upper case."""
    return label[:1].upper() + label[1:]


def tied(text: str) -> str:
    """A short text with no-break spaces, to keep it on one line; spaces after emojis stay plain spaces.

    Discord draws emojis as pictures, after which browsers break a line even at a no-break space.  That space
    would then begin the next line, while browsers drop a plain space there.
    """
    return LOOSE.sub(TIE, text)


def table_name(table: Facts) -> str:
    """A table's name, not escaped: the name chosen by its owner, else two words in the table's language."""
    return cleaned(table.name) or _two_words(table.locale, table.id)


@lru_cache(maxsize=1024)
def _two_words(locale: str, table_id: str) -> str:
    words, serial = in_language(locale), serial_of(table_id)
    adjectives, nouns = words("table.name_adjectives").split(), words("table.name_nouns").split()
    return words(
        "table.name_two_words",
        adjective=adjectives[serial % len(adjectives)],
        noun=nouns[serial % len(nouns)],
    )


def written_table_name(table: Facts) -> str:
    """A table's name, escaped for a text that Discord formats."""
    return written(table_name(table))


def place_link(table: Facts, words: Localizer) -> str:
    """A link to a table's place, by its name; without a place, a sign."""
    place = table.channel_id
    if not place:
        day = day_of(table)
        return "🏆" if day is None else f"🗓️ {day.isoformat()}"
    if not table.is_direct:
        return f"<#{place}>"
    return f"[{words('table.direct_place')}](https://discord.com/channels/@me/{place})"


class Names:
    """The names of one table's players, by their seats, in one language.

    Attributes:
        viewer: The reader's own seat, which `short` calls "you"; None: a spectator reads.
    """

    def __init__(self, seats: Sequence[SeatInfo], words: Localizer, viewer: Viewer = None) -> None:
        self._seats = seats
        self._words = words
        self.viewer = viewer

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self._seats)

    @property
    def for_alt_text(self) -> Names:
        """A copy of the names without emojis and mentions, for texts read aloud, or shown without these."""
        return Names(self._seats, self._words.for_alt_text, self.viewer)

    @property
    def in_pictures(self) -> tuple[str, ...]:
        """The names of all players, by seat, as pictures show them."""
        names = self.for_alt_text
        return tuple(names.plain(info.seat) for info in self._seats)

    @property
    def rivals(self) -> list[Seat]:
        """The seats of all players who can still win, except the viewer's."""
        return [info.seat for info in self._seats if info.seat != self.viewer and not info.conceded]

    def __call__(self, seat: Seat) -> str:
        """A seat's sign with a mention of its player, or with the player's name if no mention is possible."""
        info = self._seats[seat]
        is_plain = self._words.is_alt_text or info.person_id is None
        name = self.plain(seat) if is_plain else f"<@{info.person_id}>"
        mark = self._words.sign(MARKS[seat])
        return f"{mark} {name}" if mark else name

    def listed(self, seats: Iterable[Seat]) -> str:
        """The players of several seats, with mentions, joined as the language does: `A, B and C`."""
        return self._words.listed(map(self, seats))

    def short(self, seat: Seat) -> str:
        """The word "you" if the viewer has the seat; else a mention of the seat's player, after a sign."""
        return self._words("table.you") if seat == self.viewer else self(seat)

    def plain(self, seat: Seat) -> str:
        """The name of the seat's player, without sign and mention, for texts in which mentions don't work."""
        info = self._seats[seat]
        if info.computer is not None:
            return self._words(f"table.computer_name_{seat + 1}")
        name = cleaned(info.name) if self._words.is_alt_text else written(info.name)
        return name or self._words("table.former" if info.gone else "table.somebody")


def with_level(who: str, info: SeatInfo, words: Localizer) -> str:
    """The name `who`, followed by the level of the computer player that now moves for the seat `info`."""
    key = f"table.level_{info.computer or USUAL}"
    # A level stored by another version of the bot may have no name here, and is left out.
    return words("table.at_level", who=who, level=words(key)) if words.has(key) else who


def level_lines(table: Facts, words: Localizer, *, with_covered: bool = True) -> list[str]:
    """One line that names the computer players, those of one level together; empty if people make all moves.

    `with_covered`: Whether to name also the people for whom a computer player moves at present.
    """
    # `names.plain` saves the characters of signs and mentions, of which a message may hold only so many.
    names, alike = Names(table.seats, words), dict[str | None, list[SeatInfo]]()
    for info in table.seats:
        is_covered = with_covered and not info.is_played_by_person and not info.conceded
        if info.computer is not None or is_covered:
            alike.setdefault(info.computer, []).append(info)
    played = [
        with_level(words.listed(names.plain(info.seat) for info in infos), infos[0], words)
        for infos in alike.values()
    ]
    return ["🤖 " + words("table.computers", who=LIST.join(played))] if played else []


MARKUP: Final = re.compile(r"\*\*|`|^-# ", re.MULTILINE)


def spoken(lines: Iterable[str], words: Localizer) -> str:
    """The lines of a message as an alternative text: without Discord's formatting, with commas in lists."""
    plain = MARKUP.sub("", "\n".join(lines))
    return plain.replace(LIST, words.comma).replace(TIE, " ")


FORMATTING: Final = re.compile(r"([\\`*_~|<>#+\-=\[\](){}:/!])")
"""Characters of Discord's formatting, mentions, emojis and links, which a backslash escapes."""


def written(name: str) -> str:
    """A name escaped for texts that Discord formats, so that it mentions nobody.

    Labels of buttons need no escaping.
    """
    return FORMATTING.sub(r"\\\1", cleaned(name)).replace("@", "@\u200b")
