"""Uploads in one request that break off, or whose database or storage goes away meanwhile."""

import resource
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from cms.app import app
from kit.testing import ServiceClient, Start
from tests.cms.asgi import cut_off
from tests.cms.file_library import editor
from tests.cms.upload_calls import END, MB, MULTIPART, PNG, is_empty, names, part_of, send_raw, upload
from tests.s3_server import ACCESS, read_only_bucket, s3_server, s3_storage

__all__ = ["editor"]


class TestDatabaseThatGoesAway:
    """While it makes a row of ``b.txt``."""

    FILES = (("a.txt", b"1"), ("b.txt", b"2"), ("c.txt", b"3"))

    @pytest.fixture(autouse=True)
    async def goes_away(self, client: ServiceClient, request: pytest.FixtureRequest) -> AsyncIterator[None]:
        """With a code of Postgres: that of an administrator who restarts it, where a test names no other."""
        raised = f"RAISE 'going away' USING ERRCODE = '{getattr(request, 'param', '57P01')}'"
        body = f"BEGIN IF NEW.name = 'b.txt' THEN {raised}; END IF; RETURN NEW; END"
        async with client.kit.database.transaction() as session:
            await session.execute(text(f"CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"))
            await session.execute(
                text("CREATE TRIGGER away BEFORE INSERT ON entities FOR EACH ROW EXECUTE FUNCTION go_away()")
            )
        yield
        async with client.kit.database.transaction() as session:
            await session.execute(text("DROP FUNCTION go_away CASCADE"))

    async def come_back(self, client: ServiceClient) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("DROP TRIGGER away ON entities"))

    async def test_is_said_of_those_that_are_not_there_so_that_no_other_is_sent_twice(
        self, client: ServiceClient, editor: Any
    ) -> None:
        answer = await upload(client, editor, *self.FILES)
        told = answer.json()
        assert (answer.status_code, [*told["success"]]) == (200, ["a.txt"])
        assert {name: (each["status"], each["code"]) for name, each in told["failed"].items()} == dict.fromkeys(
            ["b.txt", "c.txt"], (503, "database_unavailable")
        )
        assert await names(client, editor) == ["a.txt"]
        await self.come_back(client)
        again = await upload(client, editor, *[given for given in self.FILES if given[0] in told["failed"]])
        assert again.json()["failed"] == {}
        assert await names(client, editor) == ["a.txt", "b.txt", "c.txt"]

    @pytest.mark.parametrize("goes_away", ["40P01", "55P03"], indirect=True)
    async def test_or_is_busy_is_no_refusal_of_those_that_were_not_tried(
        self, client: ServiceClient, editor: Any
    ) -> None:
        """A deadlock, and a lock that somebody else has for too long."""
        told = (await upload(client, editor, *self.FILES)).json()
        assert [*told["success"]] == ["a.txt"]
        assert {name: each["status"] for name, each in told["failed"].items()} == {"b.txt": 503, "c.txt": 503}

    @pytest.mark.parametrize("goes_away", ["22001"], indirect=True)
    async def test_one_that_it_refuses_keeps_no_other_out(self, client: ServiceClient, editor: Any) -> None:
        told = (await upload(client, editor, *self.FILES)).json()
        assert [*told["success"]] == ["a.txt", "c.txt"]
        assert {name: each["code"] for name, each in told["failed"].items()} == {"b.txt": "value_refused"}

    async def test_says_of_files_of_one_name_which_are_not_there(self, client: ServiceClient, editor: Any) -> None:
        given = (("a.txt", b"1"), ("b.txt", b"2"), ("a.txt", b"3"), ("b.txt", b"4"), ("b.txt", b"5"))
        told = (await upload(client, editor, *given)).json()
        assert {name: each["index"] for name, each in told["success"].items()} == {"a.txt": 0}
        assert {name: each["index"] for name, each in told["failed"].items()} == {
            "b.txt": 1,
            "a (2).txt": 2,
            "b (2).txt": 3,
            "b (3).txt": 4,
        }

    async def test_with_a_key_all_are_sent_again(self, client: ServiceClient, editor: Any) -> None:
        headers = {**editor, "Idempotency-Key": "one"}
        assert (await upload(client, headers, *self.FILES)).status_code == 503
        await self.come_back(client)
        assert [*(await upload(client, headers, *self.FILES)).json()["success"]] == ["a.txt", "b.txt", "c.txt"]
        assert await names(client, editor) == ["a.txt", "b.txt", "c.txt"]

    async def test_before_the_first_is_there_is_the_answer(self, client: ServiceClient, editor: Any) -> None:
        assert (await upload(client, editor, *self.FILES[1:])).status_code == 503
        assert await names(client, editor) == []


