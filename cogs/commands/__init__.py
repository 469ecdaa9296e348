"""The slash commands.

discord.py calls each command's callback in a task of its own; all reply by `cogs.interactions.answer`.
"""
