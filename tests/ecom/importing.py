"""Files that are imported into a shop, step by step as its screen does."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from ecom.imports.columns import Kind
from tests.ecom.catalogue import JSON, Shop
from tests.real_pages import SAMPLE_DATA

IMPORTS = "/ecom/imports"
EVERYTHING = {"limit": 100}


def sample(name: str) -> bytes:
    """A file that somebody else's shop has exported."""
    return (SAMPLE_DATA / name).read_bytes()


def table(*rows: Mapping[str, Any]) -> bytes:
    """A CSV file of these rows."""
    names = [*dict.fromkeys(name for row in rows for name in row)]
    text = io.StringIO()
    writer = csv.DictWriter(text, names, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


async def upload(shop: Shop, content: bytes, kind: Kind = "products", name: str = "file.csv") -> JSON:
    files = {"file": (name, content, "text/csv")}
    answer = await shop.client.post(f"{IMPORTS}/{kind}", files=files, headers=shop.writer)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def preview(shop: Shop, found: JSON, columns: Sequence[str | None] | None = None, **options: Any) -> JSON:
    """The counts of what the import would do."""
    data = {"columns": columns or found["columns"], **options}
    answer = await shop.send("PUT", f"{IMPORTS}/{found['id']}/columns", data)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def seen(shop: Shop, found: JSON) -> JSON:
    """Return the data with which a user carries out the preview that the user sees now."""
    return {"preview": (await shop.read(f"{IMPORTS}/{found['id']}"))["preview"] or ""}


async def carry_out(shop: Shop, found: JSON) -> JSON:
    answer = await shop.send("POST", f"{IMPORTS}/{found['id']}/application", await seen(shop, found))
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def bring(shop: Shop, content: bytes, kind: Kind = "products") -> JSON:
    """Import a file; gives what became of its rows."""
    found = await upload(shop, content, kind)
    await preview(shop, found)
    return await carry_out(shop, found)


async def rows_of(shop: Shop, found: JSON, **filters: Any) -> list[JSON]:
    answer = await shop.client.get(
        f"{IMPORTS}/{found['id']}/rows", params={**EVERYTHING, **filters}, headers=shop.writer
    )
    assert answer.status_code == 200, answer.text
    return list(answer.json()["results"])


async def group_by_code(shop: Shop, code: str) -> JSON:
    listed = await shop.read(f"/ecom/product-groups?q={code}&limit=100")
    [found] = [each for each in listed["results"] if each["code"] == code]
    return await shop.read(f"/ecom/product-groups/{found['id']}")
