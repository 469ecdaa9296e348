"""What a click does, a file for each kind."""
