"""How Rapa Nui, the board game, looks in Discord."""
