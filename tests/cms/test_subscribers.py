"""Subscribers and mailing lists as administrators have them."""

import uuid
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update

from cms.app import app
from cms.emails.models import Email, Mailing
from cms.mailing_lists.models import MailingList
from cms.mailing_lists.resource import mailing_lists
from cms.subscribers.models import Subscriber
from cms.subscribers.signups import SignUp, sign_up
from kit.audit import AuditEntry
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.contracts import ResourceContract, any_version
from tests.cms.newsletter_calls import link_in
from tests.kit.working import run_jobs

LIST_ID = uuid.UUID("0192f0c1-7b1e-7c6a-9d55-3f1f0a2b4c6d")
ADDRESS = "/cms/subscribers"


async def with_list(client: ServiceClient, **changed: Any) -> ServiceClient:
    values = {"id": LIST_ID, "key": "news", "name": "News", "provider": "site", **changed}
    async with client.kit.database.transaction() as session:
        await session.execute(insert(MailingList).values(values))
    return client


class TestMailingLists(ResourceContract):
    app = app
    resource = mailing_lists
    address = "/cms/mailing-lists"

    def payload(self, number: int) -> dict[str, Any]:
        return {"key": f"list-{number:02}", "name": f"List {number:02}", "provider": "mailchimp", "externalId": "a1"}

    @pytest.mark.parametrize("external_id", ["", "../campaigns", "a/b", "a?b", "a%2f", "é"])
    async def test_an_id_at_the_provider_leads_nowhere_else(
        self, client: ServiceClient, writer: dict[str, str], external_id: str
    ) -> None:
        body = {**self.payload(1), "externalId": external_id}
        answer = await client.post(self.address, json=body, headers=writer)
        assert answer.status_code == 422
        assert [fault["field"] for fault in answer.json()["errors"]] == ["externalId"]

    async def test_a_list_of_the_site_has_none(self, client: ServiceClient, writer: dict[str, str]) -> None:
        body = {**self.payload(1), "provider": "site"}
        answer = await client.post(self.address, json=body, headers=writer)
        assert (answer.status_code, answer.json()["externalId"]) == (201, "")

    async def test_one_with_subscribers_stays(self, client: ServiceClient, writer: dict[str, str]) -> None:
        await with_list(client)
        await client.post(ADDRESS, json={"emailAddress": "a@example.org", "listId": str(LIST_ID)}, headers=writer)
        answer = await client.delete(f"{self.address}/{LIST_ID}", headers=any_version(writer))
        assert (answer.status_code, answer.json()["code"]) == (409, "mailing_list_in_use")

    async def test_one_with_subscribers_stays_with_its_provider(
        self, client: ServiceClient, writer: dict[str, str]
    ) -> None:
        await with_list(client)
        address, body = f"{self.address}/{LIST_ID}", {**self.payload(1), "version": 1}
        added = {"emailAddress": "a@example.org", "listId": str(LIST_ID)}
        row = (await client.post(ADDRESS, json=added, headers=writer)).json()
        answer = await client.put(address, json=body, headers=writer)
        assert (answer.status_code, answer.json()["code"]) == (409, "mailing_list_provider_fixed")
        renamed = await client.put(address, json={**body, "provider": "site"}, headers=writer)
        assert (renamed.status_code, renamed.json()["name"]) == (200, "List 01")
        await client.delete(f"{ADDRESS}/{row['id']}", headers=any_version(writer))
        moved = await client.put(address, json={**body, "version": 2}, headers=writer)
        assert (moved.status_code, moved.json()["provider"]) == (200, "mailchimp")


@pytest.fixture
async def cms(start: Start) -> ServiceClient:
    return await with_list(await start(app))


class Admin:
    """An administrator with a list of subscribers."""

    def __init__(self, cms: ServiceClient, tokens: Tokens) -> None:
        self.cms = cms
        self.headers = tokens.bearer("admin")

    async def add(self, **changed: Any) -> dict[str, Any]:
        body = {"emailAddress": "zoe@example.org", "name": "Zoë", "listId": str(LIST_ID), **changed}
        answer = await self.cms.post(ADDRESS, json=body, headers=self.headers)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    async def put(self, row: dict[str, Any], **changed: Any) -> tuple[int, dict[str, Any]]:
        body = {name: row[name] for name in ("emailAddress", "name", "listId", "state", "version")} | changed
        answer = await self.cms.put(f"{ADDRESS}/{row['id']}", json=body, headers=self.headers)
        return answer.status_code, answer.json()


