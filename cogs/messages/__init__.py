"""Messages kept up to date: boards, threads, panels, notices.

`refresher` decides when a table is repainted, `painters` calls the painters of its messages.
"""
