"""What happens to the guild and in it: each change is made, and everybody concerned is told."""
