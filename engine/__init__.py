"""The games and what they have in common.  Pure: no I/O, no clock, no chance of its own, no Discord."""
