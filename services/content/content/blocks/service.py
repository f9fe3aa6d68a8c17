import uuid
from collections.abc import Awaitable, Callable

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from content.blocks.models import Branch
from content.blocks.removal import document_without, rows_of, without
from content.blocks.repository import BranchRepository
from content.blocks.schemas import BranchIn
from content.changes import service as changes
from content.layouts.models import Layout
from content.layouts.tree import node
from content.model import things
from content.model.walk import nodes_of
from content.pages.models import Page
from kit import preconditions
from kit.auth import Principal
from kit.db import new_id

Progress = Callable[[float], Awaitable[None]]


async def create(session: AsyncSession, data: BranchIn, by: Principal) -> Branch:
    """A new branch block of one empty column, which no row shows yet."""
    branch_id = new_id()
    version = await changes.record(session, [f"branch:{branch_id}"], user_id=by.user_id)
    block = {"nodes": [node("col")]}
    return await BranchRepository(session).add(Branch(id=branch_id, name=data.name, block=block, version=version))


async def rename(
    session: AsyncSession, branch_id: uuid.UUID, data: BranchIn, if_match: str | None, by: Principal
) -> Branch:
    """Give a branch block another name. Raises BranchNotFound, PreconditionFailed, PreconditionRequired."""
    await changes.lock(session)
    branch = await BranchRepository(session).get(branch_id)
    preconditions.check_version(if_match, branch.version, required=True)
    branch.version = await changes.record(session, [f"branch:{branch_id}"], user_id=by.user_id)
    branch.name = data.name
    await session.flush()
    await session.refresh(branch)
    return branch


async def remove(session: AsyncSession, branch_id: uuid.UUID, user_id: str | None, progress: Progress) -> int:
    """Remove a branch block with every row that shows it; how many documents lost rows.

    Raises BranchNotFound. `progress` is told shares from 0 to 1.
    """
    version = await changes.lock(session) + 1
    repository = BranchRepository(session)
    branch = await repository.get(branch_id)
    inner = {node["id"] for node in nodes_of(branch.block)}
    total = await repository.count_holders(branch_id)
    gone = set(inner)
    done = 0
    async for holder in repository.holders(branch_id):
        gone |= _take_out(holder, str(branch_id), inner)
        holder.version = version
        done += 1
        await progress(done / total)
    await session.execute(delete(Branch).where(Branch.id == branch_id))
    await changes.record(session, _removal(branch_id, gone), user_id=user_id, tags=[f"branch:{branch_id}"])
    return done


def _removal(branch_id: uuid.UUID, node_ids: set[str]) -> set[str]:
    removed = {f"branch:{branch_id}", things.branch_removed(str(branch_id))}
    return removed.union(*((things.existence(node_id), things.anything(node_id)) for node_id in node_ids))


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
