"""Requests to Discord: answers, pictures and files, limits, and the meaning of refusals."""
