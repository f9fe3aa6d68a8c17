"""Reading people."""

import uuid

from kit.testing import ServiceClient
from tests.auth.factory import bearer, make_person, make_user, signed_in


class TestList:
    async def test_gives_people_with_and_without_a_user(self, client: ServiceClient) -> None:
        person = await make_person(client, "Grace@example.org")
        headers = await bearer(client, await make_user(client, "admin", last_name="Zuse"))
        body = (await client.get("/auth/people", headers=headers)).json()
        assert body["total"] == 2
        found = body["results"][0]
        assert found.pop("createdAt")
        assert found.pop("updatedAt")
        assert found == {
            "id": str(person),
            "firstName": "Grace",
            "lastName": "Hopper",
            "emailAddress": "Grace@example.org",
            "timezone": "Europe/London",
            "version": 1,
            "userId": None,
        }

    async def test_tells_who_has_a_user(self, client: ServiceClient) -> None:
        person = await make_person(client, "grace@example.org")
        account = await make_user(client, "admin")
        headers = await bearer(client, account)

        async def users(query: str) -> dict[str, str | None]:
            body = (await client.get(f"/auth/people?{query}", headers=headers)).json()
            assert body["total"] == len(body["results"])
            return {found["id"]: found["userId"] for found in body["results"]}

        has, has_not = {str(account.person_id): str(account.id)}, {str(person): None}
        assert await users("") == has | has_not
        assert await users("has-user=true") == has
        assert await users("has-user=false") == has_not
        assert (await client.get("/auth/people?has-user=maybe", headers=headers)).status_code == 422

    async def test_is_sorted_and_searched(self, client: ServiceClient) -> None:
        await make_person(client, "b@example.org", "Ben", "Abel")
        await make_person(client, "A@example.org", "Cid", "Baker")
        headers = await signed_in(client, "admin")

        async def addresses(query: str) -> list[str]:
            answer = await client.get(f"/auth/people?{query}", headers=headers)
            return [person["emailAddress"] for person in answer.json()["results"]]

        assert (await addresses("sort=emailAddress"))[:2] == ["A@example.org", "b@example.org"]
        assert await addresses("q=BAKER cid") == ["A@example.org"]
        assert (await client.get("/auth/people?sort=emailKey", headers=headers)).status_code == 422


class TestGet:
    async def test_everybody_reads_their_own(self, client: ServiceClient) -> None:
        account = await make_user(client)
        answer = await client.get(f"/auth/people/{account.person_id}", headers=await bearer(client, account))
        assert (answer.status_code, answer.json()["emailAddress"]) == (200, account.email)

    async def test_an_administrator_reads_anybodys(self, client: ServiceClient) -> None:
        person = await make_person(client, "grace@example.org")
        answer = await client.get(f"/auth/people/{person}", headers=await signed_in(client, "admin"))
        assert answer.status_code == 200

    async def test_tells_at_once_of_the_user_that_they_are_given(self, client: ServiceClient) -> None:
        person = await make_person(client, "grace@example.org")
        headers, path = await signed_in(client, "admin"), f"/auth/people/{person}"
        assert (await client.get(path, headers=headers)).json()["userId"] is None
        user = (await client.post("/auth/users", json={"personId": str(person)}, headers=headers)).json()
        assert (await client.get(path, headers=headers)).json()["userId"] == user["id"]

    async def test_nobody_else_learns_whether_there_is_one(self, client: ServiceClient) -> None:
        person = await make_person(client, "grace@example.org")
        headers = await signed_in(client, "editor")
        for identifier in (person, uuid.uuid4()):
            assert (await client.get(f"/auth/people/{identifier}", headers=headers)).status_code == 403
        assert (await client.get(f"/auth/people/{person}")).status_code == 401

    async def test_one_that_is_missing(self, client: ServiceClient) -> None:
        answer = await client.get(f"/auth/people/{uuid.uuid4()}", headers=await signed_in(client, "admin"))
        assert (answer.status_code, answer.json()["code"]) == (404, "person_not_found")
