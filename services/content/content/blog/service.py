import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.attributes import flag_modified

from content.blog.authors import name_before_writing
from content.blog.errors import BlogCategoryInUse, BlogCategoryTaken, BlogCategoryUnknown
from content.blog.lifecycle import put_into_categories
from content.blog.models import Category, Post, PostCategory
from content.blog.plugins import LIST, POST, Fields, chosen_categories, is_of_blog, record_id
from content.blog.references import CATEGORIES, POSTS, refresh, tag_of_post
from content.blog.repository import PostRepository
from content.blog.schemas import BlogCategoryCreate, BlogPostCategoriesIn, BlogPostIn
from content.changes import service as changes
from content.documents.loading import connection_of
from content.documents.users import MOST_NAMED
from content.model import resources
from content.pages.models import LISTED
from kit import audit
from kit.auth import Principal
from kit.constraints import constraint_faults
from kit.errors import Conflict, FieldError
from kit.preconditions import check_new, check_replaced, check_version
from kit.trees import lock_tree, place

_MIRROR = text("""
WITH changed AS (
    UPDATE plugins SET fields = fields || jsonb_build_object('categories', CAST(:categories AS jsonb)),
        version = :version, updated_at = now()
    WHERE id = ANY (CAST(:ids AS uuid[])) RETURNING id, fields
)
INSERT INTO plugin_versions (plugin_id, version, fields, user_id)
SELECT id, :version, fields, CAST(:user_id AS uuid) FROM changed
""")
_SHOWING = text("""
SELECT id::text FROM plugins
WHERE ref = 'cms.blogPost' AND fields @> jsonb_build_object('blogPostId', CAST(:post_id AS text))
""")

_SHOW_CATEGORY = text("UPDATE blog_categories SET is_hidden = false WHERE id = :id")
_ARE_DUE = text("SELECT EXISTS (SELECT FROM blog_posts WHERE is_scheduled AND published_at <= now())")
_LIST_DUE = text("""
UPDATE blog_posts SET is_scheduled = false WHERE is_scheduled AND published_at <= now() RETURNING id::text
""")


async def announce(session: AsyncSession, principal: Principal, *tags: str) -> int:
    """Have all that shows several posts or categories made anew. Raises SiteNotSetUp."""
    return await changes.record(session, {POSTS, CATEGORIES, *tags}, user_id=principal.user_id)


async def create_category(session: AsyncSession, principal: Principal, data: BlogCategoryCreate) -> Category:
    """Add a category under an id that the caller chose. Raises BlogCategoryTaken, ValidationFailed, TreeTooDeep."""
    check_new(data)
    await lock_tree(session, Category)
    if await session.get(Category, data.blog_category_id) is not None:
        fault = FieldError("blogCategoryId", BlogCategoryTaken.code, "Another category has this id.")
        raise BlogCategoryTaken(fault.detail, errors=[fault])
    category = Category(id=data.blog_category_id, name=data.name)
    with constraint_faults(Category, conflict=BlogCategoryTaken, in_use=Conflict):
        await place(session, category, data.parent_id, data.position)
    audit.record(session, principal, "blog_category.created", subject=("blog_category", category.id, category.name))
    await refresh(await connection_of(session), [], [str(category.id)])
    return category


async def show_category(session: AsyncSession, category_id: uuid.UUID) -> None:
    """Let everybody see a category without a page, which no longer bears the name that its page had."""
    await session.execute(_SHOW_CATEGORY, {"id": category_id})


async def check_none_below(session: AsyncSession, category_id: uuid.UUID) -> None:
    """Raise BlogCategoryInUse for a category that others stand below."""
    below = select(Category.id, Category.name, func.count().over().label("total"))
    below = below.where(Category.parent_id == category_id).order_by(Category.position, Category.id)
    rows = (await session.execute(below.limit(MOST_NAMED))).all()
    if rows:
        named = [{"id": str(row.id), "name": row.name} for row in rows]
        detail = "This category has subcategories. Move or delete them first."
        raise BlogCategoryInUse(detail, users=rows[0].total, categories=named)


async def create_post(session: AsyncSession, principal: Principal, data: BlogPostIn) -> Post:
    """Add a post, which no page shows yet. Raises ValidationFailed, BlogCategoryUnknown, SiteNotSetUp."""
    check_new(data)
    author = await name_before_writing(session, principal) if data.author is None else data.author
    await changes.lock(session)
    post = Post(title=data.title, author=author)
    if data.published_at is not None:
        post.published_at, post.is_scheduled = data.published_at, _is_to_come(data.published_at)
    await PostRepository(session, principal).add(post)
    await session.refresh(post)
    if data.categories:
        await _check_categories(session, data.categories)
        await put_into_categories(session, post.id, {*data.categories})
    await announce(session, principal)
    _audit(session, principal, post, "created")
    return post


async def update_post(
    session: AsyncSession, principal: Principal, data: BlogPostIn, post_id: uuid.UUID, if_match: str | None
) -> Post:
    """Replace a post's fields.

    Raises BlogPostNotFound, ValidationFailed, PreconditionFailed, PreconditionRequired, BlogCategoryUnknown.
    """
    await changes.lock(session)
    repository = PostRepository(session, principal)
    post = await repository.get_for_update(post_id)
    check_replaced(data, post_id, post.version, if_match)
    published_at = post.published_at if data.published_at is None else data.published_at
    author = post.author if data.author is None else data.author
    values = {"title": data.title, "author": author, "published_at": published_at}
    values["is_scheduled"] = _is_to_come(published_at)
    changed = any(getattr(post, name) != value for name, value in values.items())
    # Pages are listed, or no longer.
    tags = {LISTED} if post.is_scheduled != values["is_scheduled"] else set()
    await repository.update(post, values)
    dated = update(PostCategory).where(PostCategory.post_id == post_id)
    await session.execute(dated.values(published_at=published_at))
    if data.categories is not None and await _changes_categories(session, post_id, data.categories):
        changed = True
        await _set_categories(session, principal, post, data.categories)
    if changed:
        await announce(session, principal, tag_of_post(post_id), *tags)
        _audit(session, principal, post, "updated")
    return post


