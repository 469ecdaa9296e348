"""Pure functions that make messages of what was played: the day's results, profiles, leagues."""
