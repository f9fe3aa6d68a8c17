import uuid
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, SmallInteger, String, exists
from sqlalchemy.orm import Mapped, column_property, mapped_column

from content.layouts.models import Layout
from content.templates.models import Template
from kit.db import Base, Timestamps

COUNTED_UP = "version = version + 1, excerpts_version = excerpts_version + (excerpts_version = version)::int"
"""What a change sets of the site: excerpts of posts are kept up to it, if they were up to the version before."""


class Site(Timestamps, Base):
    """The one site. Its `version` counts every change of content; its row lock puts changes in order."""

    __tablename__ = "site"
    __table_args__ = (CheckConstraint("id = 1", name="single_row"),)

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, default=1)
    name: Mapped[str] = mapped_column(String(200))
    language: Mapped[str] = mapped_column(String(20))
    timezone: Mapped[str] = mapped_column(String(64))
    has_ecom: Mapped[bool] = mapped_column()
    has_crm: Mapped[bool] = mapped_column()
    allow_registration: Mapped[bool] = mapped_column(default=False, server_default="false")
    # automatic, on or off: whether pages follow a visitor's dark mode; and what comes of it, see content.site.dark_mode.
    dark_mode: Mapped[str] = mapped_column(String(10), default="automatic", server_default="automatic")
    follows_dark_mode: Mapped[bool] = mapped_column(default=True, server_default="true")
    # The logo, the one for dark pages and the icon, as cms announced them: files of the library, by `SiteImage`.
    images: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    version: Mapped[int] = mapped_column(BigInteger, default=0)
    # Up to which version the excerpts of posts are kept: content.blog.excerpt says what for.
    excerpts_version: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # Of the last announcement that was taken over: they may come late, twice, and in any order.
    settings_version: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # What pages load of others, as cms announced it last: the event's payload. Empty before the first time.
    trackers: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    # Likewise of what auth announces about scopes.
    scopes_version: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # Names of scopes that whitelists may still have in their former meaning: see content.scopes.renaming.
    scope_renamings: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    default_template_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Template.id))
    default_layout_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Layout.id))


# Whether new pages get it; read where it is asked for.
Layout.is_default = column_property(
    exists().where(Site.default_layout_id == Layout.id).correlate_except(Site), deferred=True
)
