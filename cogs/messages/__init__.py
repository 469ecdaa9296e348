"""Keeps messages up to date: boards, threads, panels and notices.

`refresher` decides when to repaint a table; `updaters` then updates the table's messages.
"""
