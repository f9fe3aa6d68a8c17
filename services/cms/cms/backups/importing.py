"""Importing a backup: checked, then all services are ready, what they replace is backed up, and all change or none does."""

import asyncio
import hashlib
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select, update

from cms.backups import making
from cms.backups.checking import Report
from cms.backups.contents import OBJECTS, PARTS, Contents, parts_at, rows_of
from cms.backups.errors import BackupCancelled
from cms.backups.models import Backup, BackupImport
from cms.backups.repository import ImportRepository, begin_safety_backup, fail_stranded
from cms.backups.watching import Watch, kept_objects
from cms.files.models import Entity, FormerContent
from cms.images.stored_variants import renew_variants
from kit.backups import BackupInvalid, BackupRevisionDiffers
from kit.backups.gate import closed_gate
from kit.cancelling import cancel
from kit.config import ServiceName, ServiceSettings
from kit.http import InternalClient
from kit.state import KitState
from kit.storage import StorageUnavailable

LEFT_OUT = "leftOutParts"
"""Among what could not be carried over: how many parts of services that this site does without."""
MENDED = "mendedFiles"
"""Beside what could not be carried over: how many files were brought whole that this site had lost or had damaged."""
_AT_ONCE = 500
_PIECES_AHEAD = 4


@dataclass(frozen=True, slots=True)
class Importing:
    """One attempt at an import."""

    state: KitState
    row: BackupImport
    backup: Backup
    watch: Watch

    async def run(self) -> dict[str, Any]:
        """Import the parts; gives what its row is to note. Raises what the archive and the services raise.

        Until it is decided nothing has changed. From then on an attempt that breaks off is followed by another one.
        """
        assert self.backup.storage_key is not None
        contents = await making.examine(self.state, self.backup, self.watch.stretch(0, 0.25))
        parts = self.parts_of(contents)
        if self.row.decided_at is None:
            await check_revisions(self.state, contents, parts)
        async with kept_objects(self.watch):
            # Also once it is decided: between two attempts, what has no row yet may be deleted.
            replaced = await self._bring_objects(contents, parts, self.watch.stretch(0.25, 0.5).report)
            lost = await self._restore(contents, parts)
            # Once more: what was being made of the damaged bytes when they were replaced is stored by now.
            await renew_variants(self.state, replaced)
        for service in services_at(self.state.settings):
            await InternalClient(self.state, service, timeout=60).post("/private/backup/announcements")
        left_out = 0 if self.row.parts else len(contents.parts) - len(parts)
        mended = await self._mended()
        return lost | ({LEFT_OUT: left_out} if left_out else {}) | ({MENDED: mended} if mended else {})

    def parts_of(self, contents: Contents) -> list[str]:
        """The parts to import; where none is named, all of the archive that this site has. Raises `BackupInvalid`."""
        own = parts_at(self.state.settings)
        wanted = self.row.parts or [*contents.parts]
        if absent := [part for part in wanted if part not in contents.parts]:
            raise BackupInvalid(f"This backup does not have {', '.join(absent)}.")
        if foreign := [part for part in self.row.parts if part not in own]:
            raise BackupInvalid(f"This site does not have {', '.join(foreign)}. Import the other parts.")
        return [part for part in own if part in wanted]

    async def _make_safe(self, close: Callable[[], Awaitable[None]]) -> None:
        """Back up what is there once nobody can write to it any more, which ``close`` sees to; not where the site is new."""
        now = await counts(self.state)
        if not any(now["users"].values()) and not any(now["pages"].values()):
            await close()
            return
        async with self.state.database.transaction() as session:
            row = await ImportRepository(session).get_for_update(self.row.id)
            backup = await begin_safety_backup(session, row)
        await making.make(self.state, backup, self.watch.stretch(0.5, 1), close)

    async def _bring_objects(self, contents: Contents, parts: Sequence[str], report: Report) -> list[str]:
        """Put the objects into the storage that are not whole there; gives the keys of those that had other bytes, or none.

        They belong to nothing until the rows come.
        """
        objects = [*contents.objects.items()] if "files" in parts else []
        assert self.backup.storage_key is not None
        replaced: list[str] = []
        for begin in range(0, len(objects), _AT_ONCE):
            some = objects[begin : begin + _AT_ONCE]
            present = await self._present([key for key, _ in some])
            mended, first = 0, len(replaced)
            for number, (key, place) in enumerate(some, begin):
                await report(number / len(objects), f"Bringing back files: {number:,} of {len(objects):,}")
                _, sha256 = contents.manifest["members"][f"{OBJECTS}{key}"]
                stored = await self.state.storage.stat(key)
                if key in present and present[key] != contents.digests[key]:
                    raise BackupInvalid("The archive has a different file under the name of one on this site.")
                is_there = stored is not None and stored.size == place.size
                # Once it is decided, all were compared: what is missing since is all that has to be brought.
                if is_there and (self.row.decided_at is not None or await self._has(key, contents.digests[key])):
                    continue
                # One that was damaged when it was backed up is better than none, and no better than what is there.
                if key in present and stored is not None and not contents.is_whole(key):
                    continue
                async with self.state.storage.reading(self.backup.storage_key, place.start, place.size) as pieces:
                    written = await self.state.storage.put(key, pieces)
                if written.sha256 != sha256:
                    raise BackupInvalid("The archive changed while it was being read.")
                mended += key in present and contents.is_whole(key)
                if stored is not None or key in present:
                    replaced.append(key)
            if len(replaced) > first:
                # They were made of what had become damaged; what is whole has others.
                await renew_variants(self.state, replaced[first:])
            if mended:
                await self._note_mended(mended)
        return replaced

    async def _note_mended(self, count: int) -> None:
        """Write down how many files were mended: a later attempt finds them whole."""
        async with self.state.database.transaction() as session:
            row = await ImportRepository(session).get_for_update(self.row.id)
            row.lost = {**row.lost, MENDED: row.lost.get(MENDED, 0) + count}

    async def _mended(self) -> int:
        async with self.state.database.reading() as session:
            lost: dict[str, int] = (await session.get_one(BackupImport, self.row.id)).lost
            return lost.get(MENDED, 0)

    async def _has(self, key: str, sha256: str) -> bool:
        """Whether an object has the bytes that it should: a disk may have changed some, and kept their number."""
        digest = hashlib.sha256()
        try:
            async with self.state.storage.reading(key) as pieces:
                async for piece in pieces:
                    await asyncio.to_thread(digest.update, piece)
        except StorageUnavailable:
            # A part of a disk may be broken. Where the storage is away, nothing can be put into it either.
            return False
        return digest.hexdigest() == sha256

    async def _present(self, keys: Sequence[str]) -> dict[str, str | None]:
        """The digests that the present rows have of these objects."""
        async with self.state.database.reading() as session:
            present = select(Entity.storage_key, Entity.sha256).where(Entity.storage_key.in_(keys))
            former = select(FormerContent.storage_key, FormerContent.sha256).where(FormerContent.storage_key.in_(keys))
            return {key: sha256 for key, sha256 in (await session.execute(present.union_all(former))).all() if key}

    async def _restore(self, contents: Contents, parts: Sequence[str]) -> dict[str, Any]:
        """Have the services restore their parts, and commit together."""
        owned: dict[ServiceName, list[str]] = defaultdict(list)
        for part in parts:
            owned[PARTS[part]].append(part)
        present = await revisions(self.state)
        calls: dict[ServiceName, asyncio.Task[Any]] = {}
        async with closed_gate(self.state.database, self.row.id) as gate:

            async def close() -> None:
                """Have all services wait at the gate, with their tables locked."""
                for number, (service, own) in enumerate(owned.items()):
                    await self.watch.notify(0.75 + 0.15 * number / len(owned), "Restoring the database")
                    calls[service] = asyncio.create_task(
                        self._send(service, own, _sent(service, own, contents, present), contents)
                    )
                    await gate.await_ready(service, calls[service])

            try:
                if self.row.decided_at is None:
                    await self._make_safe(close)
                    # One that was lost meanwhile takes writes again, and nothing has changed yet.
                    for service, call in calls.items():
                        await gate.await_ready(service, call)
                else:
                    await close()
                await self._decide()
                await gate.open()
                answers = await asyncio.gather(*calls.values())
            finally:
                await cancel(*calls.values())
        return {name: count for answer in answers for name, count in answer["lost"].items()}

    async def _send(self, service: ServiceName, parts: Sequence[str], sent: Sequence[str], contents: Contents) -> Any:
        """Have a service restore parts, of what is sent to it."""
        key = self.backup.storage_key
        assert key is not None
        ahead: asyncio.Queue[bytes | Exception | None] = asyncio.Queue(_PIECES_AHEAD)

        async def read_ahead() -> None:
            try:
                for part in sent:
                    # Closed with the call, however that ends: the archive is open in it.
                    async with aclosing(rows_of(self.state.storage, key, contents, part)) as rows:
                        async for piece in rows:
                            await ahead.put(piece)
                await ahead.put(None)
            except Exception as error:  # noqa: BLE001  # whatever it is, the call is to fail with it
                await ahead.put(error)

        async def pieces() -> AsyncIterator[bytes]:
            while (piece := await ahead.get()) is not None:
                if isinstance(piece, Exception):
                    raise piece
                yield piece

        reading = asyncio.create_task(read_ahead())
        try:
            path = f"/private/backup/restorations/{self.row.id}"
            return await InternalClient(self.state, service).send(path, pieces(), params={"part": [*parts]})
        finally:
            # A service that has restored them before reads none of it.
            await cancel(reading)

    async def _decide(self) -> None:
        """Write down that it is carried through from now on. Raises `BackupCancelled`."""
        async with self.state.database.transaction() as session:
            # A worker does it for a command, and the command may have ended meanwhile.
            await fail_stranded(session)
            statement = update(BackupImport).where(
                BackupImport.id == self.row.id, BackupImport.state == "running", BackupImport.cancelled_at.is_(None)
            )
            # Counted from the first time on: services forget after some days that they have restored.
            decided_at = func.coalesce(BackupImport.decided_at, func.now())
            result: Any = await session.execute(statement.values(decided_at=decided_at))
        if not result.rowcount:
            raise BackupCancelled("It was cancelled.")


