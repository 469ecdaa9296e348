"""Users, channels, messages and interactions; `world` holds them."""
