"""Former contents of files on the wire."""

import uuid
from collections.abc import Mapping

from pydantic import AwareDatetime

from cms.files.models import FormerContent
from cms.files.removal_schemas import DoneBy, done_by
from cms.files.tasks import RESTORABLE
from kit.schemas import Out, Schema


class Restoration(Schema):
    """Which content is to come back; without an id the one before."""

    content_id: uuid.UUID | None = None


class FormerContentOut(Out):
    """A content that a file had, and the address that it is delivered at. Width and height are known of images."""

    id: uuid.UUID
    uri: str
    mime_type: str
    size: int
    width: int | None
    height: int | None
    replaced_at: AwareDatetime
    replaced_by: DoneBy | None
    restorable_until: AwareDatetime


def former_content_out(content: FormerContent, names: Mapping[str, str]) -> FormerContentOut:
    """A former content as the wire has it, with the names of users by their ids."""
    return FormerContentOut(
        id=content.id,
        uri=f"/cms/files/{content.entity_id}/contents/{content.id}",
        mime_type=content.mime_type,
        size=content.size,
        width=content.width,
        height=content.height,
        replaced_at=content.replaced_at,
        replaced_by=done_by(content.replaced_by, names),
        restorable_until=content.replaced_at + RESTORABLE,
    )
