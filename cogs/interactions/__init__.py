"""What a click does, a file for each kind; `router` receives every click and calls them."""
