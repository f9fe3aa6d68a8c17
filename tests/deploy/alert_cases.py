"""For each alert: what processes say while all is well and while it is not, and what is to be told of it when."""

from collections.abc import Mapping
from dataclasses import dataclass

from cms.backups.gauges import DUE, LAST_SUCCESS

MINUTE = 60
HOUR = 60 * MINUTE
WELL = 20 * MINUTE
"""For how long all is well at first, in seconds."""


@dataclass(frozen=True)
class Moment:
    """For how many seconds all was well, and for how many it was not; and whether it is now."""

    well: int
    ill: int
    is_ill: bool


@dataclass(frozen=True)
class Gauge:
    """A series by its value while all is well, and while it is not; None where there is none."""

    series: str
    well: float | None
    ill: float | None

    def value(self, moment: Moment) -> float | None:
        """What a process says then."""
        return self.ill if moment.is_ill else self.well


@dataclass(frozen=True)
class Counter:
    """The same of one that grows by so much each second; it is there from the first that is counted."""

    series: str
    well: float
    ill: float
    begin: float = 0

    def value(self, moment: Moment) -> float | None:
        """What a process says then."""
        return self.begin + int(moment.well * self.well + moment.ill * self.ill) or None


Parts = Mapping[str, tuple[Gauge | Counter, ...]]


@dataclass(frozen=True)
class Case:
    """What an alert is about. ``after`` is the time that it has to come in, in seconds after the trouble begins."""

    parts: Parts
    tells: Mapping[str, str]
    after: tuple[int, int]
    silent: frozenset[str] = frozenset()
    """Those that do not answer meanwhile."""


def _requests(status: str) -> str:
    labels = f'method="GET",route="/crm/categories",service="crm",status="{status}"'
    return f"pagewright_http_request_duration_seconds_count{{{labels}}}"


def _within(bound: str, ill: float) -> Counter:
    labels = f'le="{bound}",method="GET",route="/crm/categories",service="crm",status="200"'
    return Counter(f"pagewright_http_request_duration_seconds_bucket{{{labels}}}", 2, ill)


def _of_both(*series: Gauge) -> Parts:
    """Told by two processes."""
    return {"crm:9464": series, "worker:9464": series}


