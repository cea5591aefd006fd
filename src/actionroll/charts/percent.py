"""Chances as people read them."""

from fractions import Fraction

__all__ = ["percent"]


def percent(chance: Fraction) -> str:
    """One decimal; what is possible never reads as impossible, nor what is likely as certain.

    >>> [percent(Fraction(*pair)) for pair in [(1, 6), (0, 1), (1, 5000), (4999, 5000), (1, 1)]]
    ['16.7 %', '0 %', '<0.1 %', '>99.9 %', '100 %']
    """
    above, below = chance.numerator, chance.denominator
    if above in (0, below):
        return "100 %" if above else "0 %"
    tenths = (2000 * above + below) // (2 * below)
    if tenths in (0, 1000):
        return ">99.9 %" if tenths else "<0.1 %"
    return f"{tenths // 10}.{tenths % 10} %"
