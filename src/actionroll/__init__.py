"""Action rolls for narrative tabletop games: roll them, know their exact odds, decide well.

The public functions are in `actionroll.api`; importing this package alone costs nothing.
"""

__version__ = "0.1.0"
