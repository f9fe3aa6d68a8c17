"""Logging on standard output, as JSON lines or for people, written by a thread of its own.

A full pipe or a slow disk must not hold up the event loop, so records go through a queue.
"""

import atexit
import contextlib
import logging
import logging.handlers
import queue
import sys
from collections.abc import Iterator, MutableMapping
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import partial
from typing import Any

import orjson
import structlog

from kit.config import ServiceSettings
from kit.failures import describe, format_trace

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being answered; empty outside of one."""

service_name: ContextVar[str] = ContextVar("service_name", default="")
"""The service that something is done for, in a process that works for several."""

trace_parent: ContextVar[str] = ContextVar("trace_parent", default="")
"""The W3C `traceparent` of what is being done; empty where nothing is traced."""

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "request_id",
    "service_name",
    "trace_id",
    "color_message",
}
_QUEUE_SIZE = 10_000
# version-trace-span-flags
_TRACE_ID = slice(3, 35)
_TIMEOUT = 2.0


def formatter(service: str, *, for_people: bool) -> logging.Formatter:
    """What writes a record: as a JSON object in one line, or in colours for people who watch a terminal.

    ``service`` is named in lines of which it is not known for which service they are.
    """
    renderer: Any = structlog.processors.JSONRenderer(serializer=_json)
    if for_people:
        renderer = structlog.dev.ConsoleRenderer(timestamp_key="at", event_key="message", pad_event_to=0)
    trace_key = "exception" if for_people else "trace"
    return structlog.stdlib.ProcessorFormatter(processors=[partial(_line, service, trace_key), renderer])


def _line(service: str, trace_key: str, _logger: Any, _method: str, event: MutableMapping[str, Any]) -> dict[str, Any]:
    """The members of a line. Traces are without the values that the database's errors quote."""
    record: logging.LogRecord = event["_record"]
    line: dict[str, Any] = {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "service": getattr(record, "service_name", "") or service,
        "logger": record.name,
        "message": event["event"],
    }
    if identifier := getattr(record, "request_id", ""):
        line["requestId"] = identifier
    if trace := getattr(record, "trace_id", ""):
        line["traceId"] = trace
    line.update({name: value for name, value in vars(record).items() if name not in _STANDARD})
    # structlog's own formatter would quote values, too.
    if (raised := event.get("exc_info")) and raised[1] is not None:
        line[trace_key] = format_trace(raised[1])
    return line


def _json(line: Any, **_: Any) -> str:
    return orjson.dumps(line, default=str).decode()


class _Queue(logging.handlers.QueueHandler):
    """Hands records over without formatting them; drops them when the queue is full."""

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        # The context variable has to be read here: the listener's thread has another context.
        record.request_id = request_id.get()
        record.args = _without_values(record.args)
        record.service_name = service_name.get()
        record.trace_id = trace_parent.get()[_TRACE_ID]
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        try:
            self.queue.put_nowait(record)
        except queue.Full:
            return


class _Listener(logging.handlers.QueueListener):
    """Writes what is queued; when its output is stuck, it is left behind after two seconds."""

    def __init__(self, waiting: "queue.Queue[Any]", output: logging.Handler) -> None:
        super().__init__(waiting, output)
        self._waiting = waiting

    def stop(self) -> None:
        with contextlib.suppress(queue.Full):
            # None is what the thread ends at.
            self._waiting.put(None, timeout=_TIMEOUT)
        if self._thread is not None:
            self._thread.join(_TIMEOUT)
            self._thread = None


def _without_values(arguments: Any) -> Any:
    """What is written into the message: errors as `describe` has them."""
    if isinstance(arguments, tuple):
        return tuple(describe(item) if isinstance(item, BaseException) else item for item in arguments)
    if isinstance(arguments, dict):
        return {name: describe(item) if isinstance(item, BaseException) else item for name, item in arguments.items()}
    return arguments


@contextlib.contextmanager
def json_logging(settings: ServiceSettings, *others: ServiceSettings) -> Iterator[None]:
    """Send all logging of this process to standard output while the block runs, as JSON unless that is a terminal.

    With the settings of several services, lines of which it is not known for whom they are name all of them.
    """
    output = logging.StreamHandler(sys.stdout)
    services = " ".join(each.service for each in (settings, *others))
    output.setFormatter(formatter(services, for_people=sys.stdout.isatty()))
    waiting: queue.Queue[Any] = queue.Queue(_QUEUE_SIZE)
    handler = _Queue(waiting)
    listener = _Listener(waiting, output)
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = name != "uvicorn.access"
    # One line for each outgoing call says nothing that the caller's own log does not.
    logging.getLogger("httpx").setLevel(logging.WARNING)
    listener.start()
    atexit.register(listener.stop)
    try:
        yield
    finally:
        root.handlers[:] = before
        root.setLevel(level)
        atexit.unregister(listener.stop)
        listener.stop()
