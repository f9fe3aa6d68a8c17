import uuid
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from sqlalchemy import ColumnElement, Select, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.audience import is_out, scopes_of, sees_everything
from content.blog.categories import category_is_visible, is_shown
from content.blog.errors import BlogPostNotFound
from content.blog.models import Category, Post, PostCategory
from content.blog.schemas import PostState
from kit.auth import Caller
from kit.errors import NotFound
from kit.repository import Repository
from kit.search import matches
from kit.trees import subtree

_SCOPES = "CAST(:scopes AS text[])"
_IS_SHOWN = is_shown("shown", "p", _SCOPES)
_POST_IS_SHOWN = f"""EXISTS (SELECT FROM blog_post_pages shown JOIN pages p ON p.id = shown.page_id
    WHERE shown.post_id = blog_posts.id AND {_IS_SHOWN})"""  # of constants
# Nobody who is not logged in holds a scope.
_IS_PUBLIC = _POST_IS_SHOWN.replace(_SCOPES, "CAST('{}' AS text[])")
_HAS_PAGE = "EXISTS (SELECT FROM blog_post_pages any_page WHERE any_page.post_id = blog_posts.id)"
_IN_STATE: dict[PostState, str] = {
    "public": f"NOT blog_posts.is_scheduled AND {_IS_PUBLIC}",
    "scheduled": f"blog_posts.is_scheduled AND {_HAS_PAGE}",
    "restricted": f"NOT blog_posts.is_scheduled AND {_HAS_PAGE} AND NOT {_IS_PUBLIC}",
    "without_page": f"NOT {_HAS_PAGE}",
}
_STATES = text(f"""
SELECT blog_posts.id, blog_posts.is_scheduled, {_IS_PUBLIC} AS is_public, {_HAS_PAGE} AS has_page
FROM blog_posts WHERE blog_posts.id = ANY (CAST(:ids AS uuid[]))
""")  # noqa: S608  # of constants
_PAGES = f"""
SELECT shown.{{column}} AS record_id, p.id, p.url, coalesce(p.display_title, p.title) AS title
FROM {{table}} shown JOIN pages p ON p.id = shown.page_id
WHERE shown.{{column}} = ANY (CAST(:ids AS uuid[])) AND {_IS_SHOWN}
ORDER BY p.created_at, p.id
"""  # noqa: S608  # of constants
_PAGES_OF_POSTS = text(_PAGES.format(table="blog_post_pages", column="post_id"))
_PAGES_OF_CATEGORIES = text(_PAGES.format(table="blog_category_pages", column="category_id"))


class PageLink(NamedTuple):
    """A page that shows a post, or the list of a category."""

    id: uuid.UUID
    url: str
    title: str


def visible_posts(caller: Caller) -> list[ColumnElement[bool]]:
    """Conditions: a post is seen by those to whom one of its pages shows it, from its date on, and by editors."""
    if sees_everything(caller.scopes):
        return []
    condition = text(f"{_POST_IS_SHOWN} AND {is_out('blog_posts', _SCOPES)}")
    return [condition.bindparams(scopes=scopes_of(caller))]  # type: ignore[list-item]  # text is a condition


def _in_state(state: PostState) -> ColumnElement[bool]:
    return text(_IN_STATE[state])  # type: ignore[return-value]  # text is a condition


def visible_categories(caller: Caller) -> list[ColumnElement[bool]]:
    """Conditions: a category has the name of its list page, so it is hidden where all of them are."""
    if sees_everything(caller.scopes):
        return []
    condition = text(category_is_visible("blog_categories", _SCOPES))
    return [condition.bindparams(scopes=scopes_of(caller))]  # type: ignore[list-item]  # text is a condition


class PostRepository(Repository[Post]):
    """The posts that a caller may see."""

    model = Post
    missing: ClassVar[type[NotFound]] = BlogPostNotFound

    def __init__(self, session: AsyncSession, caller: Caller) -> None:
        super().__init__(session)
        self._caller = caller

    def base(self) -> Select[Post]:
        return super().base().where(*visible_posts(self._caller))

    def search(self, q: str | None, category_id: uuid.UUID | None, state: PostState | None = None) -> Select[Post]:
        """The posts with these words in the title or the author; of a category that the caller may see, or one below."""
        query = self.base().where(*matches(q, Post.title, Post.author))
        if state is not None:
            query = query.where(_in_state(state))
        if category_id is not None:
            below = subtree(Category, category_id).subquery()
            query = query.where(
                select(Category.id).where(Category.id == category_id, *visible_categories(self._caller)).exists(),
                Post.id.in_(select(PostCategory.post_id).where(PostCategory.category_id.in_(select(below.c.id)))),
            )
        return query


async def states_of(session: AsyncSession, ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, PostState]:
    """Whether everyone sees posts on a page, by the posts' ids."""
    rows = await session.execute(_STATES, {"ids": [*ids]})
    return {row.id: _state(row) for row in rows}


def _state(row: Any) -> PostState:
    if not row.has_page:
        return "without_page"
    if row.is_scheduled:
        return "scheduled"
    return "public" if row.is_public else "restricted"


async def categories_of(
    session: AsyncSession, caller: Caller, posts: Sequence[Post]
) -> dict[uuid.UUID, list[uuid.UUID]]:
    """The categories of posts that the caller may see, by the posts' ids."""
    query = (
        select(PostCategory.post_id, PostCategory.category_id)
        .join(Category, Category.id == PostCategory.category_id)
        .where(PostCategory.post_id.in_([post.id for post in posts]), *visible_categories(caller))
        .order_by(Category.name, Category.id)
    )
    found: dict[uuid.UUID, list[uuid.UUID]] = {post.id: [] for post in posts}
    for post_id, category_id in await session.execute(query):
        found[post_id].append(category_id)
    return found


async def pages_of_posts(
    session: AsyncSession, caller: Caller, ids: Iterable[uuid.UUID]
) -> dict[uuid.UUID, list[PageLink]]:
    """The pages that show posts to the caller, by the posts' ids."""
    return await _pages(session, _PAGES_OF_POSTS, caller, ids)


async def pages_of_categories(
    session: AsyncSession, caller: Caller, ids: Iterable[uuid.UUID]
) -> dict[uuid.UUID, list[PageLink]]:
    """The pages that list categories to the caller, by the categories' ids."""
    return await _pages(session, _PAGES_OF_CATEGORIES, caller, ids)


async def _pages(
    session: AsyncSession, statement: Any, caller: Caller, ids: Iterable[uuid.UUID]
) -> dict[uuid.UUID, list[PageLink]]:
    found: dict[uuid.UUID, list[PageLink]] = {identifier: [] for identifier in ids}
    for row in await session.execute(statement, {"ids": [*found], "scopes": scopes_of(caller)}):
        found[row.record_id].append(PageLink(row.id, row.url, row.title))
    return found


async def seen_categories(session: AsyncSession, caller: Caller, ids: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """Which of these categories the caller may see."""
    query = select(Category.id).where(Category.id.in_([*ids]), *visible_categories(caller))
    return {*await session.scalars(query)}
