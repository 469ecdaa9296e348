"""How Rapa Nui, the card game, looks in Discord."""
