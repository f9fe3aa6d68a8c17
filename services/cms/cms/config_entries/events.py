"""`cms.site_changed`: the site's own settings, told with every change of them."""

from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.repository import ConfigEntryRepository
from cms.config_entries.schemas import SITE_VALUES
from kit.events import Payload, emit, event, restates


@event("cms.site_changed", formerly=["site.changed"])
class SiteChanged(Payload):
    """The site's settings as they are now. Later ones have higher versions."""

    version: int
    site_name: str
    language: str
    timezone: str
    has_ecom: bool
    has_crm: bool = Field(alias="hasCRM")
    allow_registration: bool


async def tell(session: AsyncSession) -> None:
    """Announce what the site is like now, once it is set up; whoever calls has taken the turn.

    Versions of entries only grow, and changes take turns: so their sum orders the announcements.
    """
    entries = await ConfigEntryRepository(session).with_keys(SITE_VALUES)
    if len(entries) == len(SITE_VALUES):
        values = {entry.key: entry.value for entry in entries}
        emit(session, SiteChanged.model_validate({"version": sum(entry.version for entry in entries), **values}))


@restates(SiteChanged)
async def restate(session: AsyncSession) -> None:
    """Announce the settings once more."""
    await ConfigEntryRepository(session).take_turns()
    await tell(session)
