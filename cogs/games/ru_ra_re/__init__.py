"""How Ru-Ra-Re looks in Discord."""
