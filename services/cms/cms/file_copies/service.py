"""Which images of other sites are asked for, by whom and how often."""

from sqlalchemy.ext.asyncio import AsyncSession

from cms.file_copies.errors import TooManyCopies
from cms.file_copies.folders import check_open
from cms.file_copies.models import FileCopyCount
from cms.file_copies.schemas import FileCopiesIn
from cms.file_copies.tasks import COPY
from cms.files.access import check_manages
from cms.files.names import place_name
from kit.auth import Principal
from kit.hourly_limits import HourlyLimits, retry_after
from kit.jobs import enqueue
from kit.tables import Job

LIMITS = HourlyLimits("file copy limits", FileCopyCount, "calls")
MOST_OF_PERSON, MOST_OF_SITE = 120, 600
"""Calls of an hour. Each makes this machine ask others: nobody is to use it for asking around."""


async def begin(session: AsyncSession, principal: Principal, data: FileCopiesIn) -> Job:
    """Have images fetched, each address once. Raises NameInvalid, FolderProtected, `FolderRestricted`, `TooManyCopies`."""
    bucket_name = place_name(data.bucket_name)
    check_manages(principal, bucket_name)
    await check_open(session, principal, bucket_name)
    limits = {f"user {principal.user_id}": MOST_OF_PERSON, "site": MOST_OF_SITE}
    seconds = await LIMITS.consume(session, limits)
    if seconds is not None:
        detail = "Too many images were copied from other sites. Try again later."
        raise TooManyCopies(detail, headers=retry_after(seconds))
    args = {
        "addresses": [*dict.fromkeys(data.addresses)],
        "bucketName": bucket_name,
        "userId": principal.user_id,
    }
    return await enqueue(session, COPY, args, created_by=principal.user_id)