@pytest.fixture
def admin(cms: ServiceClient, tokens: Tokens) -> Admin:
    return Admin(cms, tokens)


class TestAdding:
    async def test_somebody_who_has_agreed_elsewhere_is_on_the_list(self, admin: Admin) -> None:
        row = await admin.add()
        assert (row["state"], row["source"], row["unsubscribedAt"]) == ("confirmed", "admin", None)
        assert row["confirmedAt"]
        assert await run_jobs(admin.cms) == []

    async def test_anybody_else_is_asked(self, admin: Admin, tokens: Tokens) -> None:
        row = await admin.add(state="pending")
        await run_jobs(admin.cms, "subscribers.ask")
        emails = (await admin.cms.get("/cms/emails", headers=admin.headers)).json()["results"]
        email = (await admin.cms.get(f"/cms/emails/{emails[0]['id']}", headers=tokens.bearer("super"))).json()
        assert (await admin.cms.post(link_in(email["text"], "confirmation"))).status_code == 200
        found = (await admin.cms.get(f"{ADDRESS}/{row['id']}", headers=admin.headers)).json()
        assert found["state"] == "confirmed"

    async def test_one_address_is_on_a_list_once_whatever_its_spelling(self, admin: Admin) -> None:
        await admin.add()
        body = {"emailAddress": "ZOE@Example.org", "listId": str(LIST_ID)}
        answer = await admin.cms.post(ADDRESS, json=body, headers=admin.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "subscriber_taken")

    @pytest.mark.parametrize("name", ["a\r\nBcc: x@example.org", "a\u2028b"])
    async def test_a_name_is_one_line(self, admin: Admin, name: str) -> None:
        body = {"emailAddress": "a@example.org", "name": name, "listId": str(LIST_ID)}
        answer = await admin.cms.post(ADDRESS, json=body, headers=admin.headers)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "name")


class TestChanging:
    async def test_an_administrator_takes_somebody_off_and_back(self, admin: Admin) -> None:
        row = await admin.add()
        status, off = await admin.put(row, state="unsubscribed")
        assert (status, off["state"]) == (200, "unsubscribed")
        assert off["unsubscribedAt"]
        status, back = await admin.put(off, state="confirmed")
        assert (status, back["state"], back["unsubscribedAt"]) == (200, "confirmed", None)
        assert back["confirmedAt"] == row["confirmedAt"]

    async def test_who_has_unsubscribed_themselves_stays_off(self, admin: Admin) -> None:
        row = await admin.add()
        await admin.cms.post(row["unsubscribePath"])
        now = (await admin.cms.get(f"{ADDRESS}/{row['id']}", headers=admin.headers)).json()
        status, problem = await admin.put(now, state="confirmed")
        assert (status, problem["code"]) == (409, "subscriber_unsubscribed")
        status, named = await admin.put(now, name="Zoë Å.")
        assert (status, named["name"], named["state"]) == (200, "Zoë Å.", "unsubscribed")

    async def test_who_was_taken_off_and_unsubscribes_too_stays_off(self, admin: Admin) -> None:
        _, off = await admin.put(await admin.add(), state="unsubscribed")
        await admin.cms.post(off["unsubscribePath"])
        now = (await admin.cms.get(f"{ADDRESS}/{off['id']}", headers=admin.headers)).json()
        status, problem = await admin.put(now, state="confirmed")
        assert (status, problem["code"]) == (409, "subscriber_unsubscribed")

    async def test_who_unsubscribed_and_did_not_confirm_since_stays_off(self, admin: Admin) -> None:
        row = await admin.add()
        await admin.cms.post(row["unsubscribePath"])
        # Somebody types the address.
        anybody = SignUp("zoe@example.org")
        async with admin.cms.kit.database.transaction() as session:
            await sign_up(session, anybody, (await session.scalars(select(MailingList))).one())
        now = (await admin.cms.get(f"{ADDRESS}/{row['id']}", headers=admin.headers)).json()
        assert now["state"] == "pending"
        _, off = await admin.put(now, state="unsubscribed")
        status, problem = await admin.put(off, state="confirmed")
        assert (status, problem["code"]) == (409, "subscriber_unsubscribed")

    async def test_nobody_confirms_for_others(self, admin: Admin) -> None:
        row = await admin.add(state="pending")
        for state in ("confirmed",):
            status, problem = await admin.put(row, state=state)
            assert (status, problem["code"]) == (409, "subscriber_unconfirmed")
        _, off = await admin.put(row, state="unsubscribed")
        for state in ("confirmed", "pending"):
            status, problem = await admin.put(off, state=state)
            assert (status, problem["code"]) == (409, "subscriber_unconfirmed")

    @pytest.mark.parametrize(
        ("field", "value"), [("emailAddress", "ann@example.org"), ("listId", str(uuid.UUID(int=7)))]
    )
    async def test_address_and_list_stay(self, admin: Admin, field: str, value: str) -> None:
        status, problem = await admin.put(await admin.add(), **{field: value})
        assert (status, [(fault["field"], fault["code"]) for fault in problem["errors"]]) == (
            422,
            [(field, "read_only")],
        )

    async def test_a_stale_version_is_refused(self, admin: Admin) -> None:
        row = await admin.add()
        assert (await admin.put(row, name="One"))[0] == 200
        status, problem = await admin.put(row, state="unsubscribed")
        assert (status, problem["code"]) == (412, "precondition_failed")
        status, problem = await admin.put(row, version=None)
        assert (status, problem["code"]) == (428, "precondition_required")

    async def test_a_refused_change_changes_nothing(self, admin: Admin) -> None:
        row = await admin.add(state="pending")
        await admin.put(row, name="Other", state="confirmed")
        assert (await admin.cms.get(f"{ADDRESS}/{row['id']}", headers=admin.headers)).json() == row


