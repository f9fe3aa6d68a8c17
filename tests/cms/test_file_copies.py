"""Images of other sites, copied into the library: against a site on the wire, and what may not be asked."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import select, update

from cms import worker
from cms.app import app
from cms.file_copies import copying, service
from cms.file_copies.models import FileCopyCount
from cms.files.models import Entity
from kit.audit import AuditEntry
from kit.jobs import enqueue
from kit.tables import Job
from kit.testing import Start, Tokens
from tests.cms.copy_calls import OTHER, PNG, SVG, USER, Editor, client, editor, elsewhere, names_in
from tests.cms.file_library import keys_stored
from tests.cms.pictures import encoded, photograph, png_of_size
from tests.elsewhere import Elsewhere
from tests.kit.working import run_jobs

__all__ = ["client", "editor", "elsewhere", "worker"]


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
