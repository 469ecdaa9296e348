"""The part of Discord's REST API that the local Discord has."""
