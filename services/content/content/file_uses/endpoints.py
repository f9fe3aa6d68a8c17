"""``/private/file-uses``: what cms asks of the uses of its files."""

from typing import Annotated

from fastapi import APIRouter

from content.file_uses import service
from content.file_uses.repository import FileUseRepository
from kit.auth import Internal
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session
from kit.file_uses import FileUseAnswer, FileUseQuestion, UsedFiles
from kit.image_crops import CropQuestion, CropUse

private_router = APIRouter(prefix="/private/file-uses")


@private_router.post("", include_in_schema=False, max_body_size=DOCUMENT_MAX_BODY)
async def find(data: FileUseQuestion, session: Session, _: Annotated[str, Internal("cms")]) -> FileUseAnswer:
    """Where files are used."""
    return await service.find(session, data)


@private_router.post("/crops", include_in_schema=False)
async def find_crop(data: CropQuestion, session: Session, _: Annotated[str, Internal("cms")]) -> CropUse:
    """Whether a page shows a file with this crop, or is shared with it: variants are made of such crops alone."""
    return CropUse(is_used=await FileUseRepository(session).has_crop(data.file, data.crop))


@private_router.get("/all", include_in_schema=False)
async def list_used(session: Session, _: Annotated[str, Internal("cms")]) -> UsedFiles:
    """All files that are used somewhere."""
    return await service.used(session)
