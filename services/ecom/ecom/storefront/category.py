"""The data of an ecom.category: the groups of a category, those below it with them, as the page's address narrows them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.events import CATALOGUE, SETTINGS
from ecom.storefront.listing import CATEGORY_IDS, LISTINGS
from ecom.storefront.narrowing import Narrowing, narrowing_of
from ecom.storefront.offers import Shop, images_in, shop_of
from kit.auth import scopes_of
from kit.known_files.shown import files_of
from kit.plugin_data import Asked, AskedPlugin, PluginAnswer, PluginSource
from kit.raw import Connection, connection_of, is_uuid


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


_MOST_LISTS = 20
"""Lists of different content on one page; further ones are not answered, for each reads a whole category."""


async def _answer(session: AsyncSession, instances: Sequence[AskedPlugin], asked: Asked) -> Mapping[str, PluginAnswer]:
    shop, scopes = await shop_of(session), scopes_of(asked.caller)
    connection = await connection_of(session)
    narrowing = narrowing_of(asked.query, shop.currency)
    known: dict[_Wanted, PluginAnswer] = {}
    answers = {}
    for plugin in instances:
        wanted = _Wanted.of(plugin.fields)
        if wanted not in known:
            if len(known) == _MOST_LISTS:
                continue
            known[wanted] = await _category(connection, wanted, narrowing, shop, scopes)
        answers[plugin.id] = known[wanted]
    if narrowing.page > 1 and not any(answer.data["groups"] for answer in known.values()):
        return {id: answer._replace(is_missing=True) for id, answer in answers.items()}
    return answers


async def _category(
    connection: Connection, wanted: _Wanted, narrowing: Narrowing, shop: Shop, scopes: Collection[str]
) -> PluginAnswer:
    category = await connection.fetchrow(CATEGORY_IDS, wanted.category) if wanted.category else None
    row = await connection.fetchrow(
        LISTINGS[narrowing.sort, category is not None, bool(narrowing.options)],
        category and category["ids"],
        shop.currency,
        [*scopes],
        narrowing.brands or None,
        narrowing.least,
        narrowing.most,
        narrowing.only_in_stock,
        orjson.dumps(narrowing.options).decode(),
        wanted.count,
        (narrowing.page - 1) * wanted.count,
    )
    assert row is not None, "it has one row, whatever there is"
    groups = [_listed(group) for group in orjson.loads(row["groups"] or "[]")]
    files = await files_of(connection, images_in([{**group, "variants": []} for group in groups]), scopes)
    data = {
        "category": category and category["name"],
        "groups": groups,
        "page": narrowing.page,
        "pageSize": wanted.count,
        "currency": shop.currency,
        "includesTax": shop.includes_tax,
        **orjson.loads(row["counts"]),
        "brands": orjson.loads(row["brands"] or "[]"),
        "options": _options(orjson.loads(row["options"] or "[]")),
    }
    return PluginAnswer(data, frozenset({CATALOGUE, SETTINGS, *files.tags}), dict(files.shown))


def _listed(group: dict[str, Any]) -> dict[str, Any]:
    standard, images = group.pop("standard"), group.pop("images")
    # One is shown, and another where somebody points at it.
    return {**group, "images": images[:2], "was": standard if standard and standard > group["least"] else None}


def _options(choices: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    options: dict[str, list[dict[str, Any]]] = {}
    for choice in choices:
        options.setdefault(choice["name"], []).append({"value": choice["value"], "count": choice["count"]})
    return [{"name": name, "values": values} for name, values in options.items()]


CATEGORY = PluginSource("ecom.category", _answer)
