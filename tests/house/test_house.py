"""The rules of the house: which parts may import which, and how large files may be."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.circles import imports, largest_circle

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "tables", "pictures", "locales", "cogs", "localdiscord", "deploy")
MAY_IMPORT = {
    "engine": (),
    "tables": ("engine",),
    "pictures": ("engine",),
    "locales": (),
    "cogs": ("engine", "tables", "pictures", "locales"),
    "localdiscord": (),
    "deploy": (),
    "bot": ("engine", "tables", "pictures", "locales", "cogs", "localdiscord"),
}
PROGRAMS = {"tables/backup.py", "tables/move.py"}
"""Called by their names, from the command line: they speak to whoever calls them."""
PROGRAMS_MAY_IMPORT = ("locales",)
COGS = (
    *("text", "discord_io", "people", "games", "views", "history"),
    *("messages", "ops", "interactions", "activity", "commands", "client"),
)
ROOMS = {
    "cogs": COGS,
    "tables": ("model", "timing", "verbs", "session", "store", "computers", "views", "lessons", "reviews"),
    "localdiscord": ("startup", "model", "checks", "changes", "gateway", "client", "rest"),
}
"""Each imports only from itself and from those before it; a module beside them, from all."""
MOST_MODULES = 20
LOCALDISCORD_TESTS = ("localdiscord", "tests")
CHANCE_AND_CLOCKS = {"random", "secrets", "time", "datetime", "uuid", "os", "socket", "asyncio"}
MOST_LINES = 600
NOT_OURS = {".venv", "build"}
READ_FOR_NAMES = {".py", ".md", ".toml", ".txt", ".js", ".po", ".yml", ".yaml"}
ROOMS_OF_A_GAME = {
    "engine": "state moves events play observe evaluation game",
    "pictures": "composed board",
    "cogs/games": "terms board choices story screen",
}
"""What each game has in its folder of each part, as CONTRIBUTING.md lists it."""
NAMED_OTHERWISE = {
    "engine/rapa_nui_board/observe": "it hides nothing: what is observed is the state",
    "pictures/rapa_nui_board/board": "its board is two pictures: island and players",
}
GAMES = [path.parent.name for path in sorted((ROOT / "engine").glob("*/game.py"))]


def files(pattern: str) -> Iterator[Path]:
    """Yield the files of the repository, without installed and generated ones."""
    for path in ROOT.rglob(pattern):
        if not NOT_OURS.intersection(path.relative_to(ROOT).parts):
            yield path


def sources(folder: str) -> Iterator[Path]:
    """Yield the modules of a part."""
    if folder == "bot":
        yield ROOT / "bot.py"
    yield from sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Return the top-level names that a module imports, at any depth of its code."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def modules_imported(path: Path) -> set[str]:
    """Return the modules that a module imports from, at any depth of its code."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


def test_every_folder_of_code_has_its_row_here() -> None:
    """A new part of the house has to say whom it may know."""
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages - {"tests", "benchmarks"} <= set(FOLDERS)
    assert {path.stem for path in ROOT.glob("*.py")} == {"bot"}


@pytest.mark.parametrize("folder", [*FOLDERS, "bot"])
def test_imports_run_one_way(folder: str) -> None:
    """The local Discord knows nothing of ours, nor do its tests."""
    for path in sources(folder):
        is_program = path.relative_to(ROOT).as_posix() in PROGRAMS
        allowed = {folder, *MAY_IMPORT[folder], *(PROGRAMS_MAY_IMPORT if is_program else ())}
        ours = imported(path) & {*FOLDERS, "bot", "tests", "benchmarks"}
        assert ours <= allowed, path


def room_of(path: Path) -> str:
    """Return the room of a part in which a module is; a module outside of rooms is its own room."""
    return path.relative_to(ROOT).with_suffix("").parts[1]


@pytest.mark.parametrize("part", ROOMS)
def test_every_room_has_its_place_here(part: str) -> None:
    folders = {path.name for path in (ROOT / part).iterdir() if (path / "__init__.py").exists()}
    assert folders - {"tests"} <= {*ROOMS[part]}


@pytest.mark.parametrize(("part", "room"), [(part, room) for part, rooms in ROOMS.items() for room in rooms])
def test_rooms_import_one_way(part: str, room: str) -> None:
    allowed = ROOMS[part][: ROOMS[part].index(room) + 1]
    for path in sources(part):
        if room_of(path) == room:
            for module in modules_imported(path):
                if module.startswith(f"{part}."):
                    assert module.split(".")[1] in allowed, path