class TestErasing:
    async def test_a_stale_version_erases_nobody(self, admin: Admin) -> None:
        row = await admin.add()
        headers = {**admin.headers, "If-Match": '"7"'}
        assert (await admin.cms.delete(f"{ADDRESS}/{row['id']}", headers=headers)).status_code == 412

    async def test_nothing_of_them_is_left(self, admin: Admin) -> None:
        other = await admin.add(emailAddress="ann@example.org", name="", state="pending")
        row = await admin.add(state="pending")
        await run_jobs(admin.cms, "subscribers.ask")
        row = (await admin.cms.get(f"{ADDRESS}/{row['id']}", headers=admin.headers)).json()
        await admin.put(row, name="Zoë Å.")
        async with admin.cms.kit.database.transaction() as session:
            # The site had another address then.
            moved = func.replace(Mailing.unsubscribe_url, "localhost:8080", "old.example")
            await session.execute(update(Mailing).values(unsubscribe_url=moved))
        await admin.cms.delete(f"{ADDRESS}/{row['id']}", headers=any_version(admin.headers))
        async with admin.cms.kit.database.reading() as session:
            rows = (await session.scalars(select(Subscriber))).all()
            emails = (await session.scalars(select(Email))).all()
            mailings = (await session.scalars(select(Mailing))).all()
            entries = (
                await session.scalars(select(AuditEntry).where(AuditEntry.subject_id == uuid.UUID(row["id"])))
            ).all()
        assert [str(each.id) for each in rows] == [other["id"]]
        assert [each.to_address for each in emails] == ["ann@example.org"]
        assert len(mailings) == 1
        assert [entry.action for entry in entries] == ["subscriber.created", "subscriber.updated", "subscriber.deleted"]
        said = repr([(entry.subject_name, entry.details) for entry in entries])
        assert "zoe@example.org" not in said
        assert "Zoë" not in said
        assert (await admin.cms.post(row["unsubscribePath"])).status_code == 404


async def test_lists_are_found_by_words_state_and_list(admin: Admin) -> None:
    await admin.add()
    await admin.add(emailAddress="ann@example.org", name="Ann", state="unsubscribed")
    for query, found in (
        ({"q": "zoë"}, ["zoe@example.org"]),
        ({"q": "ANN@"}, ["ann@example.org"]),
        ({"state": "unsubscribed"}, ["ann@example.org"]),
        ({"list-id": str(uuid.uuid4())}, []),
        ({"list-id": str(LIST_ID), "sort": "emailAddress"}, ["ann@example.org", "zoe@example.org"]),
    ):
        answer = (await admin.cms.get(ADDRESS, params=query, headers=admin.headers)).json()
        assert [row["emailAddress"] for row in answer["results"]] == found
