"""``POST /cms/users/reset-password``, with the real auth and content behind it."""

import re
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, text

from auth.app import app as auth_app
from cms.app import app
from cms.emails.models import Email
from content.app import app as content_app
from kit.tables import Job
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.identity import PUBLIC_URL
from tests.auth.factory import make_user
from tests.auth.hashing import quick_hashing  # noqa: F401  # for all tests here
from tests.cms.factory import readable
from tests.content.factory import Site as ContentSite
from tests.content.factory import column_of, create_plugin, id_, place_plugin, put_site
from tests.kit.working import run_jobs

RESET = "/cms/users/reset-password"
ANN = "ann@example.org"


@pytest.fixture
async def auth(start: Start) -> ServiceClient:
    return await start(auth_app, mounts={"http://auth.test": auth_app}, setup_code="the set-up code of the tests")


@pytest.fixture
async def content(start: Start, tokens: Tokens) -> ContentSite:
    client = await start(content_app)
    await put_site(client, tokens)
    return ContentSite(client, tokens)


@pytest.fixture
async def client(start: Start, auth: ServiceClient, content: ContentSite) -> ServiceClient:
    return await start(app, mounts={"http://auth.test": auth, "http://content.test": content.client})


async def ask(client: ServiceClient, email_address: str = ANN, **headers: str) -> httpx.Response:
    return await client.post(RESET, json={"emailAddress": email_address}, headers=headers)


async def mails(client: ServiceClient) -> list[Email]:
    async with client.kit.database.transaction() as session:
        return [readable(client, email) for email in await session.scalars(select(Email).order_by(Email.id))]


async def link_in_mail(client: ServiceClient) -> str:
    [email] = await mails(client)
    found = re.search(r"^http\S+#token=\S+$", email.text or "", re.MULTILINE)
    assert found is not None, email.text
    return found[0]


