"""Which products use files: by their images, those of their variants, and what their descriptions name."""

import uuid
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Text, cast, exists, func, or_, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.product_groups.models import CROPPED_IMAGES, ProductGroup
from ecom.products.models import CROPPED_IMAGE, Product
from kit.file_uses import MOST, FileUseAnswer, FileUseQuestion, PlaceUse, UsedFiles
from kit.image_crops import CropQuestion
from kit.mentions import FILES, SPELT_ODDLY, mentions_in
from kit.origins import site_hosts
from kit.state import state_of


async def find(session: AsyncSession, data: FileUseQuestion) -> FileUseAnswer:
    """The product groups that use files."""
    by_path = {file.path: file.id for file in data.files}
    by_id = {str(file.id): file.id for file in data.files}
    hosts = site_hosts(state_of(session).settings.public_url)
    uses: list[PlaceUse] = []
    for row in await _documents(session, [*by_id]):
        named: Counter[uuid.UUID] = Counter()
        for mention in mentions_in(row.document, hosts):
            named.update({by_path[path] for path in mention.paths if path in by_path})
            named.update({by_id[mention.id]} if mention.id in by_id else ())
        uses += [
            PlaceUse(file_id=file_id, kind="product", id=row.id, title=row.name, count=count)
            for file_id, count in named.items()
        ]
    totals = Counter(use.file_id for use in uses)
    uses.sort(key=lambda use: (use.title.casefold(), use.id))
    return FileUseAnswer(uses=uses[:MOST], totals=dict(totals))


async def used(session: AsyncSession) -> UsedFiles:
    """All files that products use."""
    hosts = site_hosts(state_of(session).settings.public_url)
    image = func.jsonb_array_elements(ProductGroup.images).op("->>")("file")
    own = select(Product.image["file"].astext)
    ids = {*await session.scalars(select(image).union(own))} - {None}
    paths: set[str] = set()
    for row in await _documents(session, []):
        for mention in mentions_in(row.document, hosts):
            paths |= mention.paths
    return UsedFiles(paths=sorted(paths), ids=sorted(ids))


async def has_crop(session: AsyncSession, data: CropQuestion) -> bool:
    """Whether a product or a variant shows a file with this crop. Answered by the indexes of the images that have one."""
    image = {"file": str(data.file), "crop": data.crop}
    of_groups = exists().where(text(CROPPED_IMAGES), ProductGroup.images.contains([image]))
    of_variants = exists().where(text(CROPPED_IMAGE), Product.image.contains(image))
    return bool(await session.scalar(select(or_(of_groups, of_variants))))


async def _documents(session: AsyncSession, ids: Sequence[str]) -> Sequence[Row[Any, Any, Any]]:
    """What groups have that may name files, by any address or by one of these ids."""
    own = select(func.string_agg(cast(Product.image, Text), "\n")).where(Product.group_id == ProductGroup.id)
    images = func.concat_ws("\n", cast(ProductGroup.images, Text), own.scalar_subquery())
    texts = func.concat_ws("\n", images, ProductGroup.description)
    named = select(ProductGroup.id, ProductGroup.name, texts.label("document")).subquery()
    said = named.c.document
    may: list[ColumnElement[bool]] = [said.contains(FILES), said.regexp_match(SPELT_ODDLY)]
    if ids:
        may.append(said.regexp_match("|".join(ids)))
    return (await session.execute(select(named.c.id, named.c.name, said).where(or_(*may)))).all()
