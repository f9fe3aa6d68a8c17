"""Raw connections beside sessions."""

from typing import Any

import pytest

from content.documents.loading import connection_of
from tests.content.factory import Site

_COUNT = "UPDATE site SET version = version + 1 RETURNING version"


class _BrokenOffError(Exception):
    pass


class TestConnectionOf:
    async def test_what_it_is_sent_first_is_part_of_the_transaction(self, site: Site) -> None:
        before = (await site.page("/"))["version"]
        with pytest.raises(_BrokenOffError):
            async with site.client.kit.database.transaction() as session:
                assert await (await connection_of(session)).fetchrow(_COUNT)
                raise _BrokenOffError
        assert (await site.page("/"))["version"] == before

    async def test_reading_begins_none(self, site: Site) -> None:
        async with site.client.kit.database.reading() as session:
            connection: Any = await connection_of(session)
            await connection.fetchrow("SELECT version FROM site")
            assert not connection.is_in_transaction()
