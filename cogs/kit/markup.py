"""Names of people and servers in our sentences: as they are written, whatever Discord would read there."""

from __future__ import annotations

import re
from typing import Final

from tables.naming import cleaned

MARKUP: Final = re.compile(r"([\\`*_~|<>#+\-=\[\](){}:/!])")
"""Signs of Discord's formatting, of mentions, emojis and addresses: a backslash takes that from them."""


def written(name: str) -> str:
    """A name for a text that Discord formats: it looks as it is, calls nobody and leads nowhere.

    Where nothing is formatted, as on a label, `cleaned` is enough.
    """
    return MARKUP.sub(r"\\\1", cleaned(name)).replace("@", "@\u200b")
