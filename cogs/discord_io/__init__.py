"""The requests to Discord: answers to interactions, files, limits, and the meaning of refusals."""
