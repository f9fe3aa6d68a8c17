"""Images of other sites, copied into the library: against a site on the wire, and what may not be asked."""

import asyncio
import contextvars
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text, update

from cms import worker
from cms.app import app
from cms.file_copies import copying, service
from cms.file_copies.models import FileCopy, FileCopyCount
from cms.files.models import Bucket, Entity
from cms.uploads.examining import examined
from kit import outbound
from kit.audit import AuditEntry
from kit.cancellable import was_cancelled
from kit.jobs import Run, enqueue
from kit.tables import Job
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.file_library import keys_stored
from tests.cms.pictures import encoded, photograph, png_of_size
from tests.elsewhere import Elsewhere, site_elsewhere
from tests.kit.waiting import eventually
from tests.kit.working import run_jobs, with_worker
from tests.waiting_transactions import until_somebody_waits

assert worker.__all__, "tasks register themselves on import"
PNG, OTHER = encoded(photograph(64, 48), "png"), encoded(photograph(32, 32), "png")
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'
USER = "0192f000-0000-7000-8000-00000000abcd"


@pytest.fixture
async def elsewhere() -> AsyncIterator[Elsewhere]:
    async with site_elsewhere() as found:
        yield found


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app, outbound_networks=["127.0.0.0/8"])


class Editor:
    def __init__(self, client: ServiceClient, headers: Mapping[str, str]) -> None:
        self.client = client
        self.headers = headers

    async def ask(self, *addresses: str, folder: str = "Pasted", **headers: str) -> httpx.Response:
        body = {"addresses": addresses, "bucketName": folder}
        return await self.client.post("/cms/file-copies", json=body, headers={**self.headers, **headers})

    async def copied(self, *addresses: str, folder: str = "Pasted") -> tuple[dict[str, Any], dict[str, str]]:
        """The files by their address, and why others are none."""
        answer = await with_worker(self.client, self.ask(*addresses, folder=folder))
        assert answer.status_code == 200, answer.text
        told = answer.json()
        return told["success"], {address: fault["detail"] for address, fault in told["failed"].items()}


@pytest.fixture
def editor(client: ServiceClient, tokens: Tokens) -> Editor:
    return Editor(client, tokens.bearer("editor", user=USER))


async def names_in(client: ServiceClient, folder: str = "Pasted") -> list[str]:
    async with client.kit.database.reading() as session:
        query = select(Entity.name).join(Bucket).where(Bucket.name == folder, Entity.deleted_at.is_(None))
        return [*await session.scalars(query.order_by(Entity.name))]


