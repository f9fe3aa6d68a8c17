"""What processes of services tell of themselves, and that they load nothing for it unless they are asked to."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from sqlalchemy import text

import tests.kit.jobsite.worker  # noqa: F401  # registers its tasks
from kit.environment import SettingsError
from kit.events import subscribers_of
from kit.testing import ServiceClient, Tokens
from kit.testing.engines import free_port
from kit.watching.settings import read_watch_settings
from tests.forks import fork_module
from tests.kit.job_rows import queue
from tests.kit.waiting import eventually
from tests.kit.watched import is_done, read, read_with, serving
from tests.kit.worker_process import _environment, end, worker_process


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
            await eventually(lambda: is_done(client, job))
            series = '{outcome="done",service="crm",task="jobsite.quick"}'
            metrics = await read_with(port, f"pagewright_job_duration_seconds_count{series} ")
        finally:
            await end(process)
        assert _value(metrics, f"pagewright_job_duration_seconds_count{series}") == 1
        # Its publisher is not there in this test, so that it cannot have all of its events.
        subscriber = f'{{publisher="crm",service="crm",subscriber="{_subscriber()}"}}'
        assert _value(metrics, f"pagewright_outbox_lag_seconds{subscriber}") > 0


def _subscriber() -> str:
    [subscriber] = subscribers_of("tests.kit.jobsite")
    return subscriber.name


def _value(metrics: str, series: str) -> float:
    found = re.search(rf"^{re.escape(series)} (\S+)$", metrics, re.MULTILINE)
    assert found, f"{series} is not told:\n{metrics}"
    return float(found[1])
