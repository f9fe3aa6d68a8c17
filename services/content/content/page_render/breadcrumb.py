"""The data of a cms.breadcrumb: the pages above a page by its address, as far as the viewer may see them."""

from collections.abc import Mapping, Sequence

import orjson

from content.address import addresses_above, tag_of
from content.audience import has_place
from content.model.visibility import passes
from content.page_render.sources import Answer, Asked, Instance, Source, same_for_all

_STATEMENT = f"""
SELECT url, coalesce(config -> 'menu' ->> 'label', display_title, title) AS label,
    config ->> 'scopeWhitelist' AS scope_whitelist
FROM pages
WHERE url = ANY ($1::text[]) AND {has_place("pages")}
ORDER BY length(url)
"""  # noqa: S608  # of constants


async def _answer(instances: Sequence[Instance], asked: Asked) -> Mapping[str, Answer]:
    above = addresses_above(asked.page["url"])
    rows = await asked.connection.fetch(_STATEMENT, above) if above else []
    items = [
        {"url": row["url"], "label": row["label"]}
        for row in rows
        if passes(orjson.loads(row["scope_whitelist"] or "[]"), asked.viewer.scopes)
    ]
    # By address: a page that is hidden here must not be named, and one that does not exist yet may come to be.
    return same_for_all(instances, {"items": items}, frozenset(map(tag_of, above)))


BREADCRUMB = Source(ref="cms.breadcrumb", answer=_answer)
