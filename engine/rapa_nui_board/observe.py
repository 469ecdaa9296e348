"""What a seat or a spectator may know: everything.  Rules: Rapa Nui board 9."""

from __future__ import annotations

from engine.counts import Counts
from engine.game import Seat, Struct, Viewer
from engine.rapa_nui_board.state import Phase, Player, Spot, State, Transport


class Observation(Struct, frozen=True):
    """What one viewer knows; terms as in `State`.

    Attributes:
        viewer: Who looks.  Nothing else depends on it, since nothing is hidden.
        seats: How many play; `island.ISLANDS` has the side of the board, whose spaces `spots` follow.
    """

    viewer: Viewer
    seats: int
    beginner_set: bool
    auto_collect: bool
    phase: Phase
    question: int
    round: int
    decider: Seat
    order: tuple[Seat, ...]
    spots: tuple[Spot, ...]
    players: tuple[Player, ...]
    moai: Counts
    pukao: int
    display: Counts
    aside: Counts
    stacks: Counts
    outstanding: tuple[Seat | None, ...]
    quiet_rounds: int
    quiet: bool
    transport: Transport | None


def observe(state: State, viewer: Viewer) -> Observation:
    """All of `state`.  Rules: Rapa Nui board 9."""
    return Observation(
        viewer=viewer,
        seats=state.seats,
        beginner_set=state.beginner_set,
        auto_collect=state.auto_collect,
        phase=state.phase,
        question=state.question,
        round=state.round,
        decider=state.decider,
        order=state.order,
        spots=state.spots,
        players=state.players,
        moai=state.moai,
        pukao=state.pukao,
        display=state.display,
        aside=state.aside,
        stacks=state.stacks,
        outstanding=state.outstanding,
        quiet_rounds=state.quiet_rounds,
        quiet=state.quiet,
        transport=state.transport,
    )


def determinise(seen: Observation) -> State:
    """The state that looks like `seen`: there is only one."""
    return State(
        beginner_set=seen.beginner_set,
        auto_collect=seen.auto_collect,
        phase=seen.phase,
        question=seen.question,
        round=seen.round,
        decider=seen.decider,
        order=seen.order,
        spots=seen.spots,
        players=seen.players,
        moai=seen.moai,
        pukao=seen.pukao,
        display=seen.display,
        aside=seen.aside,
        stacks=seen.stacks,
        outstanding=seen.outstanding,
        quiet_rounds=seen.quiet_rounds,
        quiet=seen.quiet,
        transport=seen.transport,
    )
