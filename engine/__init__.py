"""The games and what they share.  Pure: no I/O, no clock, no randomness of its own, no Discord."""
