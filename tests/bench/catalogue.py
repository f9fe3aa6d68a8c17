"""A large catalogue at once: groups with three sizes each, prices of all kinds, and the orders of years.

Written past the service, as its own saves would have stored it. Of ten products one has nothing left, of five one is on
sale, of six one has a price for some customers, and of six one a price that has ended.
"""

from __future__ import annotations

import asyncpg

from tests.bench.site import Site

BRANDS, CATEGORIES = 40, 100
ALL, FIRST = "Everything", "Category 0"
"""The category that all stands below, and one of those with a hundredth of it."""

_START = """
INSERT INTO brands (id, name) SELECT uuidv7(), 'Brand ' || n FROM generate_series(0, $1::int - 1) n;
"""
_ROOT = "INSERT INTO categories (id, name, position) VALUES (uuidv7(), $1, 0) RETURNING id"
_CATEGORIES = """
INSERT INTO categories (id, name, parent_id, position)
SELECT uuidv7(), 'Category ' || n, $1, n FROM generate_series(0, $2::int - 1) n
"""
_GROUPS = """
INSERT INTO product_groups (id, name, code, summary, description, brand_id, is_published, is_featured, options, images)
SELECT md5('group' || n)::uuid, 'Basket ' || n, 'basket-' || n, 'Woven by hand from willow, with straps of leather.',
    '<p>' || repeat('It holds a picnic for four and lasts for decades. ', 12) || '</p>',
    (SELECT id FROM brands WHERE name = 'Brand ' || n % 40), true, n % 50 = 0,
    jsonb_build_array(jsonb_build_object('name', 'Size', 'values', jsonb_build_array('S', 'M', 'L')),
        jsonb_build_object('name', 'Colour', 'values', jsonb_build_array('Red', 'Blue', 'Green', 'Shade ' || n % 12))),
    jsonb_build_array(jsonb_build_object('address', '/files/basket-' || n || '.jpg', 'alt', 'A basket'))
FROM generate_series($1::int, $2::int - 1) n
"""
_IN_CATEGORIES = """
INSERT INTO product_group_categories (group_id, category_id)
SELECT md5('group' || n)::uuid, c.id
FROM generate_series($1::int, $2::int - 1) n JOIN categories c ON c.name = 'Category ' || n % 100
"""
_PRODUCTS = """
INSERT INTO products (id, group_id, position, sku, option_values, weight_grams, tracks_stock, stock)
SELECT md5('product' || n || '-' || s)::uuid, md5('group' || n)::uuid, s, 'B' || n || '-' || s,
    jsonb_build_object('Size', (ARRAY['S', 'M', 'L'])[s + 1]), 400 + n % 900, true,
    CASE WHEN (n * 3 + s) % 10 = 0 THEN 0 ELSE 1000000 END
FROM generate_series($1::int, $2::int - 1) n, generate_series(0, 2) s
"""
_PRICES = """
INSERT INTO prices (id, product_id, kind, currency, amount, starts_at, ends_at, least_quantity, scope)
SELECT uuidv7(), md5('product' || n || '-' || s)::uuid, k.kind, 'GBP',
    (500 + (n * 37) % 20000 + s * 100) * k.percent / 100, k.starts_at, k.ends_at, k.least, k.scope
FROM generate_series($1::int, $2::int - 1) n, generate_series(0, 2) s, LATERAL (VALUES
    ('standard', 100, NULL::timestamptz, NULL::timestamptz, 1, NULL::text, true),
    ('sale', 80, now() - interval '1 day', now() + interval '1 year', 1, NULL, (n * 3 + s) % 5 = 0),
    ('trade', 70, NULL, NULL, 1, 'trade', (n * 3 + s) % 6 = 0),
    ('sale', 60, NULL, now() - interval '1 day', 1, NULL, (n * 3 + s) % 6 = 1),
    ('standard', 90, NULL, NULL, 10, NULL, (n * 3 + s) % 8 = 0)
) k (kind, percent, starts_at, ends_at, least, scope, is_there) WHERE k.is_there
"""
_ORDERS = """
INSERT INTO orders (id, reference, token, state, gateway, currency, user_id, contact_name, email, billing, delivery,
    prices_include_tax, needs_delivery, is_collected, delivery_excl_tax, delivery_tax, delivery_incl_tax, total_excl_tax,
    tax, total_incl_tax, paid_amount, created_at)
SELECT md5('order' || n)::uuid, 'B-' || n, md5('token' || n), 'completed', 'invoice', 'GBP',
    CASE WHEN n % 4 = 0 THEN md5('buyer' || n % 1000)::uuid END, 'Buyer ' || n, 'buyer' || n % 1000 || '@bench.example',
    '{"name": "Buyer"}', '{"name": "Buyer"}', true, true, false, 400, 80, 480, 2066, 413, 2479, 2479,
    now() - n * interval '5 minutes'
FROM generate_series(0, $1::int - 1) n
"""
_ORDER_ROWS = """
INSERT INTO order_rows (id, order_id, position, product_id, group_name, product_name, sku, quantity, unit_price,
    unit_price_incl_tax, total_excl_tax, tax, total_incl_tax, tax_percent, needs_delivery)
SELECT uuidv7(), md5('order' || n)::uuid, r, md5('product' || (n * 2 + r) % $2::int || '-0')::uuid, 'Basket', 'S', 'B', 1,
    833, 1000, 833, 167, 1000, '20', true
FROM generate_series(0, $1::int - 1) n, generate_series(0, 1) r
"""
_MOVEMENTS = """
INSERT INTO stock_movements (id, product_id, change, stock_after, reason, order_id, at)
SELECT uuidv7(), md5('product' || (n * 2 + r) % $2::int || '-0')::uuid, -1, 1000000, 'ordered', md5('order' || n)::uuid, now()
FROM generate_series(0, $1::int - 1) n, generate_series(0, 1) r
"""
_PAYMENTS = """
INSERT INTO payments (id, order_id, order_reference, key, gateway, state, currency, amount)
SELECT uuidv7(), md5('order' || n)::uuid, 'B-' || n, 'k', 'invoice', 'captured', 'GBP', 2479
FROM generate_series(0, $1::int - 1) n
"""
_RULES = """
INSERT INTO shipping_matrices (id, name, currency, is_first, rows) VALUES (uuidv7(), 'Post', 'GBP', true, $1::text::jsonb);
"""
_POST = """[
    {"variable": "country", "operator": "is", "operand": "IE", "logic": "then", "consequence_type": "set_shipping",
        "consequence": 990},
    {"variable": "country", "operator": "is", "operand": "GB", "logic": "then", "consequence_type": "set_shipping",
        "consequence": 480}
]"""
_TAXES = """
INSERT INTO tax_rates (id, name, country, postcode, rate_millionths)
SELECT uuidv7(), 'VAT', 'GB', '', 200000 UNION ALL
SELECT uuidv7(), 'Sales tax', 'US', lpad(n::text, 5, '0'), 60000 + n % 30000 FROM generate_series(1, 20000) n
"""


