"""Which files of the library the images of a file are: those that were fetched before, and those of this site."""

from collections.abc import Collection, Mapping
from urllib.parse import unquote, urlsplit

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.files.models import File, Folder
from ecom.imports.models import ImportedImage
from ecom.imports.pictures import key_of
from ecom.imports.snapshot import any_of
from kit.known_files.uses import PLACE
from kit.state import state_of


async def known_files(session: AsyncSession, addresses: Collection[str]) -> Mapping[str, str]:
    """The ids of the library's files that stand for these addresses."""
    by_key = {key_of(address): address for address in addresses}
    found: dict[str, str] = {}
    rows = await session.execute(
        select(ImportedImage.digest, ImportedImage.file_id)
        .outerjoin(File, File.id == ImportedImage.file_id)
        # One that nobody has told of yet has just been fetched.
        .where(any_of(ImportedImage.digest, by_key), File.is_deleted.is_not(True))
    )
    found |= {by_key[digest]: str(file_id) for digest, file_id in rows}
    own = {address: path for address in addresses if (path := _own_path(session, address)) is not None}
    if own:
        names = [path.rpartition("/")[2] for path in own.values()]
        query = select(File.id, File.name, Folder.name).outerjoin(Folder, Folder.id == File.folder_id)
        named = await session.execute(query.where(any_of(File.name, names), File.is_deleted.is_(False)))
        by_path = {f"{folder}/{name}" if folder else name: str(file_id) for file_id, name, folder in named}
        found |= {address: by_path[path] for address, path in own.items() if path in by_path}
    return found


def _own_path(session: AsyncSession, address: str) -> str | None:
    """Folder and name of a file, where an address is one of this site's library."""
    public_url = state_of(session).settings.public_url.rstrip("/")
    begins = f"{public_url}{PLACE}"
    if not address.startswith(begins):
        return None
    try:
        return unquote(urlsplit(address).path).removeprefix(urlsplit(begins).path)
    except ValueError:
        return None
