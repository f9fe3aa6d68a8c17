"""`cms.trackers_changed`: what pages load of others, told with every change of it."""

import uuid
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.entries import CAPTCHA_PROVIDER, entries, when_changed
from cms.trackers.models import OPTIONAL, AnnouncedTrackers, Tracker
from cms.trackers.snippets import take_apart
from kit.at_start import at_start
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


_NOTHING = {"isAny": False, "categories": [], "hosts": []}
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
    await _lock(session)
    await _announce(session, await _present(session))


@restates(TrackersChanged)
async def restate(session: AsyncSession) -> None:
    """Tell it once more."""
    await announce(session)


async def announce_other(session: AsyncSession) -> None:
    """Announce it where that is something else than what was announced last.

    Which hosts a captcha provider needs is not saved with a site: a release may know of others than the one before.
    """
    await _lock(session)
    present = await _present(session)
    if present != (await session.scalar(select(AnnouncedTrackers.said)) or _NOTHING):
        await _announce(session, present)


announce_at_start = at_start(announce_other, "what pages load of others was not announced")


async def _lock(session: AsyncSession) -> None:
    await lock_named(session, "cms.trackers")


async def _present(session: AsyncSession) -> dict[str, Any]:
    found = (await session.scalars(select(Tracker).where(Tracker.is_enabled))).all()
    hosts = {host for each in found for host in (*each.hosts, *take_apart(each.snippet).hosts)}
    hosts.update(_CAPTCHA_HOSTS.get(await entries.get_stored(session, CAPTCHA_PROVIDER) or "", ()))
    asked = {tracker.category for tracker in found}
    categories = [category for category in OPTIONAL if category in asked]
    return {"isAny": bool(found or hosts), "categories": categories, "hosts": sorted(hosts)}


async def _announce(session: AsyncSession, said: dict[str, Any]) -> None:
    emit(session, TrackersChanged.model_validate({"version": await session.scalar(_MOMENT) or 0, **said}))
    last = insert(AnnouncedTrackers).values(id=1, said=said)
    await session.execute(last.on_conflict_do_update(index_elements=["id"], set_={"said": said}))
