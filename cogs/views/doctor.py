"""The report of `/doctor`: permissions that the bot lacks in a place, its connections, its overall state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import LIST, unbroken, written, written_table_name
from cogs.text.ui import message, text
from cogs.views.board import game_name, state_name
from cogs.views.story_lines import newest_lines
from engine.game import Struct
from tables import Facts

GOOD: Final = "✅"
BAD: Final = "⚠️"
NOTE: Final = "ℹ️"
OPTIONAL: Final = "mention_everyone"
"""The permission that the bot's invitation doesn't ask for, since few servers need the bot to have it."""
MOST_TABLES: Final = 12
"""The most tables that the report lists."""
MOST_CHARACTERS: Final = 1500
"""The most characters of the list of tables."""
GIGABYTE: Final = 1 << 30


class Line(Struct, frozen=True):
    """The state of the bot's connection to Discord, and the difference of their clocks.

    Attributes:
        has_gateway: Whether the bot uses the gateway at all.
        heartbeat_s: Seconds since the latest acknowledged heartbeat; None: the gateway isn't connected.
        latency_s: Seconds until that heartbeat was acknowledged.
        off_s: Seconds by which the bot's clock is ahead of Discord's; negative: behind; 0: they agree.
    """

    has_gateway: bool
    heartbeat_s: float | None
    latency_s: float
    off_s: int


class Whole(Struct, frozen=True):
    """The state of the whole bot, for its operator.

    Attributes:
        servers: The number of servers that the gateway has reported; None: there is no gateway.
        counts: The numbers of this process's open tables, of clicks and of repaints, by their names in the
            sentences `doctor.open_tables` and `doctor.queues`.
        write_ms: The milliseconds of the latest test write; None: it failed.
        workers: The number of processes that share the database, of held leases, and of all leases; None: the
            database is for this process alone.
        errors: The number of errors of each kind since the start, as in `Watcher.errors`; None: not counted.
        free: The free bytes of the disk with the database; None: the database is on another machine.
    """

    servers: int | None
    counts: Mapping[str, int]
    write_ms: int | None
    workers: tuple[int, int, int] | None
    errors: Mapping[str, int] | None
    free: int | None


def doctor_message(
    version: str,
    line: Line,
    words: Localizer,
    *,
    lacking: Mapping[str, str] | None = None,
    here: Sequence[tuple[Facts, str]] = (),
    whole: Whole | None = None,
) -> ui.LayoutView:
    """The report of `/doctor`.

    Args:
        version: The bot's version.
        line: The state of the bot's connection to Discord.
        words: The reader's language.
        lacking: The permissions that the bot lacks in this place, each with the name of the permission under
            which the report describes the effect; None: a direct message, where the bot needs none.
        here: The place's open tables, each with its trouble.  `held`: the table's channel can't be reached,
            so its clocks stand still; `resting`: Discord has refused a message, and the bot waits before
            the next try; `elsewhere`: the table's owner is another process, which alone knows; empty: none.
        whole: The state of the whole bot; None: the reader isn't its operator.
    """
    parts = [text(f"## {words('doctor.title')}", *line_lines(line, words), f"-# {version}")]
    if lacking is not None:
        parts.append(text(f"### {words('doctor.permissions')}", *permission_lines(lacking, words)))
        parts.append(text(f"### {words('doctor.tables_here')}", *table_lines(here, words)))
    if whole is not None:
        parts.append(text(f"### {words('doctor.whole')}", *whole_lines(whole, words)))
    return message(parts)


def line_lines(line: Line, words: Localizer) -> list[str]:
    """A line on the gateway, and one on the clocks."""
    if not line.has_gateway:
        heard = f"{GOOD} {words('doctor.no_gateway')}"
    elif line.heartbeat_s is None:
        heard = f"{BAD} {words('doctor.gateway_silent')}"
    else:
        ago, latency = round(line.heartbeat_s), round(line.latency_s * 1000)
        heard = f"{GOOD} {words('doctor.gateway', ago=ago, latency=latency)}"
    if not line.off_s:
        return [heard, f"{GOOD} {words('doctor.clock_agrees')}"]
    key = "doctor.clock_ahead" if line.off_s > 0 else "doctor.clock_behind"
    return [heard, f"{BAD} {words.count(key, abs(line.off_s))}"]


def permission_lines(lacking: Mapping[str, str], words: Localizer) -> list[str]:
    """Lines on each permission that the bot lacks: the consequence, and how to grant the permission."""
    lines = [] if lacking.keys() - {OPTIONAL} else [f"{GOOD} {words('doctor.all_permissions')}"]
    for name, costs in lacking.items():
        called = written(words(f"table.permission_{name}"))
        lines += [
            f"{NOTE if name == OPTIONAL else BAD} **{called}**",
            words(f"doctor.costs_{costs}"),
            f"-# {words('doctor.mend', permission=called)}",
        ]
    return lines


def table_lines(here: Sequence[tuple[Facts, str]], words: Localizer) -> list[str]:
    """Lines on the last `MOST_TABLES` open tables; below a table with a trouble, a line on the trouble."""
    lines = []
    for facts, ails in here[-MOST_TABLES:]:
        about = (written_table_name(facts), game_name(facts.game_id, words), state_name(facts, words))
        told = f"- {unbroken(LIST.join(about))}"
        lines.append(f"{told}\n  {BAD} {words(f'doctor.table_{ails}')}" if ails else told)
    return newest_lines(lines, words, MOST_CHARACTERS) or [words("table.no_tables_here")]


def whole_lines(whole: Whole, words: Localizer) -> list[str]:
    """The lines on the state of the whole bot."""
    lines = [] if whole.servers is None else [words("doctor.servers", n=whole.servers)]
    lines += [words(f"doctor.{key}", **whole.counts) for key in ("open_tables", "queues")]
    if whole.write_ms is None:
        lines.append(f"{BAD} {words('doctor.not_writable')}")
    else:
        lines.append(words("doctor.write", ms=whole.write_ms))
    if whole.workers is not None:
        processes, held, leases = whole.workers
        lines.append(words.count("doctor.workers", processes, held=held, leases=leases))
    if whole.errors is None:
        lines.append(words("doctor.not_counted"))
    else:
        lines.append(words("doctor.errors", **whole.errors))
    if whole.free is not None:
        lines.append(words("doctor.disk", free=f"{whole.free / GIGABYTE:.1f}"))
    return lines
