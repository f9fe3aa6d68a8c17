"""Reading users, their scopes, and the names that other services show."""

import uuid

import pytest

from kit.testing import ServiceClient, Tokens
from tests.auth.factory import Account, bearer, make_person, make_user, signed_in


class TestList:
    async def test_gives_accounts_with_their_people(self, client: ServiceClient) -> None:
        account = await make_user(client, "editor", "crm:read", email="Ada@example.org", password="never shown at all")
        answer = await client.get(
            "/auth/users", headers=await bearer(client, await make_user(client, "admin", last_name="Zuse"))
        )
        assert answer.status_code == 200
        body = answer.json()
        assert (body["total"], body["start"], body["limit"]) == (2, 0, 10)
        user = body["results"][0]
        for moment in (user, user["person"]):
            assert moment.pop("createdAt")
            assert moment.pop("updatedAt")
        assert user == {
            "id": str(account.id),
            "personId": str(account.person_id),
            "person": {
                "id": str(account.person_id),
                "firstName": "Ada",
                "lastName": "Lovelace",
                "emailAddress": "Ada@example.org",
                "timezone": "Europe/London",
                "version": 1,
            },
            "state": "active",
            "scopes": ["crm:read", "editor"],
            "hasPassword": True,
            "hasSecondFactor": False,
            "isInvited": False,
            "lastLoginAt": None,
            "version": 1,
        }
        assert "argon2" not in answer.text

    async def test_is_paged_sorted_and_searched(self, client: ServiceClient) -> None:
        for first, last in [("Grace", "Hopper"), ("Alan", "Turing"), ("Ada", "Lovelace"), ("Hedy", "Lamarr")]:
            await make_user(client, first_name=first, last_name=last, email=f"{first}.{last}@example.org".lower())
        headers = await bearer(client, await make_user(client, "admin", first_name="Zoe", last_name="Zuse"))

        async def first_names(query: str) -> list[str]:
            answer = await client.get(f"/auth/users?{query}", headers=headers)
            assert answer.status_code == 200
            return [user["person"]["firstName"] for user in answer.json()["results"]]

        assert await first_names("") == ["Grace", "Hedy", "Ada", "Alan", "Zoe"]
        assert await first_names("sort=-firstName&limit=2") == ["Zoe", "Hedy"]
        assert await first_names("sort=-firstName&limit=2&start=2") == ["Grace", "Alan"]
        assert await first_names("q=LA") == ["Hedy", "Ada", "Alan"]
        assert await first_names("q=lace ada") == ["Ada"]
        assert await first_names("q=turing@example") == ["Alan"]
        assert await first_names("q=%25") == []
        assert await first_names("q=_") == []

    async def test_is_filtered_by_scope_and_state(self, client: ServiceClient) -> None:
        await make_user(client, "editor", first_name="Ed", state="disabled")
        await make_user(client, "editor", "crm:read", first_name="Eva")
        await make_user(client, "crm:read", first_name="Cai", state="disabled")
        headers = await bearer(client, await make_user(client, "admin", first_name="Zoe"))

        async def first_names(query: str) -> list[str]:
            answer = await client.get(f"/auth/users?sort=firstName&{query}", headers=headers)
            assert answer.status_code == 200
            assert answer.json()["total"] == len(answer.json()["results"])
            return [user["person"]["firstName"] for user in answer.json()["results"]]

        assert await first_names("scope=editor") == ["Ed", "Eva"]
        assert await first_names("scope=crm:read&state=disabled") == ["Cai"]
        assert await first_names("state=active&q=lovelace") == ["Eva", "Zoe"]
        assert await first_names("scope=nobody-has-it") == []

    @pytest.mark.parametrize(
        "query",
        [
            "scope=not a scope",
            "scope=",
            "state=gone",
            "state=",
            "sort=passwordHash",
            "sort=password_hash",
            "sort=",
            "limit=0",
            "limit=101",
            "limit=x",
            "start=-1",
            "limit=1e400",
            f"q={'a' * 101}",
        ],
    )
    async def test_refuses_bad_queries(self, client: ServiceClient, query: str) -> None:
        answer = await client.get(f"/auth/users?{query}", headers=await signed_in(client, "admin"))
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == query.partition("=")[0]


@pytest.mark.parametrize("tail", ["", "/scopes"])
class TestGet:
    async def test_everybody_reads_their_own(self, client: ServiceClient, tail: str) -> None:
        account = await make_user(client, "editor")
        answer = await client.get(f"/auth/users/{account.id}{tail}", headers=await bearer(client, account))
        assert answer.status_code == 200
        assert answer.json()["scopes"] == ["editor"]

    async def test_an_administrator_reads_anybodys(self, client: ServiceClient, tail: str) -> None:
        account = await make_user(client)
        answer = await client.get(f"/auth/users/{account.id}{tail}", headers=await signed_in(client, "admin"))
        assert answer.status_code == 200
        assert answer.json()["scopes"] == []

    async def test_nobody_else_learns_whether_there_is_one(self, client: ServiceClient, tail: str) -> None:
        account = await make_user(client)
        headers = await signed_in(client, "editor", "crm:write")
        for identifier in (account.id, uuid.uuid4()):
            answer = await client.get(f"/auth/users/{identifier}{tail}", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        assert (await client.get(f"/auth/users/{account.id}{tail}")).status_code == 401

    async def test_one_that_is_missing(self, client: ServiceClient, tail: str) -> None:
        headers = await signed_in(client, "super")
        answer = await client.get(f"/auth/users/{uuid.uuid4()}{tail}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "user_not_found")
        assert (await client.get(f"/auth/users/not-an-id{tail}", headers=headers)).status_code == 422


class TestGetOfPerson:
    async def test_gives_the_persons_user(self, client: ServiceClient) -> None:
        account = await make_user(client, "editor")
        path = f"/auth/people/{account.person_id}/user"
        for headers in (await bearer(client, account), await signed_in(client, "admin")):
            answer = await client.get(path, headers=headers)
            assert (answer.status_code, answer.json()["id"]) == (200, str(account.id))
        assert (await client.get(path, headers=await signed_in(client, "editor"))).status_code == 403

    async def test_of_somebody_without_one(self, client: ServiceClient) -> None:
        person = await make_person(client, "grace@example.org")
        answer = await client.get(f"/auth/people/{person}/user", headers=await signed_in(client, "admin"))
        assert (answer.status_code, answer.json()["code"]) == (404, "user_not_found")


class TestNamesForOtherServices:
    """`GET /private/people/names`."""

    @pytest.fixture
    async def account(self, client: ServiceClient) -> Account:
        return await make_user(client, first_name="Grace", last_name="Hopper")

    async def test_names_those_that_exist(self, client: ServiceClient, account: Account, tokens: Tokens) -> None:
        query = {"ids": [str(account.id), str(uuid.uuid4())]}
        answer = await client.get("/private/people/names", params=query, headers=tokens.internal("content", to="auth"))
        assert (answer.status_code, answer.json()) == (200, {str(account.id): "Grace Hopper"})

    async def test_is_bounded(self, client: ServiceClient, tokens: Tokens) -> None:
        headers = tokens.internal("content", to="auth")
        many = {"ids": [str(uuid.uuid4()) for _ in range(101)]}
        for query in (many, {"ids": ["not an id"]}, {}):
            assert (await client.get("/private/people/names", params=query, headers=headers)).status_code == 422
