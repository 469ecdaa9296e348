"""A pseudo-language made from English: with accents, in brackets, and 40 % longer.

Without a translator, it shows which texts are in the code instead of the catalogues, since these have no
accents, and which places have room for English only, since longer texts are cut off there.  It is built when
a test asks for it.
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
"""The share by which a sentence becomes longer; German and French are about 20 % longer than English."""
PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED: Final = "áƀçđéƒǵĥíĵķłɱñöþǫřšťüṽŵẋýžÁƁÇĐÉƑǴĤÍĴĶŁṀÑÖÞǪŘŠŤÜṼŴẊÝŽ"
ACCENTS: Final = str.maketrans(PLAIN, ACCENTED)
KEPT: Final = re.compile(r"\{\w+\}|`[^`]*`|/[a-z_]+|\]\([^)]*\)")
"""Placeholders, commands and addresses, which stay unchanged."""
BLOCK: Final = re.compile(r"(?:#{1,3}|-#|>|\*|-|•) ")
LETTER: Final = re.compile(r"[^\W\d_]")
UNSPOKEN: Final = (
    r"</[a-z_ ]+:\d+>|<[@#:]\w*:?\d+>|<t:\d+:\w>|https?://[^\s)]+|`[^`]*`|/[a-z_]+|\b[A-H]\d?\b|\bUTC\b"
)
"""Texts that are equal in all languages: mentions, emojis, times, addresses, commands, spaces of a board."""
INNERMOST: Final = re.compile(f"{OPENING}[^{OPENING}{CLOSING}]*(?:{CLOSING}|$)")
"""Matches a text in brackets; the closing bracket may have been cut off."""
LISTS: Final = ("table.name_adjectives", "table.name_nouns")
"""Sentences that are lists of words, each of which is used alone."""


def pseudo(sentence: str) -> str:
    """Return an English sentence in the pseudo-language, line by line."""
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
    """A catalogue of the pseudo-language."""

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
    """Return the function that translates a sentence: lists word by word, names of commands not at all."""
    if key in LISTS:
        return lambda sentence: " ".join(map(pseudo, sentence.split()))
    return str if key.startswith("commands.name_") else pseudo


DATE, CLOCK = Words.date, Words.clock


class Pseudo(Words):
    """All sentences in the pseudo-language."""

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
    """Return the sentences of the pseudo-language, cached."""
    in_language(SOURCE)  # English must be loaded before the pseudo-language replaces it.
    return Pseudo()


def speak(monkeypatch: pytest.MonkeyPatch) -> Words:
    """Have everybody addressed in the pseudo-language, whatever their own language is."""
    spoken = pseudo_words()
    monkeypatch.setattr(locales, "_words", lambda _: spoken)
    for said in ("date", "clock", "listed", "either"):  # A `Localizer` copies attributes, not the class.
        monkeypatch.setattr(Words, said, getattr(Pseudo, said))
    # Caches of texts made of sentences are bypassed, so that later tests don't find texts of the
    # pseudo-language.
    for module, cached in ((names, "_two_words"), (typed, "_words"), (typed, "place_names")):
        monkeypatch.setattr(module, cached, getattr(module, cached).__wrapped__)
    return spoken


def unspoken(text: str, allowed: re.Pattern[str]) -> list[str]:
    """Return the lines of a text that are not wholly in the pseudo-language.

    Args:
        text: A text that people receive.
        allowed: Matches texts that may be in any language, such as names.
    """
    lines = text.replace(names.TIE, " ").split("\n")
    return [line for line in lines if _is_unspoken(allowed.sub(" ", line))]


def _is_unspoken(line: str) -> bool:
    if re.search("[A-Za-z]", line):  # Also inside brackets, where a placeholder's text may be.
        return True
    while (outside := INNERMOST.sub("", line)) != line:
        line = outside
    return LETTER.search(outside) is not None
