"""When a scheduled backup is due, and which of them are no longer wanted. Moments have a time zone; rules are the site's."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

Frequency = Literal["off", "daily", "weekly"]
_WEEK = 7


@dataclass(frozen=True, slots=True)
class Schedule:
    """``at`` is a time of the site's clocks; ``weekday`` is 0 for Monday, and for weekly ones alone."""

    frequency: Frequency
    at: time
    weekday: int
    zone: ZoneInfo

    def latest_due(self, now: datetime) -> datetime | None:
        """The last moment up to now at which a backup was due; None where none is wanted."""
        if self.frequency == "off":
            return None
        local = now.astimezone(self.zone)
        days_back = (local.weekday() - self.weekday) % _WEEK if self.frequency == "weekly" else 0
        # By the date and not by hours: a day of the clock's change has 23 of them, or 25.
        day = local.date() - timedelta(days=days_back)
        due = datetime.combine(day, self.at, self.zone)
        return due if due <= now else datetime.combine(day - timedelta(days=self._days), self.at, self.zone)

    def first_due_after(self, moment: datetime) -> datetime | None:
        """The first moment after one at which a backup is due; None where none is wanted."""
        latest = self.latest_due(moment)
        if latest is None:
            return None
        return datetime.combine(latest.date() + timedelta(days=self._days), self.at, self.zone)

    @property
    def _days(self) -> int:
        return _WEEK if self.frequency == "weekly" else 1


@dataclass(frozen=True, slots=True)
class Retention:
    """Of how many days, weeks and months the newest backup is kept."""

    daily: int
    weekly: int
    monthly: int

    def superfluous(self, backups: Sequence[tuple[uuid.UUID, datetime]], zone: ZoneInfo) -> list[uuid.UUID]:
        """Those that no rule keeps. The newest one always stays."""
        newest_first = sorted(backups, key=lambda backup: backup[1], reverse=True)
        kept = {identifier for identifier, _ in newest_first[:1]}
        rules: list[tuple[int, Callable[[datetime], object]]] = [
            (self.daily, lambda moment: moment.date()),
            (self.weekly, lambda moment: moment.isocalendar()[:2]),
            (self.monthly, lambda moment: (moment.year, moment.month)),
        ]
        for count, stretch_of in rules:
            stretches: dict[object, uuid.UUID] = {}
            for identifier, moment in newest_first:
                stretches.setdefault(stretch_of(moment.astimezone(zone)), identifier)
            kept.update([*stretches.values()][:count])
        return [identifier for identifier, _ in newest_first if identifier not in kept]
