"""The log of addresses that visitors asked for in vain."""

import uuid
from collections.abc import Sequence

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import requested_address
from content.url_maps.repository import MissingAddressRepository
from content.url_maps.schemas import MissedAddress
from kit.db import new_id

MAX_ADDRESSES = 2_000
"""How many are kept: the latest half of them in any case, then what was asked for more than once. Scanners ask for many,
once; and what they ask for time and again must not keep everything else out for good."""

# In the order of their addresses, so that two reports do not wait for each other's rows.
_ADD = text("""
INSERT INTO missing_addresses (id, url, hits, referrer)
SELECT * FROM unnest(CAST(:ids AS uuid[]), CAST(:urls AS text[]), CAST(:hits AS bigint[]), CAST(:referrers AS text[]))
    AS missed (id, url, hits, referrer)
ORDER BY url
ON CONFLICT (url) DO UPDATE SET hits = missing_addresses.hits + excluded.hits, last_seen_at = now(),
    referrer = coalesce(excluded.referrer, missing_addresses.referrer)
""")
_PRUNE = text("""
DELETE FROM missing_addresses WHERE id IN (
    SELECT id FROM (
        SELECT id, hits, row_number() OVER (ORDER BY last_seen_at DESC, id DESC) AS place FROM missing_addresses
    ) ranked
    ORDER BY place <= :latest DESC, (hits > 1) DESC, place OFFSET :most
)
""")


async def add(session: AsyncSession, missed: Sequence[MissedAddress]) -> None:
    """Count addresses that were asked for in vain; what no page could have as its address is left out."""
    counted: dict[str, tuple[int, str | None]] = {}
    for each in missed:
        address = requested_address(each.url)
        if address is not None and each.hits:
            hits, referrer = counted.get(address, (0, None))
            counted[address] = (hits + each.hits, each.referrer or referrer)
    if not counted:
        return
    values = {
        "ids": [new_id() for _ in counted],
        "urls": [*counted],
        "hits": [hits for hits, _ in counted.values()],
        "referrers": [referrer for _, referrer in counted.values()],
    }
    await session.execute(_ADD, values)
    await session.execute(_PRUNE, {"most": MAX_ADDRESSES, "latest": MAX_ADDRESSES // 2})


async def delete(session: AsyncSession, address_id: uuid.UUID) -> None:
    """Take an address off the log. Raises MissingAddressNotFound."""
    repository = MissingAddressRepository(session)
    await repository.delete(await repository.get(address_id))
