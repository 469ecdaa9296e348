"""Reads text files that were written by other programs: editors and shells of every system."""

from __future__ import annotations

import json
import os
from io import StringIO
from pathlib import Path
from typing import Final

from dotenv import dotenv_values, find_dotenv

from tables.model.errors import StorageProblem

SETTINGS: Final = Path(__file__).parents[2] / ".env"
"""The settings file, unless a file `.env` lies in the folder from which the bot was started, or above."""
LOST: Final = "\ufffd"
"""Stands for a character that could not be decoded."""
AROUND: Final = "“”„‟«»‘’‚‛ \xa0\ufeff\u200b"
"""Characters that word processors and web pages put around values; they are stripped from settings."""


def text_of(content: bytes) -> str:
    """Decode a file that begins in ASCII: UTF-8, UTF-16 or UTF-32, with or without a byte order mark.

    Each character that can't be decoded becomes `LOST`.
    """
    return content.decode(json.detect_encoding(content), "replace")


def load_settings() -> None:
    """Add the settings file's values to the environment variables; variables that are already set stay.

    Raises:
        StorageProblem: `settings_closed`: the file is a folder, or may not be read; `settings_garbled`: a
            setting has characters that can't be decoded.
    """
    path = Path(find_dotenv() or SETTINGS)
    if not path.exists() or (path / "pyvenv.cfg").exists():  # Some virtual environments are named `.env`.
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
