"""The data of an ecom.product: one group of products, named by the plugin or by the page's address."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.events import CATALOGUE, SETTINGS, tag_of_group
from ecom.storefront.offers import VARIANTS, Shop, images_in, shop_of, variants_of
from kit.auth import scopes_of
from kit.known_files.shown import files_of
from kit.plugin_data import Asked, AskedPlugin, PluginAnswer, PluginSource
from kit.raw import Row, connection_of, is_uuid

_GROUPS = f"""
SELECT g.id::text, g.code, g.name, g.summary, g.description, g.options::text, g.images::text, g.seo_title,
    g.seo_description, g.tax_class IS NOT NULL AS is_taxed, b.id::text AS brand_id, b.name AS brand,
    ({VARIANTS})::text AS variants
FROM product_groups g LEFT JOIN brands b ON b.id = g.brand_id
WHERE g.is_published AND (g.id = ANY ($1::uuid[]) OR g.code = ANY ($2::text[]))
"""  # noqa: S608  # of constants


async def _answer(session: AsyncSession, instances: Sequence[AskedPlugin], asked: Asked) -> Mapping[str, PluginAnswer]:
    named = str(asked.query.get("product") or "")
    wanted = {plugin.id: str(plugin.fields.get("product") or named) for plugin in instances}
    by_address = {plugin.id for plugin in instances if named and not plugin.fields.get("product")}
    keys = {key for key in wanted.values() if key}
    shop, scopes = await shop_of(session), scopes_of(asked.caller)
    connection = await connection_of(session)
    rows = await connection.fetch(_GROUPS, [key for key in keys if is_uuid(key)], [*keys])
    groups = [_group(row, shop, variants_of(row["variants"], shop, scopes)) for row in rows]
    files = await files_of(connection, images_in(groups), scopes)
    by_key = {group["code"]: group for group in groups} | {group["id"]: group for group in groups}
    # A name can be made up, and an id be written in many ways: pages are kept by the names that are in links.
    is_cacheable = not named or (bool(by_address) and named in by_key)
    answers = {}
    for plugin_id, key in wanted.items():
        group = by_key.get(key) or (by_key.get(key.lower()) if is_uuid(key) else None)
        images = images_in([group]) if group else set()
        # Of one that is not there: it may be published any moment, by the code or the id that this page asks for.
        tags = {SETTINGS, tag_of_group(group["id"]) if group else CATALOGUE}
        if group:
            tags |= {f"file:{use}" for use in images} | ({f"brand:{group['brandId']}"} if group["brandId"] else set())
        shown = {use: files.shown[use] for use in images if use in files.shown}
        is_missing = group is None and plugin_id in by_address
        all_tags = frozenset(tags | folders(files.tags))
        answers[plugin_id] = PluginAnswer({"product": group}, all_tags, shown, is_missing, is_cacheable)
    return answers


def folders(tags: frozenset[str]) -> set[str]:
    """Those of files' tags that are of their folders."""
    return {tag for tag in tags if tag.startswith("folder:")}


def _group(row: Row, shop: Shop, variants: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": row["id"],
        "code": row["code"],
        "name": row["name"],
        "summary": row["summary"],
        "description": row["description"],
        "brandId": row["brand_id"],
        "brand": row["brand"],
        "seoTitle": row["seo_title"],
        "seoDescription": row["seo_description"],
        "images": orjson.loads(row["images"]),
        "options": orjson.loads(row["options"]),
        "variants": variants,
        "currency": shop.currency,
        "includesTax": shop.includes_tax if row["is_taxed"] else None,
    }


PRODUCT = PluginSource("ecom.product", _answer)
