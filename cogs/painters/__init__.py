"""What keeps Discord's messages as the journal says: each painter can be run again with the same outcome."""
