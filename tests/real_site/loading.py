"""A real site: the pages, posts, categories and menus of a WordPress export, made by the calls that editors make.

How they are read:

- A page and a post keep their address; their body is a `cms.text` below the page's own heading, with the links of the
  former site made relative. Without a title they are called `Untitled`.
- A post has a `cms.blogPost` with its categories and its date. Its excerpt is the page's description.
- A draft and a post scheduled for later are for editors, since what is published here is seen at once. A post with a
  password is for those with a scope of its own: there are no passwords for single pages.
- A page shows where it stands, by a breadcrumb and a relative navigation.
- A sticky post is one like others: lists go by date alone.
- A category is its list page, at the address that it had; the category itself follows from that page and its place.
  Above them all is /category, with every post.
- Menus are lists of links on one page, so that links lead to pages that the export has.
- Attachments stay where they are. Their own pages are not made, so links to those are broken.
"""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.real_pages import (
    SourceLink,
    SourcePage,
    categories,
    category_line,
    files,
    former_origin,
    items,
    menu_links,
)
from tests.real_site.outside import Outside
from tests.stack import Stack
from tests.whole.page_calls import add_plugin, new_id, own_column, put_actions, render

UNTITLED = "Untitled"
HOME = "/"
MENUS = "/menus"
BLOG = "/blog"
SEARCH = "/search"
SITE_MAP = "/site-map"
ALL_POSTS = "/category"
HIDDEN_FROM = {"draft": ["editor"], "future": ["editor"]}
WITH_PASSWORD = ["friends"]


@dataclass
class Loaded:
    """A page of the site, with the ids of its post and of the text that holds its body."""

    id: str
    url: str
    post_id: str | None = None
    text_id: str | None = None


@dataclass
class RealSite:
    stack: Stack
    owner: httpx.Client
    outside: Outside
    pages: dict[str, Loaded] = field(default_factory=dict)
    """By the export's ids."""
    lists: dict[str, Loaded] = field(default_factory=dict)
    """The list page of each category, by its slug."""
    others: dict[str, Loaded] = field(default_factory=dict)
    """What was made besides, by its address."""

    def body_of(self, source: SourcePage) -> str:
        """A page's body as it is given to the site."""
        return self.outside.localized(source.body.replace(former_origin(), ""))

    def address_of(self, link: SourceLink) -> str:
        """Where an entry of a menu leads."""
        if link.object == "page":
            return self.pages[link.object_id].url
        if link.object == "category":
            return self.lists[next(each.slug for each in categories() if each.id == link.object_id)].url
        return link.url if link.url.startswith("#") else self.outside.local(link.url)


def title_of(source: SourcePage) -> str:
    return source.title or UNTITLED


def address_of(source: SourcePage) -> str:
    """Where a page is: a draft has no address of its own yet."""
    return f"/{title_of(source).lower()}" if "?" in source.path else source.path


def list_address(slug: str) -> str:
    return "/".join([ALL_POSTS, *category_line(slug)])


def whitelist_of(source: SourcePage) -> list[str]:
    """The scopes that a page is kept to; none for everybody."""
    return WITH_PASSWORD if source.password else HIDDEN_FROM.get(source.status, [])


def load(stack: Stack, owner: httpx.Client, outside: Outside) -> RealSite:
    """Make the whole site."""
    site = RealSite(stack, owner, outside)
    known = {file.address for file in files()}
    own_files = f"{former_origin().removesuffix('.wordpress.com')}.files.wordpress.com/"
    site.others[ALL_POSTS] = _page(site, "All posts", ALL_POSTS, [("cms.blogList", {})])
    for category in categories():
        site.lists[category.slug] = _page(
            site,
            category.name,
            list_address(category.slug),
            [("cms.blogList", {})],
            meta={"description": category.description} if category.description else {},
        )
    ids = {slug: _category_of(site, page) for slug, page in site.lists.items()}
    # Those above come first, as an editor makes them.
    for source in sorted(items(), key=lambda each: (address_of(each).count("/"), each.kind)):
        _load_item(site, source, ids)
    links = "".join(
        f'<li><a href="{html.escape(site.address_of(each))}">{_label(each)}</a></li>' for each in menu_links()
    )
    site.others[MENUS] = _page(site, "Menus", MENUS, [("cms.text", {"content": f"<ul>{links}</ul>"})])
    site.others[SEARCH] = _page(site, "Find", SEARCH, [("cms.search", {})])
    site.others[SITE_MAP] = _page(site, "Site map", SITE_MAP, [("cms.sitemap", {"depth": 6})])
    # What the former site links to of its own files, and has not exported.
    outside.missing = frozenset(
        original
        for original in (each.partition("?")[0] for each in outside.originals.values())
        if original.startswith(own_files) and original not in known
    )
    return site


def _label(link: SourceLink) -> str:
    return html.escape(link.label or f"{link.object} {link.object_id}")


def _load_item(site: RealSite, source: SourcePage, ids: dict[str, str]) -> None:
    plugins: list[tuple[str, dict[str, Any]]] = []
    if source.kind == "post":
        plugins.append(("cms.blogPost", {"categories": [ids[slug] for slug in source.category_slugs]}))
    elif source.path == BLOG:
        plugins.append(("cms.blogList", {"displayMode": "titles", "count": 10}))
    if source.body:
        plugins.append(("cms.text", {"content": site.body_of(source)}))
    if source.kind == "page":
        plugins += [("cms.breadcrumb", {}), ("cms.relativeNavigation", {})]
    whitelist = whitelist_of(source)
    page = _page(
        site,
        title_of(source),
        address_of(source),
        plugins,
        meta={"description": source.excerpt} if source.excerpt else {},
        config={"scopeWhitelist": whitelist} if whitelist else {},
    )
    site.pages[source.id] = page
    if page.post_id:
        address = f"/cms/blog/posts/{page.post_id}"
        post = site.owner.get(address).raise_for_status().json()
        site.owner.put(address, json={**post, "publishedAt": source.published_at}).raise_for_status()


def _page(site: RealSite, title: str, url: str, plugins: list[tuple[str, dict[str, Any]]], **settings: Any) -> Loaded:
    answer = site.owner.post("/client/pages", json={"title": title, "url": url, **settings})
    assert answer.status_code == 201, answer.text
    loaded = Loaded(answer.json()["id"], answer.json()["url"])
    if not plugins:
        return loaded
    state = render(site.owner, loaded.url)
    actions = []
    for number, (ref, fields) in enumerate(plugins, start=1):
        plugin = new_id()
        if ref == "cms.text":
            loaded.text_id = plugin
        actions += add_plugin(own_column(state), ref, fields, number, plugin_id=plugin)
    answer = put_actions(site.owner, state, actions)
    assert answer.status_code == 200, f"{title}: {answer.text}"
    loaded.post_id = _field(answer.json(), "blogPostId")
    return loaded


def _category_of(site: RealSite, page: Loaded) -> str:
    found = _field(render(site.owner, page.url), "blogCategoryId")
    assert found, page.url
    return found


def _field(state: dict[str, Any], name: str) -> str | None:
    plugins = state["plugins"].values()
    return next((plugin["fields"][name] for plugin in plugins if name in plugin["fields"]), None)
