"""Runs the bot as a systemd service, an image or many processes; makes releases; compiles the engine."""
