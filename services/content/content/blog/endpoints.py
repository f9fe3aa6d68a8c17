import uuid
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from sqlalchemy.ext.asyncio import AsyncSession

from content.blog import feeds, service
from content.blog.models import Category, Post
from content.blog.repository import (
    PostRepository,
    categories_of,
    pages_of_categories,
    pages_of_posts,
    seen_categories,
    states_of,
    visible_categories,
)
from content.blog.schemas import (
    BlogCategoryBody,
    BlogCategoryCreate,
    BlogCategoryIn,
    BlogCategoryOut,
    BlogPageOut,
    BlogPostCategoriesIn,
    BlogPostIn,
    BlogPostOut,
    FeedFound,
    PostState,
)
from content.changes import service as changes
from kit.auth import Caller, Internal, Principal, Public, requires
from kit.crud import Resource
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch, tag_version
from kit.search import SearchText

categories = Resource(
    Category,
    name="blog_category",
    data=BlogCategoryIn,
    out=BlogCategoryOut,
    read=None,
    write=("editor",),
    search=(Category.name,),
    filters={"parent-id": Category.parent_id},
    sort={"position": Category.position, "name": Category.name, "createdAt": Category.created_at},
    default_sort="position,name",
    visible=visible_categories,
)
router = APIRouter(prefix="/cms/blog")
private_router = APIRouter(prefix="/private/blog")

_Editor = Annotated[Principal, requires("editor")]
_Anybody = Annotated[Caller, Public]
_sort_categories = sortable(default=categories.default_sort, **categories.sort)
_sort_posts = sortable(
    publishedAt=Post.published_at,
    title=Post.title,
    createdAt=Post.created_at,
    updatedAt=Post.updated_at,
    default="-publishedAt",
)


@router.get("/categories", response_model=Page[BlogCategoryOut])
async def list_categories(
    session: Session,
    caller: _Anybody,
    page: PageParams,
    order: Annotated[Order, _sort_categories],
    q: SearchText = None,
    parent_id: Annotated[Sequence[uuid.UUID], Query(alias="parent-id", max_length=50)] = [],
) -> Slice[BlogCategoryOut]:
    """List the categories, all or those below some."""
    # Of a category that the caller may not see it is not told which ones stand below it.
    filters = {"parent-id": [*await seen_categories(session, caller, parent_id)]} if parent_id else {}
    return await _categories_out(session, caller, await categories.list(session, caller, page, order, q, filters))


@router.get("/categories/{id}")
async def get_category(id: uuid.UUID, session: Session, caller: _Anybody, response: Response) -> BlogCategoryOut:
    """Get one category."""
    return await _category_out(session, caller, await categories.get(session, caller, id), response)


@router.get("/categories/{id}/children", response_model=Page[BlogCategoryOut])
async def list_children(
    id: uuid.UUID, session: Session, caller: _Anybody, page: PageParams, order: Annotated[Order, _sort_categories]
) -> Slice[BlogCategoryOut]:
    """List the categories right below one."""
    await categories.get(session, caller, id)
    children = await categories.list(session, caller, page, order, None, {"parent-id": [id]})
    return await _categories_out(session, caller, children)


@router.post("/categories", status_code=201)
async def create_category(
    session: Session, principal: _Editor, data: BlogCategoryCreate, response: Response
) -> BlogCategoryOut:
    """Add a category."""
    await changes.lock(session)
    add = categories.create if data.blog_category_id is None else service.create_category
    category = await add(session, principal, data)
    await service.announce(session, principal)
    return await _category_out(session, principal, category, response)


@router.put("/categories/{id}")
async def update_category(
    id: uuid.UUID,
    session: Session,
    principal: _Editor,
    data: BlogCategoryBody,
    response: Response,
    if_match: IfMatch = None,
) -> BlogCategoryOut:
    """Replace the fields of a category."""
    await changes.lock(session)
    name_before = (await categories.get(session, principal, id)).name
    category = await categories.update(session, principal, id, data, if_match)
    if category.name != name_before:
        await service.show_category(session, id)
    await service.announce(session, principal)
    return await _category_out(session, principal, category, response)


@router.delete("/categories/{id}", status_code=204)
async def delete_category(id: uuid.UUID, session: Session, principal: _Editor, if_match: IfMatch = None) -> None:
    """Delete a category that none stands below; its posts stay."""
    await changes.lock(session)
    await service.check_none_below(session, id)
    await categories.delete(session, principal, id, if_match)
    await service.announce(session, principal)


