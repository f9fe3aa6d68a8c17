"""The metrics of a process of services. `deploy/watching` and docs/operations.md name them; a test holds them to it.

No label is called `job` or `instance`: Prometheus says by these whom it has read, and moves others aside.
"""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

_REQUEST_SECONDS = (0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10)
_CALL_SECONDS = (0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10)
_JOB_SECONDS = (0.05, 0.25, 1, 5, 30, 120, 600, 3600)


class Metrics:
    """What is counted while the process works, and what is asked when somebody reads it (`kit.watching.facts`)."""

    def __init__(self, release: str) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._count_work()
        self._describe_stores()
        self._describe_jobs()
        self._gauge("pagewright_build_info", "The release that the process runs.", "release").labels(release).set(1)

    def _count_work(self) -> None:
        self.request_seconds = self._histogram(
            "pagewright_http_request_duration_seconds",
            "Time until an answer begins, by the template of its route.",
            _REQUEST_SECONDS,
            "service", "method", "route", "status",
        )  # fmt: skip
        self.in_progress = self._gauge("pagewright_http_requests_in_progress", "Requests under way.", "service")
        self.sql_seconds = self._histogram(
            "pagewright_sql_duration_seconds", "Time of a statement.", _CALL_SECONDS, "service"
        )
        self.sql_failures = self._counter(
            "pagewright_sql_failures_total", "Statements that Postgres refused or did not answer.", "service"
        )
        self.redis_seconds = self._histogram(
            "pagewright_redis_call_duration_seconds", "Time of a call to Redis.", _CALL_SECONDS, "service"
        )
        self.redis_failures = self._counter(
            "pagewright_redis_failures_total", "Calls that Redis did not answer.", "service"
        )
        self.job_seconds = self._histogram(
            "pagewright_job_duration_seconds",
            "Time of an attempt at a job, by how it ended.",
            _JOB_SECONDS,
            "service", "task", "outcome",
        )  # fmt: skip

    def _describe_stores(self) -> None:
        self.database_up = self._gauge("pagewright_database_up", "Whether Postgres answers.", "service")
        self.redis_up = self._gauge("pagewright_redis_up", "Whether Redis answers.", "service")
        self.pool_connections = self._gauge(
            "pagewright_sql_pool_connections", "Connections to Postgres.", "service", "pool", "state"
        )
        self.pool_size = self._gauge(
            "pagewright_sql_pool_size", "How many connections there may be.", "service", "pool"
        )
        self.disk_free = self._gauge(
            "pagewright_disk_free_ratio",
            "What share of the disk of a service's data folder is free, or of its entries where fewer are.",
            "service",
            "folder",
        )
        self.streams = self._gauge(
            "pagewright_event_streams", "Event streams and answers that wait for a job.", "service"
        )

    def _describe_jobs(self) -> None:
        self.jobs = self._gauge(
            "pagewright_jobs",
            "Jobs that wait, run, or failed and were not dismissed; without what people began and were refused.",
            "service",
            "queue",
            "task",
            "state",
        )
        self.oldest_job = self._gauge(
            "pagewright_jobs_oldest_seconds", "For how long the longest waiting job has been due.", "service", "queue"
        )
        self.failed_events = self._gauge(
            "pagewright_failed_events", "Events that a subscriber failed at for good.", "service"
        )
        self.outbox_lag = self._gauge(
            "pagewright_outbox_lag_seconds",
            "For how long a subscriber has not had all events of a service.",
            "service", "publisher", "subscriber",
        )  # fmt: skip

    def add_gauges(self, texts: Mapping[str, str]) -> dict[str, Gauge]:
        """Gauges that one service tells alone, by their names, from what each of them says."""
        return {name: self._gauge(name, text, "service") for name, text in texts.items()}

    def _gauge(self, name: str, text: str, *labels: str) -> Gauge:
        return Gauge(name, text, labels, registry=self.registry)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def _histogram(self, name: str, text: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(name, text, labels, buckets=buckets, registry=self.registry)
