"""Pictures of Rapa Nui, the board game."""
