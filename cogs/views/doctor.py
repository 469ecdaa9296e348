"""The report of `/doctor`: what the bot lacks in a place, its connections, and the state of the whole bot."""

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
OPTIONAL: Final = ("mention_everyone",)
"""The permissions that the invitation of the bot doesn't ask for, since few servers miss them."""
MOST_TABLES: Final = 12
"""The most tables that the report lists."""
MOST_CHARACTERS: Final = 1500
"""The most characters of the list of tables."""
GIGABYTE: Final = 1 << 30


class Lacking(Struct, frozen=True):
    """A permission that the bot lacks: its name, and the name of the permission whose loss costs the same."""

    name: str
    costs: str


class Line(Struct, frozen=True):
    """How the bot hears from Discord, and whether their clocks agree.

    Attributes:
        has_gateway: Whether the bot has a gateway connection at all.
        is_heard: Whether that connection is open, and its heartbeats are acknowledged.
        heartbeat_s: Seconds since the latest acknowledged heartbeat; None: there was none yet.
        latency_ms: The milliseconds until that heartbeat was acknowledged.
        off_s: Seconds by which the bot's clock is ahead of Discord's; negative: behind; 0: they agree.
    """

    has_gateway: bool
    is_heard: bool
    heartbeat_s: float | None
    latency_ms: int
    off_s: int


class OpenTable(Struct, frozen=True):
    """An open table, and what ails it.

    Attributes:
        facts: The table.
        ails: `held`: its channel can't be reached, so its clocks stand still; `resting`: Discord has refused
            a message, and the bot waits before the next try; `elsewhere`: another process owns the table,
            and it alone knows; empty: nothing.
    """

    facts: Facts
    ails: str


class Whole(Struct, frozen=True):
    """The state of the whole bot, for its operator.

    Attributes:
        servers: The number of servers that the gateway has told of; None: there is no gateway.
        tables: The number of open tables of this process, by phase.
        queues: The numbers of clicks in work and waiting, and of tables being repainted, by name.
        write_ms: The milliseconds of the latest test write; None: it failed.
        workers: How many processes share the database, and how many leases are held of how many; None: the
            database is for this process alone.
        errors: What went wrong since the start, by the names of `Watcher.errors`; None: nobody counts.
        free: The free bytes of the disk with the database; None: it is on another machine.
    """

    servers: int | None
    tables: Mapping[str, int]
    queues: Mapping[str, int]
    write_ms: int | None
    workers: tuple[int, int, int] | None
    errors: Mapping[str, int] | None
    free: int | None


def doctor_message(
    version: str,
    line: Line,
    words: Localizer,
    *,
    lacking: Sequence[Lacking] | None = None,
    here: Sequence[OpenTable] = (),
    whole: Whole | None = None,
) -> ui.LayoutView:
    """The report of `/doctor`.

    `lacking`: what the bot lacks in this place; None: a direct message, where it may do everything.  `here`:
    the place's open tables.  `whole`: the state of the whole bot; None: the reader isn't its operator.
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
    elif not line.is_heard or line.heartbeat_s is None:
        heard = f"{BAD} {words('doctor.gateway_silent')}"
    else:
        heard = f"{GOOD} " + words("doctor.gateway", ago=round(line.heartbeat_s), latency=line.latency_ms)
    if not line.off_s:
        return [heard, f"{GOOD} {words('doctor.clock_agrees')}"]
    key = "doctor.clock_ahead" if line.off_s > 0 else "doctor.clock_behind"
    return [heard, f"{BAD} {words.count(key, abs(line.off_s))}"]


def permission_lines(lacking: Sequence[Lacking], words: Localizer) -> list[str]:
    """For each permission that the bot lacks, what that costs and how to mend it."""
    lines = []
    if all(one.name in OPTIONAL for one in lacking):
        lines.append(f"{GOOD} {words('doctor.all_permissions')}")
    for one in sorted(lacking, key=lambda one: one.name in OPTIONAL):
        name, costs = written(words(f"table.permission_{one.name}")), words(f"doctor.costs_{one.costs}")
        lines += [
            f"{NOTE if one.name in OPTIONAL else BAD} **{name}**",
            costs,
            f"-# {words('doctor.mend', permission=name)}",
        ]
    return lines


def table_lines(here: Sequence[OpenTable], words: Localizer) -> list[str]:
    """A line on each open table, the newest last, and below it what ails the table."""
    lines = []
    for one in here[-MOST_TABLES:]:
        facts = one.facts
        about = (written_table_name(facts), game_name(facts.game_id, words), state_name(facts, words))
        told = f"- {unbroken(LIST.join(about))}"
        lines.append(f"{told}\n  {BAD} {words(f'doctor.table_{one.ails}')}" if one.ails else told)
    return newest_lines(lines, words, MOST_CHARACTERS) or [words("table.no_tables_here")]


def whole_lines(whole: Whole, words: Localizer) -> list[str]:
    """The lines on the whole bot."""
    facts = {f"{name}": number for name, number in (*whole.tables.items(), *whole.queues.items())}
    lines = [] if whole.servers is None else [words("doctor.servers", n=whole.servers)]
    lines += [words("doctor.open_tables", **facts), words("doctor.queues", **facts)]
    slow = words("doctor.not_writable") if whole.write_ms is None else ""
    lines.append(f"{BAD} {slow}" if slow else words("doctor.write", ms=whole.write_ms or 0))
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
