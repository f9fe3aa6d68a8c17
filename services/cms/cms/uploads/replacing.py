"""The content of a request in place of the one that a file has."""

import uuid
from collections.abc import AsyncIterable

from cms.config import settings_of
from cms.files import contents
from cms.files.models import Entity
from cms.files.repository import FileRepository
from cms.uploads.examining import examined
from cms.uploads.incoming import Incoming
from kit.auth import Principal
from kit.idempotency import begin_once, is_done
from kit.state import KitState
from kit.storage import kept_unless_refused

SCOPE = "files.replace "
"""What the scopes of the keys of all replacements begin with."""


async def receive(
    state: KitState,
    principal: Principal,
    id: uuid.UUID,
    body: AsyncIterable[bytes],
    if_match: str | None,
    key: str | None = None,
) -> Entity:
    """Store what arrives and make it the content of a file. A request that breaks off changes nothing.

    With a ``key``, the content is replaced once, whatever version a repeated request names. Raises FileNotFound,
    ContentOfAnotherKind, FileTooLarge, PreconditionFailed, PreconditionRequired, and what `examined`, the storage and the
    body raise.
    """
    scope = f"{SCOPE}{principal.user_id} {id}"
    async with state.database.transaction() as session:
        if key is not None and await is_done(session, scope=scope, key=key):
            return await FileRepository(session, principal).get(id)
        file = await contents.get_replaceable(session, principal, id, if_match)
    present, name, replaced_key = file.mime_type or "", file.name, file.storage_key or ""
    stored = await Incoming(body, settings_of(state).max_file_bytes).store(state.storage)
    try:
        contents.check_kind(present, name, stored.head)
        content = await examined(state, stored, name)
    except BaseException:
        await state.storage.delete([stored.storage_key])
        raise
    async with kept_unless_refused(state.storage, stored.storage_key), state.database.transaction() as session:
        if key is None or await begin_once(session, scope=scope, key=key, request=b"") is None:
            return await contents.replace(session, principal, id, content, replaced_key)
        file = await FileRepository(session, principal).get(id)
    await state.storage.delete([stored.storage_key])
    return file
