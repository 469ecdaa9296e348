"""A moving picture of one turn in Discord, played in the page from the record of a game."""
