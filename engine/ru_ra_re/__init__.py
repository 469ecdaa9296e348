"""The game Ru-Ra-Re, designed by Reinhard Staupe.  Rules: docs/rules/ru_ra_re.md."""
