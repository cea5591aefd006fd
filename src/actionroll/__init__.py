"""Action rolls for narrative tabletop games: roll them, know their exact odds, decide well.

>>> from actionroll import odds, roll
>>> odds("starforged", stat=2, adds=[1])["miss"]
Fraction(139, 600)
>>> roll("in-the-dark", dots=2, seed="x").tier
'partial success'

The functions stand in `actionroll.api` and are loaded when they are first used: importing this package costs nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from actionroll.api import advise, game, odds, roll, scene, simulate
    from actionroll.shelf import load

__version__ = "0.1.0"
__all__ = ["__version__", "advise", "game", "load", "odds", "roll", "scene", "simulate"]


if not TYPE_CHECKING:  # a type checker must not believe that every name is there

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module 'actionroll' has no attribute {name!r}")
        from actionroll import api, shelf

        return shelf.load if name == "load" else getattr(api, name)


def __dir__() -> list[str]:
    return __all__
