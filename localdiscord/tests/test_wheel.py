"""The published package: built without a network, installed away from the checkout, and used."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from asyncio.subprocess import PIPE
from pathlib import Path

import aiohttp
import pytest

from localdiscord.tests.test_bots import PATIENCE_S, Screen, with_commands
from localdiscord.tests.test_package import ROOT, modules

NOT_PUBLISHED = shutil.ignore_patterns("__pycache__", "build", "dist", "*.egg-info", ".*")
BUILD = "import sys; from setuptools import build_meta; build_meta.build_{}(sys.argv[1])"
"""A program that makes one of the two builds; pip's own build process would take longer than both."""
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-cache-dir", "--quiet")


@pytest.mark.slow
async def test_the_package_is_built_installed_and_runs_a_bot_away_from_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not os.environ.get("CI"):
        pytest.importorskip("setuptools", minversion="77", reason="setuptools 77 or newer isn't installed")
    source = sdist_unpacked(tmp_path)
    check_that_documents_and_tests_are_in(source)
    wheel = wheel_of(source, tmp_path)
    check_that_all_modules_and_the_page_are_in(wheel)
    commands = fresh_environment(tmp_path / "environment")
    python = commands / Path(sys.executable).name
    run(*PIP, "--python", python, "install", "--no-compile", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    where = (python, "-c", "import localdiscord; print(localdiscord.__file__)")
    imported = await asyncio.create_subprocess_exec(*where, cwd=commands, stdout=PIPE)
    bot = shlex.join([str(python), str(source / "tests" / "small_bot.py")])
    await use(commands / "localdiscord", bot, commands)
    told, _ = await imported.communicate()
    assert Path(told.decode().strip()).is_relative_to(tmp_path / "environment")


def run(*words: str | Path, cwd: Path) -> None:
    """Run Python with these arguments, and check that it succeeds."""
    done = subprocess.run([sys.executable, *words], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def sdist_unpacked(folder: Path) -> Path:
    """Build the source distribution from a copy of the checkout, and return the folder that it unpacks to."""
    shutil.copytree(ROOT, folder / "checkout", ignore=NOT_PUBLISHED)
    run("-c", BUILD.format("sdist"), folder, cwd=folder / "checkout")
    [packed] = folder.glob("*.tar.gz")
    run("-m", "tarfile", "--extract", packed, folder, cwd=folder)
    return folder / packed.name.removesuffix(".tar.gz")


def wheel_of(source: Path, folder: Path) -> Path:
    """Build the wheel from the unpacked source distribution."""
    run("-c", BUILD.format("wheel"), folder, cwd=source)
    [wheel] = folder.glob("*.whl")
    return wheel


def check_that_documents_and_tests_are_in(source: Path) -> None:
    """Check that the source distribution has documents, tests and bots, and names no path of the checkout."""
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.*"), ROOT / "LICENSE"]
    tests = [path for path in (ROOT / "tests").rglob("*") if path.suffix in {".py", ".cjs"}]
    for path in (*documents, *tests):
        assert (source / path.relative_to(ROOT)).is_file(), path
    checkout = str(ROOT.parent).encode()
    assert not [path for path in source.rglob("*") if path.is_file() and checkout in path.read_bytes()]


def check_that_all_modules_and_the_page_are_in(wheel: Path) -> None:
    """Check that the wheel has all modules that run, and no tests."""
    page = [path.relative_to(ROOT) for path in (ROOT / "page").iterdir()]
    wanted = {f"localdiscord/{path.as_posix()}" for path in (*modules(), *page, Path("py.typed"))}
    with zipfile.ZipFile(wheel) as packed:
        assert {name for name in packed.namelist() if ".dist-info/" not in name} == wanted


def fresh_environment(folder: Path) -> Path:
    """Make a virtual environment; return the folder with its commands.

    It finds the dependencies where this Python finds them, since there is no network.
    """
    venv.create(folder)
    names = {"base": str(folder), "platbase": str(folder)}
    dependencies = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    library = Path(sysconfig.get_path("purelib", vars=names))
    (library / "dependencies.pth").write_text("\n".join(dependencies))
    return Path(sysconfig.get_path("scripts", vars=names))


async def use(command: Path, bot: str, cwd: Path) -> None:
    """Start a bot by the installed command, open the page, and use the bot's command there."""
    words = (command, "--bot", bot, "--people", "Zoe:fr")
    process = await asyncio.create_subprocess_exec(*words, stdout=PIPE, cwd=cwd)
    try:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE_S)
        page = line.split()[1].decode()
        async with aiohttp.ClientSession() as session:
            async with session.get(page) as answer:
                assert "<title>" in await answer.text()
            zoe = Screen(session, page)
            await zoe.be((await zoe.state())["people"][0]["id"])
            state = await with_commands(zoe)
            [poll], [channel, *_] = state["commands"], state["channels"]
            options = [{"name": "question", "value": "Tea?"}]
            data = {"id": poll["id"], "name": "poll", "type": 1, "options": options}
            await zoe.interact({"type": 2, "channel_id": channel["id"], "nonce": "1", "data": data})
            assert (await zoe.next("MESSAGE_CREATE"))["content"] == "Tea?"
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.communicate(), PATIENCE_S)
    assert process.returncode == 0
