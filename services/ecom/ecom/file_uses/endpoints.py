"""``/private/file-uses``: what cms asks of the uses of its files."""

from typing import Annotated

from fastapi import APIRouter

from ecom.file_uses import service
from kit.auth import Internal
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session
from kit.file_uses import FileUseAnswer, FileUseQuestion, UsedFiles
from kit.image_crops import CropQuestion, CropUse

private_router = APIRouter(prefix="/private/file-uses")


@private_router.post("", include_in_schema=False, max_body_size=DOCUMENT_MAX_BODY)
async def find(data: FileUseQuestion, session: Session, _: Annotated[str, Internal("cms")]) -> FileUseAnswer:
    """Which products use files."""
    return await service.find(session, data)


@private_router.post("/crops", include_in_schema=False)
async def find_crop(data: CropQuestion, session: Session, _: Annotated[str, Internal("cms")]) -> CropUse:
    """Whether a product shows a file with this crop: variants are made of such crops alone."""
    return CropUse(is_used=await service.has_crop(session, data))


@private_router.get("/all", include_in_schema=False)
async def list_used(session: Session, _: Annotated[str, Internal("cms")]) -> UsedFiles:
    """All files that products use."""
    return await service.used(session)
