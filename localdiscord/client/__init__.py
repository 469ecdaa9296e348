"""What people do and see, as in Discord's client: by a driver for tests, or by the page in the browser."""
