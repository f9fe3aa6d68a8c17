"""Where files are used: what content answers of pages and what belongs to them, ecom of products, and what cms has itself."""

import asyncio
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from cms.files.models import Entity
from cms.files.own_uses import documents
from cms.files.repository import FileRepository, FolderRepository
from cms.files.schemas import Selection
from cms.files.use_schemas import FileUse, FileUses, SelectionUses, UsedFile
from cms.files.used import Used
from kit.auth import Principal
from kit.config import ServiceName, ServiceSettings
from kit.db import release_connection
from kit.file_uses import MOST, FileUseAnswer, FileUseQuestion, PlaceUse, UsedFiles
from kit.http import InternalClient
from kit.mentions import mentions_in
from kit.origins import site_hosts
from kit.state import state_of

_OTHERS: tuple[ServiceName, ...] = ("content", "ecom")


def services_that_use(settings: ServiceSettings) -> list[ServiceName]:
    """The other services of this site that say where they use files."""
    return [service for service in _OTHERS if settings.url_of(service) is not None]


@dataclass(frozen=True, slots=True)
class _Answer:
    uses: list[FileUse]
    totals: Mapping[uuid.UUID, int]
    hidden: int


async def of_file(session: AsyncSession, principal: Principal, id: uuid.UUID) -> FileUses:
    """The places that use a file. Raises FileNotFound, and CalleeUnavailable where another service does not answer."""
    answer = await _of(session, principal, [await FileRepository(session, principal).get(id)])
    return FileUses(uses=answer.uses, total=sum(answer.totals.values()), hidden=answer.hidden)


async def of_selection(session: AsyncSession, principal: Principal, data: Selection) -> SelectionUses:
    """The uses of files, and of all files in folders and below them. Raises CalleeUnavailable."""
    used = await used_files(session, principal)
    folders = await FolderRepository(session, principal).with_ids(data.folders)
    files = FileRepository(session, principal)
    query = files.selected(data.files, folders).where(used.is_used())
    count, first = await files.first(query, MOST)
    answer = await _of(session, principal, first)
    return SelectionUses(
        uses=answer.uses,
        total=sum(answer.totals.values()),
        hidden=answer.hidden,
        files=[UsedFile(id=each.id, path=each.path, places=answer.totals.get(each.id, 0)) for each in first],
        used_files=count,
    )


async def used_files(session: AsyncSession, principal: Principal) -> Used:
    """All files that are used somewhere. Raises CalleeUnavailable where content or ecom does not answer."""
    state = state_of(session)
    await release_connection(session)
    answers = await asyncio.gather(
        *(InternalClient(state, each).get("/private/file-uses/all") for each in services_that_use(state.settings))
    )
    found = [UsedFiles.model_validate(answer) for answer in answers]
    paths = {path for each in found for path in each.paths}
    ids = {id for each in found for id in each.ids}
    hosts = site_hosts(state.settings.public_url)
    for document in await documents(session, principal):
        for mention in mentions_in(document.text, hosts):
            paths |= mention.paths
            ids |= {mention.id} if mention.id else set()
    return Used(sorted(paths), sorted(map(uuid.UUID, ids)))


async def _of(session: AsyncSession, principal: Principal, files: Sequence[Entity]) -> _Answer:
    if not files:
        return _Answer([], {}, 0)
    state = state_of(session)
    question = FileUseQuestion.model_validate({"files": [{"id": file.id, "path": file.path} for file in files]})
    own, hidden = await _own(session, principal, files)
    await release_connection(session)
    asked = services_that_use(state.settings)
    answers = await asyncio.gather(
        *(
            InternalClient(state, each).post("/private/file-uses", json=question.model_dump(mode="json"))
            for each in asked
        )
    )
    places = Counter(use.file_id for use in own)
    places.update(hidden)
    uses: list[FileUse] = []
    for service, answer in zip(asked, answers, strict=True):
        found = FileUseAnswer.model_validate(answer)
        places.update(found.totals)
        if service == "ecom" and not principal.has("ecom:read") and not principal.has("ecom:write"):
            hidden.update(found.totals)
        else:
            uses += map(_use, found.uses)
    return _Answer([*uses, *own][:MOST], places, hidden.total())


async def _own(
    session: AsyncSession, principal: Principal, files: Sequence[Entity]
) -> tuple[list[FileUse], Counter[uuid.UUID]]:
    """The uses in cms that the caller may know of, and how many others there are of each file."""
    by_path, by_id = {file.path: file.id for file in files}, {str(file.id): file.id for file in files}
    hosts = site_hosts(state_of(session).settings.public_url)
    uses: list[FileUse] = []
    hidden: Counter[uuid.UUID] = Counter()
    for document in await documents(session, principal):
        named: Counter[uuid.UUID] = Counter()
        for mention in mentions_in(document.text, hosts):
            found = {by_path[path] for path in mention.paths if path in by_path}
            named.update(found if mention.id is None else {by_id[mention.id]} if mention.id in by_id else ())
        if not document.is_seen:
            hidden.update(named.keys())
            continue
        uses += [
            FileUse(
                file_id=file_id, kind=document.kind, id=document.id, title=document.title, address=None, count=count
            )
            for file_id, count in named.items()
        ]
    return sorted(uses, key=lambda use: (use.kind, use.title.casefold(), use.id)), hidden


def _use(use: PlaceUse) -> FileUse:
    return FileUse(**use.model_dump(exclude={"url"}), address=use.url)
