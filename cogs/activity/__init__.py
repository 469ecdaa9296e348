"""The Activity: a page in a frame of Discord that shows a table's messages with pictures one can touch.

The page is one more reader of the views.  A press on it becomes a `Click`, which the router answers as any
other.  This room is imported only where the setting `ACTIVITY` is on.
"""
