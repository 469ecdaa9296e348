"""Texts for reading aloud: without the marks of Discord's formatting."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE

MARKUP: Final = re.compile(r"\*\*|`|^-# ", re.MULTILINE)


def spoken(lines: Iterable[str], words: Localizer) -> str:
    """Lines of a message as an alternative text in the language of `words`; they were made `for_alt_text`."""
    plain = MARKUP.sub("", "\n".join(lines))
    return plain.replace(LIST, words.comma).replace(TIE, " ")
