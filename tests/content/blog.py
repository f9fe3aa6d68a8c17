"""What the tests of the blog arrange: pages with its plugins, and what is seen of them."""

from typing import Any

from tests.content.factory import (
    JSON,
    Site,
    change_page,
    column,
    column_of,
    create_node,
    create_plugin,
    id_,
    own_plugins,
    place_plugin,
    row,
    whitelist,
)

NOBODY: JSON = {}


async def page_with(site: Site, url: str, title: str, ref: str, settings: JSON | None = None, **fields: Any) -> JSON:
    """A new page with a plugin of the blog; its render."""
    page = await site.new_page(url, title, **(settings or {}))
    return await add(site, page, ref, **fields)


async def add(site: Site, page: JSON, ref: str, **fields: Any) -> JSON:
    """The page with one more plugin."""
    plugin_id = id_()
    return await site.saved(page, create_plugin(plugin_id, ref=ref, **fields), place_plugin(column_of(page), plugin_id))


async def post_page(site: Site, url: str, title: str = "A post", settings: JSON | None = None, **fields: Any) -> JSON:
    return await page_with(site, url, title, "cms.blogPost", settings, **fields)


async def list_page(site: Site, url: str, title: str = "Blog", settings: JSON | None = None, **fields: Any) -> JSON:
    return await page_with(site, url, title, "cms.blogList", settings, **fields)


def wrapped(parent_id: str, node: JSON) -> JSON:
    """The action that puts a row into a column of plugins."""
    return create_node(parent_id, node, wrapBefore={"rowId": id_(), "colId": id_()})


async def in_column(site: Site, url: str, title: str, ref: str = "cms.blogPost", **fields: Any) -> tuple[JSON, JSON]:
    """An open page with a plugin in a row of a column of its own; its render, and the row."""
    page, shared = await site.new_page(url, title), row(column())
    plugin_id = id_()
    [inner] = shared["block"]["nodes"]
    page = await site.saved(
        page,
        wrapped(column_of(page), shared),
        create_plugin(plugin_id, ref=ref, **fields),
        place_plugin(inner["id"], plugin_id),
    )
    return page, shared


async def kept(site: Site, page: JSON, *nodes: str, scopes: tuple[str, ...] = ("club",), level: str = "site") -> JSON:
    return await site.saved(page, *(whitelist(node, scopes, level) for node in nodes))


def field_of(render: JSON, name: str, position: int = -1) -> Any:
    """A field of one of the page's own plugins, the last by default."""
    return own_plugins(render)[position]["fields"].get(name)


def field_of_ref(render: JSON, name: str) -> Any:
    """A field of the page's post, wherever it stands."""
    return next(each["fields"][name] for each in render["plugins"].values() if each["ref"] == "cms.blogPost")


def data_of(render: JSON, position: int = -1) -> Any:
    """The data of one of the page's own plugins, the last by default."""
    return own_plugins(render)[position]["data"]


async def posts(site: Site, headers: JSON | None = None, **query: Any) -> list[JSON]:
    """Return the posts that editors see, or those that the user of these headers sees."""
    return await _results(site, "/cms/blog/posts/filters/page", headers, query)


async def categories(site: Site, headers: JSON | None = None, **query: Any) -> list[JSON]:
    """Return the categories that editors see, or those that the user of these headers sees."""
    return await _results(site, "/cms/blog/categories", headers, query)


async def _results(site: Site, address: str, headers: JSON | None, query: JSON) -> list[JSON]:
    headers = site.editor if headers is None else headers
    answer = await site.client.get(address, params={"limit": 100, **query}, headers=headers)
    assert answer.status_code == 200, answer.text
    results: list[JSON] = answer.json()["results"]
    return results


async def titles(site: Site, headers: JSON | None = None, **query: Any) -> list[str]:
    return [post["title"] for post in await posts(site, headers, **query)]


async def settings_of(site: Site, render: JSON) -> JSON:
    """A page's settings as they are now."""
    answer = await site.client.get(f"/client/pages/{render['page']['id']}", headers=site.editor)
    found: JSON = answer.json()
    return found


async def change(site: Site, render: JSON, **changed: Any) -> None:
    """Change a page's settings."""
    answer = await change_page(site, await settings_of(site, render), **changed)
    assert answer.status_code == 200, answer.text


async def delete(site: Site, render: JSON) -> None:
    answer = await site.client.delete(f"/client/pages/{render['page']['id']}", headers=site.editor)
    assert answer.status_code == 204, answer.text


async def replace(site: Site, kind: str, record: JSON, **changed: Any) -> JSON:
    """PUT a post or a category with these changes."""
    address = f"/cms/blog/{kind}/{record['id']}"
    answer = await site.client.put(address, json={**record, **changed}, headers=site.editor)
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found
