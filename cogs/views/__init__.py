"""The appearance of messages: pure functions that take values and return views."""
