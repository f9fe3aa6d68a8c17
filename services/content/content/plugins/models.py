import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, String, func, text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, relationship

LINKED_BY_FIELDS = "addresses_in(fields)"
"""The addresses in the fields, as the index has them. The caller checks which of them are links."""

USED_BY_FIELDS = "files_in(fields)"
"""The files that the fields name by address or id, as the index has them."""


ODDLY_SPELT_FIELDS = "spelt_oddly((fields)::text)"
"""Whether the fields may name files in a way that the index does not have. There are very few such."""


class Plugin(UuidPrimaryKey, Timestamps, Base):
    """A plugin instance. It outlives the nodes that show it, so that a removed one can be placed again."""

    __tablename__ = "plugins"
    __table_args__ = (
        Index("ix_plugins_fields", "fields", postgresql_using="gin", postgresql_ops={"fields": "jsonb_path_ops"}),
        Index("ix_plugins_linked", text(LINKED_BY_FIELDS), postgresql_using="gin"),
        Index("ix_plugins_files", text(USED_BY_FIELDS), postgresql_using="gin"),
        Index("ix_plugins_spelt_oddly", "id", postgresql_where=text(ODDLY_SPELT_FIELDS)),
        # With the ids: what counts the plugins of a kind, or looks for where they stand, reads none of their fields.
        Index("ix_plugins_ref_id", "ref", "id"),
    )

    ref: Mapped[str] = mapped_column(String(100))
    fields: Mapped[dict[str, Any]]
    is_cacheable: Mapped[bool] = mapped_column(default=True)
    # False while no definition of its ref was known to check the fields against.
    checked: Mapped[bool] = mapped_column(default=True)
    # The site version at which it last changed.
    version: Mapped[int] = mapped_column(BigInteger)


class PluginVersion(Base):
    """The fields of an instance as a change left them."""

    __tablename__ = "plugin_versions"

    plugin_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("plugins.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    fields: Mapped[dict[str, Any]]
    user_id: Mapped[uuid.UUID | None]
    # Not read by anyone: it tells a flush to insert the instance first.
    plugin: Mapped[Plugin] = relationship()
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
