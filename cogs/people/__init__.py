"""The people who click: their names and languages, what they may see and do, and how they are reached."""
