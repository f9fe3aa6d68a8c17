"""Where links lead: checks of all of them, and questions about single ones."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from content.address import HOME
from content.documents.loading import Connection
from content.link_targets import target_of
from content.links import internal
from content.links.checking import check_one
from content.links.errors import NoCheckRunning
from content.links.models import Link, LinkCheck
from content.links.repository import LatestCheck, LinkCheckRepository, LinkRepository
from content.links.schemas import ExternalStatus
from content.links.tasks import CHECK_LINKS
from content.url_maps.patterns import is_elsewhere
from kit import audit
from kit.auth import Principal
from kit.db import new_id
from kit.jobs import enqueue, request_cancellation
from kit.locks import lock_named
from kit.outbound import Refused, outbound, public_or_in
from kit.state import KitState


async def external_status(state: KitState, url: str) -> ExternalStatus:
    """What an address answers to a browser that wants a page. Takes up to ten seconds, and reads no body.

    An address of the site itself is judged by what the site has, as the check of all links does; relative ones are.
    """
    target = target_of(url, HOME, state.settings.public_url)
    if target is not None and target.is_internal:
        own = await _own_status(state.database.pool, url, target.address)
        if isinstance(own, ExternalStatus):
            return own
        url = own
    async with outbound(allows=public_or_in(state.settings.outbound_networks)) as client:
        try:
            found = await client.get(url, accept="text/html,*/*;q=0.8", most_bytes=0)
        except Refused as refusal:
            return ExternalStatus(url=url, status=None, reason=refusal.reason)
    return ExternalStatus(url=found.url, status=found.status, reason=None)


async def _own_status(connection: Connection, url: str, address: str) -> ExternalStatus | str:
    """What an address of the site answers, or the address of another site that its URL maps lead to."""
    # An anchor is none of a status's business, and to judge it the page has to be read.
    path = address.partition("#")[0]
    verdict = await internal.judge(connection, await internal.read_site_at(connection, path, {}), path)
    if verdict.reason in ("not_checked", "redirect_loop"):
        return ExternalStatus(url=url, status=None, reason=verdict.reason)
    if verdict.state == "broken":
        return ExternalStatus(url=verdict.destination or url, status=verdict.status, reason=None)
    if verdict.destination is not None and is_elsewhere(verdict.destination):
        return verdict.destination
    return ExternalStatus(url=verdict.destination or url, status=200, reason=None)


async def start_check(session: AsyncSession, principal: Principal) -> LatestCheck:
    """Have all links checked; the check that is under way, where there is one."""
    await lock_named(session, "content.link-checks")
    repository = LinkCheckRepository(session)
    latest = await repository.latest()
    if latest is not None and latest.is_running:
        return latest
    check_id = new_id()
    job = await enqueue(session, CHECK_LINKS, {"checkId": str(check_id)}, created_by=principal.user_id)
    check = await repository.add(LinkCheck(id=check_id, job_id=job.id))
    return LatestCheck(check, job)


async def cancel_check(session: AsyncSession, principal: Principal) -> None:
    """End the check that is under way; what it has found so far stays. Raises NoCheckRunning."""
    await lock_named(session, "content.link-checks")
    latest = await LinkCheckRepository(session).latest()
    job = latest.job if latest is not None and latest.is_running else None
    if job is None or not await request_cancellation(session, principal, job):
        raise NoCheckRunning("No check is running.")


async def set_ignored(session: AsyncSession, principal: Principal, link_id: uuid.UUID, *, is_ignored: bool) -> Link:
    """Leave an address out of the lists of what is wrong, or show it there again. Raises LinkNotFound."""
    repository = LinkRepository(session)
    link = await repository.get_for_update(link_id)
    if link.is_ignored != is_ignored:
        await repository.update(link, {"is_ignored": is_ignored})
        verb = "ignored" if is_ignored else "unignored"
        audit.record(session, principal, f"link.{verb}", subject=("link", link.id, link.address[:200]))
    return link


async def recheck(state: KitState, link_id: uuid.UUID) -> None:
    """Check one address again. Raises LinkNotFound."""
    async with state.database.reading() as session:
        link = await LinkRepository(session).get(link_id)
        address, is_internal = link.address, link.is_internal
    await check_one(state, address, is_internal=is_internal)
