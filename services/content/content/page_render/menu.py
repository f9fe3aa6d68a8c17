"""The data of a cms.menu: the site's name and logo, and the pages that are in the menu."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

from content.audience import has_place
from content.documents.loading import Connection
from content.model.visibility import passes
from content.page_render.sources import Answer, Asked, Instance, Source, same_for_all
from content.pages.models import IN_MENU

# More is no menu any more, and would weigh on every page.
MAX_ITEMS = 500
KEY = "menu"
"""What the menu is remembered by."""
_TAGS = frozenset({"menu", "site"})
_LOGOS = ("logo", "darkLogo")

STATEMENT = f"""
SELECT id::text, url, coalesce(config -> 'menu' ->> 'label', title) AS label,
    config ->> 'scopeWhitelist' AS scope_whitelist
FROM pages
WHERE {IN_MENU} AND {has_place("pages")}
ORDER BY (config -> 'menu' ->> 'order')::float NULLS LAST, id
LIMIT {MAX_ITEMS}
"""  # noqa: S608  # of constants


async def _read(connection: Connection) -> list[dict[str, Any]]:
    return menu_of(await connection.fetch(STATEMENT))


def menu_of(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The menu as it is remembered, of the rows of its statement."""
    return [
        {
            "item": {"url": row["url"], "label": row["label"], "pageId": row["id"], "children": []},
            "scopeWhitelist": orjson.loads(row["scope_whitelist"] or "[]"),
        }
        for row in rows
    ]


async def _answer(instances: Sequence[Instance], asked: Asked) -> Mapping[str, Answer]:
    pages = await asked.remember(KEY, _read)
    items = [page["item"] for page in pages if passes(page["scopeWhitelist"], asked.viewer.scopes)]
    images = asked.site.get("images", {})
    logos = {name: images[name] for name in _LOGOS if name in images}
    return same_for_all(instances, {"siteName": asked.site["name"], "items": items, **logos}, _TAGS)


MENU = Source(ref="cms.menu", answer=_answer)
