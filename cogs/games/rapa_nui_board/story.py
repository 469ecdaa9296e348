"""The play-by-play: setup, rounds, placing, free actions; what is carried is told in `story_transport.py`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cogs.games.rapa_nui_board.story_transport import is_of_transport, transport_lines
from cogs.games.rapa_nui_board.terms import (
    improvement_text,
    key,
    moai_counts_text,
    moai_text,
    points_text,
    resources_text,
    space_text,
    taken_text,
    tile_text,
    used_text,
)
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE, Names
from engine.counts import Counts
from engine.game import Event, Seat, SeatResult
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.state import Figure
from engine.rapa_nui_board.tiles import Tile


def tell(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """What happened in one move, in lines."""
    lines: list[str] = []
    for is_transport, some in groupby(events, is_of_transport):
        if is_transport:
            lines += transport_lines(list(some), names, words)
        else:
            lines += other_lines(list(some), names, words)
    return lines


def other_lines(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """A line for each event; the moai that the players receive or return stand in one."""
    received = [event for event in events if isinstance(event, happened.MoaiReceived)]
    returned = [event for event in events if isinstance(event, happened.MoaiReturned)]
    lines: list[str] = []
    for event in events:
        if received and event is received[0]:
            pairs = [(one.seat, one.moai) for one in received]
            lines.append(moai_line("told_received", pairs, names, words))
        elif returned and event is returned[0]:
            lines += returned_lines(returned, names, words)
        elif line := told(event, names, words):
            lines.append(line)
    return lines


def returned_lines(events: Sequence[happened.MoaiReturned], names: Names, words: Localizer) -> list[str]:
    """Moai that went back, and those that were kept."""
    kept = [(event.seat, event.kept) for event in events if any(event.kept)]
    back = [(event.seat, event.moai) for event in events if any(event.moai)]
    both = (("told_returned", back), ("told_safe", kept))
    return [moai_line(sentence, some, names, words) for sentence, some in both if some]


def told(event: Event, names: Names, words: Localizer) -> str:
    """The line of one event; empty if the board tells it anyway."""
    match event:
        case happened.OrderDrawn(order):
            return words("rapa_nui_board.told_order", list=names.listed(order))
        case happened.DisplayTaken(seat, tile, others):
            line = words("rapa_nui_board.told_display", who=names(seat), tile=tile_text(tile, words))
            return words.together(line, words.count("rapa_nui_board.told_aside", others) if others else "")
        case happened.RoundBegan(number, order):
            head = words("rapa_nui_board.round", n=number)
            return f"🌅 **{head}** — {words('rapa_nui_board.told_order', list=names.listed(order))}"
        case happened.OrderChanged(order):
            line = words("rapa_nui_board.told_sculpted")
            return f"🗿 **{line}** {words('rapa_nui_board.told_order', list=names.listed(order))}"
        case happened.DroppedOut(seat):
            return f"-# {words('rapa_nui_board.told_dropped', who=names(seat))}"
        case happened.RoundEnded(_, empty):
            return f"-# {words.count('rapa_nui_board.told_round_ended', empty)}"
        case happened.GameEnded(seats, reason):
            return ended_line(seats, reason, names, words)
        case happened.Improved(seat, improvement, price):
            built, cost = improvement_text(improvement, words), resources_text(price, words)
            return words("rapa_nui_board.told_built", who=names(seat), what=built, price=cost)
        case _:
            return told_placing(event, names, words) or told_free_action(event, names, words)


def told_placing(event: Event, names: Names, words: Localizer) -> str:
    """The line of a figure that was placed; empty for other events."""
    match event:
        case happened.VillagerPlaced(seat, space):
            where = space_text(space, names.seats, words)
            return words("rapa_nui_board.told_villager", who=names(seat), space=where)
        case happened.SculptorPlaced(seat, column):
            return words("rapa_nui_board.told_sculptor", who=names(seat), n=column)
        case happened.SorcererPlaced(seat, position):
            return words("rapa_nui_board.told_sorcerer", who=names(seat), n=position)
        case happened.ChiefPlaced(seat, column):
            return words("rapa_nui_board.told_chief", who=names(seat), n=column)
        case _:
            return ""


def told_free_action(event: Event, names: Names, words: Localizer) -> str:
    """The line of a use of an ahu tile or the tablet; empty for other events."""
    match event:
        case happened.Bartered(seat, given, taken, by):
            return words(
                "rapa_nui_board.told_bartered",
                who=names(seat),
                what=used_text(Tile.BARTER, by, words),
                given=resources_text(given, words),
                taken=resources_text(taken, words),
            )
        case happened.TookTwo(seat, resources, lost, by):
            got = taken_text(resources, lost, words)
            what = used_text(Tile.TAKE_2_MORE, by, words)
            return words("rapa_nui_board.told_took_two", who=names(seat), what=what, list=got)
        case happened.ChippedIn(seat, column, by):
            what = used_text(Tile.CHIP_IN, by, words)
            return words("rapa_nui_board.told_chipped", who=names(seat), what=what, n=column)
        case happened.Rested(seat, space, by):
            where = space_text(space, names.seats, words)
            what = used_text(Tile.REST, by, words)
            return words("rapa_nui_board.told_rested", who=names(seat), what=what, space=where)
        case happened.HandLent(seat, figure, column, space, by):
            return words(
                "rapa_nui_board.told_lent",
                who=names(seat),
                what=used_text(Tile.LEND_A_HAND, by, words),
                figure=lent_text(figure, column, words),
                space=space_text(space, names.seats, words),
            )
        case happened.Safekept(seat, size, by):
            what = used_text(Tile.SAFEKEEPING, by, words)
            return words("rapa_nui_board.told_kept", who=names(seat), what=what, moai=moai_text(size, words))
        case _:
            return ""


def lent_text(figure: Figure, column: int, words: Localizer) -> str:
    """Which figure lends a hand."""
    if figure is Figure.VILLAGER:
        return words("rapa_nui_board.lent_sculptor", n=column)
    return words(f"rapa_nui_board.figure_{key(figure)}")


def moai_line(sentence: str, moai: Sequence[tuple[Seat, Counts]], names: Names, words: Localizer) -> str:
    """Which players had moai carved, returned or kept, in small print."""
    whose = (f"{names(seat)} {moai_counts_text(counts, words)}" for seat, counts in moai)
    return "-# " + words(f"rapa_nui_board.{sentence}", list=words.comma.join(whose))


def ended_line(seats: Sequence[SeatResult], reason: str, names: Names, words: Localizer) -> str:
    """That the game is over, why, and what everybody has."""
    totals = (f"{names(seat)}{TIE}{points_text(result.points, words)}" for seat, result in enumerate(seats))
    return f"🏁 **{words(f'rapa_nui_board.ended_{reason}')}** {LIST.join(totals)}"
