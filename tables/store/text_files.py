"""Text files that went through other programs: editors and shells of every system."""

from __future__ import annotations

import json
import os
from io import StringIO
from pathlib import Path
from typing import Final

from dotenv import dotenv_values, find_dotenv

from tables.model.errors import StorageProblem

SETTINGS: Final = Path(__file__).parents[2] / ".env"
"""Where the settings lie, unless a file of that name lies in a folder further up."""
LOST: Final = "\ufffd"
"""Stands where a sign could not be read."""
AROUND: Final = "“”„‟«»‘’‚‛ \xa0\ufeff\u200b"
"""What word processors and web pages put around a value."""


def text_of(content: bytes) -> str:
    """The text of a file that begins in ASCII: in UTF-8, UTF-16 or UTF-32, with or without its mark.

    Each sign that can't be read is `LOST`.
    """
    return content.decode(json.detect_encoding(content), "replace")


def load_settings() -> None:
    """Add what the file of settings says to the environment; what stands there already stays.

    Raises:
        StorageProblem: `settings_closed`: the file is a folder, or may not be read; `settings_garbled`: a
            setting has signs that can't be read.
    """
    path = Path(find_dotenv() or SETTINGS)
    if not path.exists() or (path / "pyvenv.cfg").exists():  # Some call a virtual environment so.
        return
    try:
        text = text_of(path.read_bytes())
    except OSError as fault:
        raise StorageProblem("settings_closed", path=str(path)) from fault
    for name, value in dotenv_values(stream=StringIO(text)).items():
        if value is None:
            continue
        if {LOST, "\0"} & {*name, *value}:
            raise StorageProblem("settings_garbled", path=str(path))
        os.environ.setdefault(name, value.strip(AROUND))
