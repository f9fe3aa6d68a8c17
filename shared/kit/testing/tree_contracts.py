"""The tests that every plain resource in a tree passes besides: see `kit.testing.contracts`."""

import asyncio
import uuid

import httpx

from kit.testing import ServiceClient
from kit.testing.contract_calls import JSON
from kit.testing.contracts import ResourceContract, any_version


class TreeContract(ResourceContract):
    """What a plain resource in a tree does besides; its list can be narrowed by ``parent-id``."""

    alike = {"parent-id": "see test_moves_among_siblings_and_below_another"}

    async def test_new_ones_go_last_unless_they_say_where(self, client: ServiceClient, writer: dict[str, str]) -> None:
        first = await self._add(client, writer, 1)
        second = await self._add(client, writer, 2)
        between = await self._post(client, writer, {**self.payload(3), "position": 1})
        assert await self._order(client, writer) == [first["id"], between["id"], second["id"]]
        # A sibling that makes room has not been changed by anybody.
        assert (await client.get(self._at(second), headers=writer)).json() == {**second, "position": 2}

    async def test_moves_among_siblings_and_below_another(self, client: ServiceClient, writer: dict[str, str]) -> None:
        one, two, three = [await self._add(client, writer, number) for number in (1, 2, 3)]
        await self._move(client, writer, one, None, 2)
        assert await self._order(client, writer) == [two["id"], three["id"], one["id"]]
        assert [await self._position(client, writer, record) for record in (two, three, one)] == [0, 1, 2]
        await self._move(client, writer, one, None, 0)
        await self._move(client, writer, three, None, 0)
        assert await self._order(client, writer) == [three["id"], one["id"], two["id"]]
        await self._move(client, writer, one, two["id"], None)
        await self._move(client, writer, three, two["id"], 0)
        assert await self._order(client, writer, two["id"]) == [three["id"], one["id"]]

    async def test_an_update_that_says_no_place_leaves_it(self, client: ServiceClient, writer: dict[str, str]) -> None:
        one, two = [await self._add(client, writer, number) for number in (1, 2)]
        await self._replace(client, writer, one, self.payload(3))
        assert await self._order(client, writer) == [one["id"], two["id"]]

    async def test_places_are_numbered_from_0_whoever_leaves(
        self, client: ServiceClient, writer: dict[str, str]
    ) -> None:
        one, two, three, four = [await self._add(client, writer, number) for number in (1, 2, 3, 4)]
        await client.delete(self._at(one), headers=writer)
        assert [await self._position(client, writer, record) for record in (two, three, four)] == [0, 1, 2]
        await self._move(client, writer, two, four["id"], None)
        assert [await self._position(client, writer, record) for record in (three, four, two)] == [0, 1, 0]

    async def test_an_update_as_it_was_read_leaves_it(self, client: ServiceClient, writer: dict[str, str]) -> None:
        one, two, three = [await self._add(client, writer, number) for number in (1, 2, 3)]
        await client.delete(self._at(one), headers=writer)
        position = await self._position(client, writer, two)
        await self._move(client, writer, two, None, position)
        assert await self._order(client, writer) == [two["id"], three["id"]]

    async def test_none_stands_below_itself(self, client: ServiceClient, writer: dict[str, str]) -> None:
        one, two, three = [await self._add(client, writer, number) for number in (1, 2, 3)]
        await self._move(client, writer, two, one["id"], None)
        await self._move(client, writer, three, two["id"], None)
        for parent in (one, two, three):
            answer = await self._replace(client, writer, one, {**self.payload(1), "parentId": parent["id"]})
            assert (answer.status_code, answer.json()["code"]) == (422, "tree_circle")

    async def test_two_simultaneous_moves_make_no_circle(self, client: ServiceClient, writer: dict[str, str]) -> None:
        one, two = [await self._add(client, writer, number) for number in (1, 2)]
        moves = ((one, 1, two), (two, 2, one))
        answers = await asyncio.gather(
            *(
                self._replace(client, writer, row, {**self.payload(number), "parentId": to["id"]})
                for row, number, to in moves
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 422]

    async def test_a_parent_has_to_exist(self, client: ServiceClient, writer: dict[str, str], record: JSON) -> None:
        body = {**self.payload(2), "parentId": str(uuid.uuid4())}
        for method, address in (("POST", self.address), ("PUT", self._at(record))):
            answer = await client.request(method, address, json=body, headers=any_version(writer))
            fault = answer.json()["errors"][0]
            assert (answer.status_code, fault["field"], fault["code"]) == (422, "parentId", "unknown_reference")

    async def test_a_parent_is_not_deleted(self, client: ServiceClient, writer: dict[str, str], record: JSON) -> None:
        child = await self._post(client, writer, {**self.payload(2), "parentId": record["id"]})
        answer = await client.delete(self._at(record), headers=writer)
        assert (answer.status_code, answer.json()["code"]) == (409, f"{self.resource.name}_in_use")
        assert (await client.delete(self._at(child), headers=writer)).status_code == 204
        assert (await client.delete(self._at(record), headers=writer)).status_code == 204

    async def _move(
        self, client: httpx.AsyncClient, headers: dict[str, str], record: JSON, parent: str | None, position: int | None
    ) -> None:
        own = {name: record[name] for name in self.payload(1)}
        body = {**own, "parentId": parent, "position": position}
        answer = await client.put(self._at(record), json=body, headers=any_version(headers))
        assert answer.status_code == 200, answer.text

    async def _position(self, client: httpx.AsyncClient, headers: dict[str, str], record: JSON) -> int:
        position: int = (await client.get(self._at(record), headers=headers)).json()["position"]
        return position

    async def _order(self, client: httpx.AsyncClient, headers: dict[str, str], parent: str | None = None) -> list[str]:
        params = {"parent-id": parent} if parent else {}
        found = await self._list(client, headers, sort="position", **params)
        return [one["id"] for one in found["results"]]
