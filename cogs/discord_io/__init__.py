"""The way to Discord: answers, pictures and files, limits, and what its refusals mean."""
