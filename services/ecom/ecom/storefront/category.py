"""The data of an ecom.category: the groups of a category, those below it with them, as the page's address narrows them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.events import CATALOGUE, SETTINGS
from ecom.storefront.narrowing import Narrowing, narrowing_of
from ecom.storefront.offers import Shop, images_in, scopes_of, shop_of
from kit.known_files.shown import files_of
from kit.plugin_data import Asked, AskedPlugin, PluginAnswer, PluginSource
from kit.raw import Connection, Row, connection_of, is_uuid

_ORDERS = {
    "featured": "g.is_featured DESC, g.name, g.id",
    "name": "g.name, g.id",
    "cheapest": "least, g.name, g.id",
    "dearest": "least DESC, g.name, g.id",
    "newest": "g.created_at DESC, g.id",
}
_BELOW = """
below AS (
    SELECT id FROM categories WHERE id = $1::uuid
  UNION
    SELECT c.id FROM categories c JOIN below b ON c.parent_id = b.id
)"""
_LISTED = """
listed AS MATERIALIZED (
    SELECT g.id, g.name, g.options, g.brand_id FROM product_groups g
    WHERE g.is_published AND g.is_listed AND ($1::uuid IS NULL OR EXISTS (
        SELECT FROM product_group_categories c JOIN below ON below.id = c.category_id WHERE c.group_id = g.id))
)"""
# What one of each product costs whoever looks.
_OFFERS = """
offers AS MATERIALIZED (
    SELECT p.id, p.group_id, p.option_values, NOT p.tracks_stock OR p.stock > 0 OR p.allows_backorders AS is_there,
        min(o.amount) AS amount, min(o.amount) FILTER (WHERE o.kind = 'standard') AS standard,
        (array_agg(o.kind ORDER BY o.amount, o.id))[1] AS kind
    FROM products p JOIN listed g ON g.id = p.group_id JOIN prices o ON o.product_id = p.id
    WHERE p.is_published AND o.currency = $2 AND (o.scope IS NULL OR o.scope = ANY ($3::text[]))
        AND (o.starts_at IS NULL OR o.starts_at <= now()) AND (o.ends_at IS NULL OR o.ends_at > now())
        AND o.least_quantity = 1
    GROUP BY p.id
)"""
# A product that leaves an option open can be had with each of its group's values.
_MATCHING = """
matching AS (
    SELECT f.group_id, min(f.amount) AS least, max(f.amount) AS most, bool_or(f.is_there) AS is_there,
        min(f.standard) FILTER (WHERE f.kind = 'sale') AS standard
    FROM offers f JOIN listed g ON g.id = f.group_id
    WHERE ($4::uuid[] IS NULL OR g.brand_id = ANY ($4::uuid[]))
        AND ($5::bigint IS NULL OR f.amount >= $5) AND ($6::bigint IS NULL OR f.amount <= $6)
        AND (NOT $7 OR f.is_there)
        AND NOT EXISTS (
            SELECT FROM jsonb_each($8::text::jsonb) AS wanted (name, choices)
            WHERE NOT CASE WHEN f.option_values ? wanted.name THEN wanted.choices ? (f.option_values ->> wanted.name)
                ELSE EXISTS (
                    SELECT FROM jsonb_array_elements(g.options) AS o
                    WHERE o ->> 'name' = wanted.name
                        AND o -> 'values' ?| ARRAY(SELECT jsonb_array_elements_text(wanted.choices))) END)
    GROUP BY f.group_id
)"""
_PAGE = f"""
WITH RECURSIVE {_BELOW}, {_LISTED}, {_OFFERS}, {_MATCHING}
SELECT g.id::text, g.code, g.name, g.summary, g.images::text, g.options::text, b.name AS brand,
    m.least, m.most, m.standard, m.is_there, count(*) OVER () AS total
