"""The play-by-play: transports, setup, rounds, placing, free actions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cogs.games.rapa_nui_board import terms
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE, Names
from engine.counts import Counts, counted
from engine.game import Event, Seat, SeatResult
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.moves import By
from engine.rapa_nui_board.state import RESOURCES, Figure, Improvement, Tile

Carried = happened.MoaiCarried | happened.PukaoCarried
OF_TRANSPORT = (
    happened.MoaiCarried,
    happened.PukaoCarried,
    happened.Gained,
    happened.AhuTileTaken,
    happened.MoaiErected,
    happened.ResourcesTaken,
    happened.MoaiStyled,
    happened.Paid,
    happened.OfferingTaken,
    happened.OutstandingWon,
)


def transport_lines(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """A line on the events of one move within a transport, and a line on each outstanding tile won."""
    sentences = [
        *(one for event in events if isinstance(event, Carried) for one in carried(event, names, words)),
        *gains(events, names, words),
        *takings(events, names, words),
        *exchanges(events, names, words),
    ]
    won = [won_line(event, names, words) for event in events if isinstance(event, happened.OutstandingWon)]
    return [*([words.together(*sentences)] if sentences else []), *won]


def carried(event: Carried, names: Names, words: Localizer) -> list[str]:
    """Sentences on a transport: its load and path, and the tiles used."""
    size = event.size if isinstance(event, happened.MoaiCarried) else None
    _, *over, last = event.path
    where = terms.space_text(last, names.seats, words)
    sentence = words(
        f"rapa_nui_board.{'told_carried' if over else 'told_carried_straight'}",
        who=names(event.seat),
        what=terms.carried_text(size, words),
        path=words.listed(over),
        space=where,
    )
    used = []
    if event.log_road and event.road:
        road = terms.used_text(Tile.LOG_ROAD, event.log_road, words)
        used.append(words("table.noted", what=road, note=event.road))
    used += [terms.used_text(Tile.MANA, event.mana, words)] if event.mana else []
    if isinstance(event, happened.MoaiCarried) and event.take_3_more:
        used.append(terms.used_text(Tile.TAKE_3_MORE, event.take_3_more, words))
    return [sentence, *with_help(used, words)]


def with_help(used: Sequence[str], words: Localizer) -> list[str]:
    """A sentence that names the tiles used to help with a move; none if `used` is empty."""
    return [words("rapa_nui_board.told_with", list=LIST.join(used))] if used else []


def gains(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """A sentence for each owner of passed transporters: the owner's gain, or that there is no room for it."""
    gained = [event for event in events if isinstance(event, happened.Gained)]
    sentences = []
    for seat in dict.fromkeys(event.seat for event in gained):
        own = [event.resource for event in gained if event.seat == seat]
        got = counted((resource for resource in own if resource is not None), len(RESOURCES))
        if any(got):
            what = terms.resources_text(got, words)
            sentences.append(words("rapa_nui_board.told_gained", who=names(seat), list=what))
        if None in own:
            sentences.append(words("rapa_nui_board.told_no_room", who=names(seat)))
    return sentences