@dataclass(frozen=True, slots=True)
class Revision:
    """Which revision a service's tables have, and which it can bring to that."""

    present: str
    older: Sequence[str]

    def takes(self, described: Mapping[str, Any]) -> bool:
        """Whether the service can restore a part of which the archive tells this."""
        return described["revision"] in (self.present, *self.older)


Revisions = Mapping[ServiceName, Revision]


def _sent(service: ServiceName, wanted: Sequence[str], contents: Contents, present: Revisions) -> Sequence[str]:
    """The parts to send to a service: those wanted, and all of an older release, for rows may have moved since."""
    if all(contents.parts[part]["revision"] == present[service].present for part in wanted):
        return wanted
    return [part for part in PARTS if part in contents.parts and PARTS[part] == service]


async def check_revisions(state: KitState, contents: Contents, parts: Sequence[str]) -> None:
    """Raise `BackupRevisionDiffers` where a service does not know the tables that the backup was made of."""
    present = await revisions(state)
    differing = [part for part in parts if not present[PARTS[part]].takes(contents.parts[part])]
    if differing:
        release = str(contents.head.get("release"))[:50]
        raise BackupRevisionDiffers(
            f"This backup was made with Pagewright {release}, whose tables this release does not know "
            f"({', '.join(differing)}). Update Pagewright first."
        )


