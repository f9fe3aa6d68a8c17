import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from sqlalchemy import select

from cms.analytics import service
from cms.app import app
from cms.config_entries.entries import GOOGLE_CLIENT_SECRET, GOOGLE_REFRESH_TOKEN, entries
from cms.config_entries.models import ConfigEntry
from kit.audit import AuditEntry
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.google_entries import configure_google
from tests.fakes.google import Google, Visit

USER = "0198f2a0-0000-7000-8000-000000000001"


@pytest.fixture
def today() -> date:
    """The day of the test, and not that of its import, which may be the one before."""
    return datetime.now(UTC).date()


@pytest.fixture
def google(today: date) -> Google:
    google = Google()
    google.visits = [
        Visit(today, "ann", "/", "google"),
        Visit(today, "ann", "/prices", "google"),
        Visit(today - timedelta(days=1), "ann", "/prices", "google"),
        Visit(today - timedelta(days=1), "bob", "/blog/first"),
        Visit(today - timedelta(days=40), "eve", "/prices"),
    ]
    return google


@pytest.fixture
async def client(start: Start, google: Google) -> ServiceClient:
    """cms with a Google at hand, set up for it and not connected."""
    client = await start(app, mounts={"http://google.test": google.app}, google_url="http://google.test/")
    await configure_google(client)
    return client


async def begin(client: ServiceClient, tokens: Tokens, user: str = USER) -> dict[str, str]:
    answer = await client.post("/cms/google/consent", headers=tokens.bearer("admin", user=user))
    assert answer.status_code == 200, answer.text
    asked = parse_qs(urlsplit(answer.json()["address"]).query, strict_parsing=True)
    return {name: values[0] for name, values in asked.items()}


async def come_back(client: ServiceClient, tokens: Tokens, body: dict[str, str], user: str = USER) -> httpx.Response:
    return await client.post("/cms/google/authorise", json=body, headers=tokens.bearer("admin", user=user))


async def connect(client: ServiceClient, tokens: Tokens, google: Google) -> httpx.Response:
    asked = await begin(client, tokens)
    return await come_back(client, tokens, {"code": google.code(asked["code_challenge"]), "state": asked["state"]})


async def report(client: ServiceClient, tokens: Tokens, **query: str) -> httpx.Response:
    params = {name.replace("_", "-"): value for name, value in query.items()}
    return await client.get("/cms/google/reports", params=params, headers=tokens.bearer("editor"))


async def state(client: ServiceClient, tokens: Tokens) -> tuple[bool, bool]:
    found = (await client.get("/cms/google", headers=tokens.bearer("editor"))).json()
    assert found["redirectAddress"] == "http://localhost:8080/oauth2/callback/google"
    return found["isConfigured"], found["isConnected"]


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


