"""Every sentence that a person reads, by language.

Each language has a folder with gettext catalogues (`.po`). A sentence's key is its catalogue's name and its
`msgid`: `lobby.title` is `title` in `lobby.po`. English is the source: a sentence that another language lacks
is shown in English.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from babel import Locale
from babel.core import get_global
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER: Final = Path(__file__).parent
SOURCE: Final = "en"
_LISTED_AS: Final = {SOURCE: "en-001"}
"""Languages that list things in another locale's way: English without a comma before *and*."""
KEPT: Final = 4096
"""How many plural forms of sentences are cached in each language."""

Fact = int | float | str
"""A value that fills a place in a sentence."""


class Words:
    """All sentences in one language.

    Attributes:
        language: The language's code, which is its folder's name.
        comma: The separator in lists: `, `, in Japanese `、`.
    """

    def __init__(self, language: str, catalogues: Mapping[str, gettext.NullTranslations]) -> None:
        self.language = language
        self._catalogues = catalogues
        self._lists = Locale.parse(_LISTED_AS.get(language, language), sep="-")
        self.comma: str = self._lists.list_patterns["standard"]["middle"].format("", "")
        # Messages look up hundreds of sentences: all without a plural are in one dictionary.
        self._sentences = {
            f"{name}.{key}": catalogue.gettext(key)
            for name, catalogue in catalogues.items()
            for key in sentences(SOURCE)[name]
        }
        self._form = lru_cache(KEPT)(self._plural)

    def __call__(self, key: str, /, **facts: Fact) -> str:
        """The sentence with that key, filled with `facts`.

        Raises:
            KeyError: No language has this key.
        """
        found = self._sentences[key]
        return found.format_map(facts) if facts else found

    def count(self, key: str, n: int, /, **facts: Fact) -> str:
        """The sentence with that key in the plural form for `n` things; `{n}` in it becomes `n`.

        Raises:
            KeyError: No language has this key.
        """
        return self._form(key, n).format_map({"n": n, **facts})

    def _plural(self, key: str, n: int) -> str:
        name, _, text = key.partition(".")
        if key not in self._sentences:
            raise KeyError(key)
        return self._catalogues[name].ngettext(text, text, n)

    def date(self, day: date) -> str:
        """A day written out, with its weekday."""
        return format_date(day, "full", locale=self.language.replace("-", "_"))

    def clock(self, at: datetime) -> str:
        """A time of day in hours and minutes."""
        return format_time(at, "short", locale=self.language.replace("-", "_"))

    def city(self, zone: str) -> str:
        """The city or place after which a time zone is named."""
        known = Locale.parse(self.language.replace("-", "_")).time_zones
        also = (alias for alias, there in get_global("zone_aliases").items() if there == zone)
        names = (known.get(name, {}).get("city") for name in (zone, *also))
        return next(filter(None, names), zone.rpartition("/")[2].replace("_", " "))

    def listed(self, parts: Iterable[str]) -> str:
        """Several things as a sentence names them: `Ana, Ben and Cleo`."""
        return format_list(tuple(parts), "standard", self._lists)

    def either(self, parts: Iterable[str]) -> str:
        """Alternatives as a sentence names them: `Ana, Ben or Cleo`."""
        return format_list(tuple(parts), "or", self._lists)

    def has(self, key: str) -> bool:
        """Whether there is a sentence with that key."""
        return key in self._sentences


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages, the source first."""
    others = sorted(folder.name for folder in FOLDER.iterdir() if any(folder.glob("*.po")))
    return (SOURCE, *(code for code in others if code != SOURCE))


@cache
def sentences(language: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """All catalogues of a language by name: key -> the sentence's plural forms."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for path in sorted((FOLDER / language).glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language.replace("-", "_"), abort_invalid=True)
        found[path.stem] = {
            message.id if isinstance(message.id, str) else message.id[0]: (
                (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            )
            for message in catalogue
            if message.id
        }
    return found


@cache
def _translations(path: Path, language: str) -> gettext.GNUTranslations:
    """A catalogue for gettext, compiled in memory, so that no build step is needed."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language.replace("-", "_"), abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def in_language(locale: str | None) -> Words:
    """The sentences in the language nearest to a Discord locale (`de`, `en-US`); None: in English."""
    code = (locale or SOURCE).replace("_", "-")
    return _words(next((known for known in (code, code.split("-")[0]) if known in languages()), SOURCE))


@cache
def _words(language: str) -> Words:
    # Cached by language: Discord has some thirty locales, most of which show the source.
    catalogues: dict[str, gettext.NullTranslations] = {}
    for path in sorted((FOLDER / SOURCE).glob("*.po")):
        source = _translations(path, SOURCE)
        own = FOLDER / language / path.name
        if language != SOURCE and own.exists():
            translated = _translations(own, language)
            translated.add_fallback(source)
            catalogues[path.stem] = translated
        else:
            catalogues[path.stem] = source
    return Words(language, catalogues)
