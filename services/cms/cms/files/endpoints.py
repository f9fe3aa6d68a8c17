"""``/cms/buckets``, ``/cms/file-entities``, ``/cms/file-buckets``, and several of them at once."""

import uuid
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response

from cms.files import batches, folders, removals, service, uses
from cms.files.filters import FilterParams, Filters
from cms.files.models import Bucket, Entity
from cms.files.names import place_name
from cms.files.removal_schemas import RemovalOut
from cms.files.repository import FileRepository, FolderRepository
from cms.files.schemas import (
    BucketIn,
    BucketListed,
    BucketOut,
    FileOut,
    FileUpdate,
    FolderListing,
    Move,
    Moved,
    Removed,
    Selection,
    bucket_listed,
    bucket_out,
    file_out,
)
from kit.auth import Principal, requires
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session, release_connection
from kit.pagination import Order, Page, PageParams, Window, sortable
from kit.preconditions import IfMatch, tag_version
from kit.search import SearchText, matches
from kit.state import state_of

router = APIRouter(prefix="/cms")

Editor = Annotated[Principal, requires("editor")]
_sort = sortable(
    name=Entity.name,
    size=Entity.size,
    mimeType=Entity.mime_type,
    createdAt=Entity.created_at,
    updatedAt=Entity.updated_at,
    default="name",
)
_by_name = sortable(name=Bucket.name, default="name")


@router.get("/buckets", tags=["buckets"])
async def list_buckets(
    session: Session, principal: Editor, page: PageParams, order: Annotated[Order, _by_name], q: SearchText = None
) -> Page[BucketListed]:
    """All folders, whatever they are in, each with how many files are right in it."""
    repository = FolderRepository(session, principal)
    found = await repository.page(page, order, repository.base().where(*matches(q, Bucket.name)))
    counts = await repository.file_counts([each.id for each in found.results])
    results = [bucket_listed(each, counts.get(each.id, 0)) for each in found.results]
    return Page(results=results, total=found.total, start=found.start, limit=found.limit)


@router.get("/buckets/{id}", tags=["buckets"])
async def get(id: uuid.UUID, session: Session, principal: Editor, response: Response) -> BucketOut:
    """One folder."""
    return _tagged(response, await FolderRepository(session, principal).get(id))


@router.post("/buckets", status_code=201, tags=["buckets"])
async def create(data: BucketIn, session: Session, principal: Editor, response: Response) -> BucketOut:
    """Make a folder, and those above it that are missing.

    Its name is its path: spaces and slashes around it are trimmed, repeated ones collapsed. 422 `name_invalid`, 409
    `name_taken`.
    """
    return _tagged(response, await folders.create(session, principal, data))


@router.put("/buckets/{id}", tags=["buckets"])
async def update(
    id: uuid.UUID, data: BucketIn, session: Session, principal: Editor, response: Response, if_match: IfMatch = None
) -> BucketOut:
    """Rename or move a folder with all that is in it, or set who sees that.

    409 `name_taken`, `folder_in_itself`.
    """
    return _tagged(response, await folders.update(session, principal, data, id, if_match))


@router.delete("/file-buckets/{id}", status_code=204, tags=["buckets"])
async def delete(id: uuid.UUID, session: Session, principal: Editor, if_match: IfMatch = None) -> None:
    """Delete a folder with all that is in it. It can be restored for 30 days."""
    await folders.delete(session, principal, id, if_match)


@router.get("/file-entities", tags=["file entities"])
async def list(
    request: Request,
    session: Session,
    principal: Editor,
    page: PageParams,
    order: Annotated[Order, _sort],
    filters: FilterParams,
) -> FolderListing:
    """The files and folders at the top of the library.

    With `q` those of all folders; with one of the other filters the files of all folders, and no folders.
    """
    return await _listing(request, session, principal, "", page, order, filters)


@router.get("/file-entities/{folder:path}", tags=["file entities"])
async def list_folder(
    folder: str,
    request: Request,
    session: Session,
    principal: Editor,
    page: PageParams,
    order: Annotated[Order, _sort],
    filters: FilterParams,
) -> FolderListing:
    """The files and folders in a folder, whose slashes may be encoded or not.

    With `q` those below it as well; with one of the other filters the files in it and below it, and no folders. `start`, `limit` and `total` are of the files.
    """
    return await _listing(request, session, principal, folder, page, order, filters)


