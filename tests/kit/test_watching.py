"""What processes of services tell of themselves, and that they load nothing for it unless they are asked to."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
from prometheus_client import generate_latest
from sqlalchemy import delete, text, update

import tests.kit.jobsite.worker  # noqa: F401  # registers its tasks
from kit.environment import SettingsError
from kit.errors import DatabaseUnavailable
from kit.events import subscribers_of
from kit.logs import trace_parent
from kit.state import KitState
from kit.tables import Job
from kit.testing import ServiceClient, Tokens
from kit.testing.engines import free_port
from kit.watching.choosing import PER_SECOND
from kit.watching.facts import Facts
from kit.watching.metrics import Metrics
from kit.watching.settings import read_watch_settings
from kit.watching.sources import GaugeSource
from tests.forks import fork_module
from tests.kit.job_rows import queue, row
from tests.kit.waiting import eventually
from tests.kit.worker_process import _environment, end, module_process, on_ports, worker_process
from tests.otlp_receiver import Collector, Received, collecting
from tests.promql import Readings, Rule
from tests.watching_files import alerts

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as collector:
        yield collector


@asynccontextmanager
async def serving(client: ServiceClient, tokens: Tokens, **told: str) -> AsyncIterator[httpx.AsyncClient]:
    """The web process of crm, with these settings besides."""
    port = free_port()
    async with on_ports({"auth": tokens.app}) as urls:
        process = await module_process(client, "kit.serve", "crm", PORT=str(port), **urls, **told)
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as web:
                await eventually(lambda: _answers(web))
                yield web
        finally:
            await end(process)


async def _answers(web: httpx.AsyncClient) -> bool:
    try:
        return (await web.get("/crm/internal/ready")).status_code == 200
    except httpx.HTTPError:
        return False


async def read(port: int) -> str:
    """A process' metrics."""
    async with httpx.AsyncClient(timeout=30) as prometheus:
        return (await prometheus.get(f"http://127.0.0.1:{port}/metrics")).raise_for_status().text


async def read_with(port: int, *expected: str) -> str:
    """A process' metrics, once all of these are in them: what is counted is counted after the answer that it is of."""
    metrics = ""

    async def has_them() -> bool:
        nonlocal metrics
        metrics = await read(port)
        return all(each in metrics for each in expected)

    with suppress(AssertionError):
        await eventually(has_them)
    assert [each for each in expected if each not in metrics] == [], metrics
    return metrics


