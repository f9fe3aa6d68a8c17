"""Which folders images of other sites may be copied into."""

from sqlalchemy.ext.asyncio import AsyncSession

from cms.file_copies.errors import FolderRestricted
from cms.files.repository import FolderRepository
from kit.auth import Principal

_MOST_NAMED = 3


async def check_open(session: AsyncSession, principal: Principal, bucket_name: str) -> None:
    """Raise `FolderRestricted` where visitors would lose what is copied: they saw the image where it was."""
    bucket = await FolderRepository(session, principal).restricted(bucket_name)
    if bucket is None:
        return
    scopes = " or ".join(bucket.meta_data["scopeWhitelist"][:_MOST_NAMED])
    detail = (
        f"The folder {bucket.name!r} is restricted to {scopes}, so visitors would not see the copy. "
        "Remove the restriction in the media library, then try again."
    )
    raise FolderRestricted(detail)
