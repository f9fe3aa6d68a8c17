"""What Google counts, as the admin asks for it: of a period, of a page, and when Google cannot be asked."""

import asyncio
from datetime import date, timedelta
from typing import Any

import pytest

from cms.app import app
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.google_calls import client, connect, connected, google, refused, report, today
from tests.cms.google_entries import configure_google
from tests.fakes.google import Google, Visit

__all__ = ["client", "connected", "google", "today"]


class TestReport:
    async def test_tells_of_the_last_30_days(self, connected: ServiceClient, tokens: Tokens, today: date) -> None:
        answer = await report(connected, tokens)
        found = answer.json()
        first = str(today - timedelta(days=30))
        assert (answer.status_code, found["startDate"], found["endDate"]) == (200, first, str(today))
        # Ann came on two days and is one visitor.
        assert found["totals"] == {"visitors": 2, "views": 4}
        assert found["before"] == {"visitors": 1, "views": 1}
        assert (len(found["days"]), found["timeZone"]) == (31, "America/Los_Angeles")
        assert found["days"][-2:] == [
            {"date": str(today - timedelta(days=1)), "visitors": 2, "views": 2},
            {"date": str(today), "visitors": 1, "views": 2},
        ]
        assert found["days"][0] == {"date": first, "visitors": 0, "views": 0}
        assert found["pages"][0] == {"path": "/prices", "visitors": 1, "views": 2}
        assert [each["name"] for each in found["sources"]] == ["google", "(direct)"]

    async def test_of_a_page_and_of_those_below_it(self, connected: ServiceClient, tokens: Tokens) -> None:
        prices = (await report(connected, tokens, path="/prices")).json()
        assert (prices["path"], prices["totals"]) == ("/prices", {"visitors": 1, "views": 2})
        blog = (await report(connected, tokens, path="/blog/*")).json()
        assert [each["path"] for each in blog["pages"]] == ["/blog/first"]

    async def test_of_a_page_that_nobody_has_seen(self, connected: ServiceClient, tokens: Tokens) -> None:
        found = (await report(connected, tokens, path="/never", start_date="2024-02-28", end_date="2024-03-01")).json()
        assert [each["date"] for each in found["days"]] == ["2024-02-28", "2024-02-29", "2024-03-01"]
        assert (found["totals"], found["pages"], found["sources"]) == ({"visitors": 0, "views": 0}, [], [])

    async def test_is_asked_for_once_by_all_who_wait(
        self, connected: ServiceClient, tokens: Tokens, google: Google
    ) -> None:
        answers = await asyncio.gather(*(report(connected, tokens) for _ in range(8)))
        assert {answer.status_code for answer in answers} == {200}
        assert (len(google.asked), google.refreshed) == (4, 1)
        await report(connected, tokens, path="/prices")
        assert (len(google.asked), google.refreshed) == (8, 1)

    async def test_renews_a_token_that_google_ended_early(
        self, connected: ServiceClient, tokens: Tokens, google: Google
    ) -> None:
        await report(connected, tokens)
        google.access_tokens.clear()
        assert (await report(connected, tokens, path="/prices")).status_code == 200
        assert google.refreshed == 2

    async def test_says_that_the_connection_was_revoked(
        self, connected: ServiceClient, tokens: Tokens, google: Google
    ) -> None:
        google.refresh_tokens.clear()
        answer = await report(connected, tokens)
        assert refused(answer) == (503, "google_not_connected")
        assert "Connect again" in answer.json()["detail"]
        assert (await connect(connected, tokens, google)).status_code == 204
        assert (await report(connected, tokens)).status_code == 200

    @pytest.mark.parametrize(
        ("trouble", "status", "code"),
        [
            ({"property_id": "77"}, 503, "google_property_refused"),
            ({"is_api_on": False}, 503, "google_property_refused"),
            ({"is_quota_used_up": True}, 429, "google_quota_exceeded"),
            ({"odd_answer": {"rows": [{"metricValues": [{"value": "many"}]}]}}, 503, "google_unavailable"),
            ({"odd_answer": {"rows": "none"}}, 503, "google_unavailable"),
            ({"odd_answer": [1]}, 503, "google_unavailable"),
            ({"odd_answer": {"long": "x" * 3_000_000}}, 503, "google_unavailable"),
        ],
    )
    async def test_says_what_is_wrong_and_recovers(
        self,
        connected: ServiceClient,
        tokens: Tokens,
        google: Google,
        trouble: dict[str, Any],
        status: int,
        code: str,
    ) -> None:
        well = {name: getattr(google, name) for name in trouble}
        for name, value in trouble.items():
            setattr(google, name, value)
        answer = await report(connected, tokens)
        assert refused(answer) == (status, code)
        assert ("retry-after" in answer.headers) == (status == 429)
        for name, value in well.items():
            setattr(google, name, value)
        assert (await report(connected, tokens)).status_code == 200

    async def test_says_to_turn_the_api_on(self, connected: ServiceClient, tokens: Tokens, google: Google) -> None:
        google.is_api_on = False
        assert "Google Analytics Data API" in (await report(connected, tokens)).json()["detail"]

    async def test_without_google_is_unavailable(self, start: Start, tokens: Tokens, google: Google) -> None:
        client = await start(app, google_url="http://nowhere.test")
        await configure_google(client, googleRefreshToken="1//x")
        assert refused(await report(client, tokens)) == (503, "google_unavailable")

    async def test_needs_the_property(self, connected: ServiceClient, tokens: Tokens) -> None:
        await configure_google(connected, analyticsProperty="")
        assert refused(await report(connected, tokens)) == (503, "google_not_configured")

    @pytest.mark.parametrize(
        ("first", "last", "before"),
        [("2015-08-14", "2015-08-20", []), ("2015-08-16", "2015-08-20", [("2015-08-14", "2015-08-15")])],
    )
    async def test_compares_with_no_days_before_google_counted(
        self, connected: ServiceClient, tokens: Tokens, google: Google, first: str, last: str, before: list[Any]
    ) -> None:
        google.visits = [Visit(date(2015, 8, 17), "ann", "/")]
        answer = await report(connected, tokens, start_date=first, end_date=last)
        assert (answer.status_code, answer.json()["totals"]["visitors"]) == (200, 1), answer.text
        assert answer.json()["before"] == {"visitors": 0, "views": 0}
        [spans] = [each["dateRanges"][1:] for each in google.asked if not each["dimensions"]]
        assert [(each["startDate"], each["endDate"]) for each in spans] == before

    @pytest.mark.parametrize(
        ("query", "field"),
        [
            ({"start_date": "2024-03-02", "end_date": "2024-03-01"}, "start-date"),
            ({"start_date": "2022-03-01", "end_date": "2024-03-01"}, "start-date"),
            ({"start_date": "2001-01-01", "end_date": "2001-01-02"}, "end-date"),
            ({"start_date": "2015-08-13", "end_date": "2015-08-15"}, "start-date"),
            ({"end_date": "9999-12-31"}, "end-date"),
        ],
    )
    async def test_refuses_days_that_cannot_be_asked_for(
        self, connected: ServiceClient, tokens: Tokens, google: Google, query: dict[str, str], field: str
    ) -> None:
        answer = await report(connected, tokens, **query)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)
        assert google.asked == []

    @pytest.mark.parametrize("query", [{"start_date": "yesterday"}, {"path": "prices"}, {"path": "/" + "x" * 1_000}])
    async def test_refuses_what_is_no_query(
        self, connected: ServiceClient, tokens: Tokens, query: dict[str, str]
    ) -> None:
        assert (await report(connected, tokens, **query)).status_code == 422

    async def test_is_not_for_visitors(self, connected: ServiceClient, tokens: Tokens) -> None:
        assert (await connected.get("/cms/google/reports")).status_code == 401
        answer = await connected.get("/cms/google/reports", headers=tokens.bearer("crm:read"))
        assert answer.status_code == 403