async def list_due(session: AsyncSession) -> int:
    """Have the posts listed whose date has come; how many there were."""
    if not await session.scalar(_ARE_DUE):
        return 0
    await changes.lock(session)
    due = [*await session.scalars(_LIST_DUE)]
    if due:
        tags = {POSTS, CATEGORIES, LISTED, *map(tag_of_post, due)}
        await changes.record(session, tags, user_id=None)
    return len(due)


def _is_to_come(moment: datetime) -> bool:
    return moment > datetime.now(UTC)


async def update_categories(
    session: AsyncSession, principal: Principal, data: BlogPostCategoriesIn, post_id: uuid.UUID, if_match: str | None
) -> Post:
    """Replace a post's categories. Raises BlogPostNotFound, PreconditionFailed, BlogCategoryUnknown."""
    await changes.lock(session)
    post = await PostRepository(session, principal).get_for_update(post_id)
    check_version(if_match, post.version, required=True)
    if await _changes_categories(session, post_id, data.categories):
        await _set_categories(session, principal, post, data.categories)
        await announce(session, principal, tag_of_post(post_id))
        _audit(session, principal, post, "updated")
    return post


async def delete_post(session: AsyncSession, principal: Principal, post_id: uuid.UUID, if_match: str | None) -> None:
    """Delete a post; its pages stay, and get another with their next save. Raises BlogPostNotFound, PreconditionFailed."""
    await changes.lock(session)
    repository = PostRepository(session, principal)
    post = await repository.get_for_update(post_id)
    check_version(if_match, post.version)
    # Without its post a page is listed like any other; with a scheduled one that is left, it is not.
    await announce(session, principal, tag_of_post(post_id), LISTED)
    _audit(session, principal, post, "deleted")
    await repository.delete(post)


def tags_of_change(ref: str, before: Fields, after: Fields) -> set[str]:
    """The tags of what shows something else once a plugin has other fields."""
    if not is_of_blog(ref):
        return set()
    ids = {found for fields in (before, after) if (found := record_id(ref, fields))}
    # A scheduled post hides its page: another post may not.
    listed = {LISTED} if ref == POST and record_id(ref, before) != record_id(ref, after) else set()
    return {POSTS, CATEGORIES, *listed, *(tag_of_post(found) for found in ids if ref == POST)}


async def follow_plugin(session: AsyncSession, ref: str, before: Fields, after: Fields) -> None:
    """Bring the blog in line with a plugin that was given other fields by itself."""
    if not is_of_blog(ref):
        return
    ids = {found for fields in (before, after) if (found := record_id(ref, fields))}
    post_id = record_id(ref, after) if ref == POST else None
    chosen = chosen_categories(after)
    post = await session.get(Post, uuid.UUID(post_id)) if post_id else None
    if post and chosen != chosen_categories(before):
        known = select(Category.id).where(Category.id.in_([uuid.UUID(each) for each in chosen]))
        await put_into_categories(session, post.id, (await session.scalars(known)).all())
    await refresh(await connection_of(session), ids if ref == POST else [], ids if ref == LIST else [])


async def _set_categories(
    session: AsyncSession, principal: Principal, post: Post, category_ids: Iterable[uuid.UUID]
) -> None:
    """Put a post into categories, and have the plugins that show it say so: their form has the same choice."""
    category_ids = [*dict.fromkeys(category_ids)]
    await _check_categories(session, category_ids)
    await put_into_categories(session, post.id, category_ids)
    # Counts as a change of the post: of two who replace them, the second has not seen the first's.
    flag_modified(post, "title")
    await session.flush()
    ids = [*await session.scalars(_SHOWING, {"post_id": str(post.id)})]
    if ids:
        named = [name for id in ids for name in (resources.plugin(id), resources.plugin_field(id, "categories"))]
        version = await changes.record(
            session, named, user_id=principal.user_id, tags=[resources.plugin(id) for id in ids]
        )
        chosen: Any = "[" + ",".join(f'"{each}"' for each in category_ids) + "]"
        values = {"categories": chosen, "version": version, "ids": ids, "user_id": principal.user_id}
        await session.execute(_MIRROR, values)


async def _changes_categories(session: AsyncSession, post_id: uuid.UUID, category_ids: Iterable[uuid.UUID]) -> bool:
    present = await session.scalars(select(PostCategory.category_id).where(PostCategory.post_id == post_id))
    return {*present} != {*category_ids}


async def _check_categories(session: AsyncSession, category_ids: Iterable[uuid.UUID]) -> None:
    wanted = {*category_ids}
    known = {*await session.scalars(select(Category.id).where(Category.id.in_(wanted)))}
    if wanted - known:
        fault = FieldError("categories", BlogCategoryUnknown.code, "There is no such category.")
        raise BlogCategoryUnknown(fault.detail, errors=[fault])


def _audit(session: AsyncSession, principal: Principal, post: Post, verb: str) -> None:
    audit.record(session, principal, f"blog_post.{verb}", subject=("blog_post", post.id, post.title))
