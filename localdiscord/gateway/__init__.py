"""The gateway: the WebSocket over which the bot hears what happens."""
