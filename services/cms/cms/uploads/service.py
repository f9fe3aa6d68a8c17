"""Uploads in one request: each file goes to the storage as it arrives, and gets its row when all of them are there."""

import logging
import uuid
from collections import Counter
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
from cms.files.names import file_name, numbered, place_name
from cms.files.repository import FileRepository, names_taken
from cms.files.schemas import FileOut, file_out
from cms.uploads.errors import FilenamesInvalid, NoFiles, UploadUncertain
from cms.uploads.examining import examined
from cms.uploads.incoming import Incoming
from cms.uploads.schemas import UploadedFile, UploadProblem
from kit.auth import Principal
from kit.db import new_id
from kit.errors import DatabaseUnavailable, DomainError, FieldError, ValidationFailed
from kit.idempotency import begin_once
from kit.multipart import MOST_PARTS, Part
from kit.problems import WriteConflict, unexpected
from kit.state import KitState
from kit.storage import kept_unless_refused

log = logging.getLogger(__name__)

SCOPE = "files.upload "
"""What the scopes of the keys of all uploads begin with."""

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


@dataclass(frozen=True, slots=True)
class _Received:
    """A file of a request. ``name`` is what it was called, ``file_name`` what it is to be called here."""

    number: int
    name: str
    file_name: str
    content: files.Content
    key: str | None


@dataclass(slots=True)
class Uploaded:
    """The result for each file, by the name that it was sent with.

    Two files of one name are two: the second is told by the name that it got, or else with a number.
    """

    success: dict[str, UploadedFile] = field(default_factory=dict)
    failed: dict[str, UploadProblem] = field(default_factory=dict)
    _numbers: Counter[str] = field(default_factory=Counter)
    """The last number that each name was told with: of a thousand files of one name not all are tried for each."""

    def add(self, received: _Received, file: FileOut) -> None:
        self.success[self._free(received.name, file.name)] = UploadedFile(**dict(file), index=received.number)

    def refuse(self, received: _Received, error: DomainError) -> None:
        problem = problem_of(error)
        self.failed[self._free(received.name)] = UploadProblem(**dict(problem), index=received.number)

    def _free(self, name: str, *others: str) -> str:
        """The first of the names that no other file is told by, or the first with a number after it."""
        for tried in (name, *others):
            if not self._has(tried):
                return tried
        while True:
            self._numbers[name] += 1
            tried = numbered(name, self._numbers[name] + 1)
            if not self._has(tried):
                return tried

    def _has(self, name: str) -> bool:
        return name in self.success or name in self.failed


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
        done.refuse(received, error)
        return None


class _Unanswered(Exception):
    """The connection was lost behind the commit of a file's row, and the database cannot be asked what became of it."""


async def _add_all(
    state: KitState, principal: Principal, form: Form, received: Sequence[_Received], done: Uploaded, unused: set[str]
) -> None:
    """Make a row of each. Raises what the first of them fails with, and with a key what any does."""
    for number, each in enumerate(received):
        try:
            await _add(state, principal, form, each, done, unused)
        except Exception as error:
            is_uncertain = isinstance(error, _Unanswered)
            # Sent again, those that have a row would be there twice, unless they are known by the key: which they are has to
            # be said. The others are not tried. What is wrong for a while is so for each, and may take its time to fail.
            if each.key is not None or not (done.success or is_uncertain):
                raise
            log.exception("files were uploaded in part: %s of %s", len(done.success), len(received))
            failure = _for_a_while(error)
            done.refuse(each, UploadUncertain(_UNCERTAIN) if is_uncertain else failure)
            for other in received[number + 1 :]:
                done.refuse(other, failure)
            return


_UNCERTAIN = "It is not certain whether this file was stored. Look for it in its folder before you send it again."


def _failure(error: Exception) -> DomainError:
    return error if isinstance(error, DomainError) else unexpected(error)


def _for_a_while(error: Exception) -> DomainError:
    """What is said of files that may be sent again."""
    failure = _failure(error)
    # Of a whole request a conflict says that it may be tried again; of one file it would say that it is refused.
    return DatabaseUnavailable("The database was busy. Try again.") if failure.status < 500 else failure


async def _add(
    state: KitState, principal: Principal, form: Form, received: _Received, done: Uploaded, unused: set[str]
) -> None:
    key = received.content.storage_key
    # From here on there may be a row, whatever breaks: see `kept_unless_refused`.
    unused.discard(key)
    try:
        async with kept_unless_refused(state.storage, key):
            entity, is_new = await _add_row(state, principal, form, received)
    except Exception as error:
        failure = _failure(error)
        if failure.status >= 500 or isinstance(failure, WriteConflict):
            raise
        done.refuse(received, failure)
        return
    if not is_new:
        unused.add(key)
    done.add(received, file_out(entity, state.settings.public_url))


async def _add_row(state: KitState, principal: Principal, form: Form, received: _Received) -> tuple[Entity, bool]:
    content, identifier = received.content, new_id()
    added: Entity | None = None
    try:
        async with state.database.transaction() as session:
            if received.key is not None:
                request = orjson.dumps([form.bucket_name, received.name, content.sha256])
                scope = f"{SCOPE}{principal.user_id} {received.number}"
                replay = await begin_once(
                    session, scope=scope, key=received.key, request=request, answer={"id": str(identifier)}
                )
                if replay is not None:
                    return await FileRepository(session, principal).get(uuid.UUID(replay.answer["id"])), False
            added = await files.add_file(
                session,
                principal,
                form.bucket_name,
                received.file_name,
                content,
                is_public=form.is_public,
                id=identifier,
            )
    except Exception:
        # A retry by the key finds the row by itself. Without one, the row of a commit that nobody answered is looked for.
        if added is None or received.key is not None:
            raise
        stored = await _stored(state, principal, identifier, added.bucket_id)
        if stored is None:
            raise
        return stored, True
    return added, True


async def _stored(
    state: KitState, principal: Principal, identifier: uuid.UUID, bucket_id: uuid.UUID | None
) -> Entity | None:
    """The file whose commit was sent, if it has its row. Raises `_Unanswered`."""
    try:
        async with state.database.transaction() as session:
            # A commit that is still under way has the lock on the folder's names: it is waited for.
            await names_taken(session, bucket_id, [])
            repository = FileRepository(session, principal)
            return await repository.one_or_none(repository.base().where(Entity.id == identifier))
    except Exception as error:
        raise _Unanswered from error
