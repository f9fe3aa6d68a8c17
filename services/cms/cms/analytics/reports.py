"""What is asked of Analytics, and its answers as the site tells them."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, TypeVar

from cms.analytics.errors import GoogleUnavailable
from cms.analytics.google import Google, Report, Row
from cms.analytics.schemas import CountedDay, CountedPage, CountedSource, Counts, ReportOut

T = TypeVar("T")

_COUNTED = ("activeUsers", "screenPageViews")
_LISTED = 20
_DAY = timedelta(days=1)
FIRST_DAY = date(2015, 8, 14)
"""Nothing is older at Google: it refuses to be asked for it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be counted: all days from ``start`` to ``end``, on one page, on those below ``/path/*``, or on all."""

    start: date
    end: date
    path: str | None = None

    @property
    def days(self) -> int:
        """How many days it is about."""
        return (self.end - self.start).days + 1


async def ask(google: Google, access_token: str, property_id: str, question: Question) -> ReportOut | None:
    """Four reports as one; None where the token is not taken any more. Raises what `Google.run_report` raises."""
    asked = (_totals(question), _by_day(question), _by_page(question), _by_source(question))
    try:
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(google.run_report(access_token, property_id, each)) for each in asked]
    except ExceptionGroup as failures:
        # One is as good as another; what is answered is a problem, not a group of them.
        raise failures.exceptions[0] from None
    answers = [each.result() for each in running]
    found = [answer for answer in answers if answer is not None]
    if len(found) < len(asked):
        return None
    try:
        return _report_of(question, *found)
    except (ValueError, IndexError) as error:
        raise GoogleUnavailable("Google sent an unexpected answer.") from error


def _totals(question: Question) -> dict[str, Any]:
    """Visitors of several days are no sum: who comes on each of them is one."""
    ranges = [{"startDate": str(question.start), "endDate": str(question.end), "name": "now"}]
    if question.start > FIRST_DAY:
        before = max(question.start - question.days * _DAY, FIRST_DAY)
        ranges.append({"startDate": str(before), "endDate": str(question.start - _DAY), "name": "before"})
    return {**_question(question), "dateRanges": ranges}


def _by_day(question: Question) -> dict[str, Any]:
    return {**_question(question, "date"), "limit": str(question.days)}


def _by_page(question: Question) -> dict[str, Any]:
    return {**_question(question, "pagePath"), "limit": str(_LISTED), "orderBys": _most("screenPageViews")}


def _by_source(question: Question) -> dict[str, Any]:
    return {**_question(question, "sessionSource"), "limit": str(_LISTED), "orderBys": _most("activeUsers")}


def _most(metric: str) -> list[dict[str, Any]]:
    return [{"metric": {"metricName": metric}, "desc": True}]


def _question(question: Question, *dimensions: str) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "dateRanges": [{"startDate": str(question.start), "endDate": str(question.end)}],
        "dimensions": [{"name": name} for name in dimensions],
        "metrics": [{"name": name} for name in _COUNTED],
    }
    if question.path is not None:
        text = {"matchType": "EXACT", "value": question.path, "caseSensitive": True}
        if question.path.endswith("/*"):
            text |= {"matchType": "BEGINS_WITH", "value": question.path.removesuffix("*")}
        asked["dimensionFilter"] = {"filter": {"fieldName": "pagePath", "stringFilter": text}}
    return asked


def _report_of(question: Question, totals: Report, days: Report, pages: Report, sources: Report) -> ReportOut:
    # Where one range alone was asked for, Google does not name it.
    by_range = {next(iter(row.dimensions), "now"): _counts(row) for row in totals.rows}
    by_day = {date.fromisoformat(row.dimensions[0]): _counts(row) for row in days.rows}
    none = Counts(visitors=0, views=0)
    dates = [question.start + number * _DAY for number in range(question.days)]
    return ReportOut(
        start_date=question.start,
        end_date=question.end,
        path=question.path,
        # The property's days, which need not be the site's.
        time_zone=totals.metadata.time_zone or days.metadata.time_zone,
        totals=by_range.get("now", none),
        before=by_range.get("before", none),
        days=[CountedDay(date=each, **by_day.get(each, none).model_dump()) for each in dates],
        pages=_listed(pages.rows, lambda row: CountedPage(path=row.dimensions[0][:2_000], **_counts(row).model_dump())),
        sources=_listed(
            sources.rows, lambda row: CountedSource(name=row.dimensions[0][:500], **_counts(row).model_dump())
        ),
    )


def _listed(rows: Sequence[Row], one: Callable[[Row], T]) -> list[T]:
    return [one(row) for row in rows[:_LISTED]]


def _counts(row: Row) -> Counts:
    visitors, views = row.metrics
    return Counts(visitors=visitors, views=views)
