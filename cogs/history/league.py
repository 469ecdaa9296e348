"""The messages of a league: the one in its channel, a person's place in it, and the moderators' menu."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import discord

from cogs.text import ui
from cogs.text.ids import OtherId
from cogs.text.language import Localizer
from cogs.text.names import LIST, written
from cogs.text.ui import Button, Item, message, text
from cogs.views.board import colour, signed_name, state_name
from cogs.views.times import MINUTE_S, duration, moment
from engine.players import USUAL
from tables.leagues import PEOPLE, RESERVE, Season, divisions, turn_s
from tables.model.limits import DAY_S, HOUR_S, HURRY_S
from tables.model.texts import cleaned
from tables.store.leagues import Group, League, LeaguePhase, Member, Settings
from tables.views.league import Row

VERB: Final = "league"
SIGN: Final = "🏆"
JOIN, LEAVE, PLACE, MANAGE = "join", "leave", "place", "manage"
START, PAUSE, RESUME, END, HERE = "start", "pause", "resume", "end", "here"
SURE: Final = "_sure"
"""The end of a step that the person has confirmed, such as `end_sure` for `end`."""
RUNS: Final = frozenset({MANAGE, START, PAUSE, RESUME, END, END + SURE})
"""The steps that are for moderators."""
MOST_NAMES: Final = 40
MOST_ROWS: Final = 24
"""The most rows in the standings of all divisions together."""
MOST_TABLES: Final = 10
MOST_LETTERS: Final = 1_600
"""The most characters of a list in the league's message, which may have 4,000 in all."""

Urls = Mapping[str, str]
"""The addresses of the boards, by the ids of their tables."""


def league_message(season: Season, urls: Urls, words: Localizer) -> ui.LayoutView:
    """The league's message in its channel: the people, the round's tables, and the standings."""
    league = season.league
    items: list[Item] = [
        text(title(league, words), f"-# {_about(league, words)}"),
        text(*_state(season, words)),
    ]
    if league.round:
        if league.phase is LeaguePhase.RUNNING or any(group.is_open(league) for group in season.groups):
            items.append(text(f"**{words('league.tables')}**", *_tables(season, urls, words)))
        items += [text(*lines) for lines in _standings(season, words)]
    elif league.phase is LeaguePhase.JOINING:
        items.append(text(*(f"- {line}" for line in _promises(season, words))))
    steps = {
        LeaguePhase.JOINING: (JOIN, LEAVE, MANAGE),
        LeaguePhase.RUNNING: (PLACE, LEAVE, MANAGE),
        LeaguePhase.OVER: (PLACE,) if league.round else (),
    }[league.phase]
    buttons = [step_button(league, step, words) for step in steps]
    return message([*items, *ui.rows(buttons)], colour(league.settings.game_id))


def title(league: League, words: Localizer) -> str:
    """The heading of a league's messages."""
    return f"### {SIGN} {league_name(league, words)}"


def league_name(league: League, words: Localizer) -> str:
    """The name of a league, escaped for Discord; for a league without a name, the word for a league."""
    return written(league.name) or words("league.league")


def step_button(league: League, step: str, words: Localizer) -> Button:
    """The button for a step, such as `JOIN`; `cogs.interactions.league` answers it."""
    styles = {JOIN: discord.ButtonStyle.success, START: discord.ButtonStyle.success}
    styles |= {PLACE: discord.ButtonStyle.primary, END + SURE: discord.ButtonStyle.danger}
    label = words(f"league.button_{step.removesuffix(SURE)}")
    style = styles.get(step, discord.ButtonStyle.secondary)
    return Button(label, style, str(OtherId(VERB, f"{step}.{league.id}")))


def _about(league: League, words: Localizer) -> str:
    settings = league.settings
    parts = [
        signed_name(settings.game_id, words),
        words("league.seats", n=settings.size),
        words("league.swiss" if settings.swiss else "league.robin"),
        *([words("league.same_deal")] if settings.same_deal else []),
        *([words.count("league.rounds", settings.rounds)] if settings.rounds else []),
        words("league.each", time=duration(settings.days * DAY_S, words)),
    ]
    return LIST.join(parts)


