"""Discord's REST API, as far as bots of this kind use it."""
