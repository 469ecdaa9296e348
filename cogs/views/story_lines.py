"""The events at a table as lines: for its thread, its log, and players who come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.games import screens
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names, level_lines, with_level, written
from cogs.views.times import late_line, moment, turns_named
from engine.game import Seat, Viewer
from tables import Cover, Kind, LogEntry, Look
from tables.model.limits import WARNED_S
from tables.model.table import UNREADABLE, Matter, ProposalText
from tables.model.values import Undoing
from tables.verbs.votes import is_alone

SIGNS: Final = {
    Kind.RETURN: "👋",
    Kind.TAKE: "🪑",
    Kind.YIELD: "🤖",
    Kind.CONCEDE: "🏳️",
    Kind.GONE: "🚪",
    Kind.KEEP: "👍",
    Kind.HOLD: "⏸️",
    Kind.RESUME: "▶️",
    Kind.PLACE: "📍",
    Kind.HINT: "💡",
}
NEWS_LINES: Final = 6
"""The most lines of news: enough for a round of the card game for two, with the reader's own gains."""
NEWS_CHARACTERS: Final = 1500
"""The most characters of news, as sent to Discord: one of the bot's emojis takes about thirty."""

SAID_ELSEWHERE: Final = frozenset(
    {Kind.START, Kind.PROPOSE, Kind.OFFER, Kind.WARN, Kind.KEEP, Kind.HOLD, Kind.RESUME, Kind.PLACE}
)
"""The kinds of journal entries left out of the news, since a panel or the board shows their effect."""
SMALL: Final = "-# "
"""The prefix of a line in small text."""
MOST_UNDONE: Final = 3
"""The most moves that a line on undone moves names."""
MOST_CHARACTERS: Final = 3500
"""The most characters of lines in one post; Discord's limit for all texts of a message is 4,000."""


def story_lines(logged: list[LogEntry], look: Look, words: Localizer) -> list[str]:
    """The lines of the play-by-play on journal entries `logged`: table events and game events."""
    lines: list[str] = []
    for happening in logged:
        names = names_then(happening, look, words)
        lines += happened_lines(happening, look, names, words)
        if happening.events:
            lines += screens()[look.table.game_id].tell(happening.events, names, words)
    return lines


def names_then(happening: LogEntry, look: Look, words: Localizer, viewer: Viewer = None) -> Names:
    """The names of the players at the time of a journal entry; `viewer`: the reader's present seat.

    If another person had that seat then, the reader counts as a spectator.
    """
    then, now = happening.seats or look.table.seats, look.table.seats
    is_same = viewer is not None and then[viewer].person_id == now[viewer].person_id
    return Names(then, words, viewer if is_same else None)


