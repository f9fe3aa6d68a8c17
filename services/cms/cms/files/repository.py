"""Reading files, entities and folders. What somebody may not manage is not there for them."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased, contains_eager

from cms.files.access import manages
from cms.files.errors import EntityNotFound, FileNotFound, FolderNotFound, FolderUnknown
from cms.files.filters import Filters
from cms.files.models import Bucket, Entity
from cms.files.names import numbered, parent_of, parents_of
from cms.files.used import Used
from kit.auth import Caller
from kit.errors import FieldError, NotFound
from kit.locks import lock_named
from kit.pagination import Window
from kit.repository import Repository
from kit.search import matches

_MOST_FOLDERS = 1000
_TRIED_AT_ONCE = 100


class EntityRepository(Repository[Entity]):
    """Entities that are no files, in folders that are there."""

    model = Entity
    missing: ClassVar[type[NotFound]] = EntityNotFound
    are_files = False

    def __init__(self, session: AsyncSession, caller: Caller) -> None:
        super().__init__(session)
        self._caller = caller

    def base(self) -> Select[Entity]:
        """Each with its folder."""
        present = self.all().where(Entity.deleted_at.is_(None), Bucket.deleted_at.is_(None))
        return present.where(*manages(self._caller))

    def all(self) -> Select[Entity]:
        """Selects deleted entities too, and those that the caller does not manage."""
        kind = Entity.storage_key.is_not(None) if self.are_files else Entity.storage_key.is_(None)
        return select(Entity).outerjoin(Entity.bucket).options(contains_eager(Entity.bucket)).where(kind)

    def in_folder(self, bucket_id: uuid.UUID | None) -> Select[Entity]:
        """Those in one folder; at the top of the library without an id."""
        # Not `=`: of nothing, it is true of nothing.
        place = Entity.bucket_id.is_(None) if bucket_id is None else Entity.bucket_id == bucket_id
        return self.base().where(place)

    def deleted(self) -> Select[Entity]:
        """Those that are deleted and can be restored; their folders may be gone."""
        return self.all().where(Entity.deleted_at.is_not(None), *manages(self._caller))


class FileRepository(EntityRepository):
    """Files, in folders that are there."""

    missing = FileNotFound
    are_files = True

    def search(self, folder: Bucket | None, filters: Filters, used: Used | None = None) -> Select[Entity]:
        """Files in a folder; those that filters find in it and below it, with words in name, title or alt.

        ``used`` are the files that the filter for unused ones leaves out.
        """
        if not filters.reach_below:
            return self.in_folder(folder.id if folder else None)
        query = self.base()
        if folder is not None:
            query = query.where(or_(Bucket.id == folder.id, _is_below(folder.name)))
        return query.where(*filters.conditions(used))

    def selected(self, ids: Sequence[uuid.UUID], folders: Sequence[Bucket]) -> Select[Entity]:
        """The files with these ids, and all in these folders and below them."""
        places = [or_(Bucket.id == folder.id, _is_below(folder.name)) for folder in folders]
        return self.base().where(or_(Entity.id.in_(ids), *places))

    async def first(self, query: Select[Entity], most: int) -> tuple[int, Sequence[Entity]]:
        """How many files a query finds, and the first of them by folder and name."""
        found = await self.page(Window(0, most), [Bucket.name.asc().nulls_first(), Entity.name.asc()], query)
        return found.total, found.results


class FolderRepository(Repository[Bucket]):
    """Folders that are there."""

    model = Bucket
    missing = FolderNotFound

    def __init__(self, session: AsyncSession, caller: Caller) -> None:
        super().__init__(session)
        self._caller = caller

    def base(self) -> Select[Bucket]:
        """Those that the caller manages."""
        return select(Bucket).where(Bucket.deleted_at.is_(None), *manages(self._caller))

    async def by_name(self, name: str) -> Bucket:
        """The folder of this name. Raises `FolderNotFound`."""
        found = await self.one_or_none(self.base().where(Bucket.name == name))
        if found is None:
            raise self.missing(f"There is no folder {name[:200]!r}.")
        return found

    async def with_ids(self, ids: Sequence[uuid.UUID]) -> Sequence[Bucket]:
        """Those of these ids that are there."""
        return (await self.session.scalars(self.base().where(Bucket.id.in_(ids)))).all()

    async def target(self, name: str) -> Bucket | None:
        """The folder that something is put into, which stays until the commit; None for the top of the library.

        Raises `FolderUnknown`.
        """
        if not name:
            return None
        found = await self.one_or_none(self.base().where(Bucket.name == name).with_for_update(read=True))
        if found is None:
            detail = f"There is no folder {name[:200]!r}. Create it first."
            raise FolderUnknown(detail, errors=[FieldError("bucketName", FolderUnknown.code, detail)])
        return found

    async def names(self, names: Sequence[str]) -> set[str]:
        """Which of these names folders have."""
        query = select(Bucket.name).where(Bucket.deleted_at.is_(None), Bucket.name.in_(names))
        return set(await self.session.scalars(query))

    async def restricted(self, name: str) -> Bucket | None:
        """The outermost of a folder and those above it that only some visitors may see."""
        query = select(Bucket).where(Bucket.deleted_at.is_(None), Bucket.name.in_([name, *parents_of(name)]))
        for bucket in await self.session.scalars(query.order_by(Bucket.name)):
            if bucket.meta_data.get("scopeWhitelist"):
                return bucket
        return None

    async def children(self, folder: Bucket | None, q: str | None) -> Sequence[Bucket]:
        """The folders right below one, by name; with ``q`` all below it whose names have its words."""
        query = self.base()
        if folder is not None:
            query = query.where(_is_below(folder.name))
        if (q or "").strip():
            query = query.where(*matches(q, Bucket.name))
        else:
            rest = func.substr(Bucket.name, len(folder.name) + 2) if folder else Bucket.name
            query = query.where(func.strpos(rest, "/") == 0)
        return (await self.session.scalars(query.order_by(Bucket.name).limit(_MOST_FOLDERS))).all()

    async def file_counts(self, ids: Sequence[uuid.UUID]) -> Mapping[uuid.UUID, int]:
        """How many files are right in each of these folders; those without any are left out."""
        query = (
            select(Entity.bucket_id, func.count())
            .where(Entity.bucket_id.in_(ids), Entity.deleted_at.is_(None), Entity.storage_key.is_not(None))
            .group_by(Entity.bucket_id)
        )
        return {id: count for id, count in await self.session.execute(query) if id is not None}

    async def tree(self, root: Bucket) -> list[Bucket]:
        """A folder and all below it, locked, the nearest first."""
        query = self.base().where(or_(Bucket.id == root.id, _is_below(root.name))).order_by(Bucket.name)
        return [*await self.session.scalars(query.with_for_update().execution_options(populate_existing=True))]

    async def lock_trees(self, ids: Collection[uuid.UUID]) -> None:
        """Lock folders and all below them, in the order of their names as `tree` does."""
        root = aliased(Bucket)
        is_in = or_(Bucket.id == root.id, func.starts_with(Bucket.name, root.name + "/"))
        roots = select(root.id).where(root.id.in_(ids), root.deleted_at.is_(None), is_in)
        query = self.base().where(roots.exists()).order_by(Bucket.name).with_for_update()
        await self.session.execute(query.with_only_columns(Bucket.id))

    async def above(self, folder: Bucket) -> Sequence[Bucket]:
        """The folders above one."""
        query = select(Bucket).where(Bucket.deleted_at.is_(None), Bucket.name.in_(parents_of(folder.name)))
        return (await self.session.scalars(query)).all()

    async def former_parent(self, folder: Bucket) -> Bucket | None:
        """The folder that a deleted one was in, unless that is deleted, too.

        One that an earlier release deleted says only by its name which that was.
        """
        by_name = Bucket.name == parent_of(folder.name)
        is_it = by_name if folder.deleted_from_id is None else Bucket.id == folder.deleted_from_id
        return (await self.session.scalars(select(Bucket).where(Bucket.deleted_at.is_(None), is_it))).one_or_none()

    async def deleted_tree(self, identifier: uuid.UUID) -> list[Bucket]:
        """A deleted folder and what was deleted with it, locked, itself first; empty where there is none."""
        deletion = select(Bucket.deletion_id).where(Bucket.id == identifier, Bucket.deleted_at.is_not(None))
        query = select(Bucket).where(Bucket.deletion_id == deletion.scalar_subquery(), *manages(self._caller))
        found = [*await self.session.scalars(query.order_by(Bucket.name).with_for_update())]
        own = [each for each in found if each.id == identifier]
        # Of what a deletion took, only what is from here on.
        return [each for each in found if own and (each in own or each.name.startswith(f"{own[0].name}/"))]

    async def outermost_first(self, ids: Collection[uuid.UUID]) -> list[uuid.UUID]:
        """The ids of folders, deleted ones too, each before those of the folders below it; unknown ids at the end."""
        query = select(Bucket.id).where(Bucket.id.in_(ids)).order_by(func.length(Bucket.name), Bucket.id)
        found = [*await self.session.scalars(query)]
        return [*found, *sorted({*ids} - {*found})]


def _is_below(name: str) -> ColumnElement[bool]:
    return Bucket.name.startswith(f"{name}/", autoescape=True)


async def free_name(session: AsyncSession, bucket_id: uuid.UUID | None, name: str) -> str:
    """The name, or the first with a number after it that nothing in the folder has.

    Until the commit no other transaction chooses a name in that folder.
    """
    await _lock_names(session, bucket_id)
    begin = 1
    while True:
        tried = [name if number == 1 else numbered(name, number) for number in range(begin, begin + _TRIED_AT_ONCE)]
        taken = await _names_in(session, bucket_id, tried)
        for each in tried:
            if each not in taken:
                return each
        begin += _TRIED_AT_ONCE


async def names_taken(session: AsyncSession, bucket_id: uuid.UUID | None, names: Sequence[str]) -> set[str]:
    """Which of these names something in the folder has. Until the commit no other transaction chooses one there."""
    await _lock_names(session, bucket_id)
    return await _names_in(session, bucket_id, names)


async def _lock_names(session: AsyncSession, bucket_id: uuid.UUID | None) -> None:
    await lock_named(session, f"cms.files.names {bucket_id}")


async def _names_in(session: AsyncSession, bucket_id: uuid.UUID | None, names: Sequence[str]) -> set[str]:
    place: Any = Entity.bucket_id.is_(None) if bucket_id is None else Entity.bucket_id == bucket_id
    query = select(Entity.name).where(Entity.deleted_at.is_(None), place, Entity.name.in_(names))
    return set(await session.scalars(query))