def split(noted: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """What a finished import could not carry over, and how many files it mended, of what its row has noted."""
    return {name: count for name, count in noted.items() if name != MENDED}, noted.get(MENDED, 0)


def services_at(settings: ServiceSettings) -> tuple[ServiceName, ...]:
    """The services of this site, each of which has a part of it."""
    return tuple(dict.fromkeys(parts_at(settings).values()))


async def revisions(state: KitState) -> Revisions:
    """The revisions of each service's tables. A service of the release before tells none that are older."""
    services = services_at(state.settings)
    answers = await asyncio.gather(
        *(InternalClient(state, service).get("/private/backup/revision") for service in services)
    )
    return {
        service: Revision(answer["revision"], answer.get("older", ()))
        for service, answer in zip(services, answers, strict=True)
    }


async def counts(state: KitState) -> dict[str, dict[str, int]]:
    """How many rows each table of each part has now."""
    answers = await asyncio.gather(
        *(
            InternalClient(state, service, timeout=60).get("/private/backup/counts")
            for service in services_at(state.settings)
        )
    )
    return {part: tables for answer in answers for part, tables in answer["counts"].items()}


async def read_rows(state: KitState, identifier: uuid.UUID) -> tuple[BackupImport, Backup]:
    """An import and its backup."""
    async with state.database.reading() as session:
        row = await session.get_one(BackupImport, identifier)
        return row, await session.get_one(Backup, row.backup_id)
