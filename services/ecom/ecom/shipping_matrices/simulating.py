"""The simulator: what delivery would cost, by rows that need not have been saved, and why."""

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import CURRENCY, PRICES_INCLUDE_TAX, entries
from ecom.money import MAX_AMOUNT
from ecom.places import Place
from ecom.prices.service import price_lines
from ecom.shipping_matrices.facts import BasketFacts, Delivered, facts_of
from ecom.shipping_matrices.reading import Charged, Matrix, read_matrices
from ecom.shipping_matrices.repository import ShippingMatrixRepository
from ecom.shipping_matrices.rows import checked_rows, stored_row, targets_of
from ecom.shipping_matrices.schemas import BasketFactsOut, ReadRowOut, SimulatedProduct, SimulationIn, SimulationOut
from ecom.shipping_matrices.service import as_read
from ecom.tax_rates.service import Taxed, rates_at, taxed
from kit.errors import FieldError, ValidationFailed


async def simulate(session: AsyncSession, data: SimulationIn) -> SimulationOut:
    """What delivery would cost, and every row that was read on the way.

    Raises ShippingMatrixNotFound, ShippingMatrixInvalid for rows that mean nothing, and ValidationFailed for products that
    there are not.
    """
    currency = await entries.get(session, CURRENCY)
    if data.products is not None:
        facts = await _facts_of_products(session, data.products, data.address.place)
    else:
        facts = BasketFacts(**data.facts.model_dump()) if data.facts else BasketFacts(items=1)
    charged = await _charge(session, data, facts, currency)
    return SimulationOut(
        outcome=charged.outcome,
        amount=charged.amount,
        currency=currency,
        facts=BasketFactsOut.model_validate(facts),
        rows=[ReadRowOut.model_validate(row) for row in charged.read],
    )


async def _charge(session: AsyncSession, data: SimulationIn, facts: BasketFacts, currency: str) -> Charged:
    if facts.items == 0:
        return Charged(0, "nothing_to_deliver")
    matrices, start = await _matrices(session, data, currency)
    return read_matrices(matrices, start, facts, data.address.place, currency)


async def _matrices(
    session: AsyncSession, data: SimulationIn, currency: str
) -> tuple[dict[uuid.UUID | None, Matrix], uuid.UUID | None]:
    """The matrices that may be read, and where to begin."""
    repository = ShippingMatrixRepository(session)
    saved = await repository.get(data.matrix_id) if data.matrix_id else None
    if data.rows is None:
        found = await repository.reachable([saved.id] if saved else None)
        return as_read(found), saved.id if saved else next((each.id for each in found if each.is_first), None)
    rows: list[dict[str, Any]] = checked_rows(data.rows)
    found = await repository.reachable([target for _, target in targets_of(rows)])
    # A matrix that has not been saved has no id, and none leads to it.
    identifier = saved.id if saved else None
    name = saved.name if saved else ""
    in_currency = data.currency or (saved.currency if saved else currency)
    unsaved = Matrix(identifier, name, in_currency, [stored_row(row) for row in rows])
    return {**as_read(found), identifier: unsaved}, identifier


async def _facts_of_products(session: AsyncSession, products: Sequence[SimulatedProduct], place: Place) -> BasketFacts:
    """The facts of a basket of these as a visitor would buy them, published or not; without a price they cost nothing."""
    now = datetime.now(UTC)
    rates = await rates_at(session, place, now)
    included = await entries.get(session, PRICES_INCLUDE_TAX)
    wanted = [(product.product_id, product.quantity, dict[str, str]()) for product in products]
    rows: list[tuple[Delivered, int, Taxed]] = []
    for number, line in enumerate(await price_lines(session, wanted, (), now)):
        if line.product is None or line.group is None:
            detail = "There is no such product."
            raise ValidationFailed(
                detail, errors=[FieldError(f"products.{number}.productId", "unknown_reference", detail)]
            )
        if line.product.needs_delivery:
            amount = min((line.unit_amount or 0) * line.quantity, MAX_AMOUNT)
            rate = rates.for_class(line.group.tax_class)
            rows.append((line.product, line.quantity, taxed(amount, rate, included=included)))
    return facts_of(rows)
