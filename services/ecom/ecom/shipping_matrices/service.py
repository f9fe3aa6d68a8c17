"""The rules of shipping matrices, and what delivery costs by them.

A shop without any matrix delivers nothing: a charge of nothing that nobody chose would be found when it has been lost.
"""

import uuid
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import CURRENCY, entries
from ecom.places import Place
from ecom.shipping_matrices.errors import (
    ShippingMatrixCircle,
    ShippingMatrixInUse,
    ShippingMatrixInvalid,
    ShippingMatrixTaken,
    TooManyShippingMatrices,
)
from ecom.shipping_matrices.facts import BasketFacts, facts_of
from ecom.shipping_matrices.models import ShippingMatrix
from ecom.shipping_matrices.reading import MAX_DEPTH, Charged, Matrix, read_matrices
from ecom.shipping_matrices.repository import ShippingMatrixRepository
from ecom.shipping_matrices.rows import checked_rows, circle_from, depth_of, stored_row, targets_of
from ecom.shipping_matrices.schemas import ShippingMatrixIn
from kit import audit, preconditions
from kit.auth import Principal
from kit.constraints import constraint_faults
from kit.db import new_id
from kit.errors import FieldError
from kit.locks import lock_named

__all__ = ["BasketFacts", "Charged", "charge", "create", "delete_matrix", "facts_of", "update_matrix"]

MAX_MATRICES = 100
_LOCK = "ecom.shipping_matrices"


async def charge(session: AsyncSession, facts: BasketFacts, place: Place) -> Charged:
    """What delivery of a basket costs; ``amount`` is None where it is not delivered there. Two statements at most."""
    if facts.items == 0:
        return Charged(0, "nothing_to_deliver")
    matrices = await ShippingMatrixRepository(session).reachable(None)
    first = next((matrix.id for matrix in matrices if matrix.is_first), None)
    currency = await entries.get(session, CURRENCY)
    return read_matrices(as_read(matrices), first, facts, place, currency)


def as_read(matrices: Iterable[ShippingMatrix]) -> dict[uuid.UUID | None, Matrix]:
    """Matrices by their ids, in the form in which they are read."""
    return {
        matrix.id: Matrix(matrix.id, matrix.name, matrix.currency, [stored_row(row) for row in matrix.rows])
        for matrix in matrices
    }


async def create(session: AsyncSession, principal: Principal, data: ShippingMatrixIn) -> ShippingMatrix:
    """Add a matrix.

    Raises ValidationFailed, ShippingMatrixInvalid, ShippingMatrixCircle, ShippingMatrixTaken, TooManyShippingMatrices.
    """
    preconditions.check_new(data)
    await lock_named(session, _LOCK)
    repository = ShippingMatrixRepository(session)
    matrix = ShippingMatrix(id=new_id())
    others = await repository.others(matrix.id)
    if len(others) >= MAX_MATRICES:
        raise TooManyShippingMatrices(f"A shop has at most {MAX_MATRICES} sets of delivery rules. Delete one first.")
    values = await _values(session, data, matrix, others)
    if values["is_first"]:
        await repository.unset_first(matrix.id)
    with _faults():
        for name, value in values.items():
            setattr(matrix, name, value)
        await repository.add(matrix)
    _note(session, principal, "created", matrix)
    return matrix


async def update_matrix(
    session: AsyncSession, principal: Principal, data: ShippingMatrixIn, matrix_id: uuid.UUID, if_match: str | None
) -> ShippingMatrix:
    """Replace a matrix and its rows.

    Raises ShippingMatrixNotFound, PreconditionFailed, PreconditionRequired, and what `create` raises.
    """
    await lock_named(session, _LOCK)
    repository = ShippingMatrixRepository(session)
    matrix = await repository.get_for_update(matrix_id)
    preconditions.check_replaced(data, matrix_id, matrix.version, if_match)
    before = matrix.version
    values = await _values(session, data, matrix, await repository.others(matrix_id))
    if values["is_first"]:
        await repository.unset_first(matrix_id)
    with _faults():
        await repository.update(matrix, values)
    if matrix.version != before:
        _note(session, principal, "updated", matrix)
    return matrix


