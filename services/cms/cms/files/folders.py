"""Folders: made, renamed and moved with all below them, deleted and restored."""

import uuid
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from cms.files.access import check_manages
from cms.files.errors import FolderInItself, NameTaken, NotRestorable
from cms.files.events import announce
from cms.files.models import Bucket
from cms.files.names import folder_name, label_of, numbered, parent_of, parents_of
from cms.files.repository import FolderRepository
from cms.files.schemas import BucketIn
from kit import audit
from kit.auth import Principal
from kit.db import new_id
from kit.errors import FieldError
from kit.locks import lock_named
from kit.preconditions import check_new, check_replaced, check_version

_LOCK = "cms.files.folders"


async def create(session: AsyncSession, principal: Principal, data: BucketIn) -> Bucket:
    """Make a folder, and those above it that are missing.

    Raises ValidationFailed, NameInvalid, `NameTaken`, `FolderProtected`.
    """
    check_new(data)
    name = folder_name(data.name)
    check_manages(principal, name)
    await lock_named(session, _LOCK)
    await _check_free(session, principal, name)
    await _make_parents(session, principal, name)
    meta = data.meta_data.model_dump(mode="json", by_alias=True) if data.meta_data else {}
    return await _add(session, principal, name, meta)


async def ensure(session: AsyncSession, principal: Principal, name: str) -> None:
    """Make a folder where it is missing; empty for the top of the library. Raises as `create` does."""
    repository = FolderRepository(session, principal)
    if not name or name in await repository.names([name]):
        return
    await lock_named(session, _LOCK)
    # Somebody else may have made it until now.
    if name not in await repository.names([name]):
        await create(session, principal, BucketIn.model_validate({"name": name}))


async def update(
    session: AsyncSession, principal: Principal, data: BucketIn, id: uuid.UUID, if_match: str | None
) -> Bucket:
    """Rename or move a folder with all that is in it, and say who sees that.

    Raises `FolderNotFound`, ValidationFailed, NameInvalid, `NameTaken`, `FolderInItself`, `FolderProtected`,
    `PreconditionFailed`, `PreconditionRequired`.
    """
    await lock_named(session, _LOCK)
    repository = FolderRepository(session, principal)
    bucket = await repository.get_for_update(id)
    check_replaced(data, id, bucket.version, if_match)
    before = bucket.version
    if data.meta_data is not None:
        bucket.meta_data = data.meta_data.model_dump(mode="json", by_alias=True)
    changed = await _rename(session, principal, bucket, folder_name(data.name))
    await session.flush()
    if bucket.version != before:
        _record(session, principal, "folder.updated", bucket)
        announce(session, changed)
    return bucket


async def move(session: AsyncSession, principal: Principal, id: uuid.UUID, into: str) -> Bucket:
    """Move a folder into another, or to the top of the library. Raises as `update` does."""
    await lock_named(session, _LOCK)
    repository = FolderRepository(session, principal)
    bucket = await repository.get_for_update(id)
    label = label_of(bucket.name)
    await repository.target(into)
    changed = await _rename(session, principal, bucket, folder_name(f"{into}/{label}"))
    await session.flush()
    _record(session, principal, "folder.updated", bucket)
    announce(session, changed)
    return bucket


async def delete(session: AsyncSession, principal: Principal, id: uuid.UUID, if_match: str | None = None) -> None:
    """Delete a folder with all that is in it, however much: only the folders are marked. It can be restored.

    Raises `FolderNotFound`, `PreconditionFailed`.
    """
    await lock_named(session, _LOCK)
    repository = FolderRepository(session, principal)
    bucket = await repository.get(id)
    check_version(if_match, bucket.version)
    tree = await repository.tree(bucket)
    deletion = new_id()
    known = {each.name: each.id for each in [*await repository.above(bucket), *tree]}
    for each in tree:
        each.deleted_from_id = known.get(parent_of(each.name))
        each.mark_deleted(uuid.UUID(principal.user_id), deletion)
    await session.flush()
    _record(session, principal, "folder.deleted", bucket)
    announce(session, tree)


