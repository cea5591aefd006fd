"""What the routes of one server share."""

from __future__ import annotations

from actionroll.web.limits import Limit
from actionroll.web.questions import Answers
from actionroll.web.settings import Settings
from actionroll.web.tables import Tables


class Server:
    """The tables, the limits and the settings."""

    def __init__(self, settings: Settings, tables: Tables) -> None:
        limits = settings.limits
        self.settings, self.tables, self.answers = settings, tables, Answers()
        self.seats = Limit(limits.rolls_per_second, limits.burst)
        self.failed_joins = Limit(limits.failed_joins_per_minute / 60, limits.failed_joins_per_minute)
        self.joins = Limit(limits.joins_per_minute / 60, limits.joins_per_minute)
        self.new_tables = Limit(limits.tables_per_hour / 3600, limits.tables_per_hour)
        self.questions = Limit(limits.questions_per_second, 4 * limits.questions_per_second)
