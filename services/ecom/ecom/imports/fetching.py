"""Fetching the images of imported products into the library, once they are there.

What cannot be fetched is said in the import and takes nothing back. What was fetched is remembered by its address, so that
it is fetched once however often a file names it and however often this begins anew.
"""

import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.events import emit_groups
from ecom.imports.library import known_files
from ecom.imports.models import ImportedImage, ImportImages, ProductImport
from ecom.imports.pictures import MOST, Pictures, key_of
from ecom.imports.repository import ImagesRepository
from ecom.product_groups.locking import lock_groups
from ecom.product_groups.models import ProductGroup
from ecom.stock.service import lock_products
from kit.auth import Principal
from kit.errors import DomainError
from kit.http import InternalClient
from kit.jobs import Run
from kit.outbound import MOST_BYTES, Outbound, outbound, public_or_in
from kit.remote_images import ImageMissing, image_at

FOLDER = "products"
_LONGEST = 2000


async def fetch(run: Run, row: ProductImport, principal: Principal) -> dict[str, int]:
    """Fetch what an import asks for, product by product. Gives how many images were fetched and how many not."""
    done, failed = 0, 0
    async with AsyncExitStack() as stack:
        networks = run.state.settings.outbound_networks
        client = await stack.enter_async_context(outbound(allows=public_or_in(networks)))
        total = await _left(run, row.id)
        while (each := await _next(run, row.id)) is not None:
            files, faults = {}, []
            for wanted in each.wanted[:MOST]:
                try:
                    files[wanted["address"]] = await _file_of(run, row, principal, client, wanted["address"])
                    done += 1
                except ImageMissing as missing:
                    faults.append({"address": wanted["address"][:_LONGEST], "detail": str(missing)})
            failed += len(faults)
            await _finish(run, each, files, faults)
            left = await _left(run, row.id)
            await run.progress(1 - left / max(total, 1), f"Images of {left:,} products are left")
    return {"fetched": done, "failed": failed}


async def _left(run: Run, import_id: uuid.UUID) -> int:
    async with run.state.database.reading() as session:
        return await ImagesRepository(session).count_left(import_id)


async def _next(run: Run, import_id: uuid.UUID) -> ImportImages | None:
    async with run.state.database.reading() as session:
        repository = ImagesRepository(session)
        return await repository.one_or_none(repository.left(import_id).order_by(ImportImages.id).limit(1))


async def _file_of(run: Run, row: ProductImport, principal: Principal, client: Outbound, address: str) -> str:
    """The file of the library for an address. Raises `ImageMissing`; and what says that cms is away, for a later attempt."""
    async with run.state.database.reading() as session:
        known = await known_files(session, [address])
    if address in known:
        return known[address]
    async with image_at(client, address, most_bytes=MOST_BYTES) as image:
        body = b"".join([piece async for piece in image.pieces()])
    params = {
        "name": image.name,
        "bucketName": FOLDER,
        "userId": principal.user_id,
        "key": key_of(f"{row.id} {address}"),
    }
    try:
        stored = await InternalClient(run.state, "cms").send("/private/files", _pieces(body), params=params)
    except DomainError as error:
        if error.status >= 500:
            raise
        raise ImageMissing(error.detail or error.title) from None
    statement = insert(ImportedImage).values(digest=key_of(address), file_id=uuid.UUID(stored["id"]))
    renewed = statement.on_conflict_do_update(index_elements=["digest"], set_={"file_id": statement.excluded.file_id})
    async with run.state.database.transaction() as session:
        await session.execute(renewed)
    return str(stored["id"])


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    yield body


async def _finish(run: Run, each: ImportImages, files: Mapping[str, str], faults: Sequence[dict[str, Any]]) -> None:
    """Give a product or a group its images, and note what is missing."""
    async with run.state.database.transaction() as session:
        group = next(iter(await lock_groups(session, ProductGroup.id == each.group_id)), None)
        row = await session.get(ImportImages, each.id, with_for_update=True)
        if row is None:
            # A later import has others in their place.
            return
        if files and group is not None:
            await _show(session, row, group, Pictures(is_wanted=True, files=files))
        if faults and group is not None:
            row.faults, row.tries = [*faults], row.tries + 1
            # What was there before is replaced by now: what stands beside them is somebody's.
            row.present = [] if files else row.present
        else:
            await session.delete(row)


async def _show(session: AsyncSession, each: ImportImages, group: ProductGroup, pictures: Pictures) -> None:
    if each.product_id is None:
        images, _ = pictures.resolved(each.wanted, group.images)
        added = [image for image in group.images if image not in images and _is_theirs(each, image)]
        group.images = [*images, *added][:MOST]
    else:
        product = (await lock_products(session, [each.product_id])).get(each.product_id)
        if product is None:
            return
        kept = [product.image] if product.image else []
        images, _ = pictures.resolved(each.wanted, kept)
        if images and not any(_is_theirs(each, image) for image in kept):
            product.image = images[0]
    emit_groups(session, [group.id])


def _is_theirs(each: ImportImages, image: Mapping[str, Any]) -> bool:
    """Whether somebody has put an image there since, before it was fetched or in the place of one that was missing."""
    return each.tries > 0 if each.present is None else image not in each.present
