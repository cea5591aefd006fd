"""What the tests of game files share: one that anyone may change."""

from tests.files.written import file

__all__ = ["file"]
