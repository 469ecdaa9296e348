"""Rapa Nui, the board game (Besson & Montiage, 2020).  Rules: docs/rules/rapa_nui_board.md."""