@router.get("/files/{id}", tags=["file entities"])
async def get_file(id: uuid.UUID, request: Request, session: Session, principal: Editor, response: Response) -> FileOut:
    """One file."""
    return _file(request, response, await FileRepository(session, principal).get(id))


@router.put("/file-entities/{id}", tags=["file entities"])
async def update_file(
    id: uuid.UUID,
    data: FileUpdate,
    request: Request,
    session: Session,
    principal: Editor,
    response: Response,
    if_match: IfMatch = None,
) -> FileOut:
    """Rename or move a file, or set what is said of it; what is not given stays.

    409 `name_taken`, 412 `precondition_failed`, 422 `name_invalid`, 428 `precondition_required`.
    """
    return _file(request, response, await service.update_file(session, principal, data, id, if_match))


@router.delete("/file-entities/{id}", status_code=204, tags=["file entities"])
async def delete_file(id: uuid.UUID, session: Session, principal: Editor, if_match: IfMatch = None) -> None:
    """Delete a file. It can be restored for 30 days."""
    await service.delete_file(session, principal, id, if_match)


@router.post("/file-moves", tags=["file entities"], max_body_size=DOCUMENT_MAX_BODY)
async def move(data: Move, request: Request, session: Session, principal: Editor) -> Moved:
    """Move files and folders into a folder. What could not be moved is in `failed`, by its id."""
    return _moved(request, await batches.move(session, principal, data))


@router.get("/file-removals", tags=["file entities"])
async def list_removals(request: Request, session: Session, principal: Editor, page: PageParams) -> Page[RemovalOut]:
    """What was deleted and can still be restored, the newest first: each file, and each folder with all in it."""
    found = await removals.page(session, principal, page)
    await release_connection(session)
    results = await removals.described(state_of(request), found.results)
    return Page(results=results, total=found.total, start=found.start, limit=found.limit)


@router.post("/file-removals", tags=["file entities"], max_body_size=DOCUMENT_MAX_BODY)
async def remove(data: Selection, session: Session, principal: Editor) -> Removed:
    """Delete files and folders. What could not be deleted is in `failed`, by its id."""
    success, failed = await batches.remove(session, principal, data)
    return Removed(success=success, failed=failed)


@router.post("/file-restorations", tags=["file entities"], max_body_size=DOCUMENT_MAX_BODY)
async def restore(data: Selection, request: Request, session: Session, principal: Editor) -> Moved:
    """Bring deleted files and folders back, under other names where theirs were given away.

    What could not be restored is in `failed`, by its id.
    """
    return _moved(request, await batches.restore(session, principal, data))


async def _listing(
    request: Request, session: Session, principal: Principal, name: str, page: Window, order: Order, filters: Filters
) -> FolderListing:
    used = await uses.used_files(session, principal) if filters.unused else None
    repository = FolderRepository(session, principal)
    name = place_name(name, "folder")
    folder = await repository.by_name(name) if name else None
    files = FileRepository(session, principal)
    found = await files.page(page, order, files.search(folder, filters, used))
    folders = [] if filters.narrow_files else await repository.children(folder, filters.q)
    public_url = state_of(request).settings.public_url
    return FolderListing(
        folder=bucket_out(folder) if folder else None,
        folders=[bucket_out(each) for each in folders],
        files=[file_out(each, public_url) for each in found.results],
        total=found.total,
        start=found.start,
        limit=found.limit,
    )


def _moved(request: Request, done: Any) -> Moved:
    files, buckets, failed = done
    public_url = state_of(request).settings.public_url
    return Moved(
        files=[file_out(each, public_url) for each in files],
        folders=[bucket_out(each) for each in buckets],
        failed=failed,
    )


def _tagged(response: Response, bucket: Bucket) -> BucketOut:
    tag_version(response, bucket.version)
    return bucket_out(bucket)


def _file(request: Request, response: Response, entity: Entity) -> FileOut:
    tag_version(response, entity.version)
    return file_out(entity, state_of(request).settings.public_url)
