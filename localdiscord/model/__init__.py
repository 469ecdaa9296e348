"""What there is: the guild, its people, channels, messages and interactions; `world` holds all of them."""
