"""``/ecom/shipping-matrices``."""

import uuid
from typing import Annotated

from fastapi import Response

from ecom.shipping_matrices import service, simulating
from ecom.shipping_matrices.models import ShippingMatrix
from ecom.shipping_matrices.schemas import ShippingMatrixIn, ShippingMatrixOut, SimulationIn, SimulationOut
from kit.auth import Principal, requires
from kit.crud import Resource
from kit.crud_routes import crud_router
from kit.db import Session
from kit.preconditions import IfMatch, tag_version

_Reader = Annotated[Principal, requires("ecom:read", "ecom:write")]
_Writer = Annotated[Principal, requires("ecom:write")]

shipping_matrices = Resource(
    ShippingMatrix,
    name="shipping_matrix",
    data=ShippingMatrixIn,
    out=ShippingMatrixOut,
    read=("ecom:read", "ecom:write"),
    write=("ecom:write",),
    search=(ShippingMatrix.name,),
    sort={
        "name": ShippingMatrix.name,
        "isFirst": ShippingMatrix.is_first,
        "createdAt": ShippingMatrix.created_at,
        "updatedAt": ShippingMatrix.updated_at,
    },
    default_sort="-isFirst,name",
)

router = crud_router(shipping_matrices, "/ecom/shipping-matrices", without=["create", "update", "delete"])


@router.post("", status_code=201, response_model=ShippingMatrixOut)
async def create(session: Session, principal: _Writer, data: ShippingMatrixIn, response: Response) -> ShippingMatrix:
    """Add a shipping matrix."""
    row = await service.create(session, principal, data)
    tag_version(response, row.version)
    return row


@router.put("/{id}", response_model=ShippingMatrixOut)
async def update(
    id: uuid.UUID,
    session: Session,
    principal: _Writer,
    data: ShippingMatrixIn,
    response: Response,
    if_match: IfMatch = None,
) -> ShippingMatrix:
    """Replace a shipping matrix and its rows."""
    row = await service.update_matrix(session, principal, data, id, if_match)
    tag_version(response, row.version)
    return row


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Writer, if_match: IfMatch = None) -> None:
    """Delete a shipping matrix that no other leads to."""
    await service.delete_matrix(session, principal, id, if_match)


@router.post("/simulations")
async def simulate(session: Session, principal: _Reader, data: SimulationIn) -> SimulationOut:
    """Say what delivery of a basket to an address would cost, and which rows say so."""
    return await simulating.simulate(session, data)
