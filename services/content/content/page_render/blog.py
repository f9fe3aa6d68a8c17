"""The data of the blog's plugins: posts, lists of them and categories, as far as the viewer may see their pages."""
# ruff: noqa: S608  # statements are made of constants

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from content.address import CATEGORY_FEEDS
from content.audience import NOBODYS, included, is_out
from content.blog.categories import category_is_visible, is_linked
from content.blog.newest import newest, newest_of_all, page_of_post
from content.blog.plugins import LIST, LIST_MODE, POST, POST_MENU, is_list, record_id
from content.blog.references import CATEGORIES, POSTS, tag_of_post
from content.page_render.sources import Answer, Asked, Instance, Pictured, Source, same_for_all

PAGE_PARAMETER = "posts-page"
"""The parameter of the address that says which part of a list is shown."""
MOST_POSTS = 100
MOST_CATEGORIES = 500
_LIST_SIZE = 10
_TITLES_MODE = "titles"
"""The display mode of a list without images and excerpts."""
_MENU_SIZE = 10
_CARDS_MODE = "cards"
"""The display mode of a menu that says what to read next; one that says none has titles."""


# The tags of what an excerpt is of that nobody has written: an earlier release that changes it tells of no list.
_SOURCES = """CASE WHEN {excerpt} IS NULL AND {opening} IS NOT NULL
            THEN json_build_array('page:' || {page}, 'layout:' || {layout}) END"""


def _page_of_category(scopes: str) -> str:
    """The page that a category is linked to: the oldest of those that list it to the viewer."""
    return f"""SELECT p.url FROM blog_category_pages listed
        JOIN pages p ON p.id = listed.page_id WHERE listed.category_id = c.id AND {is_linked("listed", "p", scopes)}
        ORDER BY p.created_at, p.id LIMIT 1"""


def _of_page(page: str, scopes: str) -> str:
    """What the page shows to the viewer: a title of the page's post stands in the open part, its post maybe in another."""
    return f"page_id = {page} AND {included('audience', scopes)}"


def _posts_of_page(scopes: str) -> str:
    """The posts that are asked for and those of the page, with their categories, as far as the viewer may see them."""
    of_page, category_page = _of_page("$1::uuid", scopes), _page_of_category(scopes)
    sources = _SOURCES.format(excerpt="page.excerpt", opening="page.opening", page="page.id", layout="page.layout_id")
    is_visible = f"(list_page.url IS NOT NULL OR {category_is_visible('c', scopes)})"
    return f"""
    SELECT post.id::text, post.title, post.author, post.published_at, page.excerpt, page.reading_minutes,
        CASE WHEN {is_out("post", scopes)} THEN page.opening END AS opening,
        ({sources})::text AS sources,
        page.id = $1::uuid AS is_here,
        post.id IN (SELECT post_id FROM blog_post_pages WHERE {of_page}) AS is_of_page, (
            SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'url', list_page.url) ORDER BY c.name, c.id)
            FROM blog_post_categories chosen JOIN blog_categories c ON c.id = chosen.category_id
            LEFT JOIN LATERAL ({category_page}) list_page ON true
            WHERE chosen.post_id = post.id AND {is_visible}
        )::text AS categories
    FROM blog_posts post LEFT JOIN LATERAL ({page_of_post(scopes)}) page ON true
    WHERE post.id = ANY ($2::uuid[] || ARRAY(SELECT post_id FROM blog_post_pages WHERE {of_page}))
    ORDER BY post.id
    """


_POSTS_FOR_NOBODY, _POSTS = _posts_of_page(NOBODYS), _posts_of_page("$3::text[]")
_OF_PAGE, _PAGE_OF_CATEGORY = _of_page("$2::uuid", "$1::text[]"), _page_of_category("$1::text[]")
# The category of a page is the one that it lists, or else one of its post's that the viewer may see.
_CURRENT = f"""SELECT coalesce(
    (SELECT category_id FROM blog_category_pages WHERE {_OF_PAGE} ORDER BY category_id LIMIT 1),
    (SELECT c.id FROM blog_post_pages shown JOIN blog_post_categories chosen USING (post_id)
        JOIN blog_categories c ON c.id = chosen.category_id
        WHERE {_OF_PAGE} AND {category_is_visible("c", "$1::text[]")} ORDER BY c.id LIMIT 1)) AS id"""
