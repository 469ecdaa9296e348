"""Pictures of Rapa Nui, the card game."""
