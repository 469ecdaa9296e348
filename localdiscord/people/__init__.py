"""What the page in the browser talks to: everything under /local, the page's files, pictures."""
