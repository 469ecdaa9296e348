"""Time at a table: clocks of turns, and people's absences."""
