"""Ru-Ra-Re (Staupe).  Rules: docs/rules/ru_ra_re.md."""
