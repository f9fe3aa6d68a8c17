import uuid
from collections.abc import Awaitable, Callable, Iterable

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from content.blocks.errors import BranchShown
from content.blocks.models import Branch
from content.blocks.removal import document_without, rows_of, without
from content.blocks.repository import BranchRepository
from content.blocks.schemas import BranchCreate, BranchIn
from content.blog import references
from content.blog.audiences import places_of
from content.blog.summary_upkeep import SummarySources
from content.changes import service as changes
from content.documents.copying import NAMED_ONCE, copy_tree, original_of
from content.documents.split import document_of
from content.fields.naming import all_tags
from content.layouts.models import Layout
from content.layouts.tree import node
from content.model import resources
from content.model.types import Block
from content.model.walk import nodes_of
from content.pages.models import Page
from content.site import dark_mode
from kit import audit, preconditions
from kit.auth import Principal
from kit.database import Database
from kit.db import new_id

Progress = Callable[[float], Awaitable[None]]


async def create(session: AsyncSession, principal: Principal, data: BranchCreate) -> Branch:
    """Add a branch block that no row shows yet. Raises ValidationFailed for a copy of one that is not there."""
    await changes.lock(session)
    repository = BranchRepository(session)
    original = await original_of(session, Branch, data.copy_of) if data.copy_of else None
    branch_id = new_id()
    version = await changes.record(session, [f"branch:{branch_id}"], user_id=principal.user_id)
    branch = Branch(id=branch_id, name=data.name, block={"nodes": [node("col")]}, version=version)
    if original is not None:
        copy = await copy_tree(
            session,
            original,
            original.block,
            version=version,
            user_id=principal.user_id,
            # A page may show both.
            without=NAMED_ONCE,
        )
        branch.block = copy.block
        for name, value in copy.document.columns().items():
            setattr(branch, name, value)
    await repository.add(branch)
    await dark_mode.refresh(session)
    await session.refresh(branch, ["page_count"])
    _record(session, principal, "block.created", branch)
    return branch


async def rename(
    session: AsyncSession, principal: Principal, data: BranchIn, branch_id: uuid.UUID, if_match: str | None
) -> Branch:
    """Give a branch block another name. Raises BranchNotFound, PreconditionFailed, PreconditionRequired."""
    await changes.lock(session)
    branch = await BranchRepository(session).get(branch_id)
    preconditions.check_version(if_match, branch.version, required=True)
    branch.version = await changes.record(session, [f"branch:{branch_id}"], user_id=principal.user_id)
    branch.name = data.name
    _record(session, principal, "block.updated", branch)
    await session.flush()
    await session.refresh(branch, ["page_count"])
    return branch


def record_removal(session: AsyncSession, principal: Principal, branch: Branch) -> None:
    """Write down who removed a branch block, when its removal begins."""
    _record(session, principal, "block.deleted", branch)


def _record(session: AsyncSession, principal: Principal, action: str, branch: Branch) -> None:
    audit.record(session, principal, action, subject=("block", branch.id, branch.name))


async def remove_rows(database: Database, branch_id: uuid.UUID, user_id: str | None, progress: Progress) -> int:
    """Take the rows that show a branch block out of every document; how many documents lost rows.

    A few documents at a time, each few in a transaction of their own: nobody's save waits for all of them. A save
    that meanwhile adds such a row to a document that was done is found at the end. `progress` is told shares of 1.
    """
    done = 0
    while True:
        async with database.transaction() as session:
            left = await BranchRepository(session).count_holders(branch_id)
            if not left:
                return done
            total = done + left
            done += await _remove_some_rows(session, branch_id, user_id)
        await progress(done / total)


async def _remove_some_rows(session: AsyncSession, branch_id: uuid.UUID, user_id: str | None) -> int:
    version = await changes.lock(session) + 1
    repository = BranchRepository(session)
    branch = await repository.get(branch_id)
    inner = {node["id"] for node in nodes_of(branch.block)}
    holders = await repository.some_holders(branch_id)
    rows: set[str] = set()
    for holder in holders:
        rows |= _take_out(holder, str(branch_id), inner)
        holder.version = version
    if holders:
        # Pending edits of the block's content are conflicts from now on.
        removed = {*_removed_nodes(rows), *_removed_content(branch.block)}
        removed.update(map(_resource_of, holders))
        # What stands in columns that went shows nothing on these pages any more, nor what their addresses name.
        tags = {f"branch:{branch_id}"} | all_tags()
        await changes.record(session, removed, user_id=user_id, tags=tags)
        await session.flush()
        await references.refresh_shown(session, version, [], [branch_id])
        places = places_of(holders)
        await references.refresh_audiences(session, version, places)
        sources = SummarySources(*places, framing_branch_ids=places.branch_ids)
        await references.refresh_summaries(session, version, sources)
    return len(holders)


async def remove(session: AsyncSession, branch_id: uuid.UUID, user_id: str | None) -> None:
    """Remove a branch block that no row shows. Raises BranchNotFound, BranchShown."""
    await changes.lock(session)
    repository = BranchRepository(session)
    branch = await repository.get(branch_id)
    if await repository.count_holders(branch_id):
        raise BranchShown
    await session.execute(delete(Branch).where(Branch.id == branch_id))
    removed = {f"branch:{branch_id}", resources.branch_removed(str(branch_id)), *_removed_content(branch.block)}
    await changes.record(session, removed, user_id=user_id, tags=[f"branch:{branch_id}"])
    await dark_mode.refresh(session)


def _resource_of(holder: Page | Layout | Branch) -> str:
    kind = "page" if isinstance(holder, Page) else "layout" if isinstance(holder, Layout) else "branch"
    return f"{kind}:{holder.id}"


def _removed_nodes(node_ids: Iterable[str]) -> set[str]:
    return {name(node_id) for node_id in node_ids for name in (resources.existence, resources.anything)}


def _removed_content(block: Block) -> set[str]:
    """The block's nodes and plugins, of which none is on a page any more."""
    document, node_ids = document_of([block])
    plugins = (resources.plugin_removed(plugin_id) for plugin_id in document.plugin_ids)
    return _removed_nodes(node_ids).union(*plugins)


def _take_out(holder: Page | Layout | Branch, branch_id: str, inner: set[str]) -> set[str]:
    """Take the branch's rows out of a document; their ids."""
    is_page = isinstance(holder, Page)
    blocks = holder.blocks if isinstance(holder, Page) else {"": holder.block}
    rows = rows_of(blocks.values(), branch_id)
    gone = rows | inner
    left = {key: without(block, rows) for key, block in blocks.items()}
    document = document_without(left.values(), holder.node_fields, gone, of_page=is_page)
    if isinstance(holder, Page):
        holder.blocks = left
        holder.links = {node_id: link for node_id, link in holder.links.items() if node_id not in gone}
    else:
        holder.block = left[""]
    for name, value in document.columns().items():
        setattr(holder, name, value)
    return rows
