"""Each alert on what Prometheus reads of a site: while it is well, while something is wrong, and once it is well again.

Metrics and labels are those that processes tell (`tests/whole/test_watching.py`); what Prometheus makes of them is
`tests/promql.py`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pytest

from cms.backups.gauges import DUE, LAST_SUCCESS
from tests.promql import Readings, Rule, evaluate
from tests.watching_files import alerts

_RULES = {rule["alert"]: rule for rule in alerts()}
_STEP = 15
"""Seconds between readings, as `prometheus.yml` has it, and between evaluations."""
_WELL, _ILL, _WELL_AGAIN = 20 * 60, 75 * 60, 75 * 60
_MINUTE = 60
_HOUR = 60 * _MINUTE


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
_CERTIFICATE = 'traefik_tls_certs_not_after{cn="www.example.org",sans="www.example.org",serial="1"}'
_SUBSCRIBER = 'publisher="crm",service="cms",subscriber="mails"'
_FAILED = 'queue="short",service="cms",state="failed",task="mail.send"'
CASES = {
    "PartDown": Case(
        {"crm:9464": (), "web:9464": ()},
        {"instance": "crm:9464"},
        (2 * _MINUTE, 3 * _MINUTE),
        silent=frozenset({"crm:9464"}),
    ),
    # The fourth time is after twenty minutes.
    "PartRestarts": Case(
        {"crm:9464": (Counter("process_start_time_seconds", 0, 1 / (5 * _MINUTE), begin=1_800_000_000),)},
        {"instance": "crm:9464"},
        (15 * _MINUTE, 21 * _MINUTE),
    ),
    "DatabaseDown": Case(
        _of_both(Gauge('pagewright_database_up{service="crm"}', 1, 0)),
        {"service": "crm"},
        (_MINUTE, 2 * _MINUTE),
    ),
    "RedisDown": Case(
        _of_both(Gauge('pagewright_redis_up{service="crm"}', 1, 0)), {"service": "crm"}, (2 * _MINUTE, 3 * _MINUTE)
    ),
    "ServerErrors": Case(
        {"crm:9464": (Counter(_requests("200"), 5, 5), Counter(_requests("500"), 0, 0.5))},
        {"service": "crm"},
        (5 * _MINUTE, 7 * _MINUTE),
    ),
    "SlowAnswers": Case(
        {"crm:9464": tuple(_within(bound, ill) for bound, ill in (("1.0", 0), ("2.5", 0), ("10.0", 2), ("+Inf", 2)))},
        {"service": "crm"},
        (10 * _MINUTE, 12 * _MINUTE),
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
        (5 * _MINUTE, 6 * _MINUTE),
    ),
    "JobsWait": Case(
        {
            "worker:9464": (
                Gauge('pagewright_jobs_oldest_seconds{queue="short",service="cms"}', 2, 900),
                Gauge('pagewright_jobs_oldest_seconds{queue="background",service="cms"}', 900, 900),
            )
        },
        {"service": "cms", "queue": "short"},
        (5 * _MINUTE, 6 * _MINUTE),
    ),
    "BackgroundJobsWait": Case(
        {
            "worker:9464": (
                Gauge('pagewright_jobs_oldest_seconds{queue="background",service="ecom"}', 5 * _HOUR, 9 * _HOUR),
                Gauge('pagewright_jobs_oldest_seconds{queue="short",service="ecom"}', 0, 9 * _HOUR),
            )
        },
        {"service": "ecom", "queue": "background"},
        (5 * _MINUTE, 6 * _MINUTE),
    ),
    "JobsFail": Case(
        {"worker:9464": (Gauge(f"pagewright_jobs{{{_FAILED}}}", None, 1),)},
        {"service": "cms", "task": "mail.send"},
        (0, _MINUTE),
    ),
    "EventsWait": Case(
        _of_both(Gauge(f"pagewright_outbox_lag_seconds{{{_SUBSCRIBER}}}", 1, 500)),
        {"publisher": "crm", "service": "cms", "subscriber": "mails"},
        (2 * _MINUTE, 3 * _MINUTE),
    ),
    "EventsFailed": Case(
        {"worker:9464": (Gauge('pagewright_failed_events{service="cms"}', 0, 1),)},
        {"service": "cms"},
        (5 * _MINUTE, 6 * _MINUTE),
    ),
    "DiskFills": Case(
        {"cms:9464": (Gauge('pagewright_disk_free_ratio{folder="/data",service="cms"}', 0.4, 0.05),)},
        {"folder": "/data"},
        (10 * _MINUTE, 11 * _MINUTE),
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
        (10 * _MINUTE, 11 * _MINUTE),
    ),
    # Due ten minutes after the trouble begins, and the next one a day later.
    "BackupMissing": Case(
        {
            "cms:9464": (
                Gauge(f'{DUE}{{service="cms"}}', _WELL + 24 * _HOUR, _WELL + 10 * _MINUTE - 3 * _HOUR),
                Gauge(f'{LAST_SUCCESS}{{service="cms"}}', _WELL, None),
            )
        },
        {"service": "cms"},
        (15 * _MINUTE, 16 * _MINUTE),
    ),
    "CertificateExpires": Case(
        {"gateway:9464": (Gauge(_CERTIFICATE, 80 * 24 * _HOUR, 13 * 24 * _HOUR),)},
        {"instance": "gateway:9464", "cn": "www.example.org", "sans": "www.example.org"},
        (_HOUR, _HOUR + _MINUTE),
    ),
    "PagesNotKept": Case(
        {"web:9464": (Gauge("pagewright_page_cache_open", 1, 0),)},
        {"instance": "web:9464"},
        (5 * _MINUTE, 6 * _MINUTE),
    ),
    "MemoryGrows": Case(
        {"crm:9464": (Gauge("process_resident_memory_bytes", 2e8, 1.2e9),)},
        {"instance": "crm:9464"},
        (15 * _MINUTE, 16 * _MINUTE),
    ),
    "GatewayErrors": Case(
        {
            "gateway:9464": (
                Counter('traefik_entrypoint_requests_total{code="200",entrypoint="web",method="GET"}', 5, 4),
                Counter('traefik_entrypoint_requests_total{code="502",entrypoint="web",method="GET"}', 0, 1),
            )
        },
        {},
        (5 * _MINUTE, 7 * _MINUTE),
    ),
}


def _read(case: Case, readings: Readings, at: int, *, of: frozenset[str]) -> None:
    """Read all parts at a moment, at which those ``of`` may be ill."""
    ill = min(max(at - _WELL, 0), _ILL)
    for instance, series in case.parts.items():
        if instance in of:
            moment = Moment(at - ill, ill, is_ill=_WELL < at <= _WELL + _ILL)
        else:
            moment = Moment(at, 0, is_ill=False)
        is_silent = moment.is_ill and instance in case.silent
        readings.read(at, None if is_silent else _exposition(series, moment), job="pagewright", instance=instance)


def _exposition(series: Iterable[Gauge | Counter], moment: Moment) -> str:
    values = {each.series: each.value(moment) for each in series}
    return "".join(f"{name} {value}\n" for name, value in values.items() if value is not None)


def _told(name: str, *, of: frozenset[str] | None = None) -> dict[int, set[frozenset[tuple[str, str]]]]:
    """What the alert tells of, by the second, where all parts are ill meanwhile or only those ``of``."""
    case, rule, readings = CASES[name], Rule(_RULES[name]), Readings()
    told = {}
    for at in range(0, _WELL + _ILL + _WELL_AGAIN, _STEP):
        _read(case, readings, at, of=frozenset(case.parts) if of is None else of)
        told[at] = rule.firing(readings, at)
    return told


def test_none_is_left_out() -> None:
    assert CASES.keys() == _RULES.keys()


@pytest.mark.parametrize("name", CASES)
def test_comes_in_time_names_what_is_wrong_and_ends(name: str) -> None:
    told = _told(name)
    firing = [at for at, found in told.items() if found]
    assert firing, "it never comes"
    earliest, latest = CASES[name].after
    assert earliest <= firing[0] - _WELL <= latest
    tells = CASES[name].tells
    assert {frozenset({label for label in found if label[0] in tells}) for at in firing for found in told[at]} == {
        frozenset(tells.items())
    }
    # Until somebody has mended it, and not for ever.
    assert firing == [*range(firing[0], firing[-1] + 1, _STEP)]
    assert _WELL + _ILL - _STEP <= firing[-1] < max(told)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if len(case.parts) > 1 and not case.silent])
def test_is_not_about_one_process_where_another_has_what_it_lacks(name: str) -> None:
    [one, _] = CASES[name].parts
    assert not any(_told(name, of=frozenset({one})).values())


def test_a_job_that_fails_again_and_again_is_told_of_once() -> None:
    """Each time that another is begun in its place, the one that failed counts no more, for as long as that one is tried."""
    rule, readings = Rule(_RULES["JobsFail"]), Readings()
    firing = []
    for at in range(0, 3 * _WELL, _STEP):
        is_tried = at % _WELL < 5 * _MINUTE
        text = "" if is_tried else f"pagewright_jobs{{{_FAILED}}} 1\n"
        readings.read(at, text, job="pagewright", instance="worker:9464")
        if rule.firing(readings, at):
            firing.append(at)
    assert firing == [*range(5 * _MINUTE, 3 * _WELL, _STEP)]


def test_a_certificate_that_was_renewed_is_told_of_no_more() -> None:
    """Traefik tells its end for as long as it runs, beside that of the one in its place."""
    rule, readings = Rule(_RULES["CertificateExpires"]), Readings()
    renewed = _CERTIFICATE.replace('serial="1"', 'serial="2"')
    for at in range(0, 2 * _HOUR, _STEP):
        text = f"{_CERTIFICATE} {24 * _HOUR}\n{renewed} {90 * 24 * _HOUR}\n"
        readings.read(at, text, job="pagewright", instance="gateway:9464")
        assert not rule.firing(readings, at)


def test_none_comes_where_all_parts_are_replaced_once() -> None:
    """As by an upgrade: each is away for a moment, and its counters begin anew."""
    rules, readings = {name: Rule(rule) for name, rule in _RULES.items()}, Readings()
    parts: dict[str, list[Gauge | Counter]] = {}
    for case in CASES.values():
        for instance, series in case.parts.items():
            parts.setdefault(instance, []).extend(series)
    replaced = _WELL
    for at in range(0, 2 * _WELL, _STEP):
        since = at - replaced if at >= replaced else at
        for instance, told in parts.items():
            begun = Gauge("process_start_time_seconds", at - since, None)
            text = _exposition([*told, begun], Moment(since, 0, is_ill=False))
            is_away = replaced <= at < replaced + 2 * _STEP
            readings.read(at, None if is_away else text, job="pagewright", instance=instance)
        assert {name: found for name, rule in rules.items() if (found := rule.firing(readings, at))} == {}


class TestTheEvaluation:
    """By hand, after the examples of Prometheus' own tests."""

    @staticmethod
    def _read(values: list[float], series: str = "counted", minutes: int = 5) -> Readings:
        readings = Readings()
        for number, value in enumerate(values):
            readings.read(number * minutes * _MINUTE, f"{series} {value}\n", instance="a")
        return readings

    def _value(self, expression: str, readings: Readings, at: int) -> float:
        [value] = evaluate(expression, readings, at).values()
        return value

    def test_of_what_grows(self) -> None:
        at = 50 * _MINUTE
        steady = self._read([10.0 * number for number in range(11)])
        assert self._value("increase(counted[50m])", steady, at) == pytest.approx(100)
        assert self._value("rate(counted[50m])", steady, at) == pytest.approx(100 / at)
        begun_anew = self._read([0, 10, 20, 30, 40, 50, 0, 10, 20, 30, 40])
        assert self._value("increase(counted[50m])", begun_anew, at) == pytest.approx(88.888888)
        assert evaluate("increase(counted[5m])", steady, at) == {}

    def test_of_what_changes(self) -> None:
        readings = self._read([1, 2, 3, 0, 1, 0, 0, 1, 2, 0])
        assert self._value("changes(counted[20m])", readings, 45 * _MINUTE) == 3
        assert self._value("changes(counted[1h])", readings, 45 * _MINUTE) == 8

    def test_of_a_quantile(self) -> None:
        readings = Readings()
        counts = {"0.1": 5, "0.2": 7, "1.0": 11, "+Inf": 12}
        text = "".join(f'lasted_bucket{{le="{bound}"}} {count}\n' for bound, count in counts.items())
        readings.read(0, text, instance="a")
        for share, value in ((0.5, 0.15), (0.8, 0.72), (0.99, 1.0)):
            assert self._value(f"histogram_quantile({share}, lasted_bucket)", readings, 0) == pytest.approx(value)

    def test_of_what_is_there_no_more(self) -> None:
        readings = self._read([1, 1])
        assert evaluate("counted == 1", readings, 9 * _MINUTE)
        assert not evaluate("counted == 1", readings, 10 * _MINUTE)
        readings.read(9 * _MINUTE, "other 1\n", instance="a")
        assert not evaluate("counted", readings, 9 * _MINUTE)
        assert self._value("up", readings, 9 * _MINUTE) == 1
        readings.read(10 * _MINUTE, None, instance="a")
        assert self._value("up", readings, 10 * _MINUTE) == 0

    def test_of_the_time(self) -> None:
        readings = self._read([10, 70])
        assert self._value("time() - counted", readings, 6 * _MINUTE) == 290
        assert self._value("counted - time()", readings, 6 * _MINUTE) == -290
        assert self._value("counted + 2 * 60", readings, 6 * _MINUTE) == 190

    def test_of_what_it_does_not_know_is_none(self) -> None:
        for expression in ("deriv(counted[5m])", "avg(counted)", "counted offset 5m", "counted or other", "1"):
            with pytest.raises(NotImplementedError):
                evaluate(expression, self._read([1, 2]), 5 * _MINUTE)