class TestConnecting:
    async def test_goes_to_google_and_back(self, client: ServiceClient, tokens: Tokens, google: Google) -> None:
        assert await state(client, tokens) == (True, False)
        assert (await connect(client, tokens, google)).status_code == 204
        assert await state(client, tokens) == (True, True)
        [refresh_token] = google.refresh_tokens
        async with client.kit.database.reading() as session:
            row = await session.scalar(select(ConfigEntry).where(ConfigEntry.key == GOOGLE_REFRESH_TOKEN.key))
            assert row is not None
            assert (row.value, refresh_token.encode() in (row.sealed or b"")) == (None, False)
            logged = (await session.scalars(select(AuditEntry.action))).all()
        assert "google.connected" in logged

    async def test_nobody_reads_or_writes_the_token_by_hand(
        self, client: ServiceClient, tokens: Tokens, google: Google
    ) -> None:
        await connect(client, tokens, google)
        listed = (await client.get("/cms/config", headers=tokens.bearer("super"))).json()
        assert GOOGLE_REFRESH_TOKEN.key not in {each["key"] for each in listed}
        assert GOOGLE_CLIENT_SECRET.key in {each["key"] for each in listed}
        async with client.kit.database.reading() as session:
            row = (await entries.rows(session, [GOOGLE_REFRESH_TOKEN.key]))[0]
        path = f"/cms/config/{row.id}"
        body = {"value": "1//mine", "version": row.version}
        assert (await client.put(path, json=body, headers=tokens.bearer("super"))).status_code == 404

    async def test_asks_for_reading_alone_with_a_state_and_a_challenge_of_its_own(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        first, second = await begin(client, tokens), await begin(client, tokens)
        assert first["scope"] == "https://www.googleapis.com/auth/analytics.readonly"
        assert (first["access_type"], first["prompt"]) == ("offline", "consent")
        assert first["state"] != second["state"]
        assert first["code_challenge"] != second["code_challenge"]

    async def test_takes_the_state_of_this_person_alone(
        self, client: ServiceClient, tokens: Tokens, google: Google
    ) -> None:
        asked = await begin(client, tokens, user="0198f2a0-0000-7000-8000-00000000000f")
        body = {"code": google.code(asked["code_challenge"]), "state": asked["state"]}
        assert refused(await come_back(client, tokens, body)) == (422, "google_state_invalid")
        body["state"] = "k1.anything"
        assert refused(await come_back(client, tokens, body)) == (422, "google_state_invalid")
        assert await state(client, tokens) == (True, False)

    async def test_takes_no_state_of_long_ago(
        self, client: ServiceClient, tokens: Tokens, google: Google, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "_STATE_SECONDS", -1)
        assert refused(await connect(client, tokens, google)) == (422, "google_state_invalid")

    async def test_takes_a_code_once_and_with_its_own_verifier(
        self, client: ServiceClient, tokens: Tokens, google: Google
    ) -> None:
        asked, other = await begin(client, tokens), await begin(client, tokens)
        code = google.code(asked["code_challenge"])
        wrong = await come_back(client, tokens, {"code": code, "state": other["state"]})
        assert refused(wrong) == (422, "google_code_invalid")
        again = await come_back(client, tokens, {"code": code, "state": asked["state"]})
        assert refused(again) == (422, "google_code_invalid")

    async def test_needs_leave_to_read_the_analytics(
        self, client: ServiceClient, tokens: Tokens, google: Google
    ) -> None:
        google.scope = "openid"
        assert refused(await connect(client, tokens, google)) == (422, "google_scope_missing")
        assert (await state(client, tokens), google.refresh_tokens) == ((True, False), set())

    async def test_says_that_the_clients_secret_is_wrong(
        self, client: ServiceClient, tokens: Tokens, google: Google
    ) -> None:
        await configure_google(client, googleClientSecret="another")
        assert refused(await connect(client, tokens, google)) == (503, "google_client_refused")

    async def test_needs_a_client(self, client: ServiceClient, tokens: Tokens) -> None:
        await configure_google(client, googleClientId="")
        answer = await client.post("/cms/google/consent", headers=tokens.bearer("admin"))
        assert refused(answer) == (503, "google_not_configured")

    async def test_ends_at_google_too(self, client: ServiceClient, tokens: Tokens, google: Google) -> None:
        await connect(client, tokens, google)
        for _ in range(2):
            answer = await client.delete("/cms/google/authorise", headers=tokens.bearer("admin"))
            assert answer.status_code == 204
        assert (await state(client, tokens), google.refresh_tokens, len(google.revoked)) == ((True, False), set(), 1)
        assert refused(await report(client, tokens)) == (503, "google_not_connected")

    async def test_that_somebody_made_anew_meanwhile_stays(
        self, client: ServiceClient, tokens: Tokens, google: Google
    ) -> None:
        await connect(client, tokens, google)
        google.while_revoking = lambda: connect(client, tokens, google)
        answer = await client.delete("/cms/google/authorise", headers=tokens.bearer("admin"))
        assert (answer.status_code, await state(client, tokens)) == (204, (True, True))
        assert (await report(client, tokens)).status_code == 200

    async def test_ends_though_google_has_ended_it_before(
        self, client: ServiceClient, tokens: Tokens, google: Google
    ) -> None:
        await connect(client, tokens, google)
        google.refresh_tokens.clear()
        await configure_google(client, googleClientId="", googleClientSecret=None)
        answer = await client.delete("/cms/google/authorise", headers=tokens.bearer("admin"))
        assert (answer.status_code, await state(client, tokens)) == (204, (False, False))

    @pytest.mark.parametrize(
        "call",
        [("POST", "/cms/google/consent"), ("POST", "/cms/google/authorise"), ("DELETE", "/cms/google/authorise")],
    )
    async def test_is_for_administrators(self, client: ServiceClient, tokens: Tokens, call: tuple[str, str]) -> None:
        answer = await client.request(*call, headers=tokens.bearer("editor"))
        assert refused(answer) == (403, "scope_missing")


@pytest.fixture
async def connected(client: ServiceClient, tokens: Tokens, google: Google) -> ServiceClient:
    assert (await connect(client, tokens, google)).status_code == 204
    return client


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
