"""Choosing in secret where one's gain is not just the others' loss: a good answer to how people choose.

Against several an equilibrium keeps nobody from losing, as two may err at the cost of the third.  What wins
is a good answer to what the others are likely to do.  They are taken to choose as people do who only look at
their own moves, and now and then as somebody who foresees just that.

Who gets in the others' way may be asked again in the same turn, and often that is as good.  So the choice
that follows is thought through too: what it is worth to look at the state in between says little of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import AnyGame, Chance, Seat
from engine.players.joint import Joint
from engine.players.matrix import Choice, Mix, Payoffs, answer, blended, usual_mix
from engine.players.simultaneous import choosers
from engine.players.value import value

USUALLY: Final = 0.8
"""How much of the others' choices is taken to be as people choose who only look at their own moves."""
FORESEEN: Final = 16
"""Against about so many choices of the others it is worked out how somebody chooses."""
ANSWERED: Final = 48
"""Against about so many choices of the others one's own moves are tried."""
CLEARLY: Final = 0.1
"""How many points more make one of these e times as likely."""
FORESEES: Final = 0.3
"""The same for somebody who foresees how people choose."""
LATER: Final = 8
"""The same in a choice that follows."""


def beliefs_and_answer(game: AnyGame, world: Any, joint: Joint, ahead: int, chance: Chance) -> list[Mix]:
    """How often each chooser is taken to choose each of its moves; for the last: how often it had best.

    Args:
        game: Which game.
        world: The state in which they choose.
        joint: What comes of it; who is to be answered for stands last.
        ahead: How many choices in a row are thought through, 1 or 2.
        chance: Draws what others choose, where they have very many joint choices.
    """
    *others, own = range(len(joint.seats))
    near, seat, turn = joint.at_once, joint.seats[own], game.turn(world)
    usual = [usual_mix(near, one, chance, FORESEEN) for one in range(own + 1)]
    sharp = [*(answer(near, one, usual, FORESEEN, FORESEES, chance) for one in others), usual[own]]
    mixes = blended(sharp, usual, USUALLY)

    def further(choice: Choice) -> Sequence[float]:
        # Nobody asks what it is worth to the others.
        return (going_on(game, joint.after(choice), seat, turn, ahead - 1, chance),) * len(joint.seats)

    far = Payoffs(near.counts, further) if ahead > 1 else near
    mixes[own] = answer(far, own, mixes, ANSWERED, CLEARLY, chance)
    return mixes


def going_on(game: AnyGame, state: Any, seat: Seat, turn: int, ahead: int, chance: Chance) -> float:
    """What a state is worth to `seat`; if it is asked again with others in that turn, after a good answer."""
    asked = choosers(game, state)
    if not ahead or seat not in asked or len(asked) == 1 or game.turn(state) != turn:
        return value(game, state, seat)
    seats = (*(one for one in asked if one != seat), seat)
    *others, own = range(len(seats))
    near = Joint(game, state, seats, [game.promising_moves(state, one) for one in seats]).at_once
    mixes = [*(usual_mix(near, one, chance, LATER) for one in others), []]
    return max(near.worths(own, mixes, chance, LATER))
