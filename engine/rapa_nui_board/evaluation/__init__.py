"""How good positions and moves are, for computer players.  Nothing here is a rule, and no rule asks it."""

from engine.rapa_nui_board.evaluation.estimate import worth, worth_parts
from engine.rapa_nui_board.evaluation.promising import promising_moves

__all__ = ["promising_moves", "worth", "worth_parts"]
