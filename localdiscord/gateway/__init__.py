"""The gateway: the WebSocket over which the bot gets events."""
