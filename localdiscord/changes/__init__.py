"""Changes of the guild and its contents: each function makes one, and sends its events."""
