"""Acts for people, and shows what they see, as Discord's client does; used by tests and by the page."""
