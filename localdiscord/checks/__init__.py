"""Discord's rules for what a bot may send: each check adds the faults that it finds to a `FormErrors`."""
