"""Files and folders that are deleted, restored, and removed for good."""

import asyncio
import uuid
from contextvars import copy_context
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, text, update

from cms.files import bulk, contents, folders, tasks
from cms.files.models import Bucket, Entity, FormerContent
from cms.files.repository import FolderRepository
from kit.jobs import enqueue
from kit.locks import queued_lock
from kit.testing import ServiceClient
from tests.cms.factory import SUPER, file, folder
from tests.cms.file_content_calls import replace, restore
from tests.cms.file_library import (
    Library,
    admins_library,
    editor,
    keys_stored,
    library,
    make_old,
    purge,
    tags_told,
    until_somebody_keeps_objects,
)
from tests.kit.working import run_jobs
from tests.waiting_transactions import until_somebody_waits

__all__ = ["admins_library", "editor", "library"]


class TestDelete:
    async def test_a_file_is_gone_and_can_be_restored(self, library: Library, client: ServiceClient) -> None:
        stored = await file(client, "a.png")
        assert (await library.call("DELETE", f"/file-entities/{stored.id}")).status_code == 204
        assert await library.names() == ([], [])
        assert (await library.call("DELETE", f"/file-entities/{stored.id}")).status_code == 404
        await file(client, "a.png")
        answer = await library.call("POST", "/file-restorations", {"files": [str(stored.id)]})
        assert [each["name"] for each in answer.json()["files"]] == ["a (2).png"]
        assert (await library.names())[1] == ["a (2).png", "a.png"]

    async def test_a_folder_takes_all_that_is_in_it_and_brings_it_back(
        self, library: Library, client: ServiceClient
    ) -> None:
        root, below = await folder(client, "a"), await folder(client, "a/b")
        before = await file(client, "before.txt", bucket_name="a")
        stored = await file(client, "x.txt", bucket_name="a/b")
        await library.call("DELETE", f"/file-entities/{before.id}")
        assert (await library.call("DELETE", f"/file-buckets/{root.id}")).status_code == 204
        assert await library.names() == ([], [])
        assert (await library.call("GET", f"/files/{stored.id}")).status_code == 404
        assert {f"folder:{root.id}", f"folder:{below.id}"} <= {*await tags_told(client)}
        refused = await library.call("POST", "/file-restorations", {"files": [str(before.id)]})
        assert refused.json()["failed"][str(before.id)]["code"] == "not_restorable"

        await folder(client, "a")
        restored = (await library.call("POST", "/file-restorations", {"folders": [str(root.id)]})).json()
        assert [each["name"] for each in restored["folders"]] == ["a (2)"]
        # What had been deleted before stays deleted.
        assert await library.names("/a (2)") == (["a (2)/b"], [])
        assert await library.names("/a (2)/b") == ([], ["x.txt"])

    async def test_a_folder_waits_for_the_one_that_it_was_in(self, library: Library, client: ServiceClient) -> None:
        root, below = await folder(client, "a", "vip"), await folder(client, "a/b")
        await file(client, "x.txt", bucket_name="a/b")
        for each in (below, root):
            await library.call("DELETE", f"/file-buckets/{each.id}")
        assert await library.restorable() == {"a": True, "a/b": False}
        refused = await library.call("POST", "/file-restorations", {"folders": [str(below.id)]})
        assert refused.json()["failed"][str(below.id)]["code"] == "not_restorable"
        # Not into another one of that name either, which everybody sees into.
        await folder(client, "a")
        assert await library.restorable() == {"a": True, "a/b": False}
        refused = await library.call("POST", "/file-restorations", {"folders": [str(below.id)]})
        assert refused.json()["failed"][str(below.id)]["code"] == "not_restorable"
        await library.call("POST", "/file-restorations", {"folders": [str(root.id)]})
        assert await library.restorable() == {"a/b": True}
        await library.call("POST", "/file-restorations", {"folders": [str(below.id)]})
        assert await library.names("/a (2)") == (["a (2)/b"], [])
        assert (await client.get("/files/a (2)/b/x.txt")).status_code == 401
        assert (await client.get("/files/a/b/x.txt")).status_code == 404

    async def test_a_part_of_a_deleted_folder_waits_for_it(self, library: Library, client: ServiceClient) -> None:
        root, below = await folder(client, "a", "vip"), await folder(client, "a/b")
        await file(client, "x.txt", bucket_name="a/b")
        await library.call("DELETE", f"/file-buckets/{root.id}")
        refused = await library.call("POST", "/file-restorations", {"folders": [str(below.id)]})
        assert refused.json()["failed"][str(below.id)]["code"] == "not_restorable"
        assert (await client.get("/files/a/b/x.txt")).status_code == 404

    async def test_a_folder_comes_back_into_the_one_that_it_was_in_however_that_is_called(
        self, library: Library, client: ServiceClient
    ) -> None:
        root, below = await folder(client, "a", "vip"), await folder(client, "a/b")
        await file(client, "x.txt", bucket_name="a/b")
        await library.call("DELETE", f"/file-buckets/{below.id}")
        body = {"name": "c", "metaData": {"scopeWhitelist": ["vip"]}}
        await library.call("PUT", f"/buckets/{root.id}", body, **{"If-Match": "*"})
        assert await library.restorable() == {"a/b": True}
        restored = (await library.call("POST", "/file-restorations", {"folders": [str(below.id)]})).json()
        assert [each["name"] for each in restored["folders"]] == ["c/b"]
        assert (await client.get("/files/c/b/x.txt")).status_code == 401
        assert (await client.get("/files/a/b/x.txt")).status_code == 404

    async def test_one_that_an_earlier_release_deleted_comes_back_by_its_name(
        self, library: Library, client: ServiceClient
    ) -> None:
        root, below = await folder(client, "a"), await folder(client, "a/b")
        await library.call("DELETE", f"/file-buckets/{below.id}")
        async with client.kit.database.transaction() as session:
            await session.execute(update(Bucket).values(deleted_from_id=None))
        assert await library.restorable() == {"a/b": True}
        await library.call("POST", "/file-restorations", {"folders": [str(below.id)]})
        assert await library.names("/a") == (["a/b"], [])
        for each in (below, root):
            await library.call("DELETE", f"/file-buckets/{each.id}")
        async with client.kit.database.transaction() as session:
            await session.execute(update(Bucket).values(deleted_from_id=None))
        assert await library.restorable() == {"a": True, "a/b": False}

    async def test_a_folder_that_was_deleted_before_the_one_above_comes_back_into_it(
        self, library: Library, client: ServiceClient
    ) -> None:
        # In this order, the id of the one below is the smaller.
        below, root = await folder(client, "b"), await folder(client, "a")
        await file(client, "x.txt", bucket_name="a")
        moved = await library.call("POST", "/file-moves", {"folders": [str(below.id)], "bucketName": "a"})
        assert moved.json()["failed"] == {}
        for each in (below, root):
            assert (await library.call("DELETE", f"/file-buckets/{each.id}")).status_code == 204
        missing = str(uuid.uuid4())
        chosen = {"folders": [str(below.id), missing, str(root.id)]}
        restored = (await library.call("POST", "/file-restorations", chosen)).json()
        assert [*restored["failed"]] == [missing]
        assert {each["name"] for each in restored["folders"]} == {"a", "a/b"}
        assert await library.names("/a") == (["a/b"], ["x.txt"])

    async def test_what_is_deleted_along_with_its_folder_stays_a_deletion_of_its_own(
        self, library: Library, client: ServiceClient
    ) -> None:
        root, below = await folder(client, "a"), await folder(client, "a/b")
        stored = await file(client, "x.txt", bucket_name="a")
        await file(client, "y.txt", bucket_name="a/b")
        chosen = {"files": [str(stored.id)], "folders": [str(root.id), str(below.id)]}
        removed = (await library.call("POST", "/file-removals", chosen)).json()
        assert (removed["failed"], {*removed["success"]}) == ({}, {*chosen["files"], *chosen["folders"]})
        assert await library.restorable() == {"a": True, "a/b": False, "a/x.txt": False}
        await library.call("POST", "/file-restorations", {"folders": [str(root.id)]})
        assert await library.names("/a") == ([], [])
        assert await library.restorable() == {"a/b": True, "a/x.txt": True}
        # As the Undo of a restoration does, in which all of it is brought back.
        await library.call("POST", "/file-restorations", {**chosen, "folders": [str(below.id)]})
        assert await library.names("/a") == (["a/b"], ["x.txt"])
        assert (await library.call("POST", "/file-removals", chosen)).json()["failed"] == {}
        assert await library.restorable() == {"a": True, "a/b": False, "a/x.txt": False}

    async def test_waits_for_somebody_who_moves_a_file_into_the_folder(
        self, library: Library, client: ServiceClient
    ) -> None:
        root = await folder(client, "a")
        stored = await file(client, "x.txt")
        chosen = {"files": [str(stored.id)], "folders": [str(root.id)]}
        assert await library.restorable() == {}
        async with client.kit.database.transaction() as session:
            # As a move does: the folder first, and then its files.
            await FolderRepository(session, SUPER).target("a")
            removing = asyncio.create_task(library.call("POST", "/file-removals", chosen))
            await until_somebody_waits(session)
            _, faults = await bulk.move_files(session, SUPER, [stored.id], "a")
        assert (faults, (await removing).json()["failed"]) == ({}, {})
        assert await library.restorable() == {"a": True, "a/x.txt": False}

    async def test_beside_their_folder_while_one_of_them_is_put_into_it_neither_waits_for_the_other(
        self, library: Library, client: ServiceClient
    ) -> None:
        made, stored = await folder(client, "a"), await file(client, "x.txt")
        # As a request has it: in the context of this transaction nobody could be asked who calls.
        requests = copy_context()
        async with client.kit.database.transaction() as session:
            await folders.lock_trees(session, SUPER, [made.id])
            body = {"bucketName": "a", "version": 1}
            call = library.call("PUT", f"/file-entities/{stored.id}", body)
            moving = asyncio.create_task(call, context=requests)
            await until_somebody_waits(session)
            # As a removal does that has locked the folders.
            _, faults = await bulk.delete_files(session, SUPER, [stored.id])
        assert faults == {}
        assert (await moving).json()["code"] == "file_not_found"

    async def test_after_some_weeks_objects_and_rows_are_removed(self, library: Library, client: ServiceClient) -> None:
        root = await folder(client, "a/b")
        kept = await file(client, "kept.txt")
        in_folder = await file(client, "x.txt", bucket_name="a/b")
        alone = await file(client, "y.txt")
        await library.call("DELETE", f"/file-buckets/{root.id}")
        await library.call("DELETE", f"/file-entities/{alone.id}")
        assert await purge(client) == {"entities": 0, "contents": 0, "folders": 0}
        assert len(await keys_stored(client)) == 3
        await make_old(client, Entity)
        await make_old(client, Bucket)
        assert await purge(client) == {"entities": 2, "contents": 0, "folders": 1}
        assert await keys_stored(client) == {kept.storage_key}
        answer = await library.call("POST", "/file-restorations", {"files": [str(in_folder.id)]})
        assert answer.json()["failed"][str(in_folder.id)]["code"] == "not_restorable"


