"""Pure functions that make messages on finished games: daily deals, profiles, leaderboards, leagues."""
