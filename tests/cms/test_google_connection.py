"""Connecting the site with Google, and disconnecting it."""

import pytest
from sqlalchemy import select

from cms.analytics import service
from cms.config_entries.entries import GOOGLE_CLIENT_SECRET, GOOGLE_REFRESH_TOKEN, entries
from cms.config_entries.models import ConfigEntry
from kit.audit import AuditEntry
from kit.testing import ServiceClient, Tokens
from tests.cms.google_calls import begin, client, come_back, connect, google, refused, report, state, today
from tests.cms.google_entries import configure_google
from tests.fakes.google import Google

__all__ = ["client", "google", "today"]


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