FROM matching m JOIN product_groups g ON g.id = m.group_id LEFT JOIN brands b ON b.id = g.brand_id
ORDER BY {{order}} LIMIT $9 OFFSET $10
"""  # noqa: S608  # of constants
_FACETS = f"""
WITH RECURSIVE {_BELOW}, {_LISTED}, {_OFFERS},
shown AS (SELECT DISTINCT g.id, g.options, g.brand_id FROM listed g JOIN offers f ON f.group_id = g.id)
SELECT (SELECT name FROM categories WHERE id = $1::uuid) AS category,
    (SELECT json_build_array(min(amount), max(amount)) FROM offers)::text AS prices,
    (SELECT json_agg(json_build_object('id', brand.id, 'name', brand.name, 'count', brand.count) ORDER BY brand.name)
        FROM (SELECT b.id, b.name, count(*) FROM shown JOIN brands b ON b.id = shown.brand_id GROUP BY b.id) brand
    )::text AS brands,
    (SELECT json_agg(json_build_object('name', choice.name, 'value', choice.value, 'count', choice.count)
            ORDER BY choice.place, choice.position)
        FROM (SELECT o.option ->> 'name' AS name, v.value, count(DISTINCT shown.id), min(o.place) AS place,
                min(v.position) AS position
            FROM shown, jsonb_array_elements(shown.options) WITH ORDINALITY AS o (option, place),
                jsonb_array_elements_text(o.option -> 'values') WITH ORDINALITY AS v (value, position)
            GROUP BY o.option ->> 'name', v.value) choice
    )::text AS options
"""  # noqa: S608  # of constants


@dataclass(frozen=True)
class _Wanted:
    """What an instance is set up to show."""

    category: str | None
    count: int

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> "_Wanted":
        category, count = fields.get("category"), fields.get("count")
        return cls(
            category if isinstance(category, str) and is_uuid(category) else None,
            min(max(int(count), 1), 100) if isinstance(count, int | float) else 12,
        )


async def _answer(session: AsyncSession, instances: Sequence[AskedPlugin], asked: Asked) -> Mapping[str, PluginAnswer]:
    shop, scopes = await shop_of(session), scopes_of(asked.caller)
    connection = await connection_of(session)
    narrowing = narrowing_of(asked.query, shop.currency)
    known: dict[_Wanted, PluginAnswer] = {}
    answers = {}
    for plugin in instances:
        wanted = _Wanted.of(plugin.fields)
        if wanted not in known:
            known[wanted] = await _category(connection, wanted, narrowing, shop, scopes)
        answers[plugin.id] = known[wanted]
    return answers


async def _category(
    connection: Connection, wanted: _Wanted, narrowing: Narrowing, shop: Shop, scopes: Collection[str]
) -> PluginAnswer:
    order = _ORDERS[narrowing.sort]
    given = (wanted.category, shop.currency, [*scopes])
    rows = await connection.fetch(
        _PAGE.format(order=order),
        *given,
        narrowing.brands or None,
        narrowing.least,
        narrowing.most,
        narrowing.only_in_stock,
        orjson.dumps(narrowing.options).decode(),
        wanted.count,
        (narrowing.page - 1) * wanted.count,
    )
    facets = await connection.fetchrow(_FACETS, *given)
    groups = [_listed(row) for row in rows]
    files = await files_of(connection, images_in([{**group, "variants": []} for group in groups]), scopes)
    data = {
        "groups": groups,
        "total": rows[0]["total"] if rows else 0,
        "page": narrowing.page,
        "pageSize": wanted.count,
        "currency": shop.currency,
        "includesTax": shop.includes_tax,
        **_facets(facets),
    }
    return PluginAnswer(data, frozenset({CATALOGUE, SETTINGS, *files.tags}), dict(files.shown))


def _listed(row: Row) -> dict[str, Any]:
    return {
        "id": row["id"],
        "code": row["code"],
        "name": row["name"],
        "summary": row["summary"],
        "brand": row["brand"],
        # One is shown, and another where somebody points at it.
        "images": orjson.loads(row["images"])[:2],
        "least": row["least"],
        "most": row["most"],
        "was": row["standard"] if row["standard"] and row["standard"] > row["least"] else None,
        "isThere": row["is_there"],
    }


def _facets(row: Row | None) -> dict[str, Any]:
    options: dict[str, list[dict[str, Any]]] = {}
    for choice in orjson.loads((row and row["options"]) or "[]"):
        options.setdefault(choice["name"], []).append({"value": choice["value"], "count": choice["count"]})
    return {
        "category": row and row["category"],
        "prices": orjson.loads((row and row["prices"]) or "[null, null]"),
        "brands": orjson.loads((row and row["brands"]) or "[]"),
        "options": [{"name": name, "values": values} for name, values in options.items()],
    }


CATEGORY = PluginSource("ecom.category", _answer)
