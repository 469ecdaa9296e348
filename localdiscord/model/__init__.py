"""What there is: users, channels, messages, interactions, and the world that holds them."""