_POOL = 'pool="main",service="crm"'
_DISK = 'device="/dev/sda1",fstype="ext4",mountpoint="/"'
_MEMORY = 'device="tmpfs",fstype="tmpfs",mountpoint="/run"'
CERTIFICATE = 'traefik_tls_certs_not_after{cn="www.example.org",sans="www.example.org",serial="1"}'
_SUBSCRIBER = 'publisher="crm",service="cms",subscriber="mails"'
FAILED = 'queue="short",service="cms",state="failed",task="mail.send"'
CASES = {
    "PartDown": Case(
        {"crm:9464": (), "web:9464": ()},
        {"instance": "crm:9464"},
        (2 * MINUTE, 3 * MINUTE),
        silent=frozenset({"crm:9464"}),
    ),
    # The fourth time is after twenty minutes.
    "PartRestarts": Case(
        {"crm:9464": (Counter("process_start_time_seconds", 0, 1 / (5 * MINUTE), begin=1_800_000_000),)},
        {"instance": "crm:9464"},
        (15 * MINUTE, 21 * MINUTE),
    ),
    "DatabaseDown": Case(
        _of_both(Gauge('pagewright_database_up{service="crm"}', 1, 0)),
        {"service": "crm"},
        (MINUTE, 2 * MINUTE),
    ),
    "RedisDown": Case(
        _of_both(Gauge('pagewright_redis_up{service="crm"}', 1, 0)), {"service": "crm"}, (2 * MINUTE, 3 * MINUTE)
    ),
    "ServerErrors": Case(
        {"crm:9464": (Counter(_requests("200"), 5, 5), Counter(_requests("500"), 0, 0.5))},
        {"service": "crm"},
        (5 * MINUTE, 7 * MINUTE),
    ),
    "SlowAnswers": Case(
        {"crm:9464": tuple(_within(bound, ill) for bound, ill in (("1.0", 0), ("2.5", 0), ("10.0", 2), ("+Inf", 2)))},
        {"service": "crm"},
        (10 * MINUTE, 12 * MINUTE),
    ),
    "ConnectionsUsedUp": Case(
        {
            "crm:9464": (
                Gauge(f'pagewright_sql_pool_connections{{{_POOL},state="used"}}', 2, 10),
                Gauge(f'pagewright_sql_pool_connections{{{_POOL},state="free"}}', 8, 0),
                Gauge(f"pagewright_sql_pool_size{{{_POOL}}}", 10, 10),
            )
        },
        {"instance": "crm:9464", "service": "crm", "pool": "main"},
        (5 * MINUTE, 6 * MINUTE),
    ),
    "JobsWait": Case(
        {
            "worker:9464": (
                Gauge('pagewright_jobs_oldest_seconds{queue="short",service="cms"}', 2, 900),
                Gauge('pagewright_jobs_oldest_seconds{queue="background",service="cms"}', 900, 900),
            )
        },
        {"service": "cms", "queue": "short"},
        (5 * MINUTE, 6 * MINUTE),
    ),
    "BackgroundJobsWait": Case(
        {
            "worker:9464": (
                Gauge('pagewright_jobs_oldest_seconds{queue="background",service="ecom"}', 5 * HOUR, 9 * HOUR),
                Gauge('pagewright_jobs_oldest_seconds{queue="short",service="ecom"}', 0, 9 * HOUR),
            )
        },
        {"service": "ecom", "queue": "background"},
        (5 * MINUTE, 6 * MINUTE),
    ),
    "JobsFail": Case(
        {"worker:9464": (Gauge(f"pagewright_jobs{{{FAILED}}}", None, 1),)},
        {"service": "cms", "task": "mail.send"},
        (0, MINUTE),
    ),
    "EventsWait": Case(
        _of_both(Gauge(f"pagewright_outbox_lag_seconds{{{_SUBSCRIBER}}}", 1, 500)),
        {"publisher": "crm", "service": "cms", "subscriber": "mails"},
        (2 * MINUTE, 3 * MINUTE),
    ),
    "EventsFailed": Case(
        {"worker:9464": (Gauge('pagewright_failed_events{service="cms"}', 0, 1),)},
        {"service": "cms"},
        (5 * MINUTE, 6 * MINUTE),
    ),
    "DiskFills": Case(
        {"cms:9464": (Gauge('pagewright_disk_free_ratio{folder="/data",service="cms"}', 0.4, 0.05),)},
        {"folder": "/data"},
        (10 * MINUTE, 11 * MINUTE),
    ),
    "HostDiskFills": Case(
        {
            "node:9100": (
                # 60 GB of it are set aside for root.
                Gauge(f"node_filesystem_avail_bytes{{{_DISK}}}", 9e9, 3e9),
                Gauge(f"node_filesystem_free_bytes{{{_DISK}}}", 69e9, 63e9),
                Gauge(f"node_filesystem_size_bytes{{{_DISK}}}", 100e9, 100e9),
                Gauge(f"node_filesystem_avail_bytes{{{_MEMORY}}}", 0, 0),
                Gauge(f"node_filesystem_free_bytes{{{_MEMORY}}}", 0, 0),
                Gauge(f"node_filesystem_size_bytes{{{_MEMORY}}}", 1e9, 1e9),
            )
        },
        {"instance": "node:9100", "mountpoint": "/"},
        (10 * MINUTE, 11 * MINUTE),
    ),
    # Due ten minutes after the trouble begins, and the next one a day later.
    "BackupMissing": Case(
        {
            "cms:9464": (
                Gauge(f'{DUE}{{service="cms"}}', WELL + 24 * HOUR, WELL + 10 * MINUTE - 3 * HOUR),
                Gauge(f'{LAST_SUCCESS}{{service="cms"}}', WELL, None),
            )
        },
        {"service": "cms"},
        (15 * MINUTE, 16 * MINUTE),
    ),
    "CertificateExpires": Case(
        {"gateway:9464": (Gauge(CERTIFICATE, 80 * 24 * HOUR, 13 * 24 * HOUR),)},
        {"instance": "gateway:9464", "cn": "www.example.org", "sans": "www.example.org"},
        (HOUR, HOUR + MINUTE),
    ),
    "PagesNotKept": Case(
        {"web:9464": (Gauge("pagewright_page_cache_open", 1, 0),)},
        {"instance": "web:9464"},
        (5 * MINUTE, 6 * MINUTE),
    ),
    "MemoryGrows": Case(
        {"crm:9464": (Gauge("process_resident_memory_bytes", 2e8, 1.2e9),)},
        {"instance": "crm:9464"},
        (15 * MINUTE, 16 * MINUTE),
    ),
    "GatewayErrors": Case(
        {
            "gateway:9464": (
                Counter('traefik_entrypoint_requests_total{code="200",entrypoint="web",method="GET"}', 5, 4),
                Counter('traefik_entrypoint_requests_total{code="502",entrypoint="web",method="GET"}', 0, 1),
            )
        },
        {},
        (5 * MINUTE, 7 * MINUTE),
    ),
}
