"""The statement of a product list: the products shown, their number, and the facets that narrow the list; in one pass.

An offer is a product with the price that the visitor pays for one of it. The statement checks each offer against all
filters at once. An offer that fits all filters is shown. A facet counts the offers that would be shown without its own
filter, so an offer that fits all filters but that one counts for that facet alone: every choice that a visitor makes
next leads to some products.
"""

from itertools import product

from ecom.storefront.narrowing import Sort

_ORDERS: dict[Sort, str] = {
    "featured": "is_featured DESC, name, group_id",
    "name": "name, group_id",
    "cheapest": "least, name, group_id",
    "dearest": "least DESC, name, group_id",
    "newest": "created_at DESC, group_id",
}
CATEGORY_IDS = """
WITH RECURSIVE below AS (
    SELECT id FROM categories WHERE id = $1::uuid
  UNION
    SELECT c.id FROM categories c JOIN below b ON c.parent_id = b.id
)
SELECT (SELECT name FROM categories WHERE id = $1::uuid) AS name, ARRAY(SELECT id FROM below) AS ids
"""
"""A category's name, and all ids of what stands in it: what is below stands in those above it, too.

Asked apart: told the ids, Postgres knows how many groups they have, and reads those of a small category by their indexes.
"""
_IN_CATEGORY = """
        AND g.id IN (SELECT c.group_id FROM product_group_categories c WHERE c.category_id = ANY ($1::uuid[]))"""
_GROUPS = """
groups AS (
    SELECT g.id FROM product_groups g
    WHERE g.is_published AND g.is_listed{where}
)"""
# `open` are the options asked for of which a group has a value: a product that leaves one open can be had in it.
_GROUPS_WITH_OPEN = """
wanted AS MATERIALIZED (
    SELECT name, ARRAY(SELECT jsonb_array_elements_text(choices)) AS choices
    FROM jsonb_each($8::text::jsonb) AS each (name, choices)
),
groups AS MATERIALIZED (
    SELECT g.id, ARRAY(
        SELECT w.name FROM wanted w, jsonb_array_elements(g.options) AS o
        WHERE o ->> 'name' = w.name AND o -> 'values' ?| w.choices) AS open
    FROM product_groups g
    WHERE g.is_published AND g.is_listed{where}
)"""
_MISSED = """ARRAY(
            SELECT w.name FROM wanted w
            WHERE NOT CASE WHEN f.option_values ? w.name THEN f.option_values ->> w.name = ANY (w.choices)
                ELSE w.name = ANY (f.open) END)"""
