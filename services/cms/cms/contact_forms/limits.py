"""How many messages are taken: from one network, and by the site as a whole. Fewer where no script has solved anything."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from cms.contact_forms.errors import TooManyMessages
from cms.contact_forms.models import ContactCount
from cms.contact_forms.tickets import Way
from kit.hourly_limits import HourlyLimits, network_of, retry_after

LIMITS = HourlyLimits("contact limits", ContactCount, "messages")


@dataclass(frozen=True, slots=True)
class Most:
    """Messages of an hour."""

    from_network: int
    of_site: int


MOST: dict[Way, Most] = {"script": Most(30, 1_000), "plain": Most(5, 100)}


async def count(session: AsyncSession, way: Way, address: str | None) -> None:
    """Count one message. Raises `TooManyMessages`; what raises is not counted."""
    most = MOST[way]
    limits = {f"{way} {network_of(address)}": most.from_network, f"{way} site": most.of_site}
    seconds = await LIMITS.consume(session, limits)
    if seconds is not None:
        raise TooManyMessages("Too many messages were sent. Try again later.", headers=retry_after(seconds))