class TestSweep:
    async def test_objects_that_no_row_names_go_when_they_are_old(
        self, client: ServiceClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept = await file(client, "kept.txt")

        async def pieces() -> Any:
            yield b"lost"

        await client.kit.storage.put("files/00/lost", pieces())
        for young, swept in ((timedelta(days=1), 0), (timedelta(seconds=-5), 1)):
            monkeypatch.setattr(tasks, "_YOUNG", young)
            async with client.kit.database.transaction() as session:
                job = await enqueue(session, "files.sweep", {})
            done = {each.id: each for each in await run_jobs(client)}[job.id]
            assert done.result == {"objects": swept, "unfinished": 0}
        assert await keys_stored(client) == {kept.storage_key}

    async def test_gives_way_to_a_backup_that_waits(
        self, client: ServiceClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def pieces() -> Any:
            yield b"lost"

        for name in "ab":
            await client.kit.storage.put(f"files/00/{name}", pieces())
        monkeypatch.setattr(tasks, "_YOUNG", timedelta(seconds=-5))
        monkeypatch.setattr(tasks, "_AT_ONCE", 1)
        # It stands in line without a gap: between two looks another could get in.
        monkeypatch.setattr("kit.locks._LOOK_EVERY", "60s")
        real, kept, is_over = tasks._sweep, list[asyncio.Task[None]](), asyncio.Event()

        async def look() -> None:
            """Nobody gives up."""

        async def keep() -> None:
            async with queued_lock(client.kit.database, tasks.OBJECTS, look):
                await is_over.wait()

        async def sweep_while_one_waits(*arguments: Any) -> int:
            kept.append(asyncio.create_task(keep()))
            await until_somebody_keeps_objects(client)
            return await real(*arguments)

        monkeypatch.setattr(tasks, "_sweep", sweep_while_one_waits)
        async with client.kit.database.transaction() as session:
            await enqueue(session, "files.sweep", {})
        [job] = await run_jobs(client)
        is_over.set()
        await asyncio.gather(*kept)
        assert job.result == {"objects": 1}
        assert len(await keys_stored(client)) == 1


class TestWhileAContentIsBroughtBack:
    """It moves from one table to another."""

    @pytest.fixture
    async def stored(self, library: Library, client: ServiceClient) -> Entity:
        """A file that had another content."""
        stored = await file(client, "a.txt", b"before")
        assert (await replace(library, stored.id, b"after")).status_code == 200
        return stored

    async def test_the_sweeper_leaves_its_object(
        self, client: ServiceClient, stored: Entity, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tasks, "_YOUNG", timedelta(seconds=-5))
        async with client.kit.database.transaction() as session:
            await enqueue(session, "files.sweep", {})
        # As a worker has it: in the context of this transaction the storage could not be called.
        workers = copy_context()
        async with client.kit.database.transaction() as session:
            await session.execute(text("LOCK TABLE former_contents"))
            sweeping = asyncio.create_task(run_jobs(client, "files.sweep"), context=workers)
            await until_somebody_waits(session)
            await contents.restore(session, SUPER, stored.id, None, "*")
        await sweeping
        assert (await client.get("/files/a.txt")).content == b"before"

    async def test_one_that_is_being_deleted_for_good_is_gone(
        self, library: Library, client: ServiceClient, stored: Entity
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(delete(FormerContent))
            restoring = asyncio.create_task(restore(library, stored.id))
            await until_somebody_waits(session)
        answer = await restoring
        assert (answer.status_code, answer.json()["code"]) == (404, "former_content_not_found")
        assert (await client.get("/files/a.txt")).content == b"after"
