import uuid
from typing import Any

from sqlalchemy import BigInteger, Uuid
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, defer, mapped_column
from sqlalchemy.orm.interfaces import ORMOption


class TreeDocument:
    """What the three stored trees (a layout's, a branch's, a page's own blocks) have in common.

    The ids that the tree refers to are kept beside it, so that rendering and finding pages need no walk in SQL.
    """

    # Fields of the document's nodes by node id: site-wide ones; a page's document has both levels.
    node_fields: Mapped[dict[str, Any]] = mapped_column(default=dict)
    plugin_ids: Mapped[list[uuid.UUID]] = mapped_column(ARRAY(Uuid), default=list)
    branch_ids: Mapped[list[uuid.UUID]] = mapped_column(ARRAY(Uuid), default=list)
    # True when any of the document's nodes has a non-empty scopeWhitelist.
    has_scope_whitelist: Mapped[bool] = mapped_column(default=False)
    # The site version at which it last changed.
    version: Mapped[int] = mapped_column(BigInteger)


def without_tree(model: Any) -> list[ORMOption]:
    """Options of a query of layouts or branch blocks that does not read their trees, nor what stands beside these."""
    tree = (model.block, model.node_fields, model.plugin_ids, model.branch_ids)
    return [defer(column, raiseload=True) for column in tree]
