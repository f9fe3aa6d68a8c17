"""``/ecom/imports``: products and tax rates from CSV, looked at row by row before anything changes; and exports of them."""

import uuid
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.responses import StreamingResponse

from ecom.imports import exporting, service
from ecom.imports.columns import Kind
from ecom.imports.models import ImportImages, ImportRow, Outcome, ProductImport
from ecom.imports.receiving import FIELD, receive
from ecom.imports.repository import ImagesRepository, ImportRepository, ImportRowRepository, import_out
from ecom.imports.schemas import (
    ImportApplicationIn,
    ImportColumnsIn,
    ImportListed,
    ImportRowOut,
    MissingImagesOut,
    ShopImportOut,
)
from kit.auth import Principal, requires
from kit.db import Session
from kit.job_routes import JobResponse
from kit.job_schemas import JobOut
from kit.multipart import parts_of
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.state import state_of

router = APIRouter(prefix="/ecom/imports")
exports_router = APIRouter(prefix="/ecom/exports")

_Reader = Annotated[Principal, requires("ecom:read", "ecom:write")]
_Writer = Annotated[Principal, requires("ecom:write")]
_UNBOUNDED = 2**62
"""The file is counted while it arrives."""
_WAIT_SECONDS = 240
"""Less than the five minutes after which the gateway gives up."""
_sort = sortable(createdAt=ProductImport.created_at, name=ProductImport.name, default="-createdAt")
_by_row = sortable(number=ImportRow.number, default="number")
_by_images = sortable(row=ImportImages.row, default="row")
_FORM: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": [FIELD],
                    "additionalProperties": False,
                    "properties": {FIELD: {"type": "string", "format": "binary"}},
                }
            }
        },
    }
}
_JOB: dict[str, Any] = {
    "response_model": JobOut,
    "status_code": 202,
    "responses": {200: {"description": "Done", "content": {"application/json": {"schema": {"type": "object"}}}}},
}
_CSV: dict[int | str, dict[str, Any]] = {200: {"description": "The file", "content": {"text/csv": {}}}}


@router.get("", response_model=Page[ImportListed])
async def list(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    _: _Reader,
    kind: Annotated[Sequence[Kind], Query(max_length=2)] = (),
) -> Slice[ProductImport]:
    """List the imports of the last 30 days."""
    repository = ImportRepository(session)
    return await repository.page(page, order, repository.of_kinds(kind))


@router.post("/{kind}", status_code=201, max_body_size=_UNBOUNDED, openapi_extra=_FORM)
async def upload(request: Request, principal: _Writer, kind: Annotated[Kind, Path()]) -> ShopImportOut:
    """Upload a CSV file of at most 32 MB and 20,000 rows. Nothing changes yet: what its columns are for is said next.

    413 `import_too_large`, 422 `import_unreadable`, `validation_failed` without a file.
    """
    state = state_of(request)
    row = await receive(state, principal, parts_of(request), kind)
    async with state.database.reading() as session:
        return await import_out(session, await ImportRepository(session).get(row.id))


@router.get("/{id}")
async def get(id: uuid.UUID, session: Session, _: _Reader) -> ShopImportOut:
    """Get an import, with what its columns are for and how far it is."""
    return await import_out(session, await ImportRepository(session).get(id))


@router.put("/{id}/columns", **_JOB)
async def plan(
    id: uuid.UUID, data: ImportColumnsIn, request: Request, session: Session, principal: _Writer
) -> Response:
    """Say what the columns are for, and find out row by row what the import would do. Nothing changes yet.

    409 `import_not_ready`, 422 `import_columns_invalid`.
    """
    job = await service.begin_plan(session, principal, data, id)
    return JobResponse(job, request, address="/ecom/jobs", wait=_WAIT_SECONDS)


@router.get("/{id}/rows", response_model=Page[ImportRowOut])
async def list_rows(
    id: uuid.UUID,
    session: Session,
    page: PageParams,
    order: Annotated[Order, _by_row],
    _: _Reader,
    outcome: Annotated[Sequence[Outcome], Query(max_length=5)] = (),
) -> Slice[ImportRow]:
    """List what the rows of the file would do, or have done once the import is done."""
    await ImportRepository(session).get(id)
    repository = ImportRowRepository(session)
    return await repository.page(page, order, repository.of(id, outcome))


@router.post("/{id}/application", **_JOB)
async def apply(
    id: uuid.UUID, data: ImportApplicationIn, request: Request, session: Session, principal: _Writer
) -> Response:
    """Apply the previewed import in one transaction. Rows with errors are left out.

    409 `import_not_ready`; 409 `import_outdated` where there is another preview than the one that was looked at, be it
    that somebody has had it made or that the shop has changed so that something else would happen.
    """
    job = await service.begin_application(session, principal, data, id)
    return JobResponse(job, request, address="/ecom/jobs", wait=_WAIT_SECONDS)


@router.get("/{id}/missing-images", response_model=Page[MissingImagesOut])
async def list_missing_images(
    id: uuid.UUID, session: Session, page: PageParams, order: Annotated[Order, _by_images], _: _Reader
) -> Slice[ImportImages]:
    """List the products and variants of an import with those of their images that could not be fetched."""
    await ImportRepository(session).get(id)
    repository = ImagesRepository(session)
    return await repository.page(page, order, repository.missing_of(id))


@router.post("/{id}/image-retries", **_JOB)
async def retry_images(id: uuid.UUID, request: Request, session: Session, principal: _Writer) -> Response:
    """Retry the images that could not be downloaded.

    409 `import_not_ready` where none is missing, or while they are being fetched.
    """
    job = await service.retry_images(session, principal, id)
    return JobResponse(job, request, address="/ecom/jobs", wait=_WAIT_SECONDS)


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Writer) -> None:
    """Delete an import; imported products stay. 409 `import_not_ready` while it is under way."""
    await service.remove(session, principal, id)


@exports_router.get("/{kind}", response_class=StreamingResponse, responses=_CSV)
async def export(kind: Annotated[Kind, Path()], request: Request, _: _Reader) -> StreamingResponse:
    """Export all products, or all tax rates, as a CSV file that an import reads back."""
    name = "tax-rates" if kind == "tax_rates" else kind
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"', "Cache-Control": "no-store"}
    lines = exporting.lines_of(state_of(request), kind)
    return StreamingResponse(lines, media_type="text/csv; charset=utf-8", headers=headers)
