"""Advice in words: a hint for the next move, or the reasons for a computer player's move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from cogs.games import screens
from cogs.text import ui
from cogs.text.ids import CHOOSE, OtherId, TableId
from cogs.text.language import Localizer, catalogue
from cogs.text.names import LIST, Names
from cogs.text.ui import MOST_OF_AN_OPTION, Button, Item
from cogs.views.board import table_button
from cogs.views.story_lines import SMALL, first_line
from engine.game import Event, Seat
from engine.players.reasons import LEAST, Verdict
from engine.players.weights import OTHERS
from tables import Advice, Facts, Look
from tables.model.table import SeatInfo

HINT: Final = "hint"
"""The verb of the button that asks for a hint; the button's detail is the question's number."""
WHY: Final = "why"
"""The verb that asks why a computer player made a move; the detail is the number of its journal entry."""
SIGNS: Final = {HINT: "💡", WHY: "❓"}
MINUS: Final = "\u2212"
LEAST_PERCENT: Final = 2
"""The least difference in the chance to win, in percent, at which advice mentions that chance."""
MOST_KNOWN: Final = 4
"""The most lines of advice on a move's outcome; the panel's controls show the rest."""


def hint_button(look: Look, words: Localizer) -> list[Button]:
    """A button that asks for a hint; an empty list if the viewer may not have a hint now."""
    if not look.may_have_hint:
        return []
    label = words("advice.button_hint")
    return [table_button(look.table.id, HINT, words, detail=str(look.asked), label=label)]


def why_button(look: Look, words: Localizer) -> list[Button]:
    """A button that asks for the reasons of the latest move of a computer player; empty: no such move."""
    if not look.explainable:
        return []
    label, number = words("advice.button_why"), look.explainable[-1].number
    return [table_button(look.table.id, WHY, words, detail=str(number), label=label)]


def why_list(look: Look, words: Localizer) -> list[Item]:
    """A list of the computer players' latest moves; choosing a move asks for the reasons of the move.

    Empty if there are fewer than two such moves.
    """
    if len(look.explainable) < 2:
        return []
    plain = words.for_alt_text  # Options of lists show formatting as plain characters.
    options = [
        discord.SelectOption(
            label=move_line(look.table, move.seat, move.events, plain).replace("**", "")[:MOST_OF_AN_OPTION],
            value=str(TableId(look.table.id, WHY, str(move.number))),
        )
        for move in reversed(look.explainable)
    ]
    # In a list with the same id, Discord would go on showing the last choice, so each new move changes the
    # id.
    custom_id = str(OtherId(CHOOSE, f"{WHY}{look.explainable[-1].number}"))
    return [ui.list_row(custom_id, words("advice.ask"), options)]


def advice_lines(advice: Advice, look: Look, words: Localizer, about: str) -> list[str]:
    """The lines of a piece of advice; `about`: `HINT` or `WHY`.

    The lines name the move, its advantage in points, the verdict on the move, and the best other move.
    """
    verdict, mix = advice.verdict, mix_text(advice, look, words, about)
    screen, is_mixed = screens()[look.table.game_id], advice.move in verdict.mix

    then = advice.seen if about == WHY else None  # A hint is about what the reader still sees.

    def order(move: str | None) -> str:
        if move is None:
            return ""
        read = look.game.read_move(move)
        return with_things(screen.advise(read, words), look.table.game_id, then, read, words)

    known = list[str]()
    if about == HINT:
        head = (
            f"{SIGNS[HINT]} **{words('advice.hint', move=mix if is_mixed else order(advice.move)).strip()}**"
        )
        names = Names(look.table.seats, words, look.seat)
        for move in verdict.mix if is_mixed else filter(None, [advice.move]):
            known += screen.brings(look.observation, look.game.read_move(move), names, words)
    else:
        head = f"{SIGNS[WHY]} **{words('advice.why')}**"
        if advice.events is not None:
            line = move_line(look.table, advice.seat, advice.events, words)
            made = None if advice.move is None else look.game.read_move(advice.move)
            head += f" {with_things(line, look.table.game_id, then, made, words)}"
            known = screen.tell(advice.events, Names(look.table.seats, words), words)[1:]
    if is_mixed and not advice.tempts:
        return [head, *known[:MOST_KNOWN]] if about == HINT else [head, mix]
    who = "" if advice.seat == look.seat else Names(look.table.seats, words)(advice.seat)
    hides, has_reason = about == WHY and look.game.hides, bool(known or verdict.parts or mix)
    said = verdict_text(verdict, words, hides=hides, has_reason=has_reason, tempts=advice.tempts)
    said = said if is_mixed else words.together(mix, said)
    if verdict.name == "worse":
        known = []  # The gains of a worse move are no reason for it.
    found = [head, *known[:MOST_KNOWN], said, *difference_lines(look.table.game_id, verdict, who, words)]
    if advice.other is not None:
        is_better = verdict.name == "worse"
        other = order(advice.other)
        line = words("review.better", what=other) if is_better else words("advice.compared", move=other)
        found.append(SMALL + line)
    return found


def move_line(
    table: Facts, seat: Seat, events: Sequence[Event], words: Localizer, seats: Sequence[SeatInfo] = ()
) -> str:
    """The first line of the play-by-play on a move; `seats`: the players then (empty: the present ones)."""
    names = Names(seats or table.seats, words)
    lines = screens()[table.game_id].tell(events, names, words)
    if not lines:
        return words(f"{catalogue(table.game_id)}.told_nothing", who=names(seat))
    return first_line(lines)


def with_things(text: str, game_id: str, then: Any, move: Any, words: Localizer) -> str:
    """A text on a move, followed by the things that were at stake, if readers can no longer see these.

    `then`: An observation of the state before the move; None: readers still see the same things.
    """
    things = "" if then is None or move is None else screens()[game_id].at_stake(then, move, words)
    return words("table.noted", what=text.rstrip(".。"), note=things) if things else text


def mix_text(advice: Advice, look: Look, words: Localizer, about: str) -> str:
    """A sentence on a mixed strategy, its choices and their frequencies; empty if there is no mix."""
    verdict, then = advice.verdict, advice.seen if about == WHY else None
    if not verdict.mix:
        return ""
    screen, game_id = screens()[look.table.game_id], look.table.game_id
    moves = map(look.game.read_move, verdict.mix)
    first, *others = (
        with_things(screen.choice_name(move, words), game_id, then, move, words) for move in moves
    )
    who = {"who": Names(look.table.seats, words)(advice.seat)} if about == WHY else {}
    if verdict.is_even:
        return words(f"advice.{about}_evenly", choices=words.listed([first, *others]), **who)
    return words(f"advice.{about}_mostly", first=first, others=words.listed(others), **who)


def verdict_text(
    verdict: Verdict, words: Localizer, *, hides: bool, has_reason: bool, tempts: bool = False
) -> str:
    """A sentence on how much better or worse a move is than others.

    `hides`: whether the game has secrets that the reader can't see.  `has_reason`: whether the advice gives a
    reason; if not, a second sentence says that none is known.  `tempts`: whether the best other move
    brings more points at once.
    """
    if verdict.name == "alone" and hides:
        return words("advice.alone_hidden")
    few = round(verdict.points) < 1
    points = words("advice.little") if few else words.count("advice.points", round(verdict.points))
    is_to_win = verdict.chances and verdict.points < LEAST
    if tempts:
        to_win = f"advice.{verdict.name}_to_win_tempting"
        said = words(to_win if is_to_win else f"advice.{verdict.name}_tempting", points=points)
    else:
        said = words(
            f"advice.{verdict.name}_to_win" if is_to_win else f"advice.{verdict.name}", points=points
        )
    return said if has_reason or verdict.name == "worse" else words.together(said, words("advice.no_reason"))


def difference_lines(game_id: str, verdict: Verdict, who: str, words: Localizer) -> list[str]:
    """Lines in small text on the better move's advantage in each part of the score, and in chances to win.

    `who`: The name of the player who moves; empty: the reader, who gets a hint.
    """
    lines = []
    tenths = [(name, round(10 * points)) for name, points in verdict.parts]
    rest = round(10 * verdict.points) - sum(points for _, points in tenths)
    if tenths:
        named = []
        for name, points in tenths:
            key = f"{catalogue(game_id)}.reason_{name}"
            if name == OTHERS:
                key = "advice.others_less" if points > 0 else "advice.others_more"
            named.append(part_text(key, points, words))
        if rest:
            named.append(part_text("advice.rest", rest, words))
        lines.append(words("advice.parts", parts=LIST.join(named)))
    chances = [round(100 * chance) for chance in verdict.chances]
    if chances and chances[0] - chances[1] >= LEAST_PERCENT:
        chance, other = (words("advice.percent", n=n) for n in chances)
        key = "chances_worse" if verdict.name == "worse" else "chances_of" if who else "chances"
        lines.append(words(f"advice.{key}", who=who, chance=chance, other=other))
    return [SMALL + line for line in lines]


def part_text(key: str, tenths: int, words: Localizer) -> str:
    """A difference in a part of the score, such as `+1.5 wood`; `key`: the key of the part's name."""
    whole, tenth = divmod(abs(tenths), 10)
    number = words("advice.decimal", whole=whole, tenth=tenth)
    return f"{'+' if tenths > 0 else MINUS}{number} {words(key)}"