_OFFERS = """
offers AS (
    SELECT g.id AS group_id{open}, p.option_values, NOT p.tracks_stock OR p.stock > 0 OR p.allows_backorders AS is_there,
        min(o.amount) AS amount, min(o.amount) FILTER (WHERE o.kind = 'standard') AS standard,
        min(o.amount) FILTER (WHERE o.kind = 'sale') = min(o.amount) AS is_on_sale
    FROM groups g JOIN products p ON p.group_id = g.id JOIN prices o ON o.product_id = p.id
    WHERE p.is_published AND o.currency = $2 AND o.least_quantity = 1
        AND (o.scope IS NULL OR o.scope = ANY ($3::text[]))
        AND (o.starts_at IS NULL OR o.starts_at <= now()) AND (o.ends_at IS NULL OR o.ends_at > now())
    GROUP BY p.id, g.id{open}
),
judged AS {once}(
    SELECT f.*, ($5::bigint IS NULL OR f.amount >= $5) AND ($6::bigint IS NULL OR f.amount <= $6) AS is_of_price,
        NOT $7 OR f.is_there AS is_of_stock, {missed} AS missed
    FROM offers f{order}
)"""
# The brand is the whole group's and is asked for below. `fitting` are the choices that fit all filters, `near` those that
# only miss one option, with its name.
_BY_GROUP = """
by_group AS (
    SELECT group_id, min(amount) FILTER (WHERE fits) AS least, max(amount) FILTER (WHERE fits) AS most,
        bool_or(is_there) FILTER (WHERE fits) AS is_there,
        (array_agg(CASE WHEN is_on_sale THEN standard END ORDER BY amount, standard) FILTER (WHERE fits))[1] AS standard,
        bool_or(is_there AND is_of_price AND missed = '{}') AS counts_for_stock,
        min(amount) FILTER (WHERE is_of_stock AND missed = '{}') AS cheapest,
        max(amount) FILTER (WHERE is_of_stock AND missed = '{}') AS dearest,
        array_agg(option_values) FILTER (WHERE fits) AS fitting,
        jsonb_agg(jsonb_build_array(missed[1], option_values))
            FILTER (WHERE is_of_price AND is_of_stock AND cardinality(missed) = 1) AS near
    FROM (SELECT *, is_of_price AND is_of_stock AND missed = '{}' AS fits FROM judged) each
    GROUP BY group_id
),
listed AS MATERIALIZED (
    SELECT n.*, g.name, g.is_featured, g.created_at, g.options, g.brand_id,
        $4::uuid[] IS NULL OR coalesce(g.brand_id = ANY ($4::uuid[]), false) AS is_of_brand
    FROM by_group n JOIN product_groups g ON g.id = n.group_id
)"""
_PAGE = """
page AS (
    SELECT group_id, least, most, standard, is_there, row_number() OVER (ORDER BY {order}) AS place FROM listed
    WHERE least IS NOT NULL AND is_of_brand ORDER BY {order} LIMIT $9 OFFSET $10
)"""
# Groups of the same options and choices count together: there are few kinds of them in a shop, and each is read once.
_CHOICES = """
alike AS (
    SELECT options, CASE WHEN is_of_brand THEN fitting END AS fitting, CASE WHEN is_of_brand THEN near END AS near,
        count(*) AS count
    FROM listed
    WHERE options <> '[]' AND ($8::text <> '{}' OR is_of_brand AND (fitting IS NOT NULL OR near IS NOT NULL))
    GROUP BY 1, 2, 3
),
choices AS (
    SELECT o.option ->> 'name' AS name, v.value, min(o.place) AS place, min(v.position) AS position,
        coalesce(sum(a.count) FILTER (WHERE EXISTS (
            SELECT FROM unnest(a.fitting) AS chosen
            WHERE coalesce(chosen ->> (o.option ->> 'name') = v.value, true)
        ) OR EXISTS (
            SELECT FROM jsonb_array_elements(a.near) AS close
            WHERE close ->> 0 = o.option ->> 'name' AND coalesce(close -> 1 ->> (o.option ->> 'name') = v.value, true)
        )), 0) AS count
    FROM alike a, jsonb_array_elements(a.options) WITH ORDINALITY AS o (option, place),
        jsonb_array_elements_text(o.option -> 'values') WITH ORDINALITY AS v (value, position)
    GROUP BY 1, 2
)"""
# What is chosen already stays, were it of nothing: else nobody could undo it.
_ANSWER = """
SELECT (SELECT json_agg(json_build_object('id', g.id, 'code', g.code, 'name', g.name, 'summary', g.summary,
            'images', g.images, 'brand', b.name, 'least', page.least, 'most', page.most, 'standard', page.standard,
            'isThere', page.is_there) ORDER BY page.place)
        FROM page JOIN product_groups g ON g.id = page.group_id LEFT JOIN brands b ON b.id = g.brand_id)::text AS groups,
    (SELECT json_build_object('total', count(least), 'inStock', count(*) FILTER (WHERE counts_for_stock),
        'prices', json_build_array(min(cheapest), max(dearest))) FROM listed WHERE is_of_brand)::text AS counts,
    (SELECT json_agg(json_build_object('id', b.id, 'name', b.name, 'count', n.count) ORDER BY b.name)
        FROM (SELECT brand_id, count(least) FROM listed GROUP BY brand_id) n
        JOIN brands b ON b.id = n.brand_id WHERE n.count > 0 OR b.id = ANY ($4::uuid[]))::text AS brands,
    (SELECT json_agg(json_build_object('name', name, 'value', value, 'count', count) ORDER BY place, position)
        FROM choices WHERE count > 0 OR coalesce($8::text::jsonb -> name ? value, false))::text AS options
"""


def _statement(order: str, *, is_of_category: bool, has_options: bool) -> str:
    # Of a parameter that nothing names Postgres could not tell the type.
    where = _IN_CATEGORY if is_of_category else " AND $1::uuid[] IS NULL"
    groups = (_GROUPS_WITH_OPEN if has_options else _GROUPS).format(where=where)
    offers = _OFFERS.format(
        open=", g.open" if has_options else "",
        # Else it would be asked once for each of the aggregates below.
        once="MATERIALIZED " if has_options else "",
        order=" ORDER BY f.group_id" if has_options else "",
        missed=_MISSED if has_options else "'{}'::text[]",
    )
    parts = ",".join([groups, offers, _BY_GROUP, _PAGE.format(order=order), _CHOICES])
    return f"WITH {parts} {_ANSWER}"


LISTINGS = {
    (sort, is_of_category, has_options): _statement(
        _ORDERS[sort], is_of_category=is_of_category, has_options=has_options
    )
    for sort, is_of_category, has_options in product(_ORDERS, (True, False), (True, False))
}
"""The statements by order, whether one category is shown or the whole shop, and whether options are chosen.

Their parameters: the ids of categories, the currency, the viewer's scopes, brands, the least and the greatest amount,
whether only what is there, the options as ``{"Size": ["M"]}`` in JSON, and how many groups from which on.
"""
