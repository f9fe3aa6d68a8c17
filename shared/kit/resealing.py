"""Sealing anew what an older key has sealed, so that a key that may have become known opens nothing any more.

A service declares each column of sealed values where it seals them, and its worker does the rest::

    reseal_with_newest_key(Authenticator.sealed_secret, purpose="authenticators", bound_to=lambda row: row.user_id.bytes)
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, ColumnExpressionArgument, LargeBinary, func, inspect, select, true, update
from sqlalchemy.orm import InstrumentedAttribute

from kit.sealing import Vault
from kit.state import KitState

log = logging.getLogger(__name__)

_BATCH = 200


@dataclass(frozen=True, slots=True)
class _SealedColumn:
    column: InstrumentedAttribute[Any]
    purpose: str
    bound_to: Callable[[Any], bytes]
    where: ColumnExpressionArgument[bool]

    @property
    def model(self) -> Any:
        return self.column.class_

    @property
    def is_binary(self) -> bool:
        return isinstance(self.column.type, LargeBinary)

    def value(self, sealed: bytes) -> bytes | str:
        """What is sealed as the column has it."""
        return sealed if self.is_binary else sealed.decode()


_columns: list[_SealedColumn] = []


def reseal_with_newest_key(
    column: InstrumentedAttribute[Any],
    *,
    purpose: str,
    bound_to: Callable[[Any], bytes],
    where: ColumnExpressionArgument[bool] | None = None,
) -> None:
    """Have the service's worker seal this column anew after a change of keys.

    ``purpose`` and ``bound_to`` are those of the `Vault` that seals it; ``where`` leaves out rows that are not sealed.
    """
    _columns.append(_SealedColumn(column, purpose, bound_to, true() if where is None else where))


async def reseal(state: KitState, package: str) -> int:
    """Seal with the newest key what others have sealed in a package's tables; gives how many values there were.

    Values that no known key opens stay as they are.
    """
    count = 0
    for sealed in _columns:
        if sealed.model.__module__.startswith(f"{package}."):
            count += await _reseal_column(state, sealed)
    if count:
        log.info("sealed %d secrets anew", count)
    return count


async def _reseal_column(state: KitState, sealed: _SealedColumn) -> int:
    vault, count = state.vault(sealed.purpose), 0
    mark = sealed.value(vault.mark)
    [key] = inspect(sealed.model).primary_key
    outdated = select(sealed.model).where(func.substr(sealed.column, 1, len(mark)) != mark, sealed.where)
    after: ColumnElement[bool] = true()
    while True:
        async with state.database.transaction() as session:
            rows = (await session.scalars(outdated.where(after).order_by(key).limit(_BATCH))).all()
            for row in rows:
                present = getattr(row, sealed.column.key)
                resealed = _resealed(vault, present, sealed.bound_to(row))
                if resealed is None:
                    continue
                # Not by the row's own attributes: what it says is the same, so its version is, too.
                change = update(sealed.model).where(key == _key_of(row), sealed.column == present)
                result: Any = await session.execute(
                    change.values({sealed.column.key: sealed.value(resealed)}),
                    execution_options={"synchronize_session": False},
                )
                count += result.rowcount
        if len(rows) < _BATCH:
            return count
        after = key > _key_of(rows[-1])


def _key_of(row: Any) -> Any:
    [value] = inspect(row).identity
    return value


def _resealed(vault: Vault, present: bytes | str, bound_to: bytes) -> bytes | None:
    sealed = present.encode() if isinstance(present, str) else present
    secret = vault.unseal(sealed, bound_to)
    return None if secret is None else vault.seal(secret, bound_to)
