"""Time at a table: clocks of turns, and when people are away."""
