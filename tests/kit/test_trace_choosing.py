import re

import httpx
import pytest
from starlette.types import Scope

from kit.job_outcomes import JobOutcome
from kit.logs import trace_parent
from kit.testing import SettingsFor
from kit.watching.choosing import chooser_of
from kit.watching.settings import WatchSettings
from kit.watching.tracing import Tracing
from tests.kit.service import Settings

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
UNSENT = f"00-{TRACE}-00f067aa0ba902b7-00"


def chosen(count: int, apart: float) -> int:
    """How many of so many traces are chosen, one each ``apart`` seconds."""
    time = 0.0
    choose = chooser_of(None, lambda: time)
    found = 0
    for _ in range(count):
        time += apart
        found += choose()
    return found


class TestWithoutAShare:
    def test_all_of_a_quiet_site_are(self) -> None:
        assert chosen(1000, 0.2) == 1000

    def test_of_a_busy_one_five_a_second_are_after_the_first(self) -> None:
        assert 500 + 24 <= chosen(100_000, 0.001) <= 500 + 25

    def test_no_more_are_at_once_after_a_long_while(self) -> None:
        times = iter([0.0, *[3600.0] * 100])
        choose = chooser_of(None, lambda: next(times))
        assert sum(choose() for _ in range(100)) == 25


@pytest.mark.parametrize(("share", "least", "most"), [(0.0, 0, 0), (0.5, 4500, 5500), (1.0, 10_000, 10_000)])
def test_with_a_share_so_many_are(share: float, least: int, most: int) -> None:
    choose = chooser_of(share)
    assert least <= sum(choose() for _ in range(10_000)) <= most


@pytest.fixture
def tracing() -> Tracing:
    """That sends none, unless it is asked to go on with one that is."""
    return Tracing(WatchSettings(None, "http://127.0.0.1:9/v1/traces", {}, 0.0), "test", "1")


def asked(path: str = "/crm/categories", **headers: str) -> Scope:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "method": "GET", "path": path, "headers": named}


class TestATraceThatIsNotSent:
    def test_has_no_span_and_names_its_request(self, tracing: Tracing) -> None:
        scope = asked(x_request_id="of-somebody")
        with tracing.server(scope) as span:
            assert span is None
            version, trace, _, flags = trace_parent.get().split("-")
        assert (version, flags) == ("00", "00")
        assert [value for name, value in scope["headers"] if name == b"x-request-id"] == [trace.encode()]
        assert trace_parent.get() == ""

    def test_goes_on_where_it_came_from_another_part(self, tracing: Tracing) -> None:
        scope = asked(traceparent=UNSENT)
        with tracing.server(scope) as span:
            assert span is None
            assert trace_parent.get() == UNSENT
        assert (b"x-request-id", TRACE.encode()) in scope["headers"]

    @pytest.mark.parametrize("wrong", [f"00-{'0' * 32}-00f067aa0ba902b7-00", f"00-{TRACE}-00", "", "ÿ", TRACE.upper()])
    def test_is_another_where_what_came_names_none(self, tracing: Tracing, wrong: str) -> None:
        with tracing.server(asked(traceparent=wrong)) as span:
            assert span is None
            assert TRACE not in trace_parent.get()

    async def test_is_told_to_the_parts_that_are_asked_and_to_no_stranger(
        self, tracing: Tracing, settings_for: SettingsFor
    ) -> None:
        """A part that is not told begins one of its own."""
        sent: list[httpx.Request] = []

        def answer(request: httpx.Request) -> httpx.Response:
            sent.append(request)
            return httpx.Response(200)

        transport = tracing.transport(httpx.MockTransport(answer), settings_for(Settings))
        async with httpx.AsyncClient(transport=transport) as client:
            with tracing.server(asked(traceparent=UNSENT)):
                await client.get("http://auth.test/auth/users")
                await client.get("http://elsewhere.example/")
            await client.get("http://auth.test/auth/users")
        assert [request.headers.get("traceparent") for request in sent] == [UNSENT, None, None]

    def test_has_no_span_of_what_is_done_for_it_either(self, tracing: Tracing, monkeypatch: pytest.MonkeyPatch) -> None:
        begun: list[str] = []
        monkeypatch.setattr(tracing._tracer, "start_span", lambda name, *_, **__: begun.append(name))
        with tracing.server(asked()), tracing.redis_call():
            tracing.statement("crm", "SELECT 1", 0.1, None)
        assert begun == []

    def test_of_a_job_is_its_own(self, tracing: Tracing) -> None:
        with tracing.job("crm", "mail.send", "short", f"{UNSENT[:-1]}1", JobOutcome()):
            assert TRACE not in trace_parent.get()
            assert re.fullmatch("00-[0-9a-f]{32}-[0-9a-f]{16}-00", trace_parent.get())
        assert trace_parent.get() == ""

    def test_one_that_is_sent_has_one(self, tracing: Tracing) -> None:
        with tracing.server(asked(traceparent=f"{UNSENT[:-1]}1")) as span:
            assert span is not None
            assert trace_parent.get().startswith(f"00-{TRACE}-")
            assert trace_parent.get().endswith("-01")
