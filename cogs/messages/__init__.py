"""Messages kept up to date: boards, threads, panels, notices.

`refresher` decides when a table is repainted, `updaters` calls the updaters of its messages.
"""
