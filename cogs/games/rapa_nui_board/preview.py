"""Previews of moves: the engine tries a move, and its events are put into words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from msgspec.structs import replace

from cogs.games.rapa_nui_board import terms
from cogs.games.rapa_nui_board.turn import Turn
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names
from engine.counts import Counts, changed
from engine.game import Event, Seat
from engine.rapa_nui_board import events
from engine.rapa_nui_board.legal_transport import dues, exchanges, gainable, offered
from engine.rapa_nui_board.moves import CarryMoai, CarryPukao, Move
from engine.rapa_nui_board.play import play
from engine.rapa_nui_board.state import (
    NOTHING,
    OFFERINGS,
    Offering,
    Phase,
    Player,
    Resource,
    State,
    values_left,
)

E = TypeVar("E", bound=Event)
Carry = CarryMoai | CarryPukao


def outcome(turn: Turn, move: Move) -> tuple[State, tuple[Event, ...]]:
    """The state and events after `move`, if the owners of passed spaces choose the best resource."""
    told: list[Event] = []
    return play(replace(turn.state, auto_collect=True), turn.seat, move, told), tuple(told)


def of_kind(told: Iterable[Event], kind: type[E]) -> list[E]:
    """The events among `told` that are of one type."""
    return [event for event in told if isinstance(event, kind)]


@dataclass(frozen=True)
class Gains:
    """A player's gains from a transport.

    Attributes:
        sure: The number of each resource that the player gains in any case.
        open: For each choice that the player will have, the resources to choose from.
        lost: The number of resources that the player has no room for.
    """

    seat: Seat
    sure: tuple[int, ...]
    open: tuple[tuple[Resource, ...], ...]
    lost: int


@dataclass(frozen=True)
class Forecast:
    """The results of a transport that the viewer could make, computed beforehand."""

    turn: Turn
    carry: Carry

    @cached_property
    def _outcome(self) -> tuple[State, tuple[Event, ...]]:
        return outcome(self.turn, self.carry)

    @property
    def after(self) -> State:
        """The state after the transport."""
        return self._outcome[0]

    def happened(self, kind: type[E]) -> list[E]:
        """The events of one type that the transport would bring about."""
        return of_kind(self._outcome[1], kind)

    @cached_property
    def gains(self) -> tuple[Gains, ...]:
        """The gains of the other players from the transport, in order of their seats."""
        found: dict[Seat, Gains] = {}
        for event in self.happened(events.Gained):
            gains = found.get(event.seat) or Gains(event.seat, NOTHING, (), 0)
            choice = self._choice(event)
            if choice:
                gains = Gains(gains.seat, gains.sure, (*gains.open, choice), gains.lost)
            elif event.resource is None:
                gains = Gains(gains.seat, gains.sure, gains.open, gains.lost + 1)
            else:
                sure = changed(gains.sure, event.resource, 1)
                gains = Gains(gains.seat, sure, gains.open, gains.lost)
            found[event.seat] = gains
        return tuple(found[seat] for seat in sorted(found))

    def _choice(self, event: events.Gained) -> tuple[Resource, ...]:
        """The resources among which a passed space's owner will choose; empty: there is no choice.

        Rules: 11.
        """
        state = self.turn.state
        if state.auto_collect or isinstance(self.carry, CarryPukao):
            return ()
        possible = gainable(state, state.island.numbers[event.space])
        return possible if len(possible) > 1 else ()

    @property
    def choice(self) -> tuple[Resource, ...]:
        """The resources among which the viewer will choose after carrying; empty: there is no choice."""
        if self.after.phase is not Phase.TAKE:
            return ()
        return offered(self.turn.state, self.turn.seat, self.turn.island.numbers[self.carry.path[-1]])

    @property
    def take(self) -> int:
        """The number of resources that the viewer will choose."""
        return self.after.transport.take if self.after.transport else 0

    @property
    def offerings(self) -> tuple[tuple[Offering, int], ...]:
        """The offerings that the viewer could take for a carried pukao, each with the top tile's points."""
        if self.after.phase is not Phase.EXCHANGE:
            return ()
        return payable_offerings(self.after.players[self.turn.seat], self.after)


