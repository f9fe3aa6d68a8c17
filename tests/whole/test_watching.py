"""What the parts of a site tell those who run it: metrics of each kind of process, and one trace through all of them."""

import asyncio
import re
import time
from collections.abc import Callable, Iterator

import asyncpg
import httpx
import pytest

from tests.otlp_receiver import Collector, Received, collecting
from tests.stack import Stack
from tests.watching_files import METRICS_OF_OTHERS, METRICS_WITH_TLS, expressions, selectors_of
from tests.whole.watched_parts import WatchedParts, watched_parts

pytestmark = pytest.mark.xdist_group("watching")

TOKEN = "a-token-of-a-link"
BROWSER = "Browser of somebody in particular"
CLIENT = "127.0.0.9"
OF_PROMETHEUS = {"job", "instance"}
"""The labels by which it says whom it has read."""


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with collecting() as collector:
        yield collector


@pytest.fixture(scope="module")
def parts(stack: Stack, collector: Collector, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedParts]:
    """Watched parts beside the run's copy."""
    traces = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
        "OTEL_EXPORTER_OTLP_HEADERS": "X-Collector-Key=a%20key",
        # All of them, and the gateway's part in them.
        "OTEL_TRACES_SAMPLER_ARG": "1",
    }
    with watched_parts(stack, tmp_path_factory.mktemp("watched"), traces) as parts:
        yield parts


@pytest.fixture(scope="module")
def visitor(parts: WatchedParts) -> Iterator[httpx.Client]:
    """Somebody with a browser and an address."""
    transport = httpx.HTTPTransport(local_address=CLIENT)
    url = parts.url.replace("localhost", "127.0.0.1")
    with httpx.Client(base_url=url, transport=transport, headers={"User-Agent": BROWSER}, timeout=30) as client:
        yield client


class TestTraces:
    def test_one_goes_through_gateway_web_host_content_and_database(
        self, visitor: httpx.Client, collector: Collector
    ) -> None:
        answer = visitor.get("/", params={"code": TOKEN})
        assert answer.status_code == 200
        trace_id = answer.headers["X-Request-Id"]
        assert re.fullmatch(r"[0-9a-f]{32}", trace_id)
        spans = collector.wait_for(lambda found: {"gateway", "web", "content", "sql"} <= _layers(found), trace_id)
        statement = next(span for span in spans if span.attributes.get("db.system.name") == "postgresql")
        assert "$1" in statement.attributes["db.query.text"]
        by_id = {span.span_id: span for span in spans}
        way = [statement]
        while (above := way[-1].parent_id) in by_id:
            way.append(by_id[above])
        # From the statement up: each part within the one that asked it.
        services = list(dict.fromkeys(span.service for span in way))
        assert services == ["pagewright-content", "pagewright-web", "pagewright-gateway"]
        assert way[-1].parent_id == ""
        names = {span.name for span in spans}
        assert {"GET /*", "GET /client/page-render", "content", "render"} <= names

    def test_one_from_outside_goes_on(self, visitor: httpx.Client, collector: Collector) -> None:
        trace_id = "0af7651916cd43dd8448eb211c80319c"
        answer = visitor.get("/client/internal/status", headers={"traceparent": f"00-{trace_id}-b7ad6b7169203331-01"})
        assert answer.headers["X-Request-Id"] == trace_id
        collector.wait_for(lambda found: "content" in _layers(found), trace_id)

    def test_nothing_of_them_is_about_a_person(self, visitor: httpx.Client, collector: Collector) -> None:
        answer = visitor.get("/somewhere-else", params={"code": TOKEN, "email": "ada@example.org"})
        collector.wait_for(
            lambda found: {"gateway", "web", "content"} <= _layers(found), answer.headers["X-Request-Id"]
        )
        sent = b"".join(collector.raw)
        for personal in (TOKEN, BROWSER, CLIENT, "ada@example.org", "ada%40example.org"):
            assert personal.encode() not in sent

    def test_they_are_sent_with_the_headers_that_the_collector_wants(
        self, visitor: httpx.Client, collector: Collector
    ) -> None:
        answer = visitor.get("/client/internal/status")
        collector.wait_for(lambda found: {"gateway", "content"} <= _layers(found), answer.headers["X-Request-Id"])
        assert {headers.get("x-collector-key") for headers in collector.headers} == {"a key"}

    def test_a_job_knows_the_request_that_asked_for_it(
        self, owner_cookies: httpx.Cookies, parts: WatchedParts, stack: Stack
    ) -> None:
        headers = {"Origin": stack.base_url}
        with httpx.Client(base_url=parts.url, cookies=owner_cookies, headers=headers, timeout=30) as owner:
            # One that is under way is not begun anew.
            until = time.monotonic() + 60
            while time.monotonic() < until:
                answer = owner.post("/client/links/checks")
                assert answer.status_code == 202
                job = answer.json()["job"].removesuffix("/events").rpartition("/")[2]
                trace_id = asyncio.run(_asked_by(stack, job)).split("-")[1:2]
                if trace_id == [answer.headers["X-Request-Id"]]:
                    return
        pytest.fail("no job names the request that asked for it")


