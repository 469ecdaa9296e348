"""The gateway, changes of channels, servers and people; and health, metrics and logs for the operator."""
