"""Fetching images of other sites: each is streamed into the storage, looked into as an upload is, and becomes a file.

All of them are fetched first, some at a time, and the files made after that, in the order of the addresses: so that the
same content at two addresses is one file.
"""

import asyncio
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from cms.file_copies.cancelling import check, decide
from cms.file_copies.errors import ImageNotCopied
from cms.file_copies.folders import check_open
from cms.file_copies.schemas import FileCopiesOut
from cms.files import folders, service
from cms.files.batches import problem_of
from cms.files.kinds import extensions_of, kind_of
from cms.files.models import Bucket, Entity
from cms.files.names import extension_of, file_name
from cms.files.repository import FileRepository
from cms.files.schemas import FileOut, file_out
from cms.files.service import Content
from cms.uploads.examining import examined
from cms.uploads.incoming import Incoming
from kit.auth import Principal
from kit.errors import DomainError
from kit.jobs import Run
from kit.outbound import Outbound, outbound, public_or_in
from kit.remote_images import ImageMissing, image_at
from kit.state import KitState
from kit.storage import kept_unless_refused

LARGEST = 20 * 1024 * 1024
_AT_A_TIME = 4
_LOOK_EVERY = 0.5


@dataclass(frozen=True, slots=True)
class _Fetched:
    name: str
    content: Content


async def copy(
    run: Run, principal: Principal, bucket_name: str, addresses: Sequence[str], id: uuid.UUID | None
) -> FileCopiesOut:
    """Copy images into a folder, which is made where it is missing. What cannot be had is said of its address.

    Raises `CopyCancelled`, after which nothing of them is in the storage; and what is no address's fault, such as
    StorageFull and SandboxBusy: nothing is lost by beginning anew.
    """
    await check(run.state, id)
    done, ended, slots = FileCopiesOut(success={}, failed={}), 0, asyncio.Semaphore(_AT_A_TIME)
    allows = public_or_in(run.state.settings.outbound_networks)
    unused = set[str]()

    async def fetch(client: Outbound, address: str) -> _Fetched | DomainError:
        nonlocal ended
        async with slots:
            found = await _fetched(run.state, client, address, unused)
        ended += 1
        await run.progress(ended / len(addresses), f"{ended} of {len(addresses)} images")
        return found

    try:
        async with outbound(allows=allows, most_connections=_AT_A_TIME) as client:
            tasks = [asyncio.create_task(fetch(client, address)) for address in addresses]
            fetched = await _all_or_none(run.state, tasks, id)
        await decide(run.state, id)
        for address, found in zip(addresses, fetched, strict=True):
            result = found if isinstance(found, DomainError) else await _add(run, principal, bucket_name, found, unused)
            if isinstance(result, DomainError):
                done.failed[address] = problem_of(result)
            else:
                done.success[address] = result
    finally:
        if unused:
            await run.state.storage.delete([*unused])
    return done


async def _all_or_none(
    state: KitState, tasks: Sequence[asyncio.Task[_Fetched | DomainError]], id: uuid.UUID | None
) -> Sequence[_Fetched | DomainError]:
    """What the tasks give; where one raises, or this is cancelled, all of them have ended before it raises."""
    pending = set(tasks)
    try:
        while pending:
            # Cancelled, it does not wait for a site that takes its time.
            ended, pending = await asyncio.wait(pending, timeout=_LOOK_EVERY, return_when=asyncio.FIRST_EXCEPTION)
            for each in ended:
                each.result()
            await check(state, id)
        return [each.result() for each in tasks]
    except BaseException:
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise


async def _fetched(state: KitState, client: Outbound, address: str, unused: set[str]) -> _Fetched | DomainError:
    """An image in the storage, looked into; or why there is none. Raises what is not the address's fault.

    What it stores is in ``unused`` from when it is there: the task may be cancelled at any moment after that.
    """
    try:
        async with image_at(client, address, most_bytes=LARGEST) as image:
            stored = await Incoming(image.pieces(), LARGEST).store(state.storage)
            unused.add(stored.storage_key)
    except ImageMissing as missing:
        return ImageNotCopied(str(missing))
    try:
        name = _named(image.name, stored.head)
        return _Fetched(name, await examined(state, stored, name))
    except DomainError as error:
        if error.status >= 500:
            raise
        return error


def _named(name: str, head: bytes) -> str:
    """What the file is called: as its address calls it, with an extension. Raises `ImageNotCopied` for no image."""
    kind = kind_of(name, head)
    endings = extensions_of(kind)
    if not kind.startswith("image/") or not endings:
        raise ImageNotCopied("There is no image at this address.")
    try:
        return file_name(name if extension_of(name) in endings else f"{name}.{endings[0]}")
    except DomainError:
        return f"image.{endings[0]}"


async def _add(
    run: Run, principal: Principal, bucket_name: str, found: _Fetched, unused: set[str]
) -> FileOut | DomainError:
    """The file of an image, or why it became none."""
    key = found.content.storage_key
    # From here on it has a row, whatever breaks: see `kept_unless_refused`.
    unused.discard(key)
    try:
        async with kept_unless_refused(run.state.storage, key), run.state.database.transaction() as session:
            await check_open(session, principal, bucket_name)
            await folders.ensure(session, principal, bucket_name)
            file = await _same(session, principal, bucket_name, found.content)
            if file is not None:
                unused.add(key)
            else:
                file = await service.add_file(
                    session, principal, bucket_name, found.name, found.content, is_public=True
                )
            return file_out(file, run.state.settings.public_url)
    except DomainError as error:
        if error.status >= 500:
            raise
        return error


async def _same(session: AsyncSession, principal: Principal, bucket_name: str, content: Content) -> Entity | None:
    """A file in the folder that has this content and that everybody sees: of an address that was pasted before."""
    place = Bucket.name == bucket_name if bucket_name else Entity.bucket_id.is_(None)
    query = FileRepository(session, principal).base().where(place, Entity.sha256 == content.sha256, Entity.is_public)
    for file in await session.scalars(query.order_by(Entity.id).limit(10)):
        if not file.meta_data.get("scopeWhitelist"):
            return file
    return None
