"""Lessons: a game against the bot that teaches it."""
