"""The settings file, saved by any program: it is read if it is clear; else a sentence names the fault."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tables.model.errors import StorageProblem
from tables.store import text_files
from tables.store.text_files import load_settings

ROOT = Path(__file__).parents[2]
PLAIN = "# Für den Bot\nDISCORD_TOKEN=abc.def\nDATABASE_PATH=data/x.sqlite3\n"
PROGRAMS = (("bot", "--check"), ("tables.backup",))
"""What reads the settings, as it is started."""


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of the settings file; the environment has no other settings."""
    path = tmp_path / ".env"
    monkeypatch.setattr(text_files, "find_dotenv", lambda: str(path) if path.is_file() else "")
    monkeypatch.setattr(text_files, "SETTINGS", path)
    monkeypatch.setattr(os, "environ", {})
    return path


def utf16(text: str, order: str, mark: bytes) -> bytes:
    return mark + text.encode(f"utf-16-{order}")


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(PLAIN.encode(), id="UTF-8"),
        pytest.param(PLAIN.encode("utf-8-sig"), id="UTF-8 with its mark"),
        pytest.param(utf16(PLAIN, "le", b"\xff\xfe"), id="as PowerShell's > writes it"),
        pytest.param(utf16(PLAIN, "be", b"\xfe\xff"), id="UTF-16, the other way round"),
        pytest.param(utf16(PLAIN, "le", b""), id="UTF-16 without its mark"),
        pytest.param(utf16(PLAIN, "be", b""), id="the other way round, without its mark"),
        pytest.param(utf16(PLAIN.replace("\n", "\r\n"), "le", b"\xff\xfe"), id="with lines of Windows"),
        pytest.param(PLAIN.encode("utf-32"), id="UTF-32"),
        pytest.param(PLAIN.replace("\n", "\r\n").encode(), id="lines of Windows"),
        pytest.param(PLAIN.replace("\n", "\r").encode(), id="lines of old Macs"),
        pytest.param(PLAIN.encode("cp1252"), id="an umlaut of Windows in a comment"),
        pytest.param(PLAIN.encode("cp850"), id="an umlaut of an older Windows in a comment"),
        pytest.param(PLAIN.replace("abc.def", "“abc.def”").encode(), id="a word processor's quotes"),
        pytest.param(PLAIN.replace("abc.def", "„abc.def“").encode(), id="German quotes"),
        pytest.param(PLAIN.replace("abc.def", "« abc.def »").encode(), id="French quotes"),
        pytest.param(PLAIN.replace("abc.def", "‘abc.def’").encode(), id="single ones"),
        pytest.param(PLAIN.replace("abc.def", '"abc.def"').encode(), id="plain quotes"),
        pytest.param(PLAIN.replace("abc.def", "\u200babc.def\ufeff").encode(), id="signs without width"),
        pytest.param(PLAIN.replace("=abc.def", " =\t abc.def\xa0").encode(), id="spaces around"),
        pytest.param(PLAIN.replace("DISCORD", "export DISCORD").encode(), id="export"),
        pytest.param(PLAIN.encode() + b"Stra\xdfe", id="a broken line without a setting"),
    ],
)
def test_settings_are_read_whatever_program_saved_them(settings: Path, content: bytes) -> None:
    settings.write_bytes(content)
    load_settings()
    assert os.environ.items() >= {"DISCORD_TOKEN": "abc.def", "DATABASE_PATH": "data/x.sqlite3"}.items()
    assert not {"Straße", "Stra"} & set(os.environ)


def test_what_stands_in_the_environment_stays(settings: Path) -> None:
    settings.write_text(PLAIN, "utf-8")
    os.environ["DISCORD_TOKEN"] = "other"
    load_settings()
    assert os.environ["DISCORD_TOKEN"] == "other"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(PLAIN.replace("x.sql", "jürgen.sql").encode("cp1252"), id="an umlaut in a path"),
        pytest.param(PLAIN.encode() + utf16("LOG_LEVEL=INFO\r\n", "le", b""), id="PowerShell's >> behind it"),
        pytest.param(PLAIN.replace("abc", "a\0c").encode(), id="a zero byte"),
        pytest.param(utf16(PLAIN, "le", b"\xff\xfe")[:-3], id="UTF-16 that is cut short"),
    ],
)
def test_a_setting_that_is_not_clear_is_refused_by_the_name_of_its_file(
    settings: Path, content: bytes
) -> None:
    settings.write_bytes(content)
    with pytest.raises(StorageProblem) as raised:
        load_settings()
    assert (raised.value.code, raised.value.facts) == ("settings_garbled", {"path": str(settings)})


def test_a_folder_is_no_file_of_settings(settings: Path) -> None:
    load_settings()
    settings.mkdir()
    with pytest.raises(StorageProblem) as raised:
        load_settings()
    assert (raised.value.code, raised.value.facts) == ("settings_closed", {"path": str(settings)})
    (settings / "pyvenv.cfg").touch()
    load_settings()


def test_a_file_that_may_not_be_read_is_named(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(_: Path) -> bytes:
        raise PermissionError

    settings.write_text(PLAIN, "utf-8")
    monkeypatch.setattr(Path, "read_bytes", closed)  # Whoever runs this may be root.
    with pytest.raises(StorageProblem) as raised:
        load_settings()
    assert raised.value.code == "settings_closed"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the bot and a settings file."""
    for part in ("bot.py", "pyproject.toml", "engine", "tables", "pictures", "locales", "cogs"):
        (tmp_path / part).symlink_to(ROOT / part)
    return tmp_path


def started(folder: Path, program: tuple[str, ...], **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a program to its end, with nothing else in its environment."""
    return subprocess.run(
        [sys.executable, "-m", *program],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", **environment},
        capture_output=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("program", PROGRAMS, ids=" ".join)
def test_each_program_takes_the_file_or_names_it(checkout: Path, program: tuple[str, ...]) -> None:
    (checkout / ".env").write_bytes(utf16("DATABASE_PATH=missing/here\r\n", "le", b"\xff\xfe"))
    assert "missing/here" in started(checkout, program).stdout.decode()
    (checkout / ".env").write_bytes(b"DATABASE_PATH=caf\xe9")
    ended = started(checkout, program)
    assert f"{checkout / '.env'} contains characters that can't be read." in ended.stdout.decode()
    assert (ended.returncode != 0, ended.stderr) == (True, b"")
