"""Terminals that lack some signs, or don't exist: each program prints its texts as far as possible."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from locales import in_language, languages, sentences
from locales.terminal import PLAINER, open_terminal
from tests.tables.test_text_files import ROOT, started

STATUS = {
    ("bot", "--check"): 1,
    ("bot", "--help"): 0,
    ("tables.backup",): 2,
    ("tables.move", "sqlite:łódź", "sqlite:→"): 1,
}
"""How each program ends where there is no database."""


@pytest.mark.parametrize(
    ("program", "encoding", "language", "spoken"),
    [
        *((program, "ascii", "ja", "en") for program in STATUS),
        (("bot", "--check"), "cp437", "fr", "fr"),
        (("bot", "--check"), "cp1252", "ja_JP.UTF-8", "en"),
        (("bot", "--check"), "ascii", "de", "de"),
    ],
)
def test_every_terminal_is_spoken_to(
    tmp_path: Path, program: tuple[str, ...], encoding: str, language: str, spoken: str
) -> None:
    path = f"{tmp_path}/łódź→…“x”"
    ended = started(ROOT, program, LC_ALL=language, PYTHONIOENCODING=encoding, DATABASE_PATH=path)
    assert (ended.stderr, ended.returncode) == (b"", STATUS[program])
    if program == ("bot", "--check"):
        assert in_language(spoken)("start.no_database").split()[0] == ended.stdout.decode(encoding).split()[0]


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp850", "cp1252", "latin-1", "cp932", "koi8-r"])
def test_no_sentence_of_any_language_breaks_a_terminal(encoding: str) -> None:
    open_terminal()
    for language in languages():
        for catalogue in sentences(language).values():
            for text in (form for forms in catalogue.values() for form in forms):
                assert len(text.encode(encoding, PLAINER)) >= len(text)


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("Ärger… “Straße” ’t", "ascii", 'Arger... "Strasse" \'t'),
        ("Connexion… l’été", "cp437", "Connexion... l'été"),
        ("Ελένη → 日本", "ascii", "????? ? ??"),
        ("caf\udce9.db", "utf-8", "caf?.db"),
    ],
)
def test_a_sign_that_a_terminal_lacks_is_a_plainer_one(text: str, encoding: str, shown: str) -> None:
    open_terminal()
    assert text.encode(encoding, PLAINER).decode(encoding) == shown


@pytest.mark.parametrize("program", STATUS, ids=" ".join)
def test_without_a_terminal_a_program_ends_as_with_one(tmp_path: Path, program: tuple[str, ...]) -> None:
    command = shlex.join([sys.executable, "-m", *program])
    ended = subprocess.run(
        ["/bin/sh", "-c", f"exec {command} 0<&- 1>&- 2>&-"],
        cwd=ROOT,
        env={"DATABASE_PATH": str(tmp_path / "missing"), "PYTHONUTF8": "1"},
        timeout=120,
        check=False,
    )
    assert ended.returncode == STATUS[program]


def test_lines_of_the_log_that_nobody_reads_any_more_break_nothing() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    lines = ("bot.set_up_logging('INFO')", "structlog.get_logger().info('Łukasz')", "print('on')")
    code = "; ".join(("import bot, structlog", *lines))
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=writing,
        timeout=120,
        check=False,
    )
    os.close(writing)
    assert ended.stdout == b"on\n"
