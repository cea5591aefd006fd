"""What all tests share: Hypothesis draws the same examples every time and knows no deadline."""

from hypothesis import settings

from tests.counts import count
from tests.postgres_server import postgres

__all__ = ["postgres"]

settings.register_profile("actionroll", deadline=None, derandomize=True, max_examples=count(100, 1000), database=None)
settings.load_profile("actionroll")