def _state(season: Season, words: Localizer) -> list[str]:
    league, names = season.league, [_who(one, words) for one in season.members.values()]
    if league.phase is LeaguePhase.OVER:
        return [words("league.over" if league.round else "league.closed")]
    if league.phase is LeaguePhase.JOINING:
        if not names:
            return [words("league.nobody")]
        who = words.comma.join(_cut(names, MOST_NAMES, words))
        return [words.count("league.joined", len(names), who=who)]
    told = words("league.round", round=league.round, rounds=league.settings.rounds)
    if league.paused_at is not None:
        return [f"**{told}**", words("league.paused")]
    return [f"**{told}**{LIST}{words('league.ends', when=moment(league.due_at or 0))}"]


def _promises(season: Season, words: Localizer) -> list[str]:
    """Sentences on the league's course and rules, for people who consider to join."""
    settings = season.league.settings
    key = f"table.level_{settings.computer}"
    level = words(key if words.has(key) else f"table.level_{USUAL}")
    count, time = divisions(settings, len(season.members)), duration(settings.days * DAY_S, words)
    return [
        words("league.how_start", least=PEOPLE[0]),
        *([words("league.how_divisions", n=count)] if count > 1 else []),
        how_turn(settings, words),
        words("league.how_late", time=time, hurry=duration(HURRY_S, words)),
        words("league.how_drop", level=level),
        words("league.how_same_deal" if settings.same_deal else "league.how_points"),
    ]


def how_turn(settings: Settings, words: Localizer) -> str:
    """A sentence on the time for a turn, and on the reserve of time for longer turns."""
    turn = turn_s(settings)
    return words("league.how_turn", time=_hours(turn, words), reserve=_hours(RESERVE * turn, words))


