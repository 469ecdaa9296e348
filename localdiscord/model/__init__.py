"""The state of the local Discord: the guild, its people, channels, messages, interactions (see `world`)."""
