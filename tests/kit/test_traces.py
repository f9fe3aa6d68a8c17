"""Traces that processes of services send, and the lines of their logs that name them."""

import asyncio
import json
import re
import time

import httpx

import tests.kit.jobsite.worker  # noqa: F401  # registers its tasks
from kit.logs import trace_parent
from kit.testing import ServiceClient, Tokens
from kit.testing.engines import free_port
from kit.watching.choosing import PER_SECOND
from tests.kit.job_rows import queue
from tests.kit.waiting import eventually
from tests.kit.watched import PARENT, TRACE, answers, collector, is_done, serving
from tests.kit.worker_process import end, module_process, on_ports, worker_process
from tests.otlp_receiver import Collector, Received

__all__ = ["collector"]


class TestTraces:
    async def test_of_a_job_name_what_asked_for_it(self, client: ServiceClient, collector: Collector) -> None:
        token = trace_parent.set(PARENT)
        job = await queue(client, "jobsite.quick")
        trace_parent.reset(token)
        process = await worker_process(client, "tests.kit.jobsite", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url)
        try:
            await eventually(lambda: is_done(client, job))
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
                    await eventually(lambda: answers(web))
                    await web.get("/crm/internal/status", headers={"traceparent": PARENT})
                while True:
                    line = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
                    if line.get("requestId") == TRACE:
                        break
            finally:
                await end(process)
        assert line["traceId"] == TRACE
        assert "redis unreachable" in line["message"]


def _has_job(spans: list[Received]) -> bool:
    return any(span.name == "job jobsite.quick" for span in spans)
