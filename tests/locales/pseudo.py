"""A language that nobody speaks, made of English: with accents, in brackets, and 40 % longer.

It finds without a translator what stands in the code instead of the catalogues, since that has no accents,
and what has room for English alone, since that is cut off.  It is built when a test asks for it.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable
from datetime import date, datetime
from functools import cache
from itertools import pairwise
from typing import Final

import pytest

import locales
from cogs.text import names
from locales import SOURCE, Words, in_language, sentences, typed

OPENING: Final = "⁅"
CLOSING: Final = "⁆"
LONGER: Final = 0.4
"""How much longer a sentence becomes; German and French are about 20 % longer than English."""
PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED: Final = "áƀçđéƒǵĥíĵķłɱñöþǫřšťüṽŵẋýžÁƁÇĐÉƑǴĤÍĴĶŁṀÑÖÞǪŘŠŤÜṼŴẊÝŽ"
ACCENTS: Final = str.maketrans(PLAIN, ACCENTED)
KEPT: Final = re.compile(r"\{\w+\}|`[^`]*`|/[a-z_]+|\]\([^)]*\)")
"""Places, commands and addresses, in which no letter changes."""
BLOCK: Final = re.compile(r"(?:#{1,3}|-#|>|\*|-|•) ")
LETTER: Final = re.compile(r"[^\W\d_]")
UNSPOKEN: Final = (
    r"</[a-z_ ]+:\d+>|<[@#:]\w*:?\d+>|<t:\d+:\w>|https?://[^\s)]+|`[^`]*`|/[a-z_]+|\b[A-H]\d?\b|\bUTC\b"
)
"""What is the same in each language: mentions, emojis, times, addresses, commands, spaces of a board."""
INNERMOST: Final = re.compile(f"{OPENING}[^{OPENING}{CLOSING}]*(?:{CLOSING}|$)")
"""Something in brackets, of which the closing one may have been cut off."""
LISTS: Final = ("table.name_adjectives", "table.name_nouns")
"""Sentences that are lists of words, of which each is used by itself."""


def pseudo(sentence: str) -> str:
    """An English sentence in the language that nobody speaks, line by line."""
    return "\n".join(map(_line, sentence.split("\n")))


def _line(line: str) -> str:
    block = BLOCK.match(line)
    begin = block.end() if block else 0
    head, said = line[:begin], line[begin:]
    if not LETTER.search(KEPT.sub("", said)):
        return line
    ends = [0, *(end for found in KEPT.finditer(said) for end in found.span()), len(said)]
    parts = [said[begin:end] for begin, end in pairwise(ends)]
    accented = "".join(part if place % 2 else part.translate(ACCENTS) for place, part in enumerate(parts))
    more = round(LONGER * len(KEPT.sub("", said))) - len(OPENING + CLOSING)
    return f"{head}{OPENING}{accented}{(' õõõ' * more)[: max(more, 0)].rstrip()}{CLOSING}"


class _Catalogue(gettext.NullTranslations):
    """A catalogue of that language."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._forms = {
            key: tuple(map(_manner(f"{name}.{key}"), forms)) for key, forms in sentences(SOURCE)[name].items()
        }

    def gettext(self, message: str) -> str:
        return self._forms[message][0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._forms[msgid1][n != 1]


def _manner(key: str) -> Callable[[str], str]:
    """How a sentence is put into that language: word by word if it is a list; names of commands stay."""
    if key in LISTS:
        return lambda sentence: " ".join(map(pseudo, sentence.split()))
    return str if key.startswith("commands.name_") else pseudo


DATE, CLOCK = Words.date, Words.clock


class Pseudo(Words):
    """All sentences in the language that nobody speaks."""

    def __init__(self) -> None:
        super().__init__(SOURCE, {name: _Catalogue(name) for name in sentences(SOURCE)})

    def date(self, day: date) -> str:
        return pseudo(DATE(self, day))

    def clock(self, at: datetime) -> str:
        return pseudo(CLOCK(self, at))

    def listed(self, parts: Iterable[str]) -> str:
        return f" {pseudo('and')} ".join(parts)

    def either(self, parts: Iterable[str]) -> str:
        return f" {pseudo('or')} ".join(parts)


@cache
def pseudo_words() -> Pseudo:
    """The language that nobody speaks."""
    in_language(SOURCE)  # Which is read before it is spoken by nobody.
    return Pseudo()


def speak(monkeypatch: pytest.MonkeyPatch) -> Words:
    """Have everybody be spoken to in that language, whatever theirs is."""
    spoken = pseudo_words()
    monkeypatch.setattr(locales, "_words", lambda _: spoken)
    for said in ("date", "clock", "listed", "either"):  # A `Localizer` has its sentences, not its class.
        monkeypatch.setattr(Words, said, getattr(Pseudo, said))
    # What is made of sentences is cached, and must not be found by tests after this one.
    for module, cached in ((names, "_two_words"), (typed, "_words"), (typed, "place_names")):
        monkeypatch.setattr(module, cached, getattr(module, cached).__wrapped__)
    return spoken


def unspoken(text: str, allowed: re.Pattern[str]) -> list[str]:
    """The lines of a text in which something isn't in that language.

    Args:
        text: What somebody receives.
        allowed: What may stand there in any language, such as names.
    """
    lines = text.replace(names.TIE, " ").split("\n")
    return [line for line in lines if _is_unspoken(allowed.sub(" ", line))]


def _is_unspoken(line: str) -> bool:
    if re.search("[A-Za-z]", line):  # Within brackets too: what was put into a sentence's places.
        return True
    while (outside := INNERMOST.sub("", line)) != line:
        line = outside
    return LETTER.search(outside) is not None
