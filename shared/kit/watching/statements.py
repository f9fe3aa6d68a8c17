"""The statements of a service, by SQLAlchemy and past it: how long each took, and its text, which has no values in it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import asyncpg
from sqlalchemy import event
from sqlalchemy.engine import ExceptionContext

if TYPE_CHECKING:
    from kit.database import Database
    from kit.watching.metrics import Metrics
    from kit.watching.tracing import Tracing

_BEGAN = "kit_watching_began"


def watch_statements(database: Database, service: str, metrics: Metrics | None, tracing: Tracing | None) -> None:
    """Tell of each statement from now on."""
    seconds_of_all = None if metrics is None else metrics.sql_seconds.labels(service)

    def note(statement: str, seconds: float, error: BaseException | None) -> None:
        if metrics is not None and seconds_of_all is not None:
            seconds_of_all.observe(seconds)
            if error is not None:
                metrics.sql_failures.labels(service).inc()
        if tracing is not None:
            tracing.statement(service, statement, seconds, error)

    def before(_connection: Any, _cursor: Any, _statement: str, _values: Any, context: Any, _many: bool) -> None:
        setattr(context, _BEGAN, time.perf_counter())

    def after(_connection: Any, _cursor: Any, statement: str, _values: Any, context: Any, _many: bool) -> None:
        note(statement, time.perf_counter() - getattr(context, _BEGAN), None)

    def failed(fault: ExceptionContext) -> None:
        began = getattr(fault.execution_context, _BEGAN, None)
        if fault.statement is not None and began is not None:
            note(fault.statement, time.perf_counter() - began, fault.original_exception)

    # asyncpg tells of what is asked of its connections themselves, and not of the statements that SQLAlchemy prepares.
    def logged(record: asyncpg.connection.LoggedQuery) -> None:
        note(record.query, record.elapsed, record.exception)

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", before)
    event.listen(engine, "after_cursor_execute", after)
    event.listen(engine, "handle_error", failed)
    database.query_logger = logged
