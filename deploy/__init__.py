"""The bot as a service, as an image and as many processes; releases; and the compiled engine."""
