"""Which images of other sites are asked for, by whom and how often."""

from sqlalchemy.ext.asyncio import AsyncSession

from cms.file_copies.errors import TooManyCopies
from cms.file_copies.folders import check_open
from cms.file_copies.models import FileCopy, FileCopyCount
from cms.file_copies.schemas import FileCopiesIn
from cms.file_copies.tasks import COPY
from cms.files.access import check_manages
from cms.files.names import place_name
from kit.auth import Principal
from kit.db import new_id
from kit.hourly_limits import HourlyLimits, retry_after
from kit.jobs import enqueue
from kit.tables import Job

LIMITS = HourlyLimits("file copy limits", FileCopyCount, "images")
MOST_OF_PERSON, MOST_OF_SITE = 600, 3_000
"""Images of an hour. Each makes this machine ask another: nobody is to use it for asking around."""


async def begin(session: AsyncSession, principal: Principal, data: FileCopiesIn) -> Job:
    """Have images fetched, each address once. Raises NameInvalid, FolderProtected, `FolderRestricted`, `TooManyCopies`."""
    bucket_name = place_name(data.bucket_name)
    check_manages(principal, bucket_name)
    await check_open(session, principal, bucket_name)
    addresses = [*dict.fromkeys(data.addresses)]
    limits = {f"user {principal.user_id}": MOST_OF_PERSON, "site": MOST_OF_SITE}
    seconds = await LIMITS.consume(session, limits, amount=len(addresses))
    if seconds is not None:
        detail = "Too many images were copied from other sites. Try again later."
        raise TooManyCopies(detail, headers=retry_after(seconds))
    copy = FileCopy(id=new_id())
    session.add(copy)
    args = {
        "copyId": str(copy.id),
        "addresses": addresses,
        "bucketName": bucket_name,
        "userId": principal.user_id,
    }
    return await enqueue(session, COPY, args, created_by=principal.user_id)
