"""The site as auth knows it: a copy of cms's settings, so that nobody waits for cms to register or choose a password."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from auth.site.models import Site
from auth.site.schemas import SiteChanged
from kit.state import KitState


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """The settings that identities depend on."""

    name: str
    allows_registration: bool


async def site_settings(state: KitState) -> SiteSettings:
    """Returns the settings. Before the set-up the site has no name and lets nobody register."""
    # By the pool: a request that waits for a password to be hashed afterwards holds no connection meanwhile.
    row = await state.database.pool.fetchrow("SELECT name, allows_registration FROM site")
    return SiteSettings(row["name"], row["allows_registration"]) if row else SiteSettings("", False)


def host_of(state: KitState) -> str:
    """Returns the name by which the site is reached, such as ``example.org``."""
    return urlsplit(state.settings.public_url).hostname or ""


async def update_site(session: AsyncSession, data: SiteChanged) -> None:
    """Keeps the settings as announced, unless a later announcement has been kept already."""
    values = {"name": data.site_name, "allows_registration": data.allow_registration, "version": data.version}
    statement = insert(Site).values(id=1, **values)
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[Site.id], set_=values, where=Site.version < statement.excluded.version
        )
    )