class TestMetrics:
    def test_each_kind_of_process_tells_its_own(self, visitor: httpx.Client, parts: WatchedParts) -> None:
        for _ in range(2):
            assert visitor.get("/").status_code == 200
        # For as long as a busy machine has them wait, Redis counts as away and what is due as late.
        content = _told_once(
            parts.metrics["content"],
            lambda text: (
                _value(text, 'pagewright_redis_up{service="content"}') == 1
                and _value(text, 'pagewright_jobs_oldest_seconds{queue="short",service="content"}') < 60
            ),
        )
        assert (
            _value(
                content,
                'pagewright_http_request_duration_seconds_count{method="GET",route="/client/page-render",service="content",status="200"}',
            )
            >= 1
        )
        assert _value(content, 'pagewright_database_up{service="content"}') == 1
        assert _value(content, 'pagewright_sql_pool_size{pool="sessions",service="content"}') == 10
        assert _value(content, 'pagewright_sql_duration_seconds_count{service="content"}') >= 1
        worker = _told_once(parts.metrics["worker"], lambda text: max(_lags(text), default=float("inf")) < 30)
        for service in ("auth", "cms", "content", "crm", "ecom"):
            assert _value(worker, f'pagewright_database_up{{service="{service}"}}') == 1
        web, gateway = (httpx.get(parts.metrics[part], timeout=30).text for part in ("web", "gateway"))
        assert (
            _value(
                web,
                'pagewright_http_request_duration_seconds_count{service="web",method="GET",route="/*",status="200"}',
            )
            >= 2
        )
        assert _value(web, "pagewright_page_cache_hits_total") + _value(web, "pagewright_page_cache_renders_total") >= 2
        assert _value(web, 'pagewright_page_part_duration_seconds_count{part="render"}') >= 1
        assert 'traefik_entrypoint_requests_total{code="200",entrypoint="web"' in gateway

    def test_the_gateway_leads_to_none_of_them(self, visitor: httpx.Client, parts: WatchedParts) -> None:
        for path in ("/metrics", "/client/metrics", "/cms/metrics", "/client/internal/metrics"):
            answer = visitor.get(path)
            assert answer.status_code in (401, 404), path
            assert "pagewright_" not in answer.text

    def test_an_address_that_nobody_knows_makes_no_metric(self, visitor: httpx.Client, parts: WatchedParts) -> None:
        for number in range(3):
            visitor.get(f"/client/nothing-{number}")
            visitor.get(f"/nothing-{number}")
        assert "nothing-" not in "".join(httpx.get(url, timeout=30).text for url in parts.metrics.values())

    def test_whoever_asks_for_something_else_is_told_where_they_are(self, parts: WatchedParts) -> None:
        for part in ("content", "worker", "web"):
            answer = httpx.get(parts.metrics[part].replace("/metrics", "/else"), timeout=30)
            assert (answer.status_code, answer.text) == (404, "Metrics are at /metrics.\n")


class TestAlertsAndDashboard:
    def test_name_only_metrics_and_labels_that_there_are(self, visitor: httpx.Client, parts: WatchedParts) -> None:
        visitor.get("/")
        told = [httpx.get(url, timeout=30).text for url in parts.metrics.values()]
        # The second of them by tests/deploy/test_gateway_certificates.py.
        there = (METRICS_OF_OTHERS | METRICS_WITH_TLS).union(*map(_names, told))
        labels = _labels("\n".join(told))
        for expression in expressions():
            for name, chosen_by in selectors_of(expression):
                assert name in there, expression
                # Of a metric without a series yet nobody knows which labels it has.
                if name in labels:
                    assert chosen_by <= labels[name] | OF_PROMETHEUS, expression

    def test_no_metric_has_a_label_of_prometheus_own(self, visitor: httpx.Client, parts: WatchedParts) -> None:
        """It would have another name once it is read: alerts and panels by it were about all jobs as one."""
        visitor.get("/")
        told = [httpx.get(url, timeout=30).text for url in parts.metrics.values()]
        found = _labels("\n".join(told))
        assert {name: labels & OF_PROMETHEUS for name, labels in found.items() if labels & OF_PROMETHEUS} == {}


def _layers(spans: list[Received]) -> set[str]:
    found = {span.service.removeprefix("pagewright-") for span in spans}
    return found | ({"sql"} if any("db.query.text" in span.attributes for span in spans) else set())


async def _asked_by(stack: Stack, job: str) -> str:
    connection = await asyncpg.connect(stack.service_dsn("content"))
    try:
        return str(await connection.fetchval("SELECT asked_by FROM jobs WHERE id = $1", job))
    finally:
        await connection.close()


def _told_once(url: str, holds: Callable[[str], bool]) -> str:
    """The metrics at an address, as soon as this holds of them."""
    until = time.monotonic() + 60
    while not holds(text := httpx.get(url, timeout=30).text):
        assert time.monotonic() < until, text
        time.sleep(0.1)
    return text


def _lags(worker: str) -> list[float]:
    """How far content is behind what auth has told, in seconds."""
    lags = r'^pagewright_outbox_lag_seconds\{publisher="auth",service="content".*\} (\S+)$'
    return [float(lag) for lag in re.findall(lags, worker, re.MULTILINE)]


def _value(text: str, series: str) -> float:
    found = re.search(rf"^{re.escape(series)} (\S+)$", text, re.MULTILINE)
    assert found, f"{series} is not told"
    return float(found[1])


def _names(text: str) -> set[str]:
    """The names of all series, also of those of which there is none yet."""
    names = set()
    for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE):
        names.add(name)
        if kind == "histogram":
            names |= {f"{name}_{each}" for each in ("bucket", "sum", "count")}
    return names


def _labels(text: str) -> dict[str, set[str]]:
    """The labels of each metric that there is a series of."""
    found: dict[str, set[str]] = {}
    for name, labels in re.findall(r"^(\w+)(?:\{(.*)\})? ", text, re.MULTILINE):
        found.setdefault(name, set()).update(re.findall(r'(\w+)="', labels))
    return found