async def lock_trees(session: AsyncSession, principal: Principal, ids: Collection[uuid.UUID]) -> list[uuid.UUID]:
    """Lock folders and all below them until the commit; their ids, the outermost first.

    For a call that changes files before folders: all others lock folders first, and one of the two would fail.
    """
    if not ids:
        return []
    await lock_named(session, _LOCK)
    repository = FolderRepository(session, principal)
    await repository.lock_trees(ids)
    return await repository.outermost_first(ids)


async def restore(session: AsyncSession, principal: Principal, id: uuid.UUID) -> Bucket:
    """Bring a deleted folder back with all that was deleted with it; where its name was given away, by another one.

    It comes back into the folder that it was in, however that is called by now: who may see what is in it is said there,
    too. Raises `NotRestorable` where that one is deleted itself, `FolderProtected`, NameInvalid.
    """
    await lock_named(session, _LOCK)
    tree = await FolderRepository(session, principal).deleted_tree(id)
    if not tree:
        raise NotRestorable("This folder is not deleted, or has been permanently deleted.")
    root = tree[0]
    name = await _free_folder_name(session, principal, await _former_place(session, principal, root))
    check_manages(principal, name)
    before = root.name
    for each in tree:
        each.name = folder_name(name + each.name.removeprefix(before))
        each.deleted_from_id = None
        each.mark_restored()
    await session.flush()
    _record(session, principal, "folder.restored", root)
    announce(session, tree)
    return root


async def _former_place(session: AsyncSession, principal: Principal, root: Bucket) -> str:
    """The path of a deleted folder in the folder that it was in."""
    if not parent_of(root.name):
        return root.name
    above = await FolderRepository(session, principal).former_parent(root)
    if above is None:
        # Not into one made anew, which everybody would see into.
        raise NotRestorable("The folder that it was in is deleted. Restore its folder first.")
    return f"{above.name}/{label_of(root.name)}"


async def _rename(session: AsyncSession, principal: Principal, bucket: Bucket, name: str) -> Sequence[Bucket]:
    """Give a folder another name, and those below it theirs. Gives all whose contents have other addresses or readers."""
    repository = FolderRepository(session, principal)
    tree = await repository.tree(bucket)
    before = bucket.name
    if name == before:
        return tree
    check_manages(principal, name)
    if name.startswith(f"{before}/"):
        raise FolderInItself("A folder cannot be moved into itself.")
    await _check_free(session, principal, name)
    # Also of the longest below it: a path has a length that it can have.
    names = [folder_name(name + each.name.removeprefix(before)) for each in tree]
    await _make_parents(session, principal, name)
    for each, own in zip(tree, names, strict=True):
        each.name = own
    return tree


async def _check_free(session: AsyncSession, principal: Principal, name: str) -> None:
    if await FolderRepository(session, principal).names([name]):
        detail = f"There is a folder {name[:200]!r} already."
        raise NameTaken(detail, errors=[FieldError("name", NameTaken.code, detail)])


async def _free_folder_name(session: AsyncSession, principal: Principal, name: str) -> str:
    repository, number, tried = FolderRepository(session, principal), 1, name
    while await repository.names([tried]):
        number += 1
        above, slash, label = name.rpartition("/")
        tried = f"{above}{slash}{numbered(label, number)}"
    return tried


async def _make_parents(session: AsyncSession, principal: Principal, name: str) -> None:
    wanted = parents_of(name)
    there = await FolderRepository(session, principal).names(wanted)
    for each in wanted:
        if each not in there:
            await _add(session, principal, each, {})


async def _add(session: AsyncSession, principal: Principal, name: str, meta: dict[str, Any]) -> Bucket:
    bucket = Bucket(id=new_id(), name=name, meta_data=meta)
    session.add(bucket)
    await session.flush()
    _record(session, principal, "folder.created", bucket)
    announce(session, [bucket])
    return bucket


def _record(session: AsyncSession, principal: Principal, action: str, bucket: Bucket) -> None:
    audit.record(session, principal, action, subject=("folder", bucket.id, bucket.name))
