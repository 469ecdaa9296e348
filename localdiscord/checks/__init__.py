"""Discord's rules for the data that bots send: each check adds the faults that it finds to a `FormErrors`."""