def payable_offerings(player: Player, state: State) -> tuple[tuple[Offering, int], ...]:
    """The offerings that `player` can pay for, each with the points of the stack's top tile.  Rules: 7.3."""
    possible = exchanges(player, state.stacks, second=False)
    kinds = sorted({OFFERINGS[one.offering + one.artistic] for one in possible})
    return tuple((kind, top_points(state, kind)) for kind in kinds)


def dues_worth(turn: Turn, carry: Carry) -> int:
    """A rough value of other players' gains from a transport, quick enough for thousands of transports."""
    if carry.mana is not None:
        return 0
    state, pukao = turn.state, isinstance(carry, CarryPukao)
    passed = dues(state, turn.seat, [turn.island.numbers[space] for space in carry.path])
    possible = [(Resource.REED,) if pukao else gainable(state, space) for space in passed]
    return sum(choice[-1] + 1 for choice in possible if choice)


def worth(resources: Counts) -> int:
    """The value of resources for comparisons: a reed counts 1, an egg 2 and so on."""
    return sum(count * (resource + 1) for resource, count in enumerate(resources))


def top_points(state: State, offering: Offering) -> int:
    """The points of the top tile of a stack that is not empty."""
    return values_left(state.seats, offering, state.stacks[offering])[0]


def worth_text(offering: Offering, points: int, words: Localizer) -> str:
    """The name of an offering with the points of a tile: `Boat (12 points)`."""
    return words(
        "table.noted", what=terms.offering_text(offering, words), note=terms.points_text(points, words)
    )


def gains_text(gains: Gains, words: Localizer) -> str:
    """A player's gains in words: `1 egg · reed or egg`."""
    parts = [terms.resources_text(gains.sure, words)] if any(gains.sure) else []
    parts += [either_text(choice, words) for choice in gains.open]
    if gains.lost:
        parts.append(words("rapa_nui_board.carry_no_room", n=gains.lost))
    return LIST.join(parts)


def either_text(resources: Iterable[Resource], words: Localizer) -> str:
    """Resources of which one will be chosen, in words: `reed or egg`."""
    first, *others = (terms.resource_text(resource, words) for resource in resources)
    for other in others:
        first = words("rapa_nui_board.turn_either", one=first, other=other)
    return first


def in_short(forecast: Forecast, names: Names, words: Localizer) -> str:
    """The outcome of a transport in one line without emojis, with the carrier's gains first."""
    parts = [terms.tile_name(event.tile, words) for event in forecast.happened(events.AhuTileTaken)]
    parts += [
        terms.resources_text(event.resources, words) for event in forecast.happened(events.ResourcesTaken)
    ]
    if forecast.choice:
        parts.append(f"{forecast.take}× {either_text(forecast.choice, words)}")
    return LIST.join([*parts, others_in_short(forecast, names, words)])


def others_in_short(forecast: Forecast, names: Names, words: Localizer) -> str:
    """The gains of the other players from a transport, in one line without emojis."""
    parts = [f"{names.plain(gains.seat)} +{gains_text(gains, words)}" for gains in forecast.gains]
    return LIST.join(parts) or words("rapa_nui_board.carry_nobody")


def lines(forecast: Forecast, turn: Turn) -> list[str]:
    """The whole outcome of a transport, in several lines."""
    words = turn.words
    found = []
    for tiled in forecast.happened(events.AhuTileTaken):
        tile, effect = terms.tile_text(tiled.tile, words), terms.tile_effect(tiled.tile, words)
        found.append(words("rapa_nui_board.carry_tile", tile=tile, effect=effect))
    for taken in forecast.happened(events.ResourcesTaken):
        line = words("rapa_nui_board.carry_take", what=terms.resources_text(taken.resources, words))
        if any(taken.lost):
            beyond = words("rapa_nui_board.carry_beyond", what=terms.resources_text(taken.lost, words))
            line = words.together(line, beyond)
        found.append(line)
    if forecast.choice:
        choice = either_text(forecast.choice, words)
        found.append(words.count("rapa_nui_board.carry_choose", forecast.take, what=choice))
    if forecast.offerings:
        parts = (worth_text(kind, points, words) for kind, points in forecast.offerings)
        found.append(words("rapa_nui_board.carry_offerings", list=LIST.join(parts)))
    others = (
        words("rapa_nui_board.carry_gains", who=turn.names(gains.seat), what=gains_text(gains, words))
        for gains in forecast.gains
    )
    return [*found, words.together(*others) or words("rapa_nui_board.carry_nobody_else")]
