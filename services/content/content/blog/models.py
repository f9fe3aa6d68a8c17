import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from content.pages.models import Page
from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned
from kit.trees import TreeNode


class Category(UuidPrimaryKey, Timestamps, Versioned, TreeNode, Base):
    """What posts are sorted into."""

    __tablename__ = "blog_categories"

    name: Mapped[str] = mapped_column(String(200))
    # Of one that no page lists: whether everybody was kept from its last list page, whose name it bears.
    is_hidden: Mapped[bool] = mapped_column(default=False, server_default="false")


class Post(UuidPrimaryKey, Timestamps, Versioned, Base):
    """An entry of the blog. What it says is on its page; a post without a page is seen by editors only."""

    __tablename__ = "blog_posts"
    __table_args__ = (
        Index("ix_blog_posts_published_at", "published_at", "id"),
        Index("ix_blog_posts_scheduled", "published_at", postgresql_where=text("is_scheduled")),
    )

    title: Mapped[str] = mapped_column(String(200))
    author: Mapped[str] = mapped_column(String(200), default="", server_default="")
    published_at: Mapped[datetime] = mapped_column(server_default=func.now())
    # Whether that is yet to come: then editors alone find it. Stored, so that what lists posts is made anew at that moment.
    is_scheduled: Mapped[bool] = mapped_column(default=False, server_default="false")


class PostCategory(Base):
    """A post is in a category."""

    __tablename__ = "blog_post_categories"
    __table_args__ = (Index("ix_blog_post_categories_newest", "category_id", "published_at", "post_id"),)

    post_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Post.id, ondelete="CASCADE"), primary_key=True)
    category_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Category.id, ondelete="CASCADE"), primary_key=True)
    # That of the post: the newest of a category are found by an index.
    published_at: Mapped[datetime]


class PostPage(Base):
    """A page shows a cms.blogPost of a post: kept up to date by content.blog.references."""

    __tablename__ = "blog_post_pages"
    __table_args__ = (
        Index("ix_blog_post_pages_unknown", "page_id", postgresql_where=text("audience IS NULL")),
        Index("ix_blog_post_pages_without_images", "page_id", postgresql_where=text("images IS NULL")),
        Index("ix_blog_post_pages_uncounted", "page_id", postgresql_where=text("reading_minutes IS NULL")),
        Index("ix_blog_post_pages_without_excerpt", "page_id", postgresql_where=text("excerpt IS NULL")),
        Index("ix_blog_post_pages_stale", "page_id", postgresql_where=text("is_stale")),
    )

    post_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Post.id, ondelete="CASCADE"), primary_key=True)
    page_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Page.id, ondelete="CASCADE"), primary_key=True, index=True)
    # Whether only the page's layout shows it: then it says nothing of what the page is.
    is_of_layout: Mapped[bool] = mapped_column(default=False, server_default="false")
    # Who sees it there, kept up to date by content.blog.audiences; null while that is not known.
    audience: Mapped[list[Any] | None] = mapped_column(JSONB)
    # The first images that the page shows to everybody, for how many minutes what it says to everybody is read, and how
    # that begins, which is nothing where the page has a description: kept up to date by content.blog.summary_upkeep; null
    # while they are not known.
    images: Mapped[list[Any] | None] = mapped_column(JSONB)
    reading_minutes: Mapped[int | None] = mapped_column()
    excerpt: Mapped[str | None] = mapped_column(Text)
    # Whether the minutes are to be counted anew: many pages show what was changed.
    is_stale: Mapped[bool] = mapped_column(default=False, server_default="false")


class CategoryPage(Base):
    """A page shows a cms.blogList of a category in list mode: kept up to date by content.blog.references."""

    __tablename__ = "blog_category_pages"
    __table_args__ = (Index("ix_blog_category_pages_unknown", "page_id", postgresql_where=text("audience IS NULL")),)

    category_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Category.id, ondelete="CASCADE"), primary_key=True)
    page_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Page.id, ondelete="CASCADE"), primary_key=True, index=True)
    # Who sees it there, kept up to date by content.blog.audiences; null while that is not known.
    audience: Mapped[list[Any] | None] = mapped_column(JSONB)