def takings(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """A sentence on the ahu tile and resources that a moai brought its carrier; empty if there are none."""
    seat: Seat | None = None
    taken: list[str] = []
    for event in events:
        match event:
            case happened.AhuTileTaken(carrier, _, tile):
                seat = carrier
                taken.append(terms.tile_text(tile, words))
            case happened.ResourcesTaken(carrier, _, resources, lost):
                seat = carrier
                taken.append(terms.taken_text(resources, lost, words))
    if seat is None:
        return []
    return [words("rapa_nui_board.told_gained", who=names(seat), list=LIST.join(taken))]


def exchanges(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """Sentences on an exchange: the payment, the offering, and the tiles used; empty if there was none."""
    paid = next((event for event in events if isinstance(event, happened.Paid)), None)
    offered = next((event for event in events if isinstance(event, happened.OfferingTaken)), None)
    if paid is None or offered is None:
        return []
    sentence = words(
        "rapa_nui_board.told_offered",
        who=names(paid.seat),
        price=terms.resources_text(paid.payment, words),
        offering=terms.offering_text(offered.offering, words),
        points=terms.points_text(offered.points, words),
    )
    used = [terms.improvement_text(Improvement.ARTISTIC, words)] if paid.artistic else []
    helped: tuple[tuple[Tile, By | None], ...] = ((Tile.THRIFT, paid.thrift), (Tile.FEAST, paid.feast))
    used += [terms.used_text(tile, by, words) for tile, by in helped if by]
    return [sentence, *with_help(used, words)]


def won_line(event: happened.OutstandingWon, names: Names, words: Localizer) -> str:
    """A line on an outstanding tile that a player has won."""
    line = words(
        "rapa_nui_board.told_won",
        who=names(event.seat),
        tile=terms.outstanding_name(event.tile, words),
        points=terms.points_text(event.points, words),
    )
    return f"🏅 **{line}**"


def tell(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """The events of one move, as lines of the play-by-play."""
    lines: list[str] = []
    for is_transport, some in groupby(events, lambda event: isinstance(event, OF_TRANSPORT)):
        if is_transport:
            lines += transport_lines(list(some), names, words)
        else:
            lines += other_lines(list(some), names, words)
    return lines


def other_lines(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """Lines on events outside transports: one on all players' new moai, one on all returned moai."""
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
    """A line on the moai that players gave back, and one on the moai that they kept."""
    kept = [(event.seat, event.kept) for event in events if any(event.kept)]
    back = [(event.seat, event.moai) for event in events if any(event.moai)]
    both = (("told_returned", back), ("told_safe", kept))
    return [moai_line(sentence, some, names, words) for sentence, some in both if some]


def told(event: Event, names: Names, words: Localizer) -> str:
    """The line of the play-by-play on one event; empty if the board shows the event anyway."""
    match event:
        case happened.OrderDrawn(order):
            return words("rapa_nui_board.told_order", list=names.listed(order))
        case happened.DisplayTaken(seat, tile, others):
            line = words("rapa_nui_board.told_display", who=names(seat), tile=terms.tile_text(tile, words))
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
            built, cost = terms.improvement_text(improvement, words), terms.resources_text(price, words)
            return words("rapa_nui_board.told_built", who=names(seat), what=built, price=cost)
        case _:
            return told_placing(event, names, words) or told_free_action(event, names, words)


def told_placing(event: Event, names: Names, words: Localizer) -> str:
    """The line on a figure that was placed; empty for other events."""
    match event:
        case happened.VillagerPlaced(seat, space):
            where = terms.space_text(space, names.seats, words)
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
    """The line on a use of an ahu tile or the tablet; empty for other events."""
    match event:
        case happened.Bartered(seat, given, taken, by):
            return words(
                "rapa_nui_board.told_bartered",
                who=names(seat),
                what=terms.used_text(Tile.BARTER, by, words),
                given=terms.resources_text(given, words),
                taken=terms.resources_text(taken, words),
            )
        case happened.TookTwo(seat, resources, lost, by):
            got = terms.taken_text(resources, lost, words)
            what = terms.used_text(Tile.TAKE_2_MORE, by, words)
            return words("rapa_nui_board.told_took_two", who=names(seat), what=what, list=got)
        case happened.ChippedIn(seat, column, by):
            what = terms.used_text(Tile.CHIP_IN, by, words)
            return words("rapa_nui_board.told_chipped", who=names(seat), what=what, n=column)
        case happened.Rested(seat, space, by):
            where = terms.space_text(space, names.seats, words)
            what = terms.used_text(Tile.REST, by, words)
            return words("rapa_nui_board.told_rested", who=names(seat), what=what, space=where)
        case happened.HandLent(seat, figure, column, space, by):
            return words(
                "rapa_nui_board.told_lent",
                who=names(seat),
                what=terms.used_text(Tile.LEND_A_HAND, by, words),
                figure=lent_text(figure, column, words),
                space=terms.space_text(space, names.seats, words),
            )
        case happened.Safekept(seat, size, by):
            what = terms.used_text(Tile.SAFEKEEPING, by, words)
            return words(
                "rapa_nui_board.told_kept", who=names(seat), what=what, moai=terms.moai_text(size, words)
            )
        case _:
            return ""


def lent_text(figure: Figure, column: int, words: Localizer) -> str:
    """The figure that a player lends by Helping Hand, in words."""
    if figure is Figure.VILLAGER:
        return words("rapa_nui_board.lent_sculptor", n=column)
    return words(f"rapa_nui_board.figure_{terms.key(figure)}")


def moai_line(sentence: str, moai: Sequence[tuple[Seat, Counts]], names: Names, words: Localizer) -> str:
    """A line in small text on the moai of each player; `sentence`: the key of its sentence."""
    whose = (f"{names(seat)} {terms.moai_counts_text(counts, words)}" for seat, counts in moai)
    return "-# " + words(f"rapa_nui_board.{sentence}", list=words.comma.join(whose))


def ended_line(seats: Sequence[SeatResult], reason: str, names: Names, words: Localizer) -> str:
    """A line on the end of the game: why it is over, and everybody's points."""
    totals = (
        f"{names(seat)}{TIE}{terms.points_text(result.points, words)}" for seat, result in enumerate(seats)
    )
    return f"🏁 **{words(f'rapa_nui_board.ended_{reason}')}** {LIST.join(totals)}"
