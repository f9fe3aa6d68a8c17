"""Uploads in one request: each file goes to the storage as it arrives, and gets its row when all of them are there."""

import logging
import uuid
from collections.abc import AsyncIterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

import orjson
from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from cms.config import settings_of
from cms.files import service as files
from cms.files.access import check_manages
from cms.files.batches import problem_of
from cms.files.models import Entity
from cms.files.names import file_name, place_name
from cms.files.repository import FileRepository
from cms.files.schemas import FileOut, ItemProblem, file_out
from cms.uploads.errors import FilenamesInvalid, NoFiles
from cms.uploads.examining import examined
from cms.uploads.incoming import Incoming
from kit.auth import Principal
from kit.db import new_id
from kit.errors import DomainError, FieldError, ValidationFailed
from kit.idempotency import begin_once
from kit.multipart import MOST_PARTS, Part
from kit.problems import unexpected
from kit.state import KitState
from kit.storage import kept_unless_refused

log = logging.getLogger(__name__)

_Filenames = Annotated[list[Annotated[str, StringConstraints(max_length=2000)]], Field(max_length=MOST_PARTS)]
_FILENAMES: TypeAdapter[list[str]] = TypeAdapter(_Filenames)


@dataclass(slots=True)
class Form:
    """What a request brought. ``contents`` are in the storage; their names are those that the parts have."""

    filenames: list[str] | None = None
    bucket_name: str = ""
    is_public: bool = True
    contents: list[tuple[str, files.Content]] = field(default_factory=list)

    def named(self) -> Sequence[tuple[str, files.Content]]:
        """Each with its name. Raises `FilenamesInvalid`."""
        if self.filenames is None:
            return self.contents
        if len(self.filenames) != len(self.contents):
            raise FilenamesInvalid(f"There are {len(self.filenames)} names for {len(self.contents)} files.")
        return [(name, content) for name, (_, content) in zip(self.filenames, self.contents, strict=True)]


@dataclass(slots=True)
class Uploaded:
    """The result for each file, by the name that it was sent with."""

    success: dict[str, FileOut] = field(default_factory=dict)
    failed: dict[str, ItemProblem] = field(default_factory=dict)


async def receive(state: KitState, principal: Principal, parts: AsyncIterable[Part], key: str | None) -> Uploaded:
    """Store the files of a request and make rows of them. A request that breaks off leaves nothing.

    With a ``key``, what the same request made before is given again. Raises `NoFiles`, `FilenamesInvalid`,
    FileTooLarge, NameInvalid and FolderProtected for the folder, and what the storage and the body raise.
    """
    form, unused = Form(), set[str]()
    try:
        async for part in parts:
            await _take(state, principal, form, part, unused)
        if not form.contents:
            raise NoFiles("No files found for upload")
        done = Uploaded()
        # All are looked into before the first has its row: what fails for a while leaves none of them.
        received = [
            examined
            for number, (name, content) in enumerate(form.named())
            if (examined := await _examined(state, _Received(number, name, name, content, key), done)) is not None
        ]
        await _add_all(state, principal, form, received, done, unused)
        return done
    finally:
        if unused:
            await state.storage.delete([*unused])


@dataclass(frozen=True, slots=True)
class _Received:
    """A file of a request. ``name`` is what it was called, ``file_name`` what it is to be called here."""

    number: int
    name: str
    file_name: str
    content: files.Content
    key: str | None


async def _take(state: KitState, principal: Principal, form: Form, part: Part, unused: set[str]) -> None:
    if part.filename is not None:
        incoming = Incoming(part.pieces(), settings_of(state).max_file_bytes)
        content = await incoming.store(state.storage)
        unused.add(content.storage_key)
        form.contents.append((part.filename, content))
    elif part.name == "filenames":
        form.filenames = _filenames(await part.text())
    elif part.name == "bucketName":
        form.bucket_name = place_name(await part.text())
        check_manages(principal, form.bucket_name)
    elif part.name == "isPublic":
        form.is_public = _flag(await part.text())
    else:
        detail = f"There is no field {part.name[:100]!r}: files need a file name."
        raise ValidationFailed(detail, errors=[FieldError(part.name[:100], "unknown_field", detail)])


def _filenames(text: str) -> list[str]:
    try:
        return _FILENAMES.validate_json(text)
    except ValidationError:
        raise FilenamesInvalid("The field filenames has to be a JSON list of names.") from None


def _flag(text: str) -> bool:
    if text not in {"true", "false"}:
        detail = "Use true or false."
        raise ValidationFailed(detail, errors=[FieldError("isPublic", "bool_parsing", detail)])
    return text == "true"


async def _examined(state: KitState, received: _Received, done: Uploaded) -> _Received | None:
    """The file with what was found in it; None where it is refused, which is told in ``done``."""
    try:
        name = file_name(received.name, "filenames")
        return replace(received, file_name=name, content=await examined(state, received.content, name))
    except DomainError as error:
        if error.status >= 500:
            raise
        done.failed[received.name] = problem_of(error)
        return None


async def _add_all(
    state: KitState, principal: Principal, form: Form, received: Sequence[_Received], done: Uploaded, unused: set[str]
) -> None:
    """Make a row of each. Raises what the first of them fails with, and with a key what any does."""
    for number, each in enumerate(received):
        try:
            await _add(state, principal, form, each, done, unused)
        except Exception as error:
            # Sent again, those that have a row would be there twice, unless they are known by the key: which they are has to
            # be said. The others are not tried. What is wrong for a while is so for each, and may take its time to fail.
            if not done.success or each.key is not None:
                raise
            log.exception("files were uploaded in part: %s of %s", len(done.success), len(received))
            problem = problem_of(error if isinstance(error, DomainError) else unexpected(error))
            done.failed.update((other.name, problem) for other in received[number:])
            return


async def _add(
    state: KitState, principal: Principal, form: Form, received: _Received, done: Uploaded, unused: set[str]
) -> None:
    key = received.content.storage_key
    # From here on there may be a row, whatever breaks: see `kept_unless_refused`.
    unused.discard(key)
    try:
        async with kept_unless_refused(state.storage, key):
            entity, is_new = await _add_row(state, principal, form, received)
    except DomainError as error:
        if error.status >= 500:
            raise
        done.failed[received.name] = problem_of(error)
        return
    if not is_new:
        unused.add(key)
    uploaded = file_out(entity, state.settings.public_url)
    # Two files of one name are two: the second is told by the name that it got.
    done.success[received.name if received.name not in done.success else uploaded.name] = uploaded


async def _add_row(state: KitState, principal: Principal, form: Form, received: _Received) -> tuple[Entity, bool]:
    content, identifier = received.content, new_id()
    async with state.database.transaction() as session:
        if received.key is not None:
            request = orjson.dumps([form.bucket_name, received.name, content.sha256])
            scope = f"files.upload {principal.user_id} {received.number}"
            replay = await begin_once(
                session, scope=scope, key=received.key, request=request, answer={"id": str(identifier)}
            )
            if replay is not None:
                return await FileRepository(session, principal).get(uuid.UUID(replay.answer["id"])), False
        entity = await files.add_file(
            session, principal, form.bucket_name, received.file_name, content, is_public=form.is_public, id=identifier
        )
    return entity, True
