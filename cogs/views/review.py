"""The review of a finished game: a picture of the leads, turn by turn, and the costliest moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from cogs.discord_io.attachments import Picture, SmallPrint, quietly
from cogs.games import screens
from cogs.text import ui
from cogs.text.ids import ReplayPosition
from cogs.text.language import Localizer, catalogue
from cogs.text.names import LIST, Names, spoken, unbroken, written_table_name
from cogs.text.ui import Item, message, text
from cogs.views.advice import difference_lines, move_line, with_things
from cogs.views.board import signed_name, table_button
from cogs.views.times import turns_named
from engine.game import Seat
from engine.players.reasons import Verdict
from engine.players.review import Moment
from pictures.course import Course, course_picture
from tables import Facts, Mistake, Review

ANEW: Final = "anew"
"""The detail of the button that edits the clicked message to show the review's present state."""
FIND: Final = "find"
"""The verb of the button for the puzzle of a costly move; its detail is the move's place in the game."""
MOST_RUNS: Final = 8
"""The most sentences on who was ahead; if there are more runs of turns, the shortest are joined."""
Answer = tuple[Any, Verdict]
"""A move better than a costly move, and the verdict on the costly move, compared with the better one."""
LEVEL: Final = 1.0
"""Points: a lead smaller than this counts as none."""


class Run(NamedTuple):
    """Successive turns with the same leader, or with no leader, or with changing leaders.

    Attributes:
        seat: The leader; None: nobody was ahead, or the leader changed.
        points: The greatest lead in these turns, in points.
        changes: Whether the leader changed within these turns.
    """

    first: int
    last: int
    seat: Seat | None
    points: int
    changes: bool = False

    @property
    def turns(self) -> int:
        """The number of turns in the run."""
        return self.last - self.first + 1

    def and_then(self, run: Run) -> Run:
        """This run and the next one, `run`, joined into one run."""
        changes = self.changes or run.changes or self.seat != run.seat
        seat = None if changes else self.seat
        return Run(self.first, run.last, seat, max(self.points, run.points), changes)


def review_message(
    table: Facts, review: Review, frames: Sequence[int], words: Localizer, *, describes: bool = False
) -> ui.LayoutView:
    """The message of a review: the whole review, or its progress while it is unfinished.

    `frames`: For each move in `review.told`, the number of its frame in the replay with secrets shown.
    `describes`: Whether words below the picture describe it, too.
    """
    called = [unbroken(signed_name(table.game_id, words)), written_table_name(table), words("review.review")]
    names = Names(table.seats, words)
    shown = course_items(table.game_id, review, names, words)
    below = told(table, review, frames, words) if review.is_ready else waiting(table, review, words)
    return message(
        [
            text(f"### {LIST.join(called)}"),
            *(shown if describes else quietly(shown)),
            *below,
        ],
        screens()[table.game_id].colour,
    )


def course_items(game_id: str, review: Review, names: Names, words: Localizer) -> list[Item]:
    """A picture of the lead turn by turn, its content in words, and a text on the leader at the end."""
    if len(review.course) < 2:
        return []
    marked = [(one.turn, one.seat) for one in review.told]
    scene = course_picture(Course(review.course, names.in_pictures, marked))
    plain = words.for_alt_text
    alt = plain(f"{catalogue(game_id)}.review_picture")
    lines = course_lines(game_id, review.course, names, words)
    told = course_lines(game_id, review.course, names.for_alt_text, plain)
    told += end_lines(review.course[-1], names.for_alt_text, plain)[:1]
    aloud = [spoken([line], plain) for line in told]
    end = end_lines(review.course[-1], names, words)
    return [Picture("course", scene, alt, []), SmallPrint(lines, lambda: aloud), text(*end)]


def course_lines(game_id: str, course: Sequence[Moment], names: Names, words: Localizer) -> list[str]:
    """Lines in small text on which players were ahead in which turns, and by how many points."""
    return [f"-# {run_line(game_id, run, names, words)}" for run in told_runs(course[:-1])]


def told_runs(moments: Sequence[Moment]) -> list[Run]:
    """The runs of turns with the same leader; over `MOST_RUNS`, the shortest neighbours are joined."""
    found = [run_of(moment) for moment in moments]
    found = joined(found, lambda one, other: one.seat == other.seat)
    while len(found) > MOST_RUNS:
        at = min(range(len(found) - 1), key=lambda at: found[at].turns + found[at + 1].turns)
        found[at : at + 2] = [found[at].and_then(found[at + 1])]
        found = joined(found, lambda one, other: one.changes and other.changes)
    return found


def run_of(moment: Moment) -> Run:
    """The run that consists of one turn."""
    most = max(moment.leads)
    seat = moment.leads.index(most) if most >= LEVEL else None
    return Run(moment.turn, moment.turn, seat, round(most))


def joined(runs: Sequence[Run], are_one: Callable[[Run, Run], bool]) -> list[Run]:
    """The runs, with neighbours joined where `are_one` returns True for them."""
    found: list[Run] = []
    for run in runs:
        found.append(found.pop().and_then(run) if found and are_one(found[-1], run) else run)
    return found


