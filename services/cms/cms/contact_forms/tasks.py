"""Forgetting files of enquiries, and counts whose time is over."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import delete, select

from cms.contact_forms.models import ContactCount, ContactFile
from cms.contact_forms.service import PREFIX
from cms.files.tasks import delete_objects_later
from kit.hourly_limits import delete_old_counts
from kit.jobs import Run, task
from kit.state import KitState

KEPT = timedelta(days=35)
"""Longer than an event is kept: a subscriber that receives an enquiry finds its files."""
_YOUNG = timedelta(days=1)
_AT_ONCE = 500
_TIMEOUT_SECONDS = 1800
_HOURS = 6 * 3600


@task("contact_forms.purge", queue="long", timeout=_TIMEOUT_SECONDS, every=_HOURS)
async def purge(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Delete old files, objects of a day and more that no row names, and counts. Gives how many files and objects."""
    async with run.state.database.transaction() as session:
        await delete_old_counts(session, ContactCount)
    files = 0
    while count := await _purge_files(run.state):
        files += count
    return {"files": files, "objects": await _sweep(run.state)}


async def _purge_files(state: KitState) -> int:
    old = select(ContactFile.id).where(ContactFile.received_at < datetime.now(UTC) - KEPT).limit(_AT_ONCE)
    dropped = delete(ContactFile).where(ContactFile.id.in_(old)).returning(ContactFile.storage_key)
    async with state.database.transaction() as session:
        keys = (await session.scalars(dropped)).all()
        await delete_objects_later(session, keys)
    return len(keys)


async def _sweep(state: KitState) -> int:
    before = datetime.now(UTC) - _YOUNG
    keys = [each.key async for each in state.storage.list(f"{PREFIX}/") if each.changed_at < before]
    swept = 0
    for begin in range(0, len(keys), _AT_ONCE):
        some = keys[begin : begin + _AT_ONCE]
        async with state.database.reading() as session:
            named = set(await session.scalars(select(ContactFile.storage_key).where(ContactFile.storage_key.in_(some))))
        nameless = [key for key in some if key not in named]
        await state.storage.delete(nameless)
        swept += len(nameless)
    return swept