_TREE = "SELECT id FROM tree WHERE tree.instance = asked.instance"
_OWN = f"ARRAY(SELECT post_id FROM blog_post_pages WHERE {_OF_PAGE})"
_OTHERS = f"(NOT asked.without_own OR post.id <> ALL ({_OWN}))"
# One more than is shown tells whether there are older ones.
_NEWEST = newest(
    "$1::text[]",
    category="asked.category_id",
    categories=_TREE,
    start="asked.start",
    limit="(asked.limit + 1)",
    of=_OTHERS,
)
# Who has read the only post of a category is still told of others.
_REST = newest_of_all(
    "$1::text[]",
    limit="(asked.limit + 1)",
    of=f"asked.without_own AND asked.category_id IS NOT NULL AND cardinality({_OWN}) > 0 AND {_OTHERS}",
)
_SOURCES_OF_LISTED = _SOURCES.format(excerpt="excerpt", opening="opening", page="page_id", layout="layout_id")
_LISTS = f"""
WITH RECURSIVE asked AS (
    SELECT given.*, coalesce(given.category, CASE WHEN given.of_page THEN ({_CURRENT}) END) AS category_id
    FROM jsonb_to_recordset($3::text::jsonb)
        AS given (instance text, category uuid, of_page boolean, without_own boolean, "start" int, "limit" int,
            with_images boolean, with_excerpts boolean)
), tree AS (
    SELECT instance, category_id AS id FROM asked WHERE category_id IS NOT NULL
  UNION
    SELECT tree.instance, c.id FROM tree JOIN blog_categories c ON c.parent_id = tree.id
)
SELECT asked.instance, found.posts::text
FROM asked CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('title', title, 'url', url, 'publishedAt', published_at, 'author', author,
        'excerpt', coalesce(excerpt, CASE WHEN asked.with_excerpts THEN opening END),
        'sources', CASE WHEN asked.with_excerpts THEN {_SOURCES_OF_LISTED} END,
        'images', CASE WHEN asked.with_images THEN newest.images END)
        ORDER BY is_rest, published_at DESC, id DESC) AS posts
    FROM (
        SELECT * FROM (
            SELECT DISTINCT ON (id) * FROM (
                SELECT newest.*, false AS is_rest FROM ({_NEWEST}) newest
              UNION ALL
                SELECT rest.*, true FROM ({_REST}) rest
            ) either ORDER BY id, is_rest
        ) each_once ORDER BY is_rest, published_at DESC, id DESC LIMIT asked.limit + 1
    ) newest
) found
"""
_SUB_CATEGORIES = f"""
SELECT c.name, list_page.url FROM blog_categories c CROSS JOIN LATERAL ({_PAGE_OF_CATEGORY}) list_page
WHERE c.parent_id IS NOT DISTINCT FROM ({_CURRENT}) ORDER BY c.position, c.id LIMIT {MOST_CATEGORIES}
"""


class _Listed(NamedTuple):
    """A post of a list."""

    sources: Sequence[str]
    """The tags of what its excerpt is of."""
    pictured: Pictured


async def _posts(instances: Sequence[Instance], asked: Asked) -> Mapping[str, Answer]:
    """The post of each instance, or else that of the page; none before the page has one."""
    wanted = {instance.id: record_id(POST, instance.fields) for instance in instances}
    ids = [identifier for identifier in wanted.values() if identifier]
    scopes = _scopes(asked)
    if scopes:
        rows = await asked.connection.fetch(_POSTS, asked.page["id"], ids, scopes)
    else:
        rows = await asked.connection.fetch(_POSTS_FOR_NOBODY, asked.page["id"], ids)
    known = {row["id"]: _post(row, has_feeds=asked.viewer.is_anybody) for row in rows}
    sources = {row["id"]: orjson.loads(row["sources"] or "[]") for row in rows}
    of_page = next((row["id"] for row in rows if row["is_of_page"]), None)
    answers: dict[str, Answer] = {}
    for instance_id, identifier in wanted.items():
        found = identifier if identifier in known else of_page
        tags = {POSTS, CATEGORIES} if found is None else {tag_of_post(found), CATEGORIES, *sources[found]}
        answers[instance_id] = Answer({"post": known.get(found)}, frozenset(tags))
    return answers


def _post(row: Any, *, has_feeds: bool) -> dict[str, Any]:
    """Of a page that not everybody sees no feeds are told: they have what anybody sees."""
    categories = orjson.loads(row["categories"] or "[]")
    # A category's own: a page that lists several has the feed of one of them.
    feeds = [{"feed": CATEGORY_FEEDS + each["id"]} if has_feeds else {} for each in categories]
    return {
        "title": row["title"],
        "author": row["author"],
        "publishedAt": row["published_at"].isoformat(),
        # The page itself would show its first words twice.
        "excerpt": row["excerpt"] or (None if row["is_here"] else row["opening"]),
        # None of a page that says nothing to everybody, and while it is not known.
        "readingMinutes": row["reading_minutes"] or None,
        "categories": [
            {"name": each["name"], "url": each["url"], **feed} for each, feed in zip(categories, feeds, strict=True)
        ],
    }