async def open_shop(site: Site) -> None:
    """What a shop has before its first product: brands, categories, tax rates and a shipping matrix."""
    connection = await _connect(site)
    try:
        await connection.execute(_START.replace("$1", str(BRANDS)))
        await connection.execute(_CATEGORIES, await connection.fetchval(_ROOT, ALL), CATEGORIES)
        await connection.execute(_RULES.replace(";", ""), _POST)
        await connection.execute(_TAXES)
    finally:
        await connection.close()


async def stock(site: Site, numbers: range) -> None:
    """Add the groups with these numbers, each with its products and prices."""
    connection = await _connect(site)
    try:
        for statement in (_GROUPS, _IN_CATEGORIES, _PRODUCTS, _PRICES):
            await connection.execute(statement, numbers.start, numbers.stop)
    finally:
        await connection.close()


async def sell(site: Site, orders: int, groups: int) -> None:
    """Add orders of two rows each, over the groups that there are, with their movements of stock and payments."""
    connection = await _connect(site)
    try:
        await connection.execute(_ORDERS, orders)
        await connection.execute(_PAYMENTS, orders)
        for statement in (_ORDER_ROWS, _MOVEMENTS):
            await connection.execute(statement, orders, groups)
    finally:
        await connection.close()


async def _connect(site: Site) -> asyncpg.Connection:
    return await asyncpg.connect(site.stack.service_dsn("ecom"))
