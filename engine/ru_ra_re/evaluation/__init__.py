"""How good positions and rows are, for computer players.  Nothing here is a rule, and no rule asks it."""

from engine.ru_ra_re.evaluation.estimate import worth, worth_parts
from engine.ru_ra_re.evaluation.glance import at_a_glance

__all__ = ["at_a_glance", "worth", "worth_parts"]
