"""What all folders of `cogs/` use: parts of messages, ids, languages, names, and the sending of replies."""
