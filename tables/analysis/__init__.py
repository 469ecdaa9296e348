"""What a finished game is reviewed by: the decisions worth a look, and what was found of them."""