class TestCreate:
    async def test_the_images_are_files_of_whoever_asked(self, editor: Editor, elsewhere: Elsewhere) -> None:
        elsewhere.files |= {"/a/one.png": PNG, "/two.svg": SVG}
        one, two = f"{elsewhere.address}/a/one.png?size=2", f"{elsewhere.address}/two.svg"
        elsewhere.files["/a/one.png?size=2"] = PNG
        success, failed = await editor.copied(one, two, one)
        assert failed == {}
        assert [success[one][each] for each in ("name", "bucketName", "mimeType", "width")] == [
            *("one.png", "Pasted", "image/png", 64)
        ]
        assert (success[two]["mimeType"], success[two]["isPublic"]) == ("image/svg+xml", True)
        assert sorted(elsewhere.asked) == ["/a/one.png?size=2", "/two.svg"]
        async with editor.client.kit.database.reading() as session:
            entries = (await session.scalars(select(AuditEntry).where(AuditEntry.action == "file.created"))).all()
        assert {str(entry.actor_id) for entry in entries} == {USER}
        assert len(entries) == 2

    async def test_the_same_content_is_one_file(self, editor: Editor, elsewhere: Elsewhere) -> None:
        elsewhere.files |= {"/one.png": PNG, "/again.png": PNG}
        first, _ = await editor.copied(f"{elsewhere.address}/one.png", f"{elsewhere.address}/again.png")
        later, _ = await editor.copied(f"{elsewhere.address}/one.png")
        assert len({file["id"] for file in [*first.values(), *later.values()]}) == 1
        assert await names_in(editor.client) == ["one.png"]
        assert len(await keys_stored(editor.client)) == 1

    async def test_a_file_that_not_everybody_sees_stands_for_nothing(
        self, editor: Editor, elsewhere: Elsewhere
    ) -> None:
        elsewhere.files["/one.png"] = PNG
        address = f"{elsewhere.address}/one.png"
        await editor.copied(address)
        async with editor.client.kit.database.transaction() as session:
            await session.execute(update(Entity).values(meta_data={"scopeWhitelist": ["members"]}))
        await editor.copied(address)
        async with editor.client.kit.database.transaction() as session:
            await session.execute(update(Entity).values(meta_data={}, is_public=False))
        await editor.copied(address)
        assert len(await names_in(editor.client)) == 3

    async def test_a_name_fits_the_content(self, editor: Editor, elsewhere: Elsewhere) -> None:
        elsewhere.files |= {"/picture.php": PNG, "/": OTHER, "/con.png": encoded(photograph(8, 8), "png")}
        await editor.copied(*(f"{elsewhere.address}{path}" for path in elsewhere.files))
        assert await names_in(editor.client) == ["image (2).png", "image.png", "picture.php.png"]

    @pytest.mark.parametrize("kind", ["Image/PNG", "IMAGE/png; charset=binary", "application/octet-stream", ""])
    async def test_its_bytes_say_that_it_is_an_image(self, editor: Editor, elsewhere: Elsewhere, kind: str) -> None:
        elsewhere.files |= {"/one": PNG, "/two": b"no image"}
        elsewhere.kinds |= {"/one": kind, "/two": kind}
        one, two = (f"{elsewhere.address}/{name}" for name in ("one", "two"))
        success, failed = await editor.copied(one, two)
        assert [(address, file["name"]) for address, file in success.items()] == [(one, "one.png")]
        assert failed == {two: "There is no image at this address."}

    async def test_what_cannot_be_copied_is_said_of_its_address(self, editor: Editor, elsewhere: Elsewhere) -> None:
        elsewhere.files |= {
            "/page.html": b"<!doctype html>",
            "/called.png": b"<html>no image</html>",
            "/huge.png": png_of_size(30_000, 30_000),
            "/large.png": PNG + bytes(copying.LARGEST),
            "/one.png": PNG,
        }
        elsewhere.redirects["/within"] = "http://10.0.0.1/one.png"
        wanted = [*elsewhere.files, "/missing.png", "/within"]
        success, failed = await editor.copied(*(elsewhere.address + path for path in wanted), "file:///etc/passwd")
        assert [*success] == [f"{elsewhere.address}/one.png"]
        assert {address.removeprefix(elsewhere.address): detail for address, detail in failed.items()} == {
            "/page.html": "There is no image at this address.",
            "/called.png": "There is no image at this address.",
            "/huge.png": failed[f"{elsewhere.address}/huge.png"],
            "/large.png": "The image is larger than 20 MB. Make it smaller, or upload it yourself.",
            "/missing.png": "The site answers with 404.",
            "/within": "This address is not public.",
            "file:///etc/passwd": "This is not a web address.",
        }
        assert "pixels" in failed[f"{elsewhere.address}/huge.png"]
        assert len(await keys_stored(editor.client)) == 1

    async def test_nothing_within_is_asked(self, start: Start, tokens: Tokens, elsewhere: Elsewhere) -> None:
        elsewhere.files["/one.png"] = PNG
        editor = Editor(await start(app), tokens.bearer("editor", user=USER))
        address = f"{elsewhere.address}/one.png"
        assert await editor.copied(address) == ({}, {address: "This address is not public."})
        assert elsewhere.asked == []

    async def test_somebody_else_may_have_made_the_folder(self, editor: Editor, elsewhere: Elsewhere) -> None:
        elsewhere.files |= {"/one.png": PNG, "/two.png": OTHER}
        made = await editor.client.post("/cms/buckets", json={"name": "Pasted"}, headers=editor.headers)
        assert made.status_code == 201
        await editor.copied(f"{elsewhere.address}/one.png")
        await editor.copied(f"{elsewhere.address}/two.png", folder="")
        assert await names_in(editor.client) == ["one.png"]

    async def test_the_job_is_told_at_once_to_whoever_prefers_that(self, editor: Editor) -> None:
        answer = await editor.ask("https://elsewhere.example/one.png", Prefer="respond-async")
        assert (answer.status_code, answer.json()["state"]) == (202, "queued")
        assert answer.headers["location"] == f"/cms/jobs/{answer.json()['id']}"


