"""Making a file of the pieces of an upload."""

import uuid

from sqlalchemy import update

from cms.files import contents
from cms.files import service as files
from cms.files.models import Entity
from cms.files.schemas import FileOut, file_out
from cms.files.tasks import delete_objects_later
from cms.uploads.errors import UploadNotFound
from cms.uploads.examining import examined
from cms.uploads.incoming import Incoming
from cms.uploads.models import Upload
from cms.uploads.parts import drop_parts, joined, parts_of
from kit.auth import Principal
from kit.errors import DomainError
from kit.jobs import Run


async def complete(run: Run, id: uuid.UUID) -> FileOut:
    """Make a file of the pieces of an upload, or another content for one.

    Raises `UploadNotFound`, and what adding a file and replacing a content raise.
    """
    state = run.state
    async with state.database.reading() as session:
        upload = await session.get(Upload, id)
        if upload is None:
            raise UploadNotFound("The upload has expired. Start it again.")
        parts = (await session.scalars(parts_of(id))).all()
    stored = await Incoming(joined(state, parts, run.progress), upload.size).store(state.storage)
    try:
        content = await examined(state, stored, upload.name)
    except DomainError:
        await state.storage.delete([stored.storage_key])
        raise
    # Whether they may put something into that folder was asked when they began.
    principal = Principal(str(upload.created_by), "", "", frozenset({"admin"}), "UTC")
    try:
        entity = await _file_of(run, principal, upload, content)
    except DomainError:
        # By a job: the storage may be slow, and the transaction of this one is open.
        async with state.database.transaction() as session:
            await delete_objects_later(session, [stored.storage_key])
        raise
    done = update(Upload).where(Upload.id == id).values(entity_id=entity.id)
    await run.session.execute(done)
    await drop_parts(run.session, [id])
    return file_out(entity, state.settings.public_url)


async def _file_of(run: Run, principal: Principal, upload: Upload, content: files.Content) -> Entity:
    if upload.replaces_id is not None and upload.replaces_key is not None:
        return await contents.replace(run.session, principal, upload.replaces_id, content, upload.replaces_key)
    return await files.add_file(
        run.session, principal, upload.bucket_name, upload.name, content, is_public=upload.is_public
    )
