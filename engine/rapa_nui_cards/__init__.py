"""Rapa Nui, the card game (Wrede, 2011).  Rules: docs/rules/rapa_nui_cards.md."""
