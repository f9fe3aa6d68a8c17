"""A row in every table that is in backups, so that a comparison of a restored site leaves none of them untried."""

import uuid
from collections.abc import Mapping
from datetime import UTC, date, datetime
from importlib import import_module
from typing import Any

from sqlalchemy import Column, Table, func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.credentials.models import AUTHENTICATORS
from kit.backups import ServiceBackup
from kit.db import new_id
from kit.testing import ServiceClient

MOMENT = datetime(2026, 3, 1, 12, tzinfo=UTC)
# What a row of any table may be, by the Python type of its columns.
PLAIN: Mapping[type, Any] = {
    str: "x", int: 1, float: 0.5, bool: False, bytes: b"\x00\xff", datetime: MOMENT, date: MOMENT.date(), object: {}, dict: {}, list: [],
}  # fmt: skip
# What it may not be, by the rules of single tables; and what a restoration would change, since it was on its way.
OWN: Mapping[str, Mapping[str, Any]] = {
    "auth.schemas": {"member_access": "write"},
    "cms.emails": {"state": "sent"},
    "cms.former_contents": {"storage_key": f"files/00/{'0' * 32}"},
    "cms.trackers": {"category": "statistics", "place": "head", "snippet": "<script>count()</script>"},
    "content.url_maps": {"response_code": 301, "destination": None},
    "ecom.refunds": {"state": "done"},
}


def backup_of(service: str) -> ServiceBackup:
    backup: ServiceBackup = import_module(f"{service}.backup").BACKUP
    return backup


async def fill_every_table(service: str, client: ServiceClient) -> None:
    """Add a row to each table that has none."""
    backup = backup_of(service)
    async with client.kit.database.transaction() as session:
        for table in (each for part in backup.parts for each in backup.tables(part)):
            if not await session.scalar(select(func.count()).select_from(table)):
                await session.execute(insert(table).values(await row_of(session, service, table, client)))


async def row_of(session: AsyncSession, service: str, table: Table, client: ServiceClient) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for column in table.columns:
        if column.foreign_keys and column.table is not next(iter(column.foreign_keys)).column.table:
            row[column.name] = await session.scalar(select(next(iter(column.foreign_keys)).column).limit(1))
        elif not (column.nullable or column.server_default is not None or column.computed is not None):
            row[column.name] = plain(column)
    row |= OWN.get(f"{service}.{table.name}", {})
    if table.name == "authenticators":
        # One that this installation cannot open would be dropped.
        row["sealed_secret"] = client.kit.vault(AUTHENTICATORS).seal(b"secret", row["user_id"].bytes)
    return row


def plain(column: Column[Any]) -> Any:
    kind = column.type.python_type
    return new_id() if kind is uuid.UUID else PLAIN[kind]
