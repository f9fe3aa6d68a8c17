"""The site's own settings as a whole."""

from sqlalchemy.ext.asyncio import AsyncSession

from cms.config import settings_of
from cms.config_entries.entries import SITE_NAME, entries
from cms.config_entries.schemas import SiteOut, SiteUpdate
from kit.state import state_of


async def get_site(session: AsyncSession) -> SiteOut:
    """What everybody may know of the site."""
    values = await entries.values(session)
    return SiteOut(
        site_name=values.get("siteName"),
        language=values.get("language"),
        timezone=values.get("timezone"),
        has_ecom=values.get("hasEcom"),
        has_crm=values.get("hasCRM"),
        allow_registration=values.get("allowRegistration", False),
        has_mail=settings_of(state_of(session)).has_mail,
    )


async def put_site(session: AsyncSession, data: SiteUpdate) -> None:
    """Set the entries that the site as a whole has; doing it again changes nothing."""
    values = {
        "siteName": data.name,
        "language": data.language,
        "timezone": data.timezone,
        "hasEcom": data.has_ecom,
        "hasCRM": data.has_crm,
    }
    await entries.put(session, values)


async def complete(session: AsyncSession) -> None:
    """Give a site that was set up with an earlier release the entries that have come since."""
    if await entries.rows(session, [SITE_NAME.key]):
        await entries.put(session, {})
