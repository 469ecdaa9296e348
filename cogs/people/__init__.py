"""The people who click: who somebody is, what they may see and do, and how they are reached."""
