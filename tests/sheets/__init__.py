"""Contact sheets: screenshots of each game in each language, from its lobby to its replay, on a phone."""
