"""Choosing in secret where one's gain is not just the others' loss: a good answer to how people choose.

Against several an equilibrium keeps nobody from losing, as two may err at the cost of the third.  What wins
is a good answer to what the others are likely to do.  They are taken to choose as people do who only look at
their own moves, and for a part as somebody who thinks further.

What one takes changes what is left for the next turn, and who gets in the others' way may be asked again in
the same one.  What a state is worth to look at says little of that, so it is played on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import AnyGame, Chance
from engine.players.foresight import Foresight
from engine.players.joint import Joint
from engine.players.matrix import Mix, answer, blended, pruned, softly, usual_mix
from engine.players.stop import Stop, never

USUALLY: Final = 0.8
"""How much of the others' choices is taken to be as people choose who only look at their own moves."""
USUALLY_AHEAD: Final = 0.5
"""The same to who looks ahead, and takes the others to do so for the rest."""
FORESEEN: Final = 16
"""Against about so many choices of the others it is worked out how somebody chooses."""
ANSWERED: Final = 48
"""Against about so many choices of the others one's own moves are tried."""
CLEARLY: Final = 0.1
"""How many points more make one of these e times as likely."""
FORESEES: Final = 0.3
"""The same for somebody who foresees how people choose."""
FORESEES_AHEAD: Final = 2.0
"""The same for somebody who looks ahead, of whom less is known."""
OTHERS_PLAYED: Final = 3
"""What others choose who look ahead is worked out in so many times fewer playouts."""


def beliefs_and_answer(
    game: AnyGame, worlds: Sequence[Any], joint: Joint, playouts: int, chance: Chance, stop: Stop = never
) -> list[Mix]:
    """How often each chooser is taken to choose each of its moves; for the last: how often it had best.

    Args:
        game: Which game.
        worlds: States that fit what is seen; what can be seen of them is the same.
        joint: What comes of it in the first of them; who is to be answered for stands last.
        playouts: How many times a move is played on, on average; 0: no move is, and all that counts is the
            state after the choice.
        chance: Draws what others choose, where they have very many joint choices, and what follows.
        stop: Once it says so, each is played on once.
    """
    *others, own = range(len(joint.seats))
    near = joint.at_once
    usual = [usual_mix(near, one, chance, FORESEEN) for one in range(own + 1)]
    if not playouts:
        sharp = [*(answer(near, one, usual, FORESEEN, FORESEES, chance) for one in others), usual[own]]
        mixes = blended(sharp, usual, USUALLY)
        mixes[own] = answer(near, own, mixes, ANSWERED, CLEARLY, chance)
        return mixes
    ahead, fewer = Foresight(game, worlds, joint, chance, stop), max(1, playouts // OTHERS_PLAYED)
    sharp = [
        *(pruned(softly(ahead.worths(one, usual, fewer), FORESEES_AHEAD)) for one in others),
        usual[own],
    ]
    mixes = blended(sharp, usual, USUALLY_AHEAD)
    mixes[own] = pruned(softly(ahead.best(own, mixes, playouts), CLEARLY))
    return mixes
