"""The handlers of clicks, a file for each kind; `router` receives every click and calls its handler."""
