"""Does for people what Discord's client does, and shows them what it shows; for tests and for the page."""
