"""Acts for people and shows what they see, as Discord's client does: for tests, and for the page."""