def _hours(seconds: float, words: Localizer) -> str:
    """A duration in words: in hours; below one hour, in minutes; of three or more whole days, in days."""
    if seconds > 2 * DAY_S and not seconds % DAY_S:
        return duration(seconds, words)
    unit, length = ("hours", HOUR_S) if seconds >= HOUR_S else ("minutes", MINUTE_S)
    return words.count(f"time.{unit}", int(seconds // length))


def _tables(season: Season, urls: Urls, words: Localizer) -> list[str]:
    groups = sorted(season.groups, key=lambda group: not group.is_open(season.league))
    lines = [f"- {table_line(season, group, urls, words)}" for group in groups]
    return _cut(lines, MOST_TABLES, words, more="table.more_tables")


def table_line(season: Season, group: Group, urls: Urls, words: Localizer) -> str:
    """A line on a table of a round: the people, with a link to the board, and the table's state."""
    people = (season.members.get(one or 0) for one in group.people)
    names = [_who(one, words) for one in people]
    names += [words("league.computer")] * (len(names) < season.league.settings.size)
    told, url = words.comma.join(names), urls.get(group.table_id)
    if group.facts is None:
        state = "league.unplayed" if group.table_id else "league.opens"
        return f"{told}{LIST}{words(state)}"
    return f"{f'[{told}]({url})' if url else told}{LIST}{state_name(group.facts, words)}"


def _standings(season: Season, words: Localizer) -> list[list[str]]:
    most = max(3, MOST_ROWS // max(1, len(season.divisions)))
    found = []
    for number, rows in enumerate(season.divisions, start=1):
        many = len(season.divisions) > 1
        head = words("league.division", n=number) if many else words("league.standings")
        lines = [row_line(season, row, words) for row in rows]
        found.append([f"**{head}**", *_cut(lines, most, words, MOST_LETTERS // len(season.divisions))])
    return found


def row_line(season: Season, row: Row, words: Localizer) -> str:
    """A row of the standings: place, name, points and games."""
    member = season.members[row.person_id]
    parts = [
        f"**{row.place}.** {_who(member, words)}",
        words.count("league.points", row.points),
        words.count("league.games", row.games),
        *([words("league.dropped")] if member.has_left else []),
    ]
    return LIST.join(parts)


def _who(member: Member | None, words: Localizer) -> str:
    """The name of a person of a league; `member` is None for a person who asked to be forgotten."""
    return (member and written(cleaned(member.name))) or words("table.somebody")


def _cut(
    lines: Sequence[str],
    most: int,
    words: Localizer,
    letters: int = MOST_LETTERS,
    more: str = "league.more",
) -> list[str]:
    """The first lines, at most `most` with `letters` characters in all, and the number of the others.

    `more`: The key of the words on the others: of people by default.
    """
    kept: list[str] = []
    for line in lines[:most]:
        if sum(map(len, kept)) + len(line) > letters:
            break
        kept.append(line)
    others = len(lines) - len(kept)
    return [*kept, words.count(more, others)] if others else kept


def place_message(
    season: Season, person_id: int, reserve: float, urls: Urls, words: Localizer
) -> ui.LayoutView:
    """A person's message on their place, the places still possible, their table, reserve and division.

    `reserve`: The seconds of the person's reserve of time.
    """
    league, member = season.league, season.members[person_id]
    rows = next((rows for rows in season.divisions if any(row.person_id == person_id for row in rows)), ())
    lines = []
    for row in (row for row in rows if row.person_id == person_id):
        if not (season.is_final or any(other.games for other in rows)):
            lines.append(words("league.none_ended"))
            break
        lines.append(words("league.place", place=row.place, of=len(rows)))
        is_sure = row.best == row.worst
        key = "league.sure" if is_sure else "league.possible"
        lines.append(words(key, best=row.best, worst=row.worst))
        if row.games:
            lines.append(words("league.share", percent=round(100 * row.share / row.games)))
    if member.has_left:
        lines.append(words("league.dropped_you"))
    elif league.phase is LeaguePhase.JOINING:
        lines += [words("league.not_yet"), how_turn(league.settings, words)]
    elif league.phase is LeaguePhase.RUNNING:
        key = "league.reserve" if reserve >= MINUTE_S else "league.reserve_used"
        lines.append(words(key, time=_hours(reserve, words)))
    own = [group for group in season.groups if person_id in group.people]
    tables = [words("league.own_table", table=table_line(season, group, urls, words)) for group in own]
    standing = [row_line(season, row, words) for row in rows]
    items = [text(title(league, words), *lines, *tables)]
    if standing:
        items.append(text(*_cut(standing, PEOPLE[1], words, 2 * MOST_LETTERS)))
    return message([*items, *ui.rows(_link(league, words))], colour(league.settings.game_id))


def _link(league: League, words: Localizer) -> list[Button]:
    """A link button to the league's message; empty if the league has no message."""
    button = Button(words("league.button_message"), url=league_url(league, league.message_id))
    return [button] if league.message_id else []


def league_url(league: League, message_id: int) -> str:
    """The address of a league's message."""
    return f"https://discord.com/channels/{league.guild_id}/{league.channel_id}/{message_id}"


def manage_message(season: Season, words: Localizer, *told: str) -> ui.LayoutView:
    """The moderators' menu of a league; `told`: lines on the result of the moderator's last click."""
    league = season.league
    steps: Iterable[str] = ()
    if league.phase is LeaguePhase.JOINING:
        steps = (START, END)
    elif league.phase is LeaguePhase.RUNNING:
        steps = (PAUSE if league.paused_at is None else RESUME, END)
    buttons = ui.rows([*(step_button(league, step, words) for step in steps), *_link(league, words)])
    return message([text(title(league, words), *told, *_state(season, words)), *buttons])


def question_message(league: League, step: str, words: Localizer) -> ui.LayoutView:
    """The question whether a person really wants a step: to end a league, drop out of it, or move it."""
    asked = text(title(league, words), words(f"league.ask_{step}"))
    return message([asked, *ui.rows([step_button(league, step + SURE, words)])])
