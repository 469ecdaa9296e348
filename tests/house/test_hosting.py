"""`docs/hosting.md` and `docs/cluster.md` agree with the code and with `deploy/`."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot import api_base
from cogs.ops.operator import PREFIX as HEALTH
from cogs.ops.operator import Operator
from cogs.ops.settings import address, is_on, network
from tables.store.address import configured
from tables.store.dump import BEFORE_UPDATE
from tables.store.sqlite.files import FOLDER, Latest
from tests.house.test_house import ROOT

DOCS = ROOT / "docs"
HOSTING, CLUSTER = ((DOCS / name).read_text("utf-8") for name in ("hosting.md", "cluster.md"))
KEY = "ab" * 32
DATABASE = "postgresql://tables@127.0.0.1:5432/tables"
SYSTEMD = {"NOTIFY_SOCKET", "WATCHDOG_USEC"}
"""Variables that systemd sets."""
SYSTEM = {"PYTHONPATH", "LC_ALL", "LANG"}
PLACEHOLDERS = {"PASSWORD": "secret", "KEY": KEY}


class Asked(dict[str, str]):
    """Settings that record the names that are read.

    Attributes:
        names: The recorded names.
    """

    def __init__(self, **settings: str) -> None:
        super().__init__(settings)
        self.names: set[str] = set()

    def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
        self.names.add(name)
        return super().get(name, default)


def documented() -> dict[str, str]:
    """Return the settings in both pages with their defaults; check that both pages give the same ones."""
    rows = re.findall(r"^\| `([A-Z_]+)` \| (?:`([^`]*)` )?\|", f"{HOSTING}\n{CLUSTER}", re.MULTILINE)
    found: dict[str, str] = {}
    for name, default in rows:
        assert found.setdefault(name, default) == default, name
    return found


def read_by_the_code() -> set[str]:
    """Return the names of all settings that the code reads."""
    settings = Asked(INTERACTIONS_PUBLIC_KEY=KEY, HEALTH_PORT="0", ACTIVITY="on", DISCORD_CLIENT_SECRET="s")
    Operator(settings)
    network(settings)
    configured(settings)
    paths = [ROOT / "bot.py", *(path for room in ("cogs", "tables", "pictures") for path in rooms(room))]
    named = {
        name
        for path in paths
        for name in re.findall(r'(?:environ|environment|settings)\.get\("([A-Z_]+)"', path.read_text("utf-8"))
    }
    return (settings.names | named) - SYSTEMD - SYSTEM


def rooms(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def test_the_pages_name_all_settings_that_the_code_reads_and_no_others() -> None:
    assert set(documented()) == read_by_the_code()


def test_the_example_of_settings_has_those_of_the_pages() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    assert set(re.findall(r"^#? ?([A-Z_]+)=", example, re.MULTILINE)) == set(documented())


def test_each_default_of_the_pages_is_the_one_of_the_code() -> None:
    alone, opened = network({}), network({"INTERACTIONS_PUBLIC_KEY": KEY}).door
    assert opened is not None
    relay_host, relay_port = alone.relay_at
    (level,) = re.findall(r'else "(\w+)"\n', bot_text())
    assert documented() == {
        "DISCORD_TOKEN": "",
        "DATABASE_PATH": configured({}),
        "DATABASE_URL": "",
        "LOG_LEVEL": level,
        "LOG_CLICKS": "on" if Operator({}).watchers else "off",
        "HEALTH_PORT": "",
        "HEALTH_HOST": address({}, HEALTH, "0")[0],
        "INTERACTIONS_PUBLIC_KEY": "",
        "INTERACTIONS_HOST": opened.host,
        "INTERACTIONS_PORT": str(opened.port),
        "GATEWAY": "on" if alone.has_gateway else "off",
        "ACTIVITY": "off" if alone.large_board is None else "on",
        "DISCORD_CLIENT_SECRET": "",
        "OPERATOR_ID": "",
        "DISCORD_API_BASE": api_base(None),
        "SHARD": "",
        "RELAY_HOST": relay_host,
        "RELAY_PORT": str(relay_port),
    }
    assert (alone.shard, alone.door) == (None, None)
    assert not is_on({}, "LOG_CLICKS", default=False)


def bot_text() -> str:
    return (ROOT / "bot.py").read_text("utf-8")


def test_the_link_that_invites_the_bot_asks_for_six_permissions() -> None:
    (link,) = re.findall(r"`(https://discord\.com/oauth2/authorize\?\S+)`", HOSTING)
    asked = parse_qs(urlsplit(link).query)
    assert asked["scope"] == ["bot applications.commands"]
    (number,) = asked["permissions"]
    assert "[six permissions](playing.md#" in HOSTING  # Their names are tested in `test_documents`.
    assert sum(is_set for _, is_set in discord.Permissions(int(number))) == 6


def test_files_that_the_commands_name_are_there() -> None:
    for text in (HOSTING, CLUSTER):
        named = re.findall(r"\bdeploy/[\w.*-]+", text)
        assert named
        for pattern in named:
            assert list(ROOT.glob(pattern)), pattern
    for program in re.findall(r"\.venv/bin/python (\S+\.py)\b", HOSTING):
        assert (ROOT / program).is_file()
    for module in re.findall(r"-m (tables\.\w+)", HOSTING + CLUSTER):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file()


def test_what_is_compiled_before_a_start_is_what_the_image_compiles() -> None:
    found = set(re.findall(r"compileall -q (.*)", HOSTING))
    assert found == set(
        re.findall(r"compileall -q (.*)", (ROOT / "deploy" / "Dockerfile").read_text("utf-8"))
    )


def test_names_of_units_and_places_are_those_of_the_units() -> None:
    for unit in re.findall(r"\btables(?:-\w+)?\.(?:service|timer)\b", HOSTING + CLUSTER):
        assert (ROOT / "deploy" / unit).is_file()
    unit = (ROOT / "deploy" / "tables.service").read_text("utf-8")
    for line in (
        "WorkingDirectory=/opt/tables",
        "EnvironmentFile=/etc/tables.env",
        "Environment=DATABASE_PATH=/var/lib/tables/tables.sqlite3",
        "StateDirectory=tables",
        "WatchdogSec=60",
        "MemoryMax=1G",
    ):
        assert f"\n{line}\n" in unit
    for place in ("/opt/tables", "/etc/tables.env", "DATA=/var/lib/tables"):
        assert place in HOSTING


def test_names_in_the_docker_commands_are_those_of_the_image() -> None:
    image = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
    assert "VOLUME /data\nENV DATABASE_PATH=/data/tables.sqlite3" in image
    assert "-v tables:/data tables" in HOSTING
    assert "image: tables\n" in (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
    first = image.splitlines()[0]
    assert first.startswith("# docker build ")
    assert f"   {first.removeprefix('# ')}\n" in HOSTING


def test_files_beside_the_database_have_the_names_that_the_page_gives(tmp_path: Path) -> None:
    note = Latest(tmp_path / "tables.sqlite3")._path.name
    assert f"rm -f $DATA/{note}\n" in HOSTING
    assert f"`$DATA/{FOLDER}`" in HOSTING
    assert f"`{BEFORE_UPDATE}-`" in HOSTING


def test_copies_made_by_hand_lie_with_those_of_the_nightly_backup() -> None:
    unit = (ROOT / "deploy" / "tables-backup.service").read_text("utf-8")
    [nightly] = re.findall(r"^ExecStart=/opt/tables/(.*)$", unit, re.MULTILINE)
    assert f"\n{nightly}\n" in CLUSTER


def test_the_unit_of_several_processes_reads_the_settings_of_all_and_its_own() -> None:
    (script,) = re.findall(r"^   (sed .*?) > /etc/systemd/system/tables@\.service$", CLUSTER, re.MULTILINE)
    made = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "\nEnvironmentFile=/etc/tables.env\nEnvironmentFile=/etc/tables-%i.env\n" in made


def test_the_settings_of_several_processes_are_taken(tmp_path: Path) -> None:
    shared = re.findall(r"^   ((?:DATABASE_URL|INTERACTIONS_PUBLIC_KEY)=\S+)$", CLUSTER, re.MULTILINE)
    (block,) = re.findall(r"^   (for N in .*?)\n   ```", CLUSTER, re.MULTILINE | re.DOTALL)
    subprocess.run(["bash", "-c", block.replace("/etc/", f"{tmp_path}/")], check=True)
    files = sorted(tmp_path.iterdir())
    started = re.findall(r"\btables@(\w+)", next(re.finditer(r"enable --now (tables@.*)", CLUSTER))[1])
    assert {path.name for path in files} == {f"tables-{name}.env" for name in started}
    ports: list[int] = []
    for path in files:
        settings = dict(line.split("=", 1) for line in [*shared, *path.read_text().split()])
        for name, value in settings.items():
            settings[name] = PLACEHOLDERS.get(value, value)
        read = network(settings)
        assert read.door is not None
        assert settings.keys() <= documented().keys()
        assert read.has_gateway == (path.name == "tables-gateway.env")
        assert configured(settings).startswith("postgresql://")
        ports += [read.door.port, address(settings, HEALTH, "")[1]]
    assert len(set(ports)) == 2 * len(files)
    upstream = {int(port) for port in re.findall(r"server 127\.0\.0\.1:(\d+) max_fails=0;", CLUSTER)}
    assert upstream == {port for port in ports if 8020 < port < 8030}


@pytest.mark.parametrize("text", [HOSTING, CLUSTER], ids=["hosting", "cluster"])
def test_each_command_of_a_page_stands_on_a_line_of_its_own(text: str) -> None:
    for block in re.findall(r"^ *```\w*\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            assert " && " not in line
            assert "; " not in line or line.strip().startswith("for ")
