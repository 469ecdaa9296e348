"""Changes of the guild and of its contents: each change is made, and the bot and people are told of it."""
