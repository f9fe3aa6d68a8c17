"""Gauges that a service declares, and the alert of jobs that fail."""

import re
import uuid
from collections.abc import Mapping

from prometheus_client import generate_latest
from sqlalchemy import delete, text, update

import tests.kit.jobsite.worker  # noqa: F401  # registers its tasks
from kit.errors import DatabaseUnavailable
from kit.state import KitState
from kit.tables import Job
from kit.testing import ServiceClient, Tokens
from kit.testing.engines import free_port
from kit.watching.facts import Facts
from kit.watching.metrics import Metrics
from kit.watching.sources import GaugeSource
from tests.kit.job_rows import queue, row
from tests.kit.waiting import eventually
from tests.kit.watched import read, serving
from tests.kit.worker_process import end, worker_process
from tests.promql import Readings, Rule
from tests.watching_files import alerts


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


async def _has_failed(client: ServiceClient, job: uuid.UUID) -> bool:
    return (await row(client, job)).state == "failed"
