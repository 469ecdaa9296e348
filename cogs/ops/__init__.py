"""The gateway, changes of channels, servers and people, and what the operator sees: health, metrics, logs."""
