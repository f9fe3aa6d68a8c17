"""In which format an image comes: what a worker makes of it later, and what is too much for a format."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from cms.images import service, stored_variants
from kit import jobs
from kit.storage import StorageUnavailable
from kit.tables import Job
from kit.testing import ServiceClient
from tests.cms.picture_calls import BROWSER, OLDER, editor, keys, kind, uploaded
from tests.cms.pictures import encoded, photograph
from tests.kit.working import run_jobs

__all__ = ["editor"]


class TestFormats:
    async def test_the_best_format_comes_once_a_worker_has_made_it(self, client: ServiceClient, editor: Any) -> None:
        told = await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        address = told["path"]["versioned"] + "&size=xs"
        first = await client.get(address, headers=BROWSER)
        assert (kind(first), first.headers["cache-control"]) == ("image/webp", "public, max-age=60")
        assert first.headers["content-disposition"] == 'inline; filename="a.webp"'
        await client.get(address, headers=BROWSER)
        assert [job.name for job in await run_jobs(client)] == ["images.make_variant"]
        second = await client.get(address, headers=BROWSER)
        assert (kind(second), second.headers["cache-control"]) == ("image/avif", "public, max-age=31536000, immutable")
        assert second.headers["etag"] != first.headers["etag"]
        assert kind(await client.get(address, headers=OLDER)) == "image/webp"

    async def test_a_better_format_is_asked_for_once_however_many_come_by(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = 0

        async def enqueue(*arguments: Any, **options: Any) -> Any:
            nonlocal asked
            asked += 1
            return await jobs.enqueue(*arguments, **options)

        monkeypatch.setattr(stored_variants, "enqueue", enqueue)
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 3_600)
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await uploaded(client, editor, "b.jpg", encoded(photograph(300, 200)))
        for name in "aabab":
            await client.get(f"/files/{name}.jpg?size=xs", headers=BROWSER)
        assert asked == 2
        # What was asked for and never made, as after a restore, is asked for again.
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        assert asked == 3

    @pytest.mark.parametrize("query", ["", "&crop=0-0-10000-10000-1-1"])
    async def test_a_focal_point_moved_while_the_best_format_is_on_its_way_changes_nothing(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch, query: str
    ) -> None:
        # As another process, which has not asked yet.
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        told = await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await client.get("/files/a.jpg?size=xs", headers=OLDER)
        assert kind(await client.get(f"/files/a.jpg?size=xs{query}", headers=BROWSER)) == "image/webp"
        body = {"metaData": {"focalPoint": {"x": 1, "y": 0.5}}}
        await client.put(f"/cms/file-entities/{told['id']}", json=body, headers={**editor, "If-Match": '"1"'})
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        assert len(await run_jobs(client)) == 1
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/avif"

    async def test_a_job_that_has_the_key_otherwise_takes_no_image_away(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        as_args = stored_variants.Variant.as_args
        with monkeypatch.context() as earlier:
            # As the release before crops asked for it.
            earlier.setattr(
                stored_variants.Variant,
                "as_args",
                lambda variant: {name: value for name, value in as_args(variant).items() if name != "crop"},
            )
            await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
            await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        await run_jobs(client)
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/avif"

    async def test_a_better_format_that_could_not_be_made_is_made_an_hour_later(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        storage = client.kit.storage
        with monkeypatch.context() as away:

            async def put(*arguments: Any) -> Any:
                raise StorageUnavailable("The storage does not answer.")

            away.setattr(type(storage), "put", put)
            for _ in range(3):
                await run_jobs(client)
        assert [job.state for job in await run_jobs(client)] == ["failed"]
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        assert len(await run_jobs(client)) == 1
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(finished_at=datetime.now(UTC) - timedelta(minutes=61)))
        for _ in range(2):
            await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        assert [job.state for job in await run_jobs(client)] == ["failed", "done"]
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/avif"

    async def test_a_better_format_that_the_image_is_too_much_for_is_left_at_that(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        with monkeypatch.context() as hurried:
            hurried.setattr(service, "_VARIANT_SECONDS", 0)
            await run_jobs(client)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(finished_at=datetime.now(UTC) - timedelta(minutes=61)))
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        # One job, and none that an alert tells of until somebody dismisses it.
        [job] = await run_jobs(client)
        assert (job.state, job.result) == ("done", {"refused": "Processing took too long.", "reason": "too_costly"})

    async def test_until_the_next_day_for_the_machine_may_have_been_short_of_time(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        with monkeypatch.context() as hurried:
            hurried.setattr(service, "_VARIANT_SECONDS", 0)
            await run_jobs(client)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(finished_at=datetime.now(UTC) - timedelta(hours=25)))
        for _ in range(2):
            assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        assert [job.state for job in await run_jobs(client)] == ["done", "done"]
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/avif"

    async def test_what_is_damaged_is_not_tried_again(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        content = encoded(photograph(300, 200))
        await uploaded(client, editor, "a.jpg", content)
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        [original] = await keys(client, "files/")

        async def cut_off() -> AsyncIterator[bytes]:
            yield content[: len(content) // 2]

        # As a storage gives it whose disk fails.
        await client.kit.storage.put(original, cut_off())
        await run_jobs(client)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(finished_at=datetime.now(UTC) - timedelta(hours=25)))
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        [job] = await run_jobs(client)
        assert (job.state, job.result["reason"]) == ("done", "image_damaged")

    async def test_a_better_format_that_was_lost_is_made_again(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        await run_jobs(client)
        await client.kit.storage.delete(await keys(client, "variants/"))
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        assert [job.state for job in await run_jobs(client)] == ["done", "done"]
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/avif"

    @pytest.mark.parametrize(
        ("width", "height", "size"), [(100, 20_000, "full"), (520, 16_700, "md"), (20_000, 90, "full")]
    )
    async def test_what_is_too_long_for_the_best_format_comes_in_another(
        self, client: ServiceClient, editor: Any, width: int, height: int, size: str
    ) -> None:
        await uploaded(client, editor, "a.jpg", encoded(photograph(width, height)))
        for headers in (BROWSER, OLDER):
            answer = await client.get(f"/files/a.jpg?size={size}", headers=headers)
            assert kind(answer) == "image/jpeg"
        small = await client.get("/files/a.jpg?size=xs", headers=OLDER)
        assert kind(small) == ("image/webp" if width != 100 else "image/jpeg")

    async def test_what_the_best_format_takes_too_much_for_comes_in_another(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store_variant, tried = service.store_variant, list[str]()

        async def hurried(*arguments: Any, format: Any, **named: Any) -> int:
            tried.append(format)
            with monkeypatch.context() as limits:
                if format == "webp":
                    limits.setattr(service, "_VARIANT_SECONDS", 0)
                return await store_variant(*arguments, format=format, **named)

        told = await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        with monkeypatch.context() as short:
            short.setattr(stored_variants, "store_variant", hurried)
            for _ in range(2):
                answer = await client.get(told["path"]["versioned"] + "&size=full", headers=OLDER)
                assert kind(answer) == "image/jpeg"
                assert "immutable" not in answer.headers["cache-control"], "the best is shown once it can be made"
        # Each try may take a minute of a core, so visitors do not begin it again one after the other.
        assert tried == ["webp", "jpeg"]
        monkeypatch.setattr(stored_variants, "_TRY_COSTLY_AGAIN", timedelta())
        assert kind(await client.get("/files/a.jpg?size=full", headers=OLDER)) == "image/webp"

    async def test_what_is_too_much_for_every_format_is_refused(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        monkeypatch.setattr(service, "_VARIANT_SECONDS", 0)
        answer = await client.get("/files/a.jpg?size=full", headers=OLDER)
        assert (answer.status_code, answer.json()["reason"]) == (422, "too_costly")
