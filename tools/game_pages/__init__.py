"""The pages in docs/games: one a game, generated from its rules as they run and from the sentences that tests check.

`python -m tools.game_pages` writes them; tests/test_game_pages.py fails where one is not current.
"""
