"""Limits on what strangers may do in an hour, counted in a table of the service: all its processes share them.

For example::

    class ContactCount(HourlyCount, Base):
        __tablename__ = "contact_counts"
        messages: Mapped[int] = mapped_column()

    LIMITS = HourlyLimits("contact limits", ContactCount, "messages")

    seconds = await LIMITS.consume(session, {network_of(address): 30, "site": 1_000})
    if seconds:
        raise TooManyMessages("Too many messages were sent. Try again later.", headers=retry_after(seconds))
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import LargeBinary, case, delete, func, literal, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from kit.networks import networks
from kit.state import state_of

HOUR = 3_600


class HourlyCount:
    """The columns of a table of counts, beside the count. The key is a digest that tells nobody whose it is."""

    bucket: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    window_ends_at: Mapped[datetime] = mapped_column(index=True)


@dataclass(frozen=True, slots=True)
class HourlyLimits:
    """Counts in one column of a table of `HourlyCount`. Digests for one ``purpose`` are like those for no other."""

    purpose: str
    table: type[Any]
    column: str

    async def consume(self, session: AsyncSession, limits: Mapping[str, int], amount: int = 1) -> int | None:
        """Count for each subject, each within its limit; gives the seconds to wait where one is over it, else None.

        A caller that has to wait rolls back: refused requests are not counted.
        """
        vault = state_of(session).vault(self.purpose)
        buckets = [(vault.digest(subject.encode()), limit) for subject, limit in limits.items()]
        # In one order, so that two at the same time do not lock each other out.
        for bucket, limit in sorted(buckets):
            if await self._count(session, bucket, amount) > limit:
                return await self._left(session, bucket)
        return None

    async def _count(self, session: AsyncSession, bucket: bytes, amount: int) -> int:
        now, count = func.clock_timestamp(), getattr(self.table, self.column)
        ends = now + text(f"interval '{HOUR} seconds'")
        name = count.property.columns[0].name
        row = insert(self.table).values({"bucket": bucket, self.column: amount, "window_ends_at": ends})
        is_open = self.table.window_ends_at > now
        counted = row.on_conflict_do_update(
            index_elements=["bucket"],
            set_={
                name: case((is_open, count + amount), else_=literal(amount)),
                "window_ends_at": case((is_open, self.table.window_ends_at), else_=row.excluded.window_ends_at),
            },
        )
        return int(await session.scalar(counted.returning(count)) or 0)

    async def _left(self, session: AsyncSession, bucket: bytes) -> int:
        left = func.extract("epoch", self.table.window_ends_at - func.clock_timestamp())
        return max(1, math.ceil(await session.scalar(select(left).where(self.table.bucket == bucket)) or 1))


async def delete_old_counts(session: AsyncSession, table: type[Any]) -> None:
    """Delete the counts whose hour is over."""
    await session.execute(delete(table).where(table.window_ends_at < datetime.now(UTC)))


def network_of(address: str | None) -> str:
    """What is counted for a visitor: the network that their address is of."""
    return f"network {networks(address)[0] if address else 'unknown'}"


def retry_after(seconds: int) -> dict[str, str]:
    """The header that says when to try again."""
    return {"Retry-After": str(seconds)}
