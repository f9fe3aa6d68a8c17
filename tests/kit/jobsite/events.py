"""What it follows."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from kit.events import Event, Payload, on_event


class ThingChanged(Payload):
    """A thing is another."""

    number: int


@on_event("crm.thing_changed", ThingChanged)
async def take_effect(session: AsyncSession, event: Event[ThingChanged]) -> None:
    """Write down that it took effect, as often as it does."""
    await session.execute(text("INSERT INTO effects VALUES (:number)"), {"number": event.payload.number})