def happened_lines(happening: LogEntry, look: Look, names: Names, words: Localizer) -> list[str]:
    """The lines on a journal entry that is no move (joining, voting and so on); may be empty."""
    kind, seat = happening.kind, happening.seat
    if kind is Kind.MOVE or (kind is Kind.PLACE and seat is None):  # A league has brought its tables along.
        return []
    if happening.moderator is not None:
        return repaired_lines(happening, happening.moderator, look, names, words)
    seats = happening.seats or look.table.seats
    # In a lobby, seats move up when somebody leaves: older entries may name seats that no longer exist.
    who = names(seat) if seat is not None and seat < len(seats) else ""
    match kind:
        case Kind.START:
            # A computer player that stands in for a person is announced when it begins to.
            return level_lines(look.table, words, with_covered=False)
        case Kind.NAME if happening.text:
            table, _, turn = happening.text.partition(" ")
            when = turns_named(look.table.game_id, int(turn), int(turn), words)
            return ["🎓 " + words("replay.told_practice", table=table, turn=when)]
        case Kind.YIELD if seat is not None:
            who = with_level(who, seats[seat], words)
        case Kind.BACK:
            is_far = happening.undoing is not None and reaches_far(happening.undoing, seat)
            far = "repair.told_back" if is_alone(look.table, seat) else "repair.told_agreed"
            told = words(far if is_far else "table.told_back", who=who)
            return ["↩️ " + words.together(told, undone_text(happening.undoing, look, words))]
        case Kind.CANCEL:
            return ["🚫 " + cancelled_line(look, words)]
        case Kind.LATE:
            return [late_line(look.table, who, happening.text == Cover.STAY, words)]
        case Kind.WARN:
            who = LIST.join(names(info.seat) for info in seats if info.is_persons)
            key = "time.told_unreadable" if happening.text == UNREADABLE else "time.told_warn"
            return ["💤 " + words(key, when=moment(happening.at + WARNED_S)), f"-# {who}"]
        case Kind.PROPOSE:
            matter = ProposalText.parse(happening.text).matter
            asks = "🙋 " + proposal_question(matter, happening.undoing, seat, who, words)
            return [asks, *undoing_lines(matter, happening.undoing, look, words)]
        case Kind.AGREE | Kind.DECLINE:
            return [words(f"agree.told_{kind.value}", who=who)]
        case Kind.OFFER:
            to = None if seat is None else seats[seat].offered_to
            return [] if to is None else ["🪑 " + words("time.told_offer", who=who, to=f"<@{to}>")]
    key = f"time.told_{kind.value}"
    return [f"{SIGNS.get(kind, '•')} {words(key, who=who)}"] if words.has(key) else []


def repaired_lines(
    happening: LogEntry, moderator: str, look: Look, names: Names, words: Localizer
) -> list[str]:
    """The line on a moderator's repair of the game; `moderator`: the moderator's name; empty: not known."""
    name, seat = written(moderator) or words("table.somebody"), happening.seat
    who = words("repair.moderator_plays" if happening.plays else "repair.moderator", who=name)
    if happening.kind is Kind.BACK or seat is None:
        told = words("repair.told_back", who=who)
        return ["🔧 " + words.together(told, undone_text(happening.undoing, look, words))]
    if happening.kind is Kind.YIELD:
        info = (happening.seats or look.table.seats)[seat]
        return ["🔧 " + words("repair.told_yield", who=who, to=with_level(names(seat), info, words))]
    to = look.table.seats[seat].offered_to
    whom = words("table.somebody") if to is None else f"<@{to}>"
    return ["🔧 " + words("repair.told_offer", who=who, whose=names(seat), to=whom)]


def reaches_far(undoing: Undoing, seat: Seat | None) -> bool:
    """Whether a proposal would undo more than the latest click of `seat` and the moves that followed it."""
    moves = undoing.moves
    return bool(moves) and (
        moves[0].seat != seat or any(one.seat == seat and one.by_hand for one in moves[1:])
    )


def proposal_question(
    matter: Matter, undoing: Undoing | None, seat: Seat | None, who: str, words: Localizer
) -> str:
    """The question that a proposal of `seat` asks the players; `who`: the name of the seat's player."""
    if undoing is not None and reaches_far(undoing, seat):
        return words("repair.asks", who=who)
    return words(f"agree.asks_{matter.value}", who=who)


def undoing_lines(
    matter: Matter, undoing: Undoing | None, look: Look, words: Localizer, viewer: Viewer = None
) -> list[str]:
    """A line in small text on the moves that a proposal would undo, without secrets; empty if there are none.

    `viewer`: The reader's seat, if the reader is asked to agree.
    """
    if matter is Matter.END:
        return [SMALL + words("agree.undoes_end")]
    if undoing is None:
        return []
    shown = undone(undoing, look, words)
    own = sum(move.seat == viewer for move in undoing.moves)
    sentences = [
        words("agree.undoes", moves=LIST.join(shown)) if shown else "",
        words.count("agree.undoes_yours", own) if own else "",
        words(f"agree.again_{undoing.again}") if undoing.again else "",
    ]
    return [f"{SMALL}↩️ {words.together(*filter(None, sentences))}"] if any(sentences) else []


