"""Views: all that one person may know of a table, now, in a replay, and in the record of a game."""