async def _lists(instances: Sequence[Instance], asked: Asked) -> Mapping[str, Answer]:
    """The posts of each list: a part of its category, or the newest."""
    number = max(int(asked.query.get(PAGE_PARAMETER, 1)), 1)
    asks = []
    for id, fields in instances:
        limit = _number(fields.get("count"), _LIST_SIZE)
        category = record_id(LIST, {**fields, "displayMode": LIST_MODE})
        start = (number - 1) * limit if is_list(fields) else 0
        shown = {"with_images": _shows(fields, "showImage"), "with_excerpts": _shows(fields, "showExcerpt")}
        asks.append({**_ask(id, limit), "category": category, "start": start, **shown})
    found = await _newest(asks, asked)
    answers: dict[str, Answer] = {}
    for ask, (id, fields) in zip(asks, instances, strict=True):
        has_pages = is_list(fields)
        posts = found[id][: ask["limit"]]
        data = {
            "posts": [post.pictured.record for post in posts],
            "page": number if has_pages else 1,
            "hasOlder": has_pages and len(found[id]) > ask["limit"],
            # Feeds tell what anybody may see, and so does the page that announces them.
            "hasFeed": asked.viewer.is_anybody,
        }
        tags = frozenset({POSTS, CATEGORIES}).union(*(post.sources for post in posts))
        # A crawler that counts on would get 10,000 pages without a post of each list.
        answers[id] = Answer(
            data, tags, is_part=has_pages and number > 1, is_there=bool(found[id]), pictured=_pictured(posts)
        )
    return answers


async def _post_menus(instances: Sequence[Instance], asked: Asked) -> Mapping[str, Answer]:
    """The newest posts of the page's category.

    In cards those other than the page's own, which the visitor has just read; where they are fewer than asked for, the
    newest of other categories after them.
    """
    asks = []
    for id, fields in instances:
        is_cards = fields.get("displayMode") == _CARDS_MODE
        limit = _number(fields.get("count"), _MENU_SIZE)
        shown = {"with_images": is_cards, "with_excerpts": is_cards}
        asks.append({**_ask(id, limit), "of_page": True, "without_own": is_cards, **shown})
    found = await _newest(asks, asked)
    answers: dict[str, Answer] = {}
    for ask in asks:
        posts = found[ask["instance"]][: ask["limit"]]
        data = {"posts": [post.pictured.record for post in posts]}
        tags = frozenset({POSTS, CATEGORIES}).union(*(post.sources for post in posts))
        answers[ask["instance"]] = Answer(data, tags, pictured=_pictured(posts))
    return answers


async def _newest(asks: list[dict[str, Any]], asked: Asked) -> dict[str, list[_Listed]]:
    """The posts that are asked for, by instance, with one more where there is one."""
    rows = await asked.connection.fetch(_LISTS, _scopes(asked), asked.page["id"], orjson.dumps(asks).decode())
    found = {row["instance"]: orjson.loads(row["posts"] or "[]") for row in rows}
    return {
        id: [_Listed(post.pop("sources") or (), Pictured(post, post.pop("images") or [])) for post in posts]
        for id, posts in found.items()
    }


def _pictured(posts: Sequence[_Listed]) -> list[Pictured]:
    return [post.pictured for post in posts]


def _shows(fields: Mapping[str, Any], switch: str) -> bool:
    return fields.get(switch) is not False and fields.get("displayMode") != _TITLES_MODE


async def _menus(instances: Sequence[Instance], asked: Asked) -> Mapping[str, Answer]:
    """The categories right below the page's, or those at the top; of those that have a page."""
    rows = await asked.connection.fetch(_SUB_CATEGORIES, _scopes(asked), asked.page["id"])
    items = [{"name": row["name"], "url": row["url"]} for row in rows]
    return same_for_all(instances, {"items": items}, frozenset({POSTS, CATEGORIES}))


def _scopes(asked: Asked) -> list[str]:
    return sorted(asked.viewer.scopes)


def _ask(instance: str, limit: int) -> dict[str, Any]:
    options = {"of_page": False, "without_own": False, "with_images": False, "with_excerpts": False}
    return {"instance": instance, "start": 0, "limit": limit, **options}


def _number(value: Any, default: int) -> int:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return min(max(value, 1), MOST_POSTS) if is_number else default


BLOG = [
    *(Source(ref=ref, answer=_posts) for ref in ("cms.blogDate", POST, "cms.blogTitle")),
    Source(ref=LIST, answer=_lists, has_images=True),
    Source(ref="cms.blogMenu", answer=_menus),
    Source(ref=POST_MENU, answer=_post_menus, has_images=True),
]