async def delete_matrix(
    session: AsyncSession, principal: Principal, matrix_id: uuid.UUID, if_match: str | None
) -> None:
    """Delete a matrix. Raises ShippingMatrixNotFound, PreconditionFailed, ShippingMatrixInUse."""
    await lock_named(session, _LOCK)
    repository = ShippingMatrixRepository(session)
    matrix = await repository.get_for_update(matrix_id)
    preconditions.check_version(if_match, matrix.version)
    others = await repository.others(matrix_id)
    _check_unused(matrix, others)
    await repository.delete(matrix)
    _note(session, principal, "deleted", matrix)


async def _values(
    session: AsyncSession, data: ShippingMatrixIn, matrix: ShippingMatrix, others: Sequence[ShippingMatrix]
) -> dict[str, Any]:
    """The columns of a matrix, checked against all others. The caller has the lock."""
    rows = checked_rows(data.rows)
    _check_targets(data.name, matrix.id, rows, others)
    currency = data.currency or matrix.currency
    if not currency:
        currency = await entries.get(session, CURRENCY)
    return {
        "name": data.name,
        "currency": currency,
        # One is always the first: with none, nothing would be delivered, and no screen would say why.
        "is_first": bool(data.is_first) or not any(other.is_first for other in others),
        "rows": rows,
        "leads_to": [*dict.fromkeys(target for _, target in targets_of(rows))],
    }


def _check_targets(
    name: str, matrix_id: uuid.UUID, rows: Sequence[dict[str, Any]], others: Sequence[ShippingMatrix]
) -> None:
    """Raises ShippingMatrixInvalid for rows that lead nowhere or too far, ShippingMatrixCircle for those that lead back."""
    leads_to = {other.id: other.leads_to for other in others}
    names = {matrix_id: name, **{other.id: other.name for other in others}}
    for number, target in targets_of(rows):
        field = f"rows.{number}.consequence"
        if target not in names:
            detail = "There is no such set of rules."
            raise ShippingMatrixInvalid(detail, errors=[FieldError(field, "unknown_reference", detail)])
        if way := circle_from(matrix_id, {**leads_to, matrix_id: [target]}):
            detail = f"These sets of rules would lead back to themselves: {' → '.join(names[each] for each in way)}."
            raise ShippingMatrixCircle(detail, errors=[FieldError(field, ShippingMatrixCircle.code, detail)])
        if depth_of({**leads_to, matrix_id: [target]}) > MAX_DEPTH:
            detail = f"No more than {MAX_DEPTH} sets of rules follow one another."
            raise ShippingMatrixInvalid(detail, errors=[FieldError(field, "shipping_matrix_too_deep", detail)])


def _check_unused(matrix: ShippingMatrix, others: Sequence[ShippingMatrix]) -> None:
    used_by = [
        {
            "id": str(other.id),
            "name": other.name,
            "rows": [number for number, target in targets_of(other.rows) if target == matrix.id],
        }
        for other in others
        if matrix.id in other.leads_to
    ]
    if used_by:
        names = ", ".join(str(each["name"]) for each in used_by)
        raise ShippingMatrixInUse(f"{names} lead to these rules. Change them first.", usedBy=used_by)
    if matrix.is_first and others:
        detail = "These are the default rules. Choose another default first."
        raise ShippingMatrixInUse(detail, usedBy=[])


def _faults() -> AbstractContextManager[None]:
    return constraint_faults(ShippingMatrix, conflict=ShippingMatrixTaken, in_use=ShippingMatrixInUse)


def _note(session: AsyncSession, principal: Principal, verb: str, matrix: ShippingMatrix) -> None:
    subject = ("shipping_matrix", matrix.id, matrix.name)
    audit.record(session, principal, f"shipping_matrix.{verb}", subject=subject)
