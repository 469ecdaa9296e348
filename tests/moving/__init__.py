"""Makes a moving picture of one turn in Discord: the turn of a recorded game is played in the page."""
