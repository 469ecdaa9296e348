"""Changes of the guild and its contents: each is made, and its events are sent to the bot and people."""
