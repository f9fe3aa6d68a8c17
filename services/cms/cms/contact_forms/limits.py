"""How many messages are taken: from one network, and by the site as a whole. Fewer where no script has solved anything."""

from dataclasses import dataclass

from sqlalchemy import case, func, literal, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from cms.contact_forms.errors import TooManyMessages
from cms.contact_forms.models import ContactCount
from cms.contact_forms.tickets import Way
from kit.networks import networks
from kit.state import KitState, state_of

_PURPOSE = "contact limits"
_HOUR = 3_600


@dataclass(frozen=True, slots=True)
class Most:
    """Messages of an hour."""

    from_network: int
    of_site: int


MOST: dict[Way, Most] = {"script": Most(30, 1_000), "plain": Most(5, 100)}


async def count(session: AsyncSession, way: Way, address: str | None) -> None:
    """Count one message. Raises `TooManyMessages`; what raises is not counted."""
    state, most = state_of(session), MOST[way]
    host = networks(address)[0] if address else "unknown"
    # In one order, so that two messages do not lock each other out.
    for bucket, limit in sorted(
        [(_bucket(state, way, f"network {host}"), most.from_network), (_bucket(state, way, "site"), most.of_site)]
    ):
        await _consume(session, bucket, limit)


async def _consume(session: AsyncSession, bucket: bytes, limit: int) -> None:
    now = func.clock_timestamp()
    ends = now + text(f"interval '{_HOUR} seconds'")
    row = insert(ContactCount).values(bucket=bucket, messages=1, window_ends_at=ends)
    is_open = ContactCount.window_ends_at > now
    counted = row.on_conflict_do_update(
        index_elements=[ContactCount.bucket],
        set_={
            "messages": case((is_open, ContactCount.messages + 1), else_=literal(1)),
            "window_ends_at": case((is_open, ContactCount.window_ends_at), else_=row.excluded.window_ends_at),
        },
    )
    messages = await session.scalar(counted.returning(ContactCount.messages))
    if messages is not None and messages > limit:
        left = func.ceil(func.extract("epoch", ContactCount.window_ends_at - now))
        seconds = await session.scalar(select(left).where(ContactCount.bucket == bucket))
        raise TooManyMessages(
            "Too many messages were sent. Try again later.", headers={"Retry-After": str(max(1, int(seconds or 1)))}
        )


def _bucket(state: KitState, way: Way, subject: str) -> bytes:
    """A keyed digest: addresses of visitors are no business of the database."""
    return state.vault(_PURPOSE).digest(f"{way} {subject}".encode())
