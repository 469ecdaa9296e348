"""The Activity: a page in a frame of Discord that shows a table's messages with pictures one can touch.

The page shows the same views as the messages.  A press on the page becomes a `Click`, which the router
answers like any other click.  This room is imported only if the setting `ACTIVITY` is on.
"""
