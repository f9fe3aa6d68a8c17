"""Files that another service of the site brings: the shop's import fetches the images of products."""

import uuid
from collections.abc import AsyncIterable

import orjson

from cms.files import folders
from cms.files import service as files
from cms.files.kinds import kind_of
from cms.files.models import Entity
from cms.files.names import file_name
from cms.files.repository import FileRepository
from cms.files.service import Content
from cms.images.errors import ImageRefused
from cms.uploads.examining import examined
from cms.uploads.incoming import Incoming
from kit.auth import Principal
from kit.db import new_id
from kit.idempotency import begin_once
from kit.state import KitState
from kit.storage import kept_unless_refused

LARGEST = 20 * 1024 * 1024
SCOPE = "files.from_services"


async def receive(
    state: KitState, principal: Principal, bucket_name: str, name: str, key: str, body: AsyncIterable[bytes]
) -> Entity:
    """Store an image that arrives as a file that everybody sees, in a folder that is made where it is missing; once for a key.

    Raises FileTooLarge, NameInvalid, ImageRefused, and what `examined`, the storage and the body raise.
    """
    given = file_name(name)
    stored = await Incoming(body, LARGEST).store(state.storage)
    try:
        content = await _image(state, stored, given)
    except BaseException:
        await state.storage.delete([stored.storage_key])
        raise
    identifier = new_id()
    async with kept_unless_refused(state.storage, stored.storage_key), state.database.transaction() as session:
        request = orjson.dumps([bucket_name, given, content.sha256])
        answer = {"id": str(identifier)}
        replay = await begin_once(session, scope=SCOPE, key=key, request=request, answer=answer)
        if replay is not None:
            found = await FileRepository(session, principal).get(uuid.UUID(replay.answer["id"]))
        else:
            await folders.ensure(session, principal, bucket_name)
            found = await files.add_file(session, principal, bucket_name, given, content, is_public=True, id=identifier)
    if replay is not None:
        await state.storage.delete([stored.storage_key])
    return found


async def _image(state: KitState, stored: Content, name: str) -> Content:
    """An image with what was found in it. Raises as `examined`, and ImageRefused for what is none."""
    # What its site says that it is counts for nothing.
    if not kind_of(name, stored.head).startswith("image/"):
        raise ImageRefused("There is no image at this address.")
    return await examined(state, stored, name)
