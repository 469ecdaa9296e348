"""No sentence is in the code: all texts for people are in `locales/`.

In code for Discord and the terminal (`cogs/`, `bot.py`, `__main__.py`), no string may contain two words or a
capitalised one, and no string in a message or label may contain a letter.  In `engine/` and `tables/`, no
string may contain two words, except SQL and exceptions' messages for the log.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from cogs.games.rapa_nui_board import screen as board_rules
from engine.rapa_nui_board import state
from tests.locales.source import HOLE, ROOT, Text, called, sources, texts, tree_of

LETTER = re.compile(r"[^\W\d_]")
SENTENCE = re.compile(r"[^\W\d_]{2,}\b.*\s.*\b[^\W\d_]{2,}", re.DOTALL)
NAME = re.compile(r"\b[A-Z][a-z]+")
SQL = re.compile(
    r"\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|ORDER|IN|AND|PRAGMA|BEGIN|SAVEPOINT|RELEASE|ROLLBACK|VACUUM|SET|RESET|CREATE)\b"
    r"|^[a-z_]+ = \w+$"  # a pragma
    r"|^[a-z_]+(, [a-z_]+){2,}$"  # columns
)
SVG = re.compile(r'<\w+[ />]|="|/>|^[MLCQVHZ0-9 .,{}-]+$')
"""A piece of a drawing; `tests/pictures` proves that no drawing holds a text."""
KEY = re.compile(r"[a-z_{}]+\.[a-z_0-9{}]+")

TO_PEOPLE = {"text", "plain", "say", "print", "TextDisplay", "send", "send_message", "edit", "Choice"}
"""What is called so shows its texts to somebody."""
SHOWN = {"label", "placeholder", "description", "title", "content", "help", "tooltip"}
"""An argument called so is shown to somebody."""

ISLAND = "engine/rapa_nui_board/state.py"
PLACES = (state.SMALL_AHU, state.LARGE_AHU, state.CRATER_NAME, state.PUKAO_QUARRY_NAME)
ALLOWED = {
    ("bot.py", "%(levelname)s %(name)s: %(message)s"): "the form of a line of the log",
    ("tables/backup.py", "python -m tables.backup"): "what is typed to run it",
    ("tables/move.py", "python -m tables.move"): "what is typed to run it",
    ("bot.py", "Rapa Nui"): "the name of a local server, as its owner would have typed it",
    ("bot.py", "Tables"): "the bot's name there; at Discord it has the one of its application",
    ("engine/rapa_nui_cards/moves.py", "collect glory"): "the text of a move, as in the journal",
    ("engine/rapa_nui_cards/moves.py", "collect wood"): "the text of a move, as in the journal",
    **dict.fromkeys(((ISLAND, drawing) for drawing in (state.SMALL_MAP, state.LARGE_MAP)), "a drawing"),
    **dict.fromkeys(((ISLAND, name) for name in PLACES), "names of places, the same in every language"),
    ("cogs/games/rapa_nui_board/screen.py", board_rules.MOVES): "moves, as in a record",
}
FIGURES = "cogs/ops/metrics.py"
KINDS = {"counted", "gauged", "timed"}
"""What these are given goes to the programs that read figures."""
REFUSALS = {"Refused", "IllegalMove", "StorageProblem"}
"""What these are given is put into a sentence for somebody."""


def is_apart(text: Text) -> bool:
    """Whether a string is for the machine: a pattern, a type, a log line."""
    within = text.above
    for outer, inner in zip(within, (*within[1:], None), strict=True):
        match outer:
            case ast.Call() if called(outer) in ("compile", "getLogger", "get_logger", "TypeVar"):
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id="log"))):
                return True
            case ast.Subscript(slice=where) if where is inner or inner is None:
                return True
            case ast.AnnAssign(annotation=where) if where is inner:
                return True
            case ast.arg() | ast.ImportFrom():
                return True
    return False


def is_shown(text: Text) -> bool:
    """Whether a string itself is shown to people, and is no key by which a text is looked up."""
    for node in reversed(text.above):
        match node:
            case ast.keyword(arg=str(name)) if name in SHOWN:
                return True
            case ast.keyword():
                return False
            case ast.Call():
                return called(node) in TO_PEOPLE
    return False


def speaks(text: Text) -> bool:
    """Whether a string in code for Discord or the terminal is for people."""
    if is_apart(text) or KEY.fullmatch(text.value):
        return False
    plain = text.value.replace(HOLE, "0")
    return bool(SENTENCE.search(plain) or NAME.search(plain) or (is_shown(text) and LETTER.search(plain)))


def tells(text: Text) -> bool:
    """Whether a string in other code is for people."""
    if is_apart(text) or is_for_the_log(text) or SQL.search(text.value) or SVG.search(text.value):
        return False
    return bool(SENTENCE.search(text.value.replace(HOLE, "0")))


def is_for_the_log(text: Text) -> bool:
    """Whether a string is the message of an exception that people don't see."""
    if any(isinstance(node, ast.Call) and called(node) in REFUSALS for node in text.above):
        return False
    return any(
        isinstance(node, ast.Raise) or (isinstance(node, ast.Call) and called(node) == "__init__")
        for node in text.above
    )


