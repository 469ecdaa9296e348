"""The only folder that knows Discord: commands, buttons, panels, and keeping messages up to date."""
