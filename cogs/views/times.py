"""Texts on time at a table: time limits, time left, absences, and replacements by computer players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cogs.text.language import Localizer, catalogue
from cogs.text.names import LIST, Names
from engine.game import Seat
from tables import Cover, Facts, Look, SeatInfo, WhenLate

MINUTE_S, HOUR_S, DAY_S = 60, 3600, 86400
UNITS: Final = (("days", DAY_S), ("hours", HOUR_S), ("minutes", MINUTE_S))
TURNS: Final = {
    "10m": 10 * MINUTE_S,
    "30m": 30 * MINUTE_S,
    "1h": HOUR_S,
    "3h": 3 * HOUR_S,
    "6h": 6 * HOUR_S,
    "12h": 12 * HOUR_S,
    "1d": DAY_S,
    "2d": 2 * DAY_S,
    "3d": 3 * DAY_S,
    "5d": 5 * DAY_S,
    "7d": 7 * DAY_S,
}
"""The times per turn to choose from, in seconds."""
PACES: Final = {"instant": 0.0, "brisk": 1.5, "relaxed": 4.0}
"""The time that computer players wait before a move, in seconds, by the setting's value."""


def duration(seconds: float, words: Localizer) -> str:
    """A duration in words: in days if that is a whole number, else in hours if that is, else in minutes."""
    unit, length = next((one for one in UNITS if seconds % one[1] == 0), UNITS[-1])
    return words.count(f"time.{unit}", round(seconds / length))


def moment(at: float, style: str = "R") -> str:
    """A Discord timestamp in each reader's time; `style`: `R`: *in 2 hours*; `f`: date, time; `D`: date."""
    return f"<t:{round(at)}:{style}>"


def agreed_lines(table: Facts, words: Localizer) -> list[str]:
    """Lines on the time per turn, and on hints and rating; defaults are left out."""
    lines = []
    if table.turn_s is not None:
        late = words(f"time.late_{table.when_late.value}")
        time = words("time.per_turn", time=duration(table.turn_s, words))
        lines.append(f"-# {words.together(time, late)}")
    if table.hints:
        hints = words("table.pair", name=words("set_up.hints"), value=words("set_up.hints_on"))
        lines.append(f"-# {hints}")
    return [*lines, *rated_lines(table, words)]


def rated_lines(table: Facts, words: Localizer) -> list[str]:
    """The line that says that a table is rated; empty if it isn't."""
    return [f"-# 📈 {words('set_up.rated_game')}"] if table.rated else []


def clock_lines(look: Look, names: Names, words: Localizer) -> list[str]:
    """One line on the time left for the players to move; empty if no clock runs for them."""
    parts = [part for seat in look.to_move if (part := clock_part(look, seat, names(seat), words))]
    return [f"-# {LIST.join(parts)}"] if parts else []


def clock_part(look: Look, seat: Seat, who: str | None, words: Localizer) -> str:
    """A text on when a seat's time ends, or why its clock stands; may be empty.

    `who`: The name of the seat's player; None: the player is the reader ("you").
    """
    clock = look.clocks.get(seat)
    if clock is None or look.table.seats[seat].cover is not Cover.NONE:
        return ""
    if look.table.held:
        return words("time.held")
    if clock.away_until is not None:
        day = moment(clock.away_until, "f")
        return "🌴 " + (words("time.away", who=who, day=day) if who else words("time.own_away", day=day))
    if clock.is_late:
        return "⌛ " + (words("time.late", who=who) if who else words("time.own_late"))
    if clock.runs_out is not None:
        when = moment(clock.runs_out)
        said = words("time.runs_out", who=who, when=when) if who else words("time.own_runs_out", when=when)
        return f"⏳ {said if clock.reserve_at is None else words('time.with_reserve', told=said)}"
    return ""


def seat_lines(table: Facts, names: Names, words: Localizer) -> list[str]:
    """Lines on players who have conceded, left or are replaced, and on seats that are offered."""
    lines = []
    for key, sign, holds in STATES:
        who = names.listed(info.seat for info in table.seats if holds(info))
        if who:
            lines.append(f"-# {sign} {words(f'time.{key}', who=who)}")
    for info in table.seats:
        if info.offered_to is not None and not info.gone:
            lines.append("-# 🪑 " + words("time.offered", who=names(info.seat), to=f"<@{info.offered_to}>"))
    return lines


STATES: Final[tuple[tuple[str, str, Callable[[SeatInfo], bool]], ...]] = (
    ("conceded", "🏳️", lambda info: info.conceded),
    ("gone", "🚪", lambda info: info.gone and not info.conceded),
    ("covered", "🤖", lambda info: info.is_covered),
)
"""The states of seats that get a line: the sentence's key, its sign, and the test for the state."""


def late_line(table: Facts, who: str, stays: bool, words: Localizer) -> str:
    """A line on the consequence when the time of the player `who` ends.

    `stays`: Whether a computer player then plays until the player returns.
    """
    told = {WhenLate.MOVE: "told_late_move", WhenLate.SEAT: "told_late_seat", WhenLate.WAIT: "told_late_wait"}
    key = "told_late_stay" if stays else told[table.when_late]
    return "⌛ " + words(f"time.{key}", who=who)


def turns_named(game_id: str, first: int, last: int, words: Localizer) -> str:
    """The name of one or more turns in the game's own word: `Round 3`, `Turns 3–5`."""
    name = catalogue(game_id)
    if first == last:
        return words(f"{name}.replay_turn", n=first)
    return words(f"{name}.replay_turns", first=first, last=last)
