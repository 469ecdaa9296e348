"""The material of messages: sentences, names, buttons' ids, and the parts of a message."""