def is_figure(name: str, text: Text) -> bool:
    """Whether a string is a description in the metrics."""
    return name == FIGURES and any(
        isinstance(node, ast.Call) and called(node) in KINDS for node in text.above
    )


def suspects(path: Path) -> list[Text]:
    name = path.relative_to(ROOT).as_posix()
    is_door = name in ("bot.py", "tables/backup.py", "tables/move.py") or name.startswith("cogs/")
    suspect = speaks if is_door else tells
    return [text for text in texts(tree_of(path)) if suspect(text) and not is_figure(name, text)]


def test_no_sentence_stands_in_the_code() -> None:
    found = [(path.relative_to(ROOT).as_posix(), text) for path in sources() for text in suspects(path)]
    said = [f"{name}:{text.line}: {text.value}" for name, text in found if (name, text.value) not in ALLOWED]
    assert said == []


def test_what_is_allowed_still_needs_it() -> None:
    for name, value in ALLOWED:
        assert value in {text.value for text in suspects(ROOT / name)}, name


@pytest.mark.parametrize(
    "code",
    [
        'lines.append("it is your turn")',
        'lines.append(f"{who} plays {card} now")',
        'lines.append(f"**Hand:** {cards}")',
        'head = "Settings"',
        'ui.Button(label="ok", custom_id="o:ok")',
        'ui.Button(label=f"buy {price}")',
        'text(f"{who}: won")',
        'say("\\nbye " + words("start.page"))',
        'await channel.send("hello")',
        'raise ValueError("No such table here")',
        'x = words("table.done") + (" and so on" if more else "")',
    ],
)
def test_a_sentence_in_a_cog_is_found(code: str) -> None:
    assert any(speaks(text) for text in texts(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring of a module."""',
        'def f(x: "Some Type") -> None:\n    """What it does."""',
        'log.info("Two words", table=1)',
        'text(words("table.done"), f"-# {words(key)}")',
        'ui.Button(label=words(f"table.button_{verb}"), custom_id="t:join")',
        'PATTERN = re.compile(r"m:(?P<table>[ -~]) and more")',
        'Interaction = discord.Interaction["TableBot"]',
        'lines.append(f"`{number}` **{front}**{covered} ‹ ×2 · 🗿")',
        'nonce = f"closed:{seat}"',
    ],
)
def test_what_is_no_sentence_is_left_alone(code: str) -> None:
    assert not any(speaks(text) for text in texts(ast.parse(code)))


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('reason = "not enough wood"', True),
        ('return f"{seat} plays a card"', True),
        ('raise RuntimeError(f"move {number} cannot be replayed")', False),
        ('ROWS = "SELECT id FROM tables WHERE id = ?"', False),
        ('raise Refused("not_your_turn")', False),
        ('raise Refused("not_your_turn", why="it is her turn")', True),
    ],
)
def test_below_the_cogs_only_sql_and_the_log_have_sentences(code: str, found: bool) -> None:
    assert any(tells(text) for text in texts(ast.parse(code))) == found
