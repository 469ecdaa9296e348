"""The part of Discord's REST API that is served here."""
