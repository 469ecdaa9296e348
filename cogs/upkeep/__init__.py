"""Channels, servers and people that go and come back; the connection."""
