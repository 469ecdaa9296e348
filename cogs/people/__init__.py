"""The people who click: their names, languages and permissions, and how the bot reaches them."""