class TestSettings:
    def test_nothing_is_told_unless_it_is_asked_for(self) -> None:
        assert read_watch_settings({}).is_off
        assert read_watch_settings({"OTEL_EXPORTER_OTLP_HEADERS": "a=b", "METRICS_PORT": ""}).is_off

    def test_are_those_of_opentelemetry(self, tmp_path: Path) -> None:
        (tmp_path / "headers").write_text("Authorization=Basic%20YWRh==, x-tenant=site\n")
        found = read_watch_settings(
            {
                "METRICS_PORT": "9464",
                "OTEL_EXPORTER_OTLP_ENDPOINT": "https://collector.example.org/otlp/",
                "OTEL_EXPORTER_OTLP_HEADERS_FILE": str(tmp_path / "headers"),
                "OTEL_TRACES_SAMPLER_ARG": "0.25",
            }
        )
        assert found.metrics_port == 9464
        assert found.traces_to == "https://collector.example.org/otlp/v1/traces"
        assert found.headers == {"Authorization": "Basic YWRh==", "x-tenant": "site"}
        assert found.share == 0.25

    @pytest.mark.parametrize(
        "wrong",
        [
            {"METRICS_PORT": "0"},
            {"METRICS_PORT": "99999"},
            {"METRICS_PORT": "\uff19\uff14"},
            {"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318"},
            {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://user:secret@collector"},
            {"OTEL_EXPORTER_OTLP_HEADERS": "secret"},
            {"OTEL_EXPORTER_OTLP_HEADERS": 'a="secret"'},
            {"OTEL_EXPORTER_OTLP_HEADERS_FILE": "/not/there"},
            {"OTEL_TRACES_SAMPLER_ARG": "-1"},
            {"OTEL_TRACES_SAMPLER_ARG": "nan"},
        ],
        ids=str,
    )
    def test_those_that_cannot_be_are_named_and_no_secret_with_them(self, wrong: Mapping[str, str]) -> None:
        with pytest.raises(SettingsError, match=next(iter(wrong))) as raised:
            read_watch_settings(wrong)
        assert "secret" not in str(raised.value)

    async def test_a_process_with_one_says_so_and_ends(self, client: ServiceClient) -> None:
        environment = _environment(client, {"METRICS_PORT": "on"})
        process = await fork_module(["kit.serve", "crm"], environment, ["crm.app"], with_errors=True)
        _, errors = await asyncio.wait_for(process.communicate(), 60)
        assert process.returncode == 1
        assert errors.decode().strip() == "crm: METRICS_PORT must be a number from 1 to 65535, not 'on'"


class TestAServiceThatNobodyWatches:
    def test_loads_none_of_the_libraries(self) -> None:
        """They would take 15 MB of each process."""
        asked = (
            "import sys, crm.app, crm.worker, kit.serve, kit.worker, kit.watching.process\n"
            # The API of OpenTelemetry, which does nothing by itself, comes with another library.
            "heavy = ('opentelemetry.sdk', 'opentelemetry.exporter', 'google.protobuf', 'requests', 'prometheus_client')\n"
            "print([name for name in sys.modules if name.startswith(heavy)])"
        )
        told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
        assert told.stdout.strip() == "[]"


class TestMetrics:
    async def test_of_a_web_process(self, client: ServiceClient, tokens: Tokens) -> None:
        port = free_port()
        async with serving(client, tokens, METRICS_PORT=str(port)) as web:
            before = await read(port)
            await web.get("/crm/internal/health")
            await web.get("/crm/nothing-of-the-kind")
            await web.request("PROPFIND", "/crm/internal/health")
            await queue(client, "jobsite.quick")
            async with client.kit.database.transaction() as session:
                await session.execute(text("UPDATE jobs SET run_at = now() - interval '90 seconds'"))
            route = '{method="GET",route="/crm/internal/health",service="crm",status="200"}'
            metrics = await read_with(
                port,
                f"pagewright_http_request_duration_seconds_count{route} ",
                'route="unknown",service="crm",status="404"',
                'method="other"',
                'pagewright_jobs{queue="short",',
            )
        assert _value(metrics, f"pagewright_http_request_duration_seconds_count{route}") == 1
        assert "nothing-of-the-kind" not in metrics
        assert "PROPFIND" not in metrics
        assert "pagewright_jobs{" not in before
        assert _value(metrics, 'pagewright_jobs{queue="short",service="crm",state="queued",task="jobsite.quick"}') == 1
        assert 90 <= _value(metrics, 'pagewright_jobs_oldest_seconds{queue="short",service="crm"}') < 600
        assert _value(metrics, 'pagewright_jobs_oldest_seconds{queue="long",service="crm"}') == 0
        assert _value(metrics, 'pagewright_failed_events{service="crm"}') == 0

    async def test_say_how_much_of_the_disk_is_free(
        self, client: ServiceClient, tokens: Tokens, tmp_path: Path
    ) -> None:
        port = free_port()
        async with serving(client, tokens, METRICS_PORT=str(port), data_dir=str(tmp_path)):
            metrics = await read(port)
        disk = os.statvfs(tmp_path)
        expected = disk.f_bavail / (disk.f_blocks - disk.f_bfree + disk.f_bavail)
        found = _value(metrics, f'pagewright_disk_free_ratio{{folder="{tmp_path}",service="crm"}}')
        assert abs(found - min(expected, disk.f_favail / disk.f_files)) < 0.05

    async def test_say_nothing_of_a_folder_that_is_not_there(
        self, client: ServiceClient, tokens: Tokens, tmp_path: Path
    ) -> None:
        port = free_port()
        async with serving(client, tokens, METRICS_PORT=str(port), data_dir=str(tmp_path / "none")):
            metrics = await read(port)
        assert "# TYPE pagewright_disk_free_ratio gauge\n" in metrics
        assert "pagewright_disk_free_ratio{" not in metrics

    async def test_say_what_is_away(self, client: ServiceClient, tokens: Tokens) -> None:
        port = free_port()
        nobody = f"127.0.0.1:{free_port()}"
        told = {"redis_url": f"redis://{nobody}/0", "METRICS_PORT": str(port)}
        async with serving(client, tokens, **told):
            failures = 'pagewright_redis_failures_total{service="crm"}'

            async def has_failed() -> bool:
                return _value(await read(port), failures) >= 1

            await eventually(has_failed)
            metrics = await read_with(port, 'pagewright_database_up{service="crm"} 1.0')
        assert _value(metrics, 'pagewright_redis_up{service="crm"}') == 0

    async def test_of_a_worker(self, client: ServiceClient) -> None:
        port = free_port()
        process = await worker_process(client, "tests.kit.jobsite", METRICS_PORT=str(port))
        try:
            job = await queue(client, "jobsite.quick")
            await eventually(lambda: _is_done(client, job))
            series = '{outcome="done",service="crm",task="jobsite.quick"}'
            metrics = await read_with(port, f"pagewright_job_duration_seconds_count{series} ")
        finally:
            await end(process)
        assert _value(metrics, f"pagewright_job_duration_seconds_count{series}") == 1
        # Its publisher is not there in this test, so that it cannot have all of its events.
        subscriber = f'{{publisher="crm",service="crm",subscriber="{_subscriber()}"}}'
        assert _value(metrics, f"pagewright_outbox_lag_seconds{subscriber}") > 0


class TestGaugesOfOneService:
    async def test_are_read_each_time_and_have_no_value_where_they_cannot_be(self, client: ServiceClient) -> None:
        given = iter([{"pagewright_one": 1.0, "pagewright_other": 2.0}, {"pagewright_one": 3.0}, None])

        async def read(state: KitState) -> Mapping[str, float]:
            values = next(given)
            if values is None:
                raise DatabaseUnavailable
            return values

        metrics = Metrics("1")
        source = GaugeSource({"pagewright_one": "One.", "pagewright_other": "Another."}, read)
        facts, told = Facts(metrics, [client.kit], works=False, sources=[source]), list[dict[str, float]]()
        text = ""
        for _ in range(3):
            await facts.gather()
            text = generate_latest(metrics.registry).decode()
            found = re.findall(r'^(pagewright_o\w+)\{service="crm"\} (\S+)$', text, re.MULTILINE)
            told.append({name: float(value) for name, value in found if name in source.gauges})
        assert told == [{"pagewright_one": 1, "pagewright_other": 2}, {"pagewright_one": 3}, {}]
        assert "# HELP pagewright_other Another.\n" in text


class TestTheAlertOfJobs:
    async def test_tells_of_the_first_that_fails_and_until_it_is_dismissed(self, client: ServiceClient) -> None:
        """Of a counter that begins with 1 no growth is seen: each worker's first failure was told by nobody."""
        [rule] = [Rule(rule) for rule in alerts() if rule["alert"] == "JobsFail"]
        readings, port = Readings(), free_port()
        process = await worker_process(client, "tests.kit.jobsite", METRICS_PORT=str(port))
        try:
            before = await read(port)
            job = await queue(client, "jobsite.refused")
            await eventually(lambda: _has_failed(client, job))
            after = await read(port)
            async with client.kit.database.transaction() as session:
                await session.execute(text("UPDATE jobs SET dismissed_at = now()"))
            dismissed = await read(port)
        finally:
            await end(process)
        told = []
        # It goes on for 15 minutes, so that a job that fails again and again is told of once.
        for at, reading in ((0, before), (15, after), (30, dismissed), (15 + 15 * 60, dismissed)):
            readings.read(at, reading, job="pagewright", instance="worker")
            told.append([dict(labels)["task"] for labels in rule.firing(readings, at)])
        assert told == [[], ["jobsite.refused"], ["jobsite.refused"], []]

    async def test_tells_nothing_of_what_was_refused_to_somebody(self, client: ServiceClient, tokens: Tokens) -> None:
        job, refused = "jobsite.refused", {"code": "conflict", "status": 409}
        failures = [(None, refused), ("user", refused), ("user", {"code": "timeout"}), ("user", {"status": 507})]
        port, counted = free_port(), list[str]()
        async with serving(client, tokens, METRICS_PORT=str(port)):
            for created_by, error in failures:
                await queue(client, job, created_by=created_by)
                async with client.kit.database.transaction() as session:
                    await session.execute(update(Job).values(state="failed", error=error, dismissed_at=None))
                counted.append(await read(port))
                async with client.kit.database.transaction() as session:
                    await session.execute(delete(Job))
        series = f'pagewright_jobs{{queue="short",service="crm",state="failed",task="{job}"}}'
        assert [series in each for each in counted] == [True, False, True, True]


class TestTraces:
    async def test_of_a_job_name_what_asked_for_it(self, client: ServiceClient, collector: Collector) -> None:
        token = trace_parent.set(PARENT)
        job = await queue(client, "jobsite.quick")
        trace_parent.reset(token)
        process = await worker_process(client, "tests.kit.jobsite", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url)
        try:
            await eventually(lambda: _is_done(client, job))
            spans = await asyncio.to_thread(collector.wait_for, _has_job)
        finally:
            await end(process)
        span = next(each for each in spans if each.name == "job jobsite.quick")
        assert span.links == [TRACE]
        assert span.trace_id != TRACE
        assert span.attributes["pagewright.job.id"] == str(job)
        assert span.attributes["pagewright.job.outcome"] == "done"
        assert any(each.parent_id == span.span_id and "db.query.text" in each.attributes for each in spans)

    async def test_nothing_is_made_of_what_is_asked_time_and_again(
        self, client: ServiceClient, tokens: Tokens, collector: Collector
    ) -> None:
        async with serving(client, tokens, OTEL_EXPORTER_OTLP_ENDPOINT=collector.url) as web:
            await web.get("/crm/internal/health")
            answer = await web.get(
                "/crm/categories", headers={"traceparent": PARENT, "X-Request-Id": "given-by-somebody"}
            )
            await asyncio.to_thread(collector.wait_for, bool)
        assert answer.headers["X-Request-Id"] == TRACE
        assert {span.trace_id for span in collector.spans} == {TRACE}

    async def test_of_a_busy_service_few_are_sent(
        self, client: ServiceClient, tokens: Tokens, collector: Collector
    ) -> None:
        async with serving(client, tokens, OTEL_EXPORTER_OTLP_ENDPOINT=collector.url) as web:
            began = time.monotonic()
            answers = [await web.get("/crm/categories") for _ in range(200)]
            spent = time.monotonic() - began
            await web.get("/crm/categories", headers={"traceparent": PARENT})
            await asyncio.to_thread(collector.wait_for, bool, TRACE)
        known = {answer.headers["X-Request-Id"] for answer in answers}
        traces = {span.trace_id for span in collector.spans}
        # Nothing that is done for one that is not sent makes a trace of its own.
        assert traces <= {*known, TRACE}
        sent = traces & known
        assert len(known) == 200
        assert all(re.fullmatch("[0-9a-f]{32}", each) for each in known)
        assert 25 <= len(sent) <= 25 + PER_SECOND * spent + 1

    async def test_a_collector_that_is_away_costs_nobody_an_answer(self, client: ServiceClient, tokens: Tokens) -> None:
        away = f"http://127.0.0.1:{free_port()}"
        async with serving(client, tokens, OTEL_EXPORTER_OTLP_ENDPOINT=away) as web:
            for _ in range(20):
                answer = await web.get("/crm/internal/status", headers={"traceparent": PARENT})
                assert answer.status_code == 200


class TestLogs:
    async def test_a_request_s_line_names_its_trace(
        self, client: ServiceClient, tokens: Tokens, collector: Collector
    ) -> None:
        port = free_port()
        async with on_ports({"auth": tokens.app}) as urls:
            told = {"PORT": str(port), "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, **urls}
            # Nobody listens there: the process says so while it answers.
            told["redis_url"] = f"redis://127.0.0.1:{free_port()}/0"
            process = await module_process(client, "kit.serve", "crm", **told)
            assert process.stdout is not None
            try:
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as web:
                    await eventually(lambda: _answers(web))
                    await web.get("/crm/internal/status", headers={"traceparent": PARENT})
                while True:
                    line = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
                    if line.get("requestId") == TRACE:
                        break
            finally:
                await end(process)
        assert line["traceId"] == TRACE
        assert "redis unreachable" in line["message"]


async def _has_failed(client: ServiceClient, job: uuid.UUID) -> bool:
    return (await row(client, job)).state == "failed"


async def _is_done(client: ServiceClient, job: uuid.UUID) -> bool:
    return (await row(client, job)).state == "done"


def _has_job(spans: list[Received]) -> bool:
    return any(span.name == "job jobsite.quick" for span in spans)


def _subscriber() -> str:
    [subscriber] = subscribers_of("tests.kit.jobsite")
    return subscriber.name


def _value(metrics: str, series: str) -> float:
    found = re.search(rf"^{re.escape(series)} (\S+)$", metrics, re.MULTILINE)
    assert found, f"{series} is not told:\n{metrics}"
    return float(found[1])
