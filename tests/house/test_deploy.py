"""The files for systemd and Docker in `deploy/` fit the bot, as far as tests without either can tell."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bot import ENDS_WITHIN_S, LOCAL_PORT
from cogs.discord_io.discord_clock import DiscordClock
from cogs.ops import operator as operators
from cogs.ops.operator import Health, served
from cogs.ops.receiver import MOST_CONNECTIONS
from tables.store.sqlite.files import FOLDER
from tests.house.test_hosting import documented
from tests.house.test_house import MAY_IMPORT, ROOT
from tests.tables.toys import opened

DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.glob("tables*.*") if path.suffix in (".service", ".timer"))
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text("utf-8")
SERVICE = (DEPLOY / "tables.service").read_text("utf-8")
BACKUP = (DEPLOY / "tables-backup.service").read_text("utf-8")
OTHERS = {"PYTHONFAULTHANDLER", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"}
"""Settings that are Python's, or PostgreSQL's image's."""


def settings(text: str) -> set[str]:
    """Return the names of the variables that a file sets or takes from its environment."""
    return set(re.findall(r"\b([A-Z]+_[A-Z_]*[A-Z])(?=[=:])", text)) - OTHERS


@pytest.mark.parametrize(
    "text", [DOCKERFILE, COMPOSE, SERVICE, BACKUP], ids=["Dockerfile", "compose", "unit", "backup"]
)
def test_every_setting_that_is_set_is_one_of_the_pages(text: str) -> None:
    assert settings(text)
    assert settings(text) <= set(documented())


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_finds_no_fault_with_the_units(tmp_path: Path) -> None:
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    for name in UNITS:
        text = (DEPLOY / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("/opt/tables", str(tmp_path)))
    paths = [str(tmp_path / name) for name in UNITS]
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *paths], capture_output=True, text=True, check=False
    )
    ours = [line for line in verified.stderr.splitlines() if str(tmp_path) in line or "tables" in line]
    assert (verified.returncode, ours) == (0, [])


def test_the_nightly_backup_copies_the_database_that_the_bot_uses_wherever_that_is() -> None:
    for setting in ("DATABASE_PATH", "EnvironmentFile", "StateDirectory"):
        lines = [
            [line for line in unit.splitlines() if re.search(rf"\b{setting}=", line)]
            for unit in (SERVICE, BACKUP)
        ]
        assert lines[0] == lines[1] != []
    [path] = re.findall(r"DATABASE_PATH=(\S+)", BACKUP)
    assert f" --to {Path(path).parent / FOLDER}\n" in BACKUP
    # A PostgreSQL database is reached by the network; a copy needs no token.
    assert "PrivateNetwork" not in BACKUP
    assert "\nUnsetEnvironment=DISCORD_TOKEN\n" in BACKUP


def test_what_ends_the_bot_waits_until_it_has_ended_by_itself() -> None:
    waits = [
        *re.findall(r"TimeoutStopSec=(\d+)", SERVICE),
        *re.findall(r"stop_grace_period: (\d+)s", COMPOSE),
    ]
    assert len(waits) == 2
    assert all(int(seconds) > ENDS_WITHIN_S for seconds in waits)


def test_the_bot_may_open_more_files_than_both_ports_hold_connections_and_has_bounds() -> None:
    files = [*re.findall(r"LimitNOFILE=(\d+)", SERVICE), *re.findall(r"nofile: (\d+)", COMPOSE)]
    assert len(files) == 2
    assert all(int(count) > 2 * MOST_CONNECTIONS + 500 for count in files)
    assert "MemoryMax=1G\nTasksMax=256\n" in SERVICE
    assert "mem_limit: 1g\n  pids_limit: 256\n" in COMPOSE


def test_the_image_holds_what_the_bot_imports_and_nothing_secret() -> None:
    for folder in {*MAY_IMPORT["bot"]} - {"localdiscord"}:
        assert f"COPY {folder} {folder}\n" in DOCKERFILE
    assert re.findall(r"^USER (\S+)$", DOCKERFILE, re.MULTILINE) == ["10001:10001"]
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert bases[1:] == ["base", "base"]
    assert re.fullmatch(r"python:3\.\d+-slim", bases[0])
    assert "STOPSIGNAL SIGTERM" in DOCKERFILE


def test_docker_is_sent_what_the_image_copies_and_nothing_else() -> None:
    copies = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    copied = {source for sources in copies for source in sources.split()}
    assert "bot.py" in copied
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith(("#", "!"))] == ["*", "**/__pycache__"]
    assert {line[1:] for line in lines if line.startswith("!")} == copied


def test_no_package_host_is_named() -> None:
    for path in filter(Path.is_file, DEPLOY.iterdir()):
        found = re.findall(r"\w+://[^\s'\"]*", path.read_text("utf-8"))
        assert [one for one in found if not one.startswith(("http://127.0.0.1:", "postgresql://"))] == [], (
            path
        )


async def test_the_health_check_of_the_image_believes_livez_at_the_port_that_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (found,) = re.findall(r"HEALTHCHECK [^\n]*\n  CMD (\[.*\])\n", DOCKERFILE)
    _, *arguments = json.loads(found)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

    async def figures() -> bytes:
        return b""

    monkeypatch.setenv("HEALTH_PORT", str(port))

    async def status() -> int:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, stderr=asyncio.subprocess.DEVNULL
        )
        return await process.wait()

    async with opened(tmp_path) as tables:
        assert await status() != 0
        async with served(Health(tables, {}, DiscordClock(lambda: 0.0)), figures, "127.0.0.1", port):
            assert await status() == 0
            monkeypatch.setattr(operators, "LIVE_S", 0.0)
            assert await status() != 0


def test_the_development_container_forwards_the_port_of_the_page_and_plays() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    assert container["forwardPorts"] == [LOCAL_PORT]
    assert container["portsAttributes"].keys() == {str(LOCAL_PORT)}
    assert container["postAttachCommand"] == "make play"
