"""What can be worked out of a roll, whatever the game: its odds, a play of it, advice, words, many trials at once."""
