"""The play-by-play of transports: the way, who gains, what the carrier takes or offers."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.rapa_nui_board.terms import (
    carried_text,
    improvement_text,
    offering_text,
    outstanding_name,
    points_text,
    resources_text,
    space_text,
    taken_text,
    tile_text,
    used_text,
)
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names
from engine.counts import counted
from engine.game import Event, Seat
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.moves import By
from engine.rapa_nui_board.tiles import RESOURCES, Improvement, Tile

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


def is_of_transport(event: Event) -> bool:
    """Whether an event belongs to a transport."""
    return isinstance(event, OF_TRANSPORT)


def transport_lines(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """One line for a move of a transport, and one for each outstanding tile that was won."""
    sentences = [
        *(one for event in events if isinstance(event, Carried) for one in carried(event, names, words)),
        *gains(events, names, words),
        *takings(events, names, words),
        *exchanges(events, names, words),
    ]
    won = [won_line(event, names, words) for event in events if isinstance(event, happened.OutstandingWon)]
    return [*([words.together(*sentences)] if sentences else []), *won]


def carried(event: Carried, names: Names, words: Localizer) -> list[str]:
    """What was carried, which way, and which tiles were used."""
    size = event.size if isinstance(event, happened.MoaiCarried) else None
    _, *over, last = event.path
    where = space_text(last, names.seats, words)
    sentence = words(
        f"rapa_nui_board.{'told_carried' if over else 'told_carried_straight'}",
        who=names(event.seat),
        what=carried_text(size, words),
        path=words.listed(over),
        space=where,
    )
    used = []
    if event.log_road and event.road:
        road = used_text(Tile.LOG_ROAD, event.log_road, words)
        used.append(words("table.noted", what=road, note=event.road))
    used += [used_text(Tile.MANA, event.mana, words)] if event.mana else []
    if isinstance(event, happened.MoaiCarried) and event.take_3_more:
        used.append(used_text(Tile.TAKE_3_MORE, event.take_3_more, words))
    return [sentence, *with_help(used, words)]


def with_help(used: Sequence[str], words: Localizer) -> list[str]:
    """A sentence with the tiles used for it."""
    return [words("rapa_nui_board.told_with", list=LIST.join(used))] if used else []


def gains(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """What the owners of passed transporters gained, a sentence each."""
    gained = [event for event in events if isinstance(event, happened.Gained)]
    sentences = []
    for seat in dict.fromkeys(event.seat for event in gained):
        own = [event.resource for event in gained if event.seat == seat]
        got = counted((resource for resource in own if resource is not None), len(RESOURCES))
        if any(got):
            what = resources_text(got, words)
            sentences.append(words("rapa_nui_board.told_gained", who=names(seat), list=what))
        if None in own:
            sentences.append(words("rapa_nui_board.told_no_room", who=names(seat)))
    return sentences


def takings(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """What the carrier of a moai took: the ahu tile, resources."""
    seat: Seat | None = None
    taken: list[str] = []
    for event in events:
        match event:
            case happened.AhuTileTaken(carrier, _, tile):
                seat = carrier
                taken.append(tile_text(tile, words))
            case happened.ResourcesTaken(carrier, _, resources, lost):
                seat = carrier
                taken.append(taken_text(resources, lost, words))
    if seat is None:
        return []
    return [words("rapa_nui_board.told_takes", who=names(seat), list=LIST.join(taken))]


def exchanges(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """What was paid for which offering, and which tiles were used."""
    paid = next((event for event in events if isinstance(event, happened.Paid)), None)
    offered = next((event for event in events if isinstance(event, happened.OfferingTaken)), None)
    if paid is None or offered is None:
        return []
    sentence = words(
        "rapa_nui_board.told_offered",
        who=names(paid.seat),
        price=resources_text(paid.payment, words),
        offering=offering_text(offered.offering, words),
        points=points_text(offered.points, words),
    )
    used = [improvement_text(Improvement.ARTISTIC, words)] if paid.artistic else []
    helped: tuple[tuple[Tile, By | None], ...] = ((Tile.THRIFT, paid.thrift), (Tile.FEAST, paid.feast))
    used += [used_text(tile, by, words) for tile, by in helped if by]
    return [sentence, *with_help(used, words)]


def won_line(event: happened.OutstandingWon, names: Names, words: Localizer) -> str:
    """An outstanding tile was won."""
    line = words(
        "rapa_nui_board.told_won",
        who=names(event.seat),
        tile=outstanding_name(event.tile, words),
        points=points_text(event.points, words),
    )
    return f"🏅 **{line}**"
