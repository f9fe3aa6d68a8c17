"""The audit log of a service as its readers get it."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kit.audit import AuditEntry
from kit.testing import ServiceClient, Start, Tokens
from tests.kit.service import app

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ADA, SUBJECT = uuid.uuid4(), uuid.uuid4()


@pytest.fixture
def headers(tokens: Tokens) -> dict[str, str]:
    return tokens.bearer("admin", timezone="Europe/London")


def entry(number: int, at: datetime = NOON, **changed: Any) -> AuditEntry:
    fields: dict[str, Any] = {
        "action": "thing.created",
        "subject_type": "thing",
        "subject_id": uuid.uuid4(),
        "subject_name": f"Thing {number}",
    }
    return AuditEntry(**(fields | changed), at=at)


async def write(client: ServiceClient, *entries: AuditEntry) -> None:
    async with client.kit.database.transaction() as session:
        session.add_all(entries)


async def read(client: ServiceClient, headers: dict[str, str], **query: Any) -> Any:
    answer = await client.get("/crm/audit-log", params={"limit": 100, **query}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def names(client: ServiceClient, headers: dict[str, str], **query: Any) -> list[str]:
    return [each["subjectName"] for each in (await read(client, headers, **query))["results"]]


class TestCursor:
    @pytest.mark.parametrize("sort", ["-at", "at"])
    async def test_gives_every_entry_once_whatever_comes_meanwhile(
        self, client: ServiceClient, headers: dict[str, str], sort: str
    ) -> None:
        """Three moments only: entries of one moment are told apart by their ids."""
        await write(client, *(entry(number, NOON + timedelta(seconds=number % 3)) for number in range(20)))
        whole = (await read(client, headers, sort=sort))["results"]
        seen: list[str] = []
        after: dict[str, str] = {}
        while part := (await read(client, headers, sort=sort, limit=3, **after))["results"]:
            seen += [each["id"] for each in part]
            after = {"after-at": part[-1]["at"], "after-id": part[-1]["id"]}
            early = NOON - timedelta(days=1)
            await write(client, entry(99, NOON + timedelta(days=1) if sort == "-at" else early))
        assert seen == [each["id"] for each in whole]

    async def test_leaves_the_total_as_it_is(self, client: ServiceClient, headers: dict[str, str]) -> None:
        await write(client, *(entry(number, NOON + timedelta(seconds=number)) for number in range(5)))
        [_, second, *_] = (await read(client, headers))["results"]
        part = await read(client, headers, **{"after-at": second["at"], "after-id": second["id"]})
        assert (len(part["results"]), part["total"]) == (3, 5)

    async def test_may_be_of_another_service(self, client: ServiceClient, headers: dict[str, str]) -> None:
        await write(client, entry(1, NOON), entry(2, NOON + timedelta(seconds=2)))
        foreign = {"after-at": (NOON + timedelta(seconds=1)).isoformat(), "after-id": str(uuid.uuid4())}
        assert await names(client, headers, **foreign) == ["Thing 1"]

    async def test_of_one_half_is_refused(self, client: ServiceClient, headers: dict[str, str]) -> None:
        answer = await client.get("/crm/audit-log", params={"after-at": NOON.isoformat()}, headers=headers)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "after-id")


class TestFilters:
    async def test_narrow_the_log_down(self, client: ServiceClient, headers: dict[str, str]) -> None:
        await write(
            client,
            entry(1, actor_id=ADA, actor_name="Ada"),
            entry(2, NOON + timedelta(seconds=1), subject_id=SUBJECT, action="thing.deleted"),
            entry(3, NOON + timedelta(seconds=2), subject_id=ADA, subject_type="user", action="user.disabled"),
        )
        assert await names(client, headers) == ["Thing 3", "Thing 2", "Thing 1"]
        assert await names(client, headers, **{"user-id": str(ADA)}) == ["Thing 3", "Thing 1"]
        assert await names(client, headers, **{"subject-id": str(SUBJECT)}) == ["Thing 2"]
        assert await names(client, headers, **{"subject-type": "user"}) == ["Thing 3"]
        assert await names(client, headers, action=["thing.created", "thing.deleted"]) == ["Thing 2", "Thing 1"]
        assert await names(client, headers, q="2 THING") == ["Thing 2"]
        assert (await read(client, headers, **{"subject-type": "user"}))["total"] == 1

    async def test_days_are_those_of_the_caller(self, client: ServiceClient, headers: dict[str, str]) -> None:
        """In London the 1st of July began an hour before midnight of UTC."""
        for number, hour in enumerate((22, 23)):
            await write(client, entry(number, datetime(2026, 6, 30, hour, 30, tzinfo=UTC)))
        assert await names(client, headers, since="2026-07-01") == ["Thing 1"]
        assert await names(client, headers, until="2026-06-30") == ["Thing 0"]
        assert await names(client, headers, since="2026-06-30", until="2026-07-01") == ["Thing 1", "Thing 0"]

    @pytest.mark.parametrize(
        "query", ["since=0001-01-01", "until=9999-12-31", "since=today", "subject-id=me", "q=" + "x" * 101]
    )
    async def test_refuses_bad_ones(self, client: ServiceClient, headers: dict[str, str], query: str) -> None:
        answer = await client.get(f"/crm/audit-log?{query}", headers=headers)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, query.split("=", maxsplit=1)[0])


class TestNames:
    async def test_of_actors_are_asked_for_where_the_service_has_none(
        self, start: Start, tokens: Tokens, headers: dict[str, str]
    ) -> None:
        asked: list[str] = []

        async def names(request: Request) -> Response:
            asked.extend(request.query_params.getlist("ids"))
            return JSONResponse({str(ADA): "Ada Lovelace"})

        auth = Starlette(routes=[Route("/private/people/names", names), *tokens.app.routes])
        client = await start(app, mounts={"http://auth.test": auth})
        gone = uuid.uuid4()
        await write(
            client,
            entry(1, actor_id=ADA),
            entry(2, NOON + timedelta(seconds=1), actor_id=gone),
            entry(3, NOON + timedelta(seconds=2), actor_id=uuid.uuid4(), actor_name="As it was then"),
            entry(4, NOON + timedelta(seconds=3)),
        )
        found = (await read(client, headers, sort="at"))["results"]
        assert [each["actorName"] for each in found] == ["Ada Lovelace", None, "As it was then", None]
        assert sorted(asked) == sorted([str(ADA), str(gone)])


@pytest.mark.parametrize(
    ("scopes", "status"), [((), 403), (("editor",), 403), (("crm:write",), 403), (("admin",), 200)]
)
async def test_is_for_admins(client: ServiceClient, tokens: Tokens, scopes: tuple[str, ...], status: int) -> None:
    assert (await client.get("/crm/audit-log", headers=tokens.bearer(*scopes))).status_code == status


async def test_is_read_by_nobody_who_is_not_logged_in(client: ServiceClient) -> None:
    assert (await client.get("/crm/audit-log")).status_code == 401
