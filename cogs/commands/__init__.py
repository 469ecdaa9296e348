"""The slash commands.

discord.py calls their callbacks, each in a task of its own; all reply by `cogs.interactions.answer`.
"""
