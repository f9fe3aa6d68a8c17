"""Branch blocks that a save takes apart: only those that nothing else shows."""

from collections.abc import Sequence
from typing import Any

from content.documents.loading import Connection
from content.documents.split import split
from content.model.changes import Changes
from content.model.resources import Touched, branch_removed
from content.page_render.errors import ActionRefused
from kit.errors import FieldError

_BRANCHES_HELD_ELSEWHERE = """
SELECT removed.id::text
FROM unnest($1::uuid[]) AS removed (id)
WHERE EXISTS (SELECT FROM pages p WHERE p.branch_ids && ARRAY[removed.id] AND p.id <> $2::uuid)
    OR EXISTS (SELECT FROM layouts l WHERE l.branch_ids && ARRAY[removed.id] AND l.id <> $3::uuid)
    OR EXISTS (SELECT FROM branch_blocks b WHERE b.branch_ids && ARRAY[removed.id] AND b.id <> ALL ($4::uuid[]))
"""


async def check_removed_branches(
    connection: Connection, before: Any, after: Any, changed: Changes, touched: Sequence[Touched]
) -> None:
    """ActionRefused when a branch was taken apart that something else shows too; it names the action that did so.

    ``touched`` is what each action touched, in their order.
    """
    removed = changed.branches.removed
    if not removed:
        return
    page = before["page"]
    elsewhere = page["id"], page["layoutId"], [*page["branches"]]
    rows = await connection.fetch(_BRANCHES_HELD_ELSEWHERE, [*removed], *elsewhere)
    documents = split(after["page"])
    held = {row["id"] for row in rows} | {
        branch_id
        for document in (documents.layout, documents.page, *documents.branches.values())
        for branch_id in document.branch_ids
    }
    taken_apart = {branch_removed(branch_id) for branch_id in held & removed}
    if taken_apart:
        index = next(index for index, each in enumerate(touched) if taken_apart & each.writes)
        detail = "This block is also used in other rows, so it can only be copied."
        raise ActionRefused(detail, errors=[FieldError(f"actions.{index}.ids", "type_not_possible", detail)])
