"""What messages are made of: sentences, names, ids of buttons and the parts of a message."""
