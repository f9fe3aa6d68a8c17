"""The tests that every plain resource passes, made from its declaration.

For example::

    class TestBrands(ResourceContract):
        app = app
        resource = brands
        address = "/ecom/brands"

        def payload(self, number: int) -> dict[str, Any]:
            return {"name": f"Brand {number:02}"}
"""

import asyncio
import uuid

import pytest
from pydantic.alias_generators import to_camel
from sqlalchemy import UniqueConstraint, select

from kit.audit import AuditEntry
from kit.testing import ServiceClient, Tokens
from kit.testing.callers import admitted, refused
from kit.testing.contract_calls import JSON, ResourceCalls

_SMUGGLED = ("scopes", "super", "total", "status", "userId")


class ResourceContract(ResourceCalls):
    """Inherit from it, name the resource, and say what a valid payload is."""

    # Who may

    async def test_only_its_scopes_read(self, client: ServiceClient, tokens: Tokens, record: JSON) -> None:
        needed = self.resource.read
        for address in (self.address, self._at(record)):
            assert (await client.get(address)).status_code == (200 if needed is None else 401)
            for status, callers in ((200, admitted(needed)), (403, refused(needed))):
                for scopes in callers:
                    assert (await client.get(address, headers=tokens.bearer(*scopes))).status_code == status, scopes

    async def test_only_its_scopes_write(
        self, client: ServiceClient, tokens: Tokens, writer: dict[str, str], record: JSON
    ) -> None:
        for method, address in (("POST", self.address), ("PUT", self._at(record)), ("DELETE", self._at(record))):
            body: JSON = {} if method == "DELETE" else {"json": self.payload(2)}
            assert (await client.request(method, address, **body)).status_code == 401
            for scopes in refused(self.resource.write):
                answer = await client.request(method, address, headers=tokens.bearer(*scopes), **body)
                assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing"), (method, scopes)
        assert (await self._list(client, writer))["results"] == [record]

    async def test_each_of_its_scopes_writes(self, client: ServiceClient, tokens: Tokens) -> None:
        for scopes in admitted(self.resource.write):
            headers = tokens.bearer(*scopes)
            added = await self._add(client, headers, 1)
            assert (await self._replace(client, headers, added, self.replacement(added, 2))).status_code == 200, scopes
            assert (await client.delete(self._at(added), headers=headers)).status_code == 204, scopes

    # Lists

    async def test_lists_in_parts(self, client: ServiceClient, writer: dict[str, str]) -> None:
        added = [await self._add(client, writer, number) for number in range(3)]
        first = await self._list(client, writer, limit=2)
        rest = await self._list(client, writer, start=2, limit=2)
        assert (first["total"], first["start"], first["limit"], len(first["results"])) == (3, 0, 2, 2)
        assert (rest["total"], len(rest["results"])) == (3, 1)
        assert {one["id"] for one in (*first["results"], *rest["results"])} == {one["id"] for one in added}

    async def test_sorts_by_each_declared_column(self, client: ServiceClient, writer: dict[str, str]) -> None:
        for number in (2, 0, 1):
            await self._add(client, writer, number)
        for name in self.resource.sort:
            up = (await self._list(client, writer, sort=name))["results"]
            down = (await self._list(client, writer, sort=f"-{name}"))["results"]
            values = [one[name] for one in up if one.get(name) is not None]
            assert values == sorted(values), name
            # Records with equal values keep one order, so only what differs turns round.
            assert [one[name] for one in down if one.get(name) is not None] == values[::-1], name
            self._vary(name, values)

    async def test_refuses_another_sort(self, client: ServiceClient, writer: dict[str, str]) -> None:
        answer = await client.get(self.address, params={"sort": "nothing"}, headers=writer)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "unknown_sort")

    @pytest.mark.parametrize("query", ["limit=0", "limit=101", "start=-1", "start=x", "sort=", "q=" + "x" * 101])
    async def test_refuses_bounds(self, client: ServiceClient, writer: dict[str, str], query: str) -> None:
        if query.startswith("q=") and not self.resource.search:
            return
        assert (await client.get(f"{self.address}?{query}", headers=writer)).status_code == 422

    async def test_finds_words_in_each_searched_column(self, client: ServiceClient, writer: dict[str, str]) -> None:
        await self._add(client, writer, 1)
        for number, column in enumerate(self.resource.search):
            body = self.payload(number + 2)
            if not isinstance(body.get(column.key, ""), str):
                continue
            body[to_camel(column.key)] = self.text_of(column.key, f"Zebra{number}", "quilt")
            added = await self._post(client, writer, body)
            found = await self._list(client, writer, q=f"QUILT zebra{number}")
            assert [one["id"] for one in found["results"]] == [added["id"]], column.key
            assert (await self._list(client, writer, q=f"zebra{number} nowhere"))["total"] == 0
            # What is special to LIKE is an ordinary character here.
            assert (await self._list(client, writer, q="%"))["total"] == 0

    # One record

    async def test_is_read_as_it_was_added(self, client: ServiceClient, writer: dict[str, str], record: JSON) -> None:
        answer = await client.get(self._at(record), headers=writer)
        assert (answer.status_code, answer.json(), answer.headers["etag"]) == (200, record, '"1"')
        assert {name: record[name] for name in self.payload(1)} == self.payload(1)

    async def test_an_unknown_one_is_not_found(self, client: ServiceClient, writer: dict[str, str]) -> None:
        address = f"{self.address}/{uuid.uuid4()}"
        for method in ("GET", "PUT", "DELETE"):
            body: JSON = {"json": self.payload(1)} if method == "PUT" else {}
            answer = await client.request(method, address, headers=writer, **body)
            assert (answer.status_code, answer.json()["code"]) == (404, f"{self.resource.name}_not_found"), method

    # Payloads

    async def test_refuses_unknown_fields(self, client: ServiceClient, writer: dict[str, str], record: JSON) -> None:
        for name in {*_SMUGGLED} - {*self._properties()}:
            body = {**self.payload(1), name: "super"}
            for method, address in (("POST", self.address), ("PUT", self._at(record))):
                answer = await client.request(method, address, json=body, headers=writer)
                fault = (answer.json()["errors"][0]["field"], answer.json()["errors"][0]["code"])
                assert (answer.status_code, fault) == (422, (name, "unknown_field"))
        assert (await self._list(client, writer))["results"] == [record]

    async def test_requires_its_fields(self, client: ServiceClient, writer: dict[str, str]) -> None:
        for name in self._schema().get("required", []):
            body = {key: value for key, value in self.payload(1).items() if key != name}
            answer = await client.post(self.address, json=body, headers=writer)
            assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, name)

    async def test_bounds_its_texts(self, client: ServiceClient, writer: dict[str, str]) -> None:
        for name, shape in self._properties().items():
            for one in (shape, *shape.get("anyOf", [])):
                if one.get("type") == "string" and "maxLength" in one:
                    body = {**self.payload(1), name: "x" * (one["maxLength"] + 1)}
                    answer = await client.post(self.address, json=body, headers=writer)
                    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, name)
        assert (await self._list(client, writer))["total"] == 0

    async def test_refuses_names_of_the_code(self, client: ServiceClient, writer: dict[str, str]) -> None:
        """The wire speaks camelCase only."""
        for name in self.resource.data.model_fields:
            if "_" in name:
                answer = await client.post(self.address, json={**self.payload(1), name: None}, headers=writer)
                assert answer.status_code == 422, name

    async def test_a_unique_value_is_one_records(self, client: ServiceClient, writer: dict[str, str]) -> None:
        table = self.resource.model.__table__
        unique = [found for found in table.constraints if isinstance(found, UniqueConstraint)]
        if not unique:
            return
        first = await self._add(client, writer, 1)
        second = await self._add(client, writer, 2)
        calls = [("POST", self.address), ("PUT", self._at(second))]
        can_change = self.replacement(second, 1) == self.payload(1)
        for method, address in calls if can_change else calls[:1]:
            answer = await client.request(method, address, json=self.payload(1), headers=any_version(writer))
            fields = {error["field"] for error in answer.json()["errors"]}
            assert (answer.status_code, answer.json()["code"]) == (409, f"{self.resource.name}_taken")
            assert fields
            assert fields <= {*self._properties()}
            assert "constraint" not in answer.text
        assert {one["id"] for one in (await self._list(client, writer))["results"]} == {first["id"], second["id"]}

    # Versions

    async def test_a_record_can_be_sent_back_as_it_was_read(
        self, client: ServiceClient, writer: dict[str, str], record: JSON
    ) -> None:
        answer = await client.put(self._at(record), json=record, headers=writer)
        assert (answer.status_code, answer.json()) == (200, record), "a payload that changes nothing makes no version"

    async def test_an_update_makes_the_next_version(
        self, client: ServiceClient, writer: dict[str, str], record: JSON
    ) -> None:
        answer = await self._replace(client, writer, record, self.replacement(record, 2))
        assert (answer.status_code, answer.headers["etag"], answer.json()["version"]) == (200, '"2"', 2)
        assert (await client.get(self._at(record), headers=writer)).json() == answer.json()

    async def test_a_stale_version_changes_nothing(
        self, client: ServiceClient, writer: dict[str, str], record: JSON
    ) -> None:
        current = (await self._replace(client, writer, record, self.replacement(record, 2))).json()
        other = self.replacement(record, 3)
        stale: list[tuple[str, JSON]] = [
            ("PUT", {"json": other, "headers": {**writer, "If-Match": '"1"'}}),
            ("PUT", {"json": {**other, "version": 1}, "headers": writer}),
            ("DELETE", {"headers": {**writer, "If-Match": '"1"'}}),
        ]
        for method, options in stale:
            answer = await client.request(method, self._at(record), **options)
            assert (answer.status_code, answer.json()["version"]) == (412, 2), method
        assert (await client.get(self._at(record), headers=writer)).json() == current

    async def test_an_update_says_which_version_was_read(
        self, client: ServiceClient, writer: dict[str, str], record: JSON
    ) -> None:
        answer = await client.put(self._at(record), json=self.replacement(record, 2), headers=writer)
        assert (answer.status_code, answer.json()["code"]) == (428, "precondition_required")
        assert (await client.get(self._at(record), headers=writer)).json() == record
        answer = await client.put(self._at(record), json=self.replacement(record, 2), headers=any_version(writer))
        assert (answer.status_code, answer.json()["version"]) == (200, 2)

    async def test_one_of_two_simultaneous_writers_wins(
        self, client: ServiceClient, writer: dict[str, str], record: JSON
    ) -> None:
        headers = {**writer, "If-Match": '"1"'}
        answers = await asyncio.gather(
            *(client.put(self._at(record), json=self.replacement(record, n), headers=headers) for n in (2, 3, 4))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 412, 412]

    async def test_another_records_id_is_refused(
        self, client: ServiceClient, writer: dict[str, str], record: JSON
    ) -> None:
        body = {**self.replacement(record, 2), "id": str(uuid.uuid4()), "version": 1}
        for method, address in (("POST", self.address), ("PUT", self._at(record))):
            answer = await client.request(method, address, json=body, headers=writer)
            assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "id")

    # The end

    async def test_a_deleted_record_is_gone(self, client: ServiceClient, writer: dict[str, str], record: JSON) -> None:
        answer = await client.delete(self._at(record), headers={**writer, "If-Match": '"1"'})
        assert (answer.status_code, answer.content) == (204, b"")
        assert (await client.get(self._at(record), headers=writer)).status_code == 404
        assert (await self._list(client, writer))["total"] == 0

    async def test_each_change_is_in_the_audit_log(
        self, client: ServiceClient, writer: dict[str, str], record: JSON
    ) -> None:
        await self._replace(client, writer, record, self.replacement(record, 2))
        await client.delete(self._at(record), headers=writer)
        async with client.kit.database.transaction() as session:
            entries = (await session.scalars(select(AuditEntry).order_by(AuditEntry.id))).all()
        name = self.resource.name
        assert [entry.action for entry in entries] == [f"{name}.created", f"{name}.updated", f"{name}.deleted"]
        assert {(str(entry.subject_id), entry.subject_type) for entry in entries} == {(record["id"], name)}
        assert all(entry.actor_id and entry.address == "127.0.0.1" for entry in entries)

    # Filters

    async def test_narrows_by_each_filter(self, client: ServiceClient, writer: dict[str, str]) -> None:
        added = [await self._add(client, writer, number) for number in (1, 2, 3)]
        for name in self.resource.filters:
            # By what callers call it: the column is what is to be shown.
            member = to_camel(name.replace("-", "_"))
            values = [record[member] for record in added]
            for value in {*values} - {None}:
                found = await self._list(client, writer, **{name: value})
                expected = {record["id"] for record in added if record[member] == value}
                assert {one["id"] for one in found["results"]} == expected, name
            self._vary(name, values)

    async def test_refuses_filters_of_the_wrong_kind(self, client: ServiceClient, writer: dict[str, str]) -> None:
        for name, column in self.resource.filters.items():
            if column.type.python_type is not str:
                answer = await client.get(self.address, params={name: "no such thing"}, headers=writer)
                assert answer.status_code == 422, name


def any_version(headers: dict[str, str]) -> dict[str, str]:
    """Headers that overwrite a record whatever its version is."""
    return {**headers, "If-Match": "*"}