class TestResetPassword:
    async def test_mails_a_link_that_works(self, client: ServiceClient, auth: ServiceClient) -> None:
        await make_user(auth, "editor", email=ANN, first_name="Ann", last_name="Ash")
        answer = await ask(client)
        assert (answer.status_code, answer.json()) == (202, {})
        [job] = await run_jobs(client)
        assert job.state == "done"
        [email] = await mails(client)
        assert (email.kind, email.to_name, email.to_address, email.state) == (
            "reset_password", "Ann Ash", ANN, "kept",
        )  # fmt: skip
        address, _, token = (await link_in_mail(client)).partition("#token=")
        assert address == f"{PUBLIC_URL}/cms-login/reset-password"
        inspected = await auth.post("/auth/users/reset-password/inspection", json={"token": token})
        assert (inspected.status_code, inspected.json()) == (200, {"emailAddress": ANN, "apiTokens": 0, "passkeys": 0})

    async def test_keeps_the_token_out_of_the_job(self, client: ServiceClient, auth: ServiceClient) -> None:
        await make_user(auth, email=ANN)
        await ask(client)
        await run_jobs(client)
        token = (await link_in_mail(client)).partition("#token=")[2]
        async with client.kit.database.transaction() as session:
            jobs = [*(await session.scalars(text("SELECT jobs::text FROM jobs"))).all()]
        assert len(jobs) == 1
        assert token not in jobs[0]

    async def test_finds_the_account_however_it_is_written(self, client: ServiceClient, auth: ServiceClient) -> None:
        await make_user(auth, email="Ann@Example.org")
        await ask(client, "  ANN@example.ORG ")
        await run_jobs(client)
        assert [email.to_address for email in await mails(client)] == ["Ann@Example.org"]

    async def test_answers_alike_for_those_who_have_no_account(
        self, client: ServiceClient, auth: ServiceClient
    ) -> None:
        await make_user(auth, email=ANN)
        await make_user(auth, email="gone@example.org", state="disabled")
        answers = [await ask(client, address) for address in (ANN, "nobody@example.org", "gone@example.org")]
        seen = [(answer.status_code, answer.content, sorted(answer.headers)) for answer in answers]
        assert seen == [seen[0]] * 3
        assert {job.state for job in await run_jobs(client)} == {"done"}
        assert [email.to_address for email in await mails(client)] == [ANN]

    async def test_leads_only_to_the_site_whatever_the_host_is_called(
        self, client: ServiceClient, auth: ServiceClient
    ) -> None:
        await make_user(auth, email=ANN)
        answer = await ask(client, **{"Host": "evil.example", "X-Forwarded-Host": "evil.example"})
        assert answer.status_code == 202
        await run_jobs(client)
        [email] = await mails(client)
        assert "evil" not in f"{email.subject}{email.text}{email.html}"

    async def test_leads_members_to_the_sites_own_page(
        self, client: ServiceClient, auth: ServiceClient, content: ContentSite
    ) -> None:
        await make_user(auth, email=ANN)
        await page_with_reset(content, "/hidden", config={"scopeWhitelist": ["member"]})
        await page_with_reset(content, "/members/neues-kennwört")
        await ask(client)
        await run_jobs(client)
        assert (await link_in_mail(client)).startswith(f"{PUBLIC_URL}/members/neues-kennw%C3%B6rt#token=")

    async def test_leads_staff_to_the_login_all_the_same(
        self, client: ServiceClient, auth: ServiceClient, content: ContentSite
    ) -> None:
        await make_user(auth, "editor", email=ANN)
        await page_with_reset(content, "/members/password")
        await ask(client)
        await run_jobs(client)
        assert (await link_in_mail(client)).startswith(f"{PUBLIC_URL}/cms-login/reset-password#token=")

    async def test_has_a_limit_for_an_account_known_or_not(self, client: ServiceClient, auth: ServiceClient) -> None:
        await make_user(auth, email=ANN)
        for address in (ANN, "nobody@example.org"):
            spellings = (address, address.upper(), f" {address}", address.title(), address)
            assert [(await ask(client, one)).status_code for one in spellings] == [202] * 5
            refused = await ask(client, address)
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many_attempts")
            assert int(refused.headers["retry-after"]) > 0
        assert await number_of_jobs(client) == 10

    async def test_has_a_limit_for_an_address_whatever_is_forwarded(self, client: ServiceClient) -> None:
        for number in range(20):
            answer = await ask(client, f"person{number}@example.org", **{"X-Forwarded-For": f"10.0.0.{number}"})
            assert answer.status_code == 202
        assert (await ask(client, "other@example.org")).status_code == 429

    async def test_is_tried_again_while_auth_is_away(
        self, client: ServiceClient, auth: ServiceClient, start: Start, content: ContentSite
    ) -> None:
        await make_user(auth, email=ANN)
        await ask(client)
        alone = await start(app, mounts={"http://auth.test": _nobody, "http://content.test": content.client})
        assert [job.state for job in await run_jobs(alone)] == ["queued"]
        client = await start(app, mounts={"http://auth.test": auth, "http://content.test": content.client})
        assert [job.state for job in await run_jobs(client)] == ["done"]
        assert len(await mails(client)) == 1

    async def test_is_refused_while_its_limits_cannot_be_asked_for(self, start: Start) -> None:
        client = await start(app, mounts={"http://auth.test": _nobody})
        assert (await ask(client)).status_code == 503
        assert await number_of_jobs(client) == 0

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"emailAddress": None},
            {"emailAddress": ["ann@example.org"]},
            {"emailAddress": "ann"},
            {"emailAddress": "ann@example.org\nBcc: x@example.org"},
            {"emailAddress": f"{'a' * 250}@example.org"},
            {"emailAddress": ANN, "super": True},
        ],
        ids=str,
    )
    async def test_refuses(self, client: ServiceClient, body: dict[str, Any]) -> None:
        assert (await client.post(RESET, json=body)).status_code == 422
        assert await number_of_jobs(client) == 0

    async def test_is_not_sent_from_other_sites(self, client: ServiceClient) -> None:
        assert (await ask(client, Origin="https://evil.example")).status_code == 403


async def _nobody(scope: Any, receive: Any, send: Any) -> None:
    raise httpx.ConnectError("auth is away")


async def number_of_jobs(client: ServiceClient) -> int:
    async with client.kit.database.transaction() as session:
        return await session.scalar(select(func.count()).select_from(Job)) or 0


async def page_with_reset(site: ContentSite, url: str, **settings: Any) -> None:
    """A page with the plugin by which members choose a new password."""
    page = await site.new_page(url, **settings)
    plugin = id_()
    await site.saved(page, create_plugin(plugin, ref="cms.resetPassword"), place_plugin(column_of(page), plugin))
