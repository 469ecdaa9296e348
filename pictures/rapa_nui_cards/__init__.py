"""The pictures of Rapa Nui, the card game: board, hand, score sheet."""