class TestRefusals:
    @pytest.mark.parametrize("count", [0, 21])
    async def test_not_none_and_not_too_many(self, editor: Editor, count: int) -> None:
        answer = await editor.ask(*(f"https://elsewhere.example/{number}.png" for number in range(count)))
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")

    async def test_not_into_a_protected_folder(self, editor: Editor) -> None:
        answer = await editor.ask("https://elsewhere.example/one.png", folder="backups/x")
        assert (answer.status_code, answer.json()["code"]) == (403, "folder_protected")

    @pytest.mark.parametrize("name", ["Pasted", "Pasted/2026"])
    async def test_not_into_a_folder_that_visitors_do_not_see(
        self, editor: Editor, elsewhere: Elsewhere, name: str
    ) -> None:
        elsewhere.files["/one.png"] = PNG
        restricted = {"name": "Pasted", "metaData": {"scopeWhitelist": ["members"]}}
        made = await editor.client.post("/cms/buckets", json=restricted, headers=editor.headers)
        assert made.status_code == 201, made.text
        answer = await editor.ask(f"{elsewhere.address}/one.png", folder=name)
        assert (answer.status_code, answer.json()["code"]) == (409, "folder_restricted")
        assert answer.json()["detail"] == (
            "The folder 'Pasted' is restricted to members, so visitors would not see the copy. "
            "Remove the restriction in the media library, then try again."
        )
        assert elsewhere.asked == []

    async def test_a_folder_may_be_restricted_meanwhile(self, editor: Editor, elsewhere: Elsewhere) -> None:
        elsewhere.files["/one.png"] = PNG
        address = f"{elsewhere.address}/one.png"
        await editor.ask(address, Prefer="respond-async")
        restricted = {"name": "Pasted", "metaData": {"scopeWhitelist": ["members", "staff"]}}
        await editor.client.post("/cms/buckets", json=restricted, headers=editor.headers)
        [job] = await run_jobs(editor.client, "file_copies.copy")
        assert job.state == "done"
        assert job.result is not None
        assert job.result["failed"][address]["code"] == "folder_restricted"
        assert (await names_in(editor.client), await keys_stored(editor.client)) == ([], set())

    async def test_not_ever_so_often(self, editor: Editor, tokens: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
        """Images are counted, each address of a call once: a call has up to twenty."""
        monkeypatch.setattr(service, "MOST_OF_PERSON", 4)
        address = "https://elsewhere.example/one.png"
        calls = [[address], [address, address, f"{address}?2", f"{address}?3"], [address]]
        answers = [await editor.ask(*call, Prefer="respond-async") for call in calls]
        assert [answer.status_code for answer in answers] == [202, 202, 429]
        assert answers[-1].json()["code"] == "too_many_copies"
        assert 0 < int(answers[-1].headers["retry-after"]) <= 3600
        other = Editor(editor.client, tokens.bearer("editor"))
        assert (await other.ask(address, Prefer="respond-async")).status_code == 202
        async with editor.client.kit.database.reading() as session:
            assert len((await session.scalars(select(Job.id).where(Job.name == "file_copies.copy"))).all()) == 3

    async def test_a_refused_call_is_not_counted(self, editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(service, "MOST_OF_PERSON", 4)
        address = "https://elsewhere.example/one.png"
        sizes = [3, 2, 1, 1]
        calls = [[f"{address}?{number}" for number in range(size)] for size in sizes]
        answers = [await editor.ask(*call, Prefer="respond-async") for call in calls]
        assert [answer.status_code for answer in answers] == [202, 429, 202, 429]

    async def test_counts_are_forgotten_with_their_hour(self, editor: Editor) -> None:
        await editor.ask("https://elsewhere.example/one.png", Prefer="respond-async")
        async with editor.client.kit.database.transaction() as session:
            await session.execute(update(FileCopyCount).values(window_ends_at=datetime(2020, 1, 1, tzinfo=UTC)))
            await enqueue(session, "file_copies.purge", {})
        await run_jobs(editor.client, "file_copies.purge")
        async with editor.client.kit.database.reading() as session:
            assert (await session.scalars(select(FileCopyCount.bucket))).all() == []


class TestBrokenOff:
    async def test_nothing_of_it_stays_where_the_storage_fails(
        self, editor: Editor, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        elsewhere.files |= {"/one.png": PNG, "/two.png": OTHER}
        seen = list[str]()

        async def fails_once(state: Any, content: Any, name: str) -> Any:
            seen.append(name)
            if len(seen) == 2:
                raise ConnectionError("the scanner is away")
            return await examined(state, content, name)

        monkeypatch.setattr(copying, "examined", fails_once)
        addresses = [f"{elsewhere.address}/{name}.png" for name in ("one", "two")]
        await editor.ask(*addresses, Prefer="respond-async")
        [job] = await run_jobs(editor.client, "file_copies.copy")
        assert (job.state, await keys_stored(editor.client), await names_in(editor.client)) == ("queued", set(), [])
        [job] = await run_jobs(editor.client, "file_copies.copy")
        assert job.state == "done"
        assert await names_in(editor.client) == ["one.png", "two.png"]


class TestCancel:
    async def begun(self, editor: Editor, *addresses: str) -> str:
        """The path that cancels a job which copies these."""
        answer = await editor.ask(*addresses, Prefer="respond-async")
        return f"/cms/jobs/{answer.json()['id']}/cancellation"

    async def test_nothing_of_it_stays_and_no_site_is_waited_for(
        self, editor: Editor, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # So that the job does not end by it, nor hears of the first call before the second is answered.
        monkeypatch.setattr(outbound, "SECONDS", 120.0)
        monkeypatch.setattr(copying, "_LOOK_EVERY", 5.0)
        elsewhere.files |= {"/one.png": PNG, "/two.png": OTHER}
        elsewhere.silent.add("/two.png")
        cancellation = await self.begun(editor, f"{elsewhere.address}/one.png", f"{elsewhere.address}/two.png")
        working = asyncio.create_task(run_jobs(editor.client, "file_copies.copy"))
        await eventually(lambda: "/two.png" in elsewhere.asked)

        async def is_one_here() -> bool:
            return await keys_stored(editor.client) != set()

        await eventually(is_one_here)
        answers = [await editor.client.post(cancellation, headers=editor.headers) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [204, 204]
        [job] = await working
        assert job.error is not None
        assert (job.state, job.error["code"], was_cancelled(job)) == ("failed", "copy_cancelled", True)
        assert (await names_in(editor.client), await keys_stored(editor.client)) == ([], set())

    async def test_nothing_stays_of_what_was_stored_a_moment_before(
        self, editor: Editor, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        is_telling = asyncio.Event()

        async def tell(*_: Any) -> None:
            is_telling.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(Run, "progress", tell)
        elsewhere.files["/one.png"] = PNG
        cancellation = await self.begun(editor, f"{elsewhere.address}/one.png")
        working = asyncio.create_task(run_jobs(editor.client, "file_copies.copy"))
        await asyncio.wait_for(is_telling.wait(), 60)
        assert len(await keys_stored(editor.client)) == 1
        assert (await editor.client.post(cancellation, headers=editor.headers)).status_code == 204
        await working
        assert await keys_stored(editor.client) == set()

    async def test_no_site_is_asked_where_it_had_not_begun(self, editor: Editor, elsewhere: Elsewhere) -> None:
        elsewhere.files["/one.png"] = PNG
        cancellation = await self.begun(editor, f"{elsewhere.address}/one.png")
        assert (await editor.client.post(cancellation, headers=editor.headers)).status_code == 204
        [job] = await run_jobs(editor.client, "file_copies.copy")
        assert (job.error or {})["code"] == "copy_cancelled"
        assert elsewhere.asked == []

    async def test_not_once_files_are_made_of_them(self, editor: Editor, elsewhere: Elsewhere) -> None:
        elsewhere.files["/one.png"] = PNG
        cancellation = await self.begun(editor, f"{elsewhere.address}/one.png")
        # The worker's calls are not made in the transaction of this test.
        outside = contextvars.copy_context()
        async with editor.client.kit.database.transaction() as session:
            await session.execute(text("LOCK TABLE entities IN SHARE MODE"))
            working = asyncio.create_task(run_jobs(editor.client, "file_copies.copy"), context=outside)
            await until_somebody_waits(session)
            answer = await editor.client.post(cancellation, headers=editor.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "job_not_cancellable")
        [job] = await working
        assert (job.state, await names_in(editor.client)) == ("done", ["one.png"])

    async def test_what_is_known_of_it_is_forgotten_after_a_week(self, editor: Editor) -> None:
        for _ in range(2):
            await self.begun(editor, "https://elsewhere.example/one.png")
        async with editor.client.kit.database.transaction() as session:
            one = select(FileCopy.id).limit(1).scalar_subquery()
            old = update(FileCopy).where(FileCopy.id == one).values(created_at=datetime(2020, 1, 1, tzinfo=UTC))
            await session.execute(old)
            await enqueue(session, "file_copies.purge", {})
        await run_jobs(editor.client, "file_copies.purge")
        async with editor.client.kit.database.reading() as session:
            assert len((await session.scalars(select(FileCopy.id))).all()) == 1
