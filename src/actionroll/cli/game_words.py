"""What may stand where a game's name goes: the path of a game file, or plain dice."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.games import bring

TAKE_GAMES = ("show", "odds", "roll", "advise", "scene", "compare", "simulate")
"""Commands whose first plain word is a game."""
DICE_BEGIN = frozenset("0123456789dD+-")


def with_games(command: str, words: Sequence[str]) -> list[str]:
    """The same words, where each file and all dice are read and stand there by their names."""
    if command not in TAKE_GAMES:
        return list(words)
    found = list(words)
    for place, word in enumerate(found):
        after_option = place > 0 and found[place - 1].startswith("--") and "=" not in found[place - 1]
        if word.endswith(".toml") and not word.startswith("-") and not after_option:
            from actionroll.shelf import load

            found[place] = bring(load(word)).id
            return found
    return _with_dice(found)


def _with_dice(words: list[str]) -> list[str]:
    """Plain dice are all words up to the first option."""
    if not words or words[0][:1] not in DICE_BEGIN:  # who names a game need not wait for what reads dice
        return words
    from actionroll.files.notation import game_of, is_dice

    if not is_dice(words[0]):
        return words
    end = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    return [bring(game_of(" ".join(words[:end]))).id, *words[end:]]