class TestBreakingOff:
    @pytest.mark.parametrize("share", [0.05, 0.5, 0.99])
    async def test_leaves_nothing(self, client: ServiceClient, editor: Any, share: float) -> None:
        body = part_of("files", b"whole", "whole.txt") + part_of("files", b"x" * 3 * MB, "half.bin") + END
        cut = body[: int(len(body) * share)]
        chunks = [cut[begin : begin + 65_536] for begin in range(0, len(cut), 65_536)]
        status = await cut_off(client, "POST", "/cms/files", {**editor, **MULTIPART}, chunks)
        assert status == 400
        assert await is_empty(client, editor)

    async def test_a_body_that_ends_too_early_leaves_nothing(self, client: ServiceClient, editor: Any) -> None:
        for body in (part_of("files", b"x" * 100, "a.txt"), part_of("files", b"x", "a.txt")[:-3], b"", b"\r\n"):
            answer = await send_raw(client, editor, body)
            assert (answer.status_code, answer.json()["code"]) == (400, "multipart_invalid")
        assert await is_empty(client, editor)

    async def test_a_full_disk_is_said_and_leaves_nothing(self, client: ServiceClient, editor: Any) -> None:
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2 * MB, limits[1]))
        try:
            answer = await upload(client, editor, ("small.txt", b"x"), ("a.bin", bytes(4 * MB)))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
        assert await is_empty(client, editor)

    async def test_so_is_one_that_an_image_is_copied_to(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Files may be in S3, and what is looked at lies on this machine meanwhile."""
        full = Path("/dev/full").open("r+b", buffering=0)  # noqa: SIM115  # the code that gets it closes it
        monkeypatch.setattr(tempfile, "TemporaryFile", lambda: full)
        answer = await upload(client, editor, ("sun.png", PNG))
        assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
        assert await is_empty(client, editor)

    async def test_a_storage_that_is_away_is_said(self, start: Start, editor: Any) -> None:
        client = await start(
            app,
            s3_bucket="files",
            s3_endpoint_url="http://127.0.0.1:1",
            s3_access_key_id="key",
            s3_secret_access_key="secret",
        )
        answer = await upload(client, editor, ("a.txt", b"x"))
        assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
        assert await names(client, editor) == []

    async def test_a_storage_that_may_only_be_read_is_said_and_no_file_is_there(
        self, start: Start, editor: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        with read_only_bucket() as settings:
            given: dict[str, Any] = {name.lower(): value for name, value in settings.items()}
            client = await start(app, **given)
            # In one piece, and in the parts that a large one is sent in.
            for size in (1, 9 * MB):
                answer = await upload(client, editor, ("a.bin", bytes(size)))
                assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
            assert await names(client, editor) == []
            assert "AccessDenied" in caplog.text
            assert settings["S3_SECRET_ACCESS_KEY"] not in caplog.text

    async def test_a_storage_that_goes_away_in_the_middle_is_said_and_no_file_is_there(
        self, start: Start, editor: Any
    ) -> None:
        with ExitStack() as server:
            address = server.enter_context(s3_server())
            storage = await s3_storage(address)
            settings: dict[str, Any] = {f"s3_{name}": value for name, value in ACCESS.items()}
            client = await start(app, s3_bucket=storage._access.bucket, s3_endpoint_url=address, **settings)
            await storage.close()

            async def outliving() -> AsyncIterator[bytes]:
                yield part_of("files", b"whole", "whole.txt")
                yield part_of("files", bytes(9 * MB), "a.bin").removesuffix(b"\r\n")
                server.close()
                yield bytes(9 * MB)
                yield b"\r\n" + END

            answer = await send_raw(client, editor, outliving())
        assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
        assert await names(client, editor) == []
