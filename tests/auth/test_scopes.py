"""Reading scopes."""

import pytest

from kit.testing import ServiceClient
from tests.auth.factory import signed_in


class TestList:
    async def test_gives_the_built_in_ones(self, client: ServiceClient) -> None:
        body = (await client.get("/auth/scopes", headers=await signed_in(client, "editor"))).json()
        names = [scope["name"] for scope in body["results"]]
        assert names == ["admin", "crm:read", "crm:write", "ecom:read", "ecom:write", "editor", "super"]
        assert all(scope["id"] and scope["description"] for scope in body["results"])

    @pytest.mark.parametrize(
        ("scopes", "status"), [((), 403), (("crm:write",), 403), (("editor",), 200), (("admin",), 200)]
    )
    async def test_is_for_those_who_say_who_may_see_what(
        self, client: ServiceClient, scopes: tuple[str, ...], status: int
    ) -> None:
        assert (await client.get("/auth/scopes", headers=await signed_in(client, *scopes))).status_code == status

    async def test_is_not_for_visitors(self, client: ServiceClient) -> None:
        assert (await client.get("/auth/scopes")).status_code == 401
