"""What every room uses: parts of messages, ids, languages, names, and the way of an answer."""
