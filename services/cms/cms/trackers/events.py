"""`cms.trackers_changed`: what pages load of others, told with every change of it."""

import uuid

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.entries import CAPTCHA_PROVIDER, entries, when_changed
from cms.trackers.models import OPTIONAL, Tracker
from cms.trackers.snippets import take_apart
from kit.events import Payload, emit, event, restates
from kit.locks import lock_named

# In microseconds, of the one clock that all processes of cms share; it outlives a database that is restored elsewhere.
_MOMENT = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")


@event("cms.trackers_changed")
class TrackersChanged(Payload):
    """Whether pages load anything of others, which categories have to be agreed to, and the hosts that pages' policy allows.

    Later ones have higher versions.
    """

    version: int
    is_any: bool
    categories: list[str]
    hosts: list[str]


@event("cms.tracker_deleted")
class TrackerDeleted(Payload):
    """A tracker is gone, also from the pages that had it as their own."""

    id: uuid.UUID


# A page that is shown in place of another keeps the policy of the first, so all pages allow them. They are loaded by
# contact forms alone, once somebody is in one.
_CAPTCHA_HOSTS: dict[str, tuple[str, ...]] = {
    "recaptcha": ("www.google.com", "www.gstatic.com"),
    "hcaptcha": ("hcaptcha.com", "*.hcaptcha.com"),
    "turnstile": ("challenges.cloudflare.com",),
}


@when_changed(CAPTCHA_PROVIDER)
async def announce(session: AsyncSession) -> None:
    """Tell what trackers there are now: what is told last is then what is true."""
    await lock_named(session, "cms.trackers")
    found = (await session.scalars(select(Tracker).where(Tracker.is_enabled))).all()
    hosts = {host for each in found for host in (*each.hosts, *take_apart(each.snippet).hosts)}
    hosts.update(_CAPTCHA_HOSTS.get(await entries.get_stored(session, CAPTCHA_PROVIDER) or "", ()))
    asked = {tracker.category for tracker in found}
    payload = TrackersChanged(
        version=await session.scalar(_MOMENT) or 0,
        is_any=bool(found or hosts),
        categories=[category for category in OPTIONAL if category in asked],
        hosts=sorted(hosts),
    )
    emit(session, payload)


@restates(TrackersChanged)
async def restate(session: AsyncSession) -> None:
    """Tell it once more."""
    await announce(session)
