"""Discord's rules for what a bot may send: each check notes faults in a form."""
