"""A simulator of leagues: whole seasons in seconds, with drop-outs, late people, failures and restarts."""