@router.get("/posts/filters/page", response_model=Page[BlogPostOut])
async def list_posts(
    session: Session,
    caller: _Anybody,
    page: PageParams,
    order: Annotated[Order, _sort_posts],
    q: SearchText = None,
    category_id: Annotated[
        uuid.UUID | None, Query(alias="category-id", description="Posts of this category and of those below it.")
    ] = None,
    state: Annotated[
        PostState | None, Query(description="Seen on a page by everyone, or from its date on, or by some, or on none.")
    ] = None,
) -> Slice[BlogPostOut]:
    """List the posts, all or those of a category."""
    repository = PostRepository(session, caller)
    found = await repository.page(page, order, repository.search(q, category_id, state))
    return Slice(await _posts_out(session, caller, found.results), found.total, found.start, found.limit)


@router.get("/posts/{id}")
async def get_post(id: uuid.UUID, session: Session, caller: _Anybody, response: Response) -> BlogPostOut:
    """Get one post."""
    return await _post_out(session, caller, await PostRepository(session, caller).get(id), response)


@router.get("/posts/{id}/categories", response_model=Page[BlogCategoryOut])
async def list_categories_of_post(
    id: uuid.UUID, session: Session, caller: _Anybody, page: PageParams, order: Annotated[Order, _sort_categories]
) -> Slice[BlogCategoryOut]:
    """List the categories of a post."""
    post = await PostRepository(session, caller).get(id)
    ids = (await categories_of(session, caller, [post]))[id]
    repository = categories.repository(session, caller)
    found = await repository.page(page, order, repository.base().where(Category.id.in_(ids)))
    return await _categories_out(session, caller, found)


@router.post("/posts", status_code=201)
async def create_post(session: Session, principal: _Editor, data: BlogPostIn, response: Response) -> BlogPostOut:
    """Add a post. A page shows it by a cms.blogPost with its id."""
    return await _post_out(session, principal, await service.create_post(session, principal, data), response)


@router.put("/posts/{id}")
async def update_post(
    id: uuid.UUID,
    session: Session,
    principal: _Editor,
    data: BlogPostIn,
    response: Response,
    if_match: IfMatch = None,
) -> BlogPostOut:
    """Replace the fields of a post."""
    post = await service.update_post(session, principal, data, id, if_match)
    return await _post_out(session, principal, post, response)


@router.delete("/posts/{id}", status_code=204)
async def delete_post(id: uuid.UUID, session: Session, principal: _Editor, if_match: IfMatch = None) -> None:
    """Delete a post; the pages that show it stay."""
    await service.delete_post(session, principal, id, if_match)


@router.put("/posts/{id}/categories")
async def update_categories_of_post(
    id: uuid.UUID,
    session: Session,
    principal: _Editor,
    data: BlogPostCategoriesIn,
    response: Response,
    if_match: IfMatch = None,
) -> BlogPostOut:
    """Replace the categories of a post."""
    post = await service.update_categories(session, principal, data, id, if_match)
    return await _post_out(session, principal, post, response)


@private_router.get("/feed", include_in_schema=False)
async def get_feed(
    session: Session, _: Annotated[str, Internal("web")], url: Annotated[str, Query(max_length=10_000)]
) -> FeedFound:
    """The feed at an address, for the web host."""
    return FeedFound(feed=await feeds.read(session, url))


async def _category_out(
    session: AsyncSession, caller: Caller, category: Category, response: Response
) -> BlogCategoryOut:
    tag_version(response, category.version)
    [out] = (await _categories_out(session, caller, Slice([category], 1, 0, 1))).results
    return out


async def _categories_out(session: AsyncSession, caller: Caller, found: Slice[Category]) -> Slice[BlogCategoryOut]:
    """Categories with their pages; a parent that the caller may not see is not named."""
    pages = await pages_of_categories(session, caller, [category.id for category in found.results])
    parents = {category.parent_id for category in found.results if category.parent_id}
    seen = await seen_categories(session, caller, parents) if parents else set()
    feed_places = await feeds.addresses_of(session, [category.id for category in found.results])
    results = [
        BlogCategoryOut(
            **_columns(category, "name", "position"),
            parent_id=category.parent_id if category.parent_id in seen else None,
            pages=[BlogPageOut.model_validate(page) for page in pages[category.id]],
            feed=feed_places.get(str(category.id)),
        )
        for category in found.results
    ]
    return Slice(results, found.total, found.start, found.limit)


async def _post_out(session: AsyncSession, caller: Caller, post: Post, response: Response) -> BlogPostOut:
    tag_version(response, post.version)
    [out] = await _posts_out(session, caller, [post])
    return out


async def _posts_out(session: AsyncSession, caller: Caller, posts: Sequence[Post]) -> list[BlogPostOut]:
    chosen = await categories_of(session, caller, posts)
    ids = [post.id for post in posts]
    pages, states = await pages_of_posts(session, caller, ids), await states_of(session, ids)
    return [
        BlogPostOut(
            **_columns(post, "title", "author", "published_at"),
            categories=chosen[post.id],
            pages=[BlogPageOut.model_validate(page) for page in pages[post.id]],
            state=states[post.id],
        )
        for post in posts
    ]


def _columns(row: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("id", "version", "created_at", "updated_at", *names)}
