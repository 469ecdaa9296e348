"""Names of people and servers in texts that Discord formats: shown as they are, without formatting."""

from __future__ import annotations

import re
from typing import Final

from tables.model.texts import cleaned

MARKUP: Final = re.compile(r"([\\`*_~|<>#+\-=\[\](){}:/!])")
"""Characters of Discord's formatting, mentions, emojis and links; a backslash makes them plain."""


def written(name: str) -> str:
    """A name for a text that Discord formats: it looks as it is, mentions nobody and is no link.

    Where Discord formats nothing, as on a label, `cleaned` is enough.
    """
    return MARKUP.sub(r"\\\1", cleaned(name)).replace("@", "@\u200b")