def test_no_room_is_crowded() -> None:
    folders = Counter(
        path.parent for folder in FOLDERS for path in sources(folder) if path.stem != "__init__"
    )
    crowded = {path.relative_to(ROOT).as_posix() for path, count in folders.items() if count > MOST_MODULES}
    assert not crowded


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Be it for their types alone."""
    assert not largest_circle(imports())


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if folder != "cogs"])
def test_only_cogs_know_discord(folder: str) -> None:
    for path in sources(folder):
        if path.relative_to(ROOT).parts[:2] != LOCALDISCORD_TESTS:  # They run bots of their own.
            assert "discord" not in imported(path), path


def test_one_module_knows_the_library_for_figures_and_is_loaded_where_somebody_wants_them() -> None:
    texts = {path: path.read_text("utf-8") for folder in (*FOLDERS, "bot") for path in sources(folder)}
    users = [path.relative_to(ROOT).as_posix() for path, text in texts.items() if "prometheus_client" in text]
    assert users == ["cogs/ops/metrics.py"]
    at_once = [path for path, text in texts.items() if "\nfrom cogs.ops.metrics import" in text]
    assert at_once == []


def test_the_activity_is_loaded_only_where_it_is_on() -> None:
    texts = {path: path.read_text("utf-8") for folder in ("bot", "cogs") for path in sources(folder)}
    named = {path for path, text in texts.items() if "cogs.activity" in text}
    outside = {path.relative_to(ROOT).as_posix() for path in named if "activity" not in path.parts}
    assert outside == {"cogs/client.py"}
    assert "\nfrom cogs.activity" not in texts[ROOT / "cogs" / "client.py"]


def test_the_engine_has_no_chance_no_clock_and_no_io() -> None:
    for path in sources("engine"):
        assert not imported(path) & CHANCE_AND_CLOCKS, path
        assert "open(" not in path.read_text("utf-8"), path


def test_there_are_games() -> None:
    assert GAMES


@pytest.mark.parametrize("part", ROOMS_OF_A_GAME)
def test_every_game_has_the_same_rooms_save_those_named_otherwise(part: str) -> None:
    rooms = {f"{part}/{game}/{room}" for game in GAMES for room in ROOMS_OF_A_GAME[part].split()}
    missing = {room for room in rooms if not ((ROOT / room).exists() or (ROOT / f"{room}.py").exists())}
    assert missing == {room for room in NAMED_OTHERWISE if room.startswith(f"{part}/")}


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_asks_the_guesses_of_computer_players(game: str) -> None:
    for path in (ROOT / "engine" / game).glob("*.py"):
        if path.name not in ("game.py", "evaluation.py", "features.py"):
            assert not re.search(rf"engine\.{game}\.(evaluation|features)", path.read_text("utf-8")), path


@pytest.mark.parametrize("game", GAMES)
def test_generic_code_names_no_game(game: str) -> None:
    generic = [*sources("tables"), *sources("bot"), ROOT / "locales" / "__init__.py"]
    for folder in ("cogs", "engine"):
        generic += [path for path in sources(folder) if game not in path.parent.relative_to(ROOT).parts]
    for path in generic:
        text = path.read_text("utf-8")
        assert game not in text, path
        assert game.replace("_", "-") not in text, path


@pytest.mark.parametrize("game", GAMES)
def test_the_local_discord_names_no_game(game: str) -> None:
    """It is a package of its own, for any bot: its page, pages and tests name none either."""
    name = re.compile("[ _-]".join(game.split("_")[:2]), re.IGNORECASE)
    for path in (ROOT / "localdiscord").rglob("*"):
        if path.suffix in {".py", ".md", ".toml", ".js", ".css", ".html"}:
            assert not name.search(path.read_text("utf-8")), path


def test_no_file_is_too_long() -> None:
    for path in files("*.py"):
        assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES, path


def test_nothing_names_this_machine() -> None:
    for path in files("*"):
        if path.suffix in READ_FOR_NAMES:
            assert "/work" + "/main" not in path.read_text("utf-8"), path


@pytest.mark.parametrize("folder", [*FOLDERS, "bot"])
def test_nothing_waits_in_a_way_that_forgets_that_it_was_cancelled(folder: str) -> None:
    """In Python 3.11 `asyncio.wait_for` does where what it waits for comes at that very moment."""
    code = {path: path.read_text("utf-8") for path in sources(folder) if "tests" not in path.parts}
    assert [path for path, text in code.items() if "asyncio.wait_for(" in text] == []


def test_one_place_says_what_trouble_with_discord_is() -> None:
    """A list of exceptions of one's own forgets one: that the connection was cut, for instance."""
    for path in sources("cogs"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ExceptHandler) and node.type is not None:
                named = ast.unparse(node.type)
                assert "aiohttp." not in named, (path, node.lineno)
                assert "OSError" not in named, (path, node.lineno)