def run_line(game_id: str, run: Run, names: Names, words: Localizer) -> str:
    """A sentence on the player who was ahead in a run of turns, and on the lead in points."""
    when = turns_named(game_id, run.first, run.last, words)
    if run.changes:
        return words.count("review.changing", run.points, when=when)
    if run.seat is None:
        return words("review.level", when=when)
    return words.count("review.ahead", run.points, when=when, who=names(run.seat))


def end_lines(moment: Moment, names: Names, words: Localizer) -> list[str]:
    """Lines on the leader at the end and the lead; with more than two seats, also on the other seats."""
    leads = [round(lead) for lead in moment.leads]
    best = [seat for seat, lead in enumerate(leads) if lead >= 0]
    first = words("review.end_level", who=names.listed(best))
    if len(best) == 1:
        first = words.count("review.end_ahead", leads[best[0]], who=names(best[0]))
    if len(leads) == 2:
        return [first]
    behind = [(seat, -lead) for seat, lead in enumerate(leads) if lead < 0]
    return [first, *(f"-# {words.count('review.behind', n, who=names(seat))}" for seat, n in behind)]


def waiting(table: Facts, review: Review, words: Localizer) -> list[Item]:
    """A text on how many moves have been judged so far, and a button to look again."""
    far = words("review.so_far", done=review.judged, all=review.decisions) if review.decisions else ""
    line = words.together(words("review.looking"), far)
    return [text(f"⏳ {line}"), ui.ActionRow(button_again(table, words))]


def button_again(table: Facts, words: Localizer) -> ui.Button:
    """A button that shows the review's progress or, after a failure midway, continues the review."""
    return table_button(table.id, "review", words, detail=ANEW, label=words("review.button_again"))


def told(table: Facts, review: Review, frames: Sequence[int], words: Localizer) -> list[Item]:
    """The costliest moves, each with a button to its frame in the replay; or a text if none was costly."""
    small, rest = [words("review.how")], list[ui.Button]()
    if not review.is_whole:
        done, again = review.judged, words("review.button_again")
        small.append(words("review.unfinished", done=done, all=review.decisions, again=again))
        rest = [button_again(table, words)]
    if not review.decisions:
        return [text(words("review.no_decisions"))]
    if not review.told:
        none = [text(words("review.none" if review.is_whole else "review.none_yet"))]
        return [*none, text(*(f"-# {line}" for line in small)), *([ui.ActionRow(*rest)] if rest else [])]
    items: list[Item] = [ui.Separator(), text(f"**{words('review.told')}**")]
    for number, one in enumerate(review.told, 1):
        find = table_button(table.id, FIND, words, detail=str(one.place), label=words("review.button_find"))
        # Choices that are revealed together share a frame, and one button.
        alike = [other for other, frame in enumerate(frames, 1) if frame == frames[number - 1]]
        show = [show_button(table, alike, frames[number - 1], words)] if alike[0] == number else []
        items += [text(*told_lines(table, number, one, words)), ui.ActionRow(find, *show)]
    return [*items, text(*(f"-# {line}" for line in small)), *([ui.ActionRow(*rest)] if rest else [])]


def show_button(table: Facts, numbers: Sequence[int], frame: int, words: Localizer) -> ui.Button:
    """A button that shows the costly moves with these numbers in the replay, at frame `frame`."""
    stop, n = str(ReplayPosition("at", frame, True)), words.listed(map(str, numbers))
    return table_button(table.id, "replay", words, detail=stop, label=words("review.button_show", n=n))


def told_lines(
    table: Facts, number: int, one: Mistake, words: Localizer, answer: Answer | None = None
) -> list[str]:
    """The lines on the costly move `one`: turn, player, cost, the move itself, and a better one.

    `answer`: The better move to show; None: the one found by the review, hidden until a click (a spoiler), as
    the reader may want to look for it.
    """
    seats = one.seats_at(table)
    names = Names(seats, words)
    cost = words.count("review.cost", round(one.verdict.points))
    if one.verdict.chances and one.verdict.points < LEVEL:
        best, made = one.verdict.chances
        cost = words("review.cost_win", share=words("advice.percent", n=round(100 * (best - made))))
    head = LIST.join([turns_named(table.game_id, one.turn, one.turn, words), names(one.seat), cost])
    better, why = answer or (one.better, one.verdict)
    order = order_then(table, one, better, words)
    line = move_line(table, one.seat, one.played, words, seats)
    return [
        f"**{number}.** {head}",
        words("review.played", what=with_things(line, table.game_id, one.seen, one.made, words)),
        words("review.better", what=order if answer else f"||{order}||"),
        *(difference_lines(table.game_id, why, names(one.seat), words) if why.name == "worse" else ()),
    ]


def order_then(table: Facts, one: Mistake, move: Any, words: Localizer) -> str:
    """A move instead of the costly move `one`, as an order, followed by the things that were at stake."""
    order = screens()[table.game_id].advise(move, words)
    return with_things(order, table.game_id, one.seen, move, words)