def undone_text(undoing: Undoing | None, look: Look, words: Localizer) -> str:
    """The undone moves, struck through and, for readers by ear, called undone; empty if there are none."""
    lost = [] if undoing is None else undone(undoing, look, words)
    return words("table.told_undone", moves=f"~~{LIST.join(lost)}~~") if lost else ""


def undone(undoing: Undoing, look: Look, words: Localizer) -> list[str]:
    """The undone moves, each by its first line of the play-by-play; of many, the first, and how many more."""
    screen = screens()[look.table.game_id]
    moves = (screen.tell(move.events, names_then(move, look, words), words) for move in undoing.moves)
    told = [first_line(lines).replace("**", "").rstrip(".。") for lines in moves if lines]
    shown = told[: MOST_UNDONE - 1] if len(told) > MOST_UNDONE else told
    more = len(told) - len(shown)
    return [*shown, words.count("agree.undoes_more", more)] if more else shown


def first_line(lines: Sequence[str]) -> str:
    """The first of the lines of the play-by-play on a move, in text of the usual size."""
    return lines[0].removeprefix(SMALL).partition("\n")[0]


def cancelled_line(look: Look, words: Localizer) -> str:
    """The line that says that a table was closed (before its game, or without a result), with the reason."""
    key = f"time.ended_{look.table.ending.value}"
    is_unstarted = look.observation is None and look.fault is None
    return words(key if words.has(key) else "table.closed_early" if is_unstarted else "table.cancelled")


def newest_lines(
    lines: Sequence[str], words: Localizer, most: int = MOST_CHARACTERS, most_lines: int | None = None
) -> list[str]:
    """The newest of `lines` that fit; if others are left out, the first line tells their number.

    `most`: The most characters of the result.  `most_lines`: The most lines; None: no limit.
    """
    newest = list(lines if most_lines is None else lines[-most_lines:])
    if len(newest) == len(lines) and sum(len(line) + 1 for line in newest) <= most:
        return newest
    room = most - len(_left_out(len(lines), words)) - 1
    kept: list[str] = []
    for line in reversed(newest):
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return [_left_out(len(lines) - len(kept), words), *reversed(kept)]


def _left_out(count: int, words: Localizer) -> str:
    return "-# " + words.count("table.left_out", count)


def news(
    look: Look, words: Localizer, most: int = NEWS_CHARACTERS, most_lines: int | None = NEWS_LINES
) -> list[str]:
    """A heading and the newest lines of the viewer's news that fit; empty if there is no news.

    `most`, `most_lines`: as of `newest_lines`.
    """
    heading = f"**{words('time.news')}**"
    lines = [line for entry in look.recent for line in _news_of(entry, look, words)]
    newest = newest_lines(lines, words, most - len(heading) - 1, most_lines)
    # Before their first move, readers have missed nothing, so the number of lines left out is not told.
    return [heading, *(line for line in newest if look.may_ask_back or line in lines)] if lines else []


def latest(look: Look, words: Localizer) -> list[str]:
    """The last one or two lines on the latest journal entry that has any; empty if no entry has lines."""
    told = (_news_of(entry, look, words) for entry in reversed(look.recent))
    return next(filter(None, told), [])[-2:]


def _news_of(entry: LogEntry, look: Look, words: Localizer) -> list[str]:
    names = names_then(entry, look, words, look.seat)
    lines = [] if entry.kind in SAID_ELSEWHERE else happened_lines(entry, look, names, words)
    told = screens()[look.table.game_id].brief(entry.events, names, words) if entry.events else []
    if entry.forced and told and names.viewer is not None:
        # A forced move has no click, so its player reads about it here, even in small text.
        told = [words("time.only_move", what=told[0].removeprefix("-# ")), *told[1:]]
    return [line for line in (*lines, *told) if not line.startswith("-#")]
