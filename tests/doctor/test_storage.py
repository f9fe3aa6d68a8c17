"""What the doctor says of the places where files and backups are kept."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.doctor.findings import Finding
from deploy.doctor.storage import check_bucket, check_folder
from deploy.s3 import s3_client
from kit.testing.engines import free_port
from tests.s3_server import ACCESS, boto_client, read_only_bucket, restricted_bucket, s3_server


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with s3_server() as address:
        yield address


@pytest.fixture
def settings(server: str) -> dict[str, str]:
    """Those of a bucket that is there, and of a key that may do everything."""
    bucket = f"files-{uuid.uuid4().hex}"
    place = {"LocationConstraint": ACCESS["region"]}
    boto_client(server, "s3").create_bucket(Bucket=bucket, CreateBucketConfiguration=place)
    return {
        "S3_BUCKET": bucket,
        "S3_ENDPOINT_URL": server,
        "S3_REGION": ACCESS["region"],
        "S3_ACCESS_KEY_ID": ACCESS["access_key_id"],
        "S3_SECRET_ACCESS_KEY": ACCESS["secret_access_key"],
    }


async def _found(settings: dict[str, str]) -> Finding:
    [found], _ = await check_bucket("Files", "", settings)
    assert settings["S3_SECRET_ACCESS_KEY"] not in str(found)
    return found


async def test_a_bucket_is_well_and_stays_as_it_was(server: str, settings: dict[str, str]) -> None:
    [found], [clock] = await check_bucket("Files", "", settings)
    assert (found.level, found.said) == ("ok", f"bucket {settings['S3_BUCKET']} can be read and written")
    assert abs(clock.ahead) < 2
    assert boto_client(server, "s3").list_objects_v2(Bucket=settings["S3_BUCKET"])["KeyCount"] == 0


async def test_the_bucket_for_backups_has_settings_of_its_own(settings: dict[str, str]) -> None:
    [found], _ = await check_bucket("Backups", "BACKUPS_", {f"BACKUPS_{name}": each for name, each in settings.items()})
    assert (found.level, found.part) == ("ok", "Backups")


async def test_there_is_no_such_bucket(settings: dict[str, str]) -> None:
    found = await _found({**settings, "S3_BUCKET": "not-there"})
    assert (found.level, found.advice) == ("fault", "make the bucket, or name another")
    assert found.said.startswith("not-there cannot be reached: NoSuchBucket")


async def test_nobody_answers(settings: dict[str, str]) -> None:
    found = await _found({**settings, "S3_ENDPOINT_URL": f"http://127.0.0.1:{free_port()}"})
    assert (found.level, " cannot be reached: " in found.said) == ("fault", True)


class TestAServerThatAsksForRights:
    @pytest.fixture
    def strict(self) -> Iterator[dict[str, str]]:
        """The settings of somebody who may only read there."""
        with read_only_bucket() as settings:
            yield settings

    async def test_is_read_only(self, strict: dict[str, str]) -> None:
        found = await _found(strict)
        assert (found.level, found.said) == ("fault", "read-only cannot be written: AccessDenied, Access Denied")
        assert found.advice.startswith("give the key s3:PutObject")

    async def test_may_be_written_and_not_read(self) -> None:
        with restricted_bucket("write-only", "PutObject", "DeleteObject", "ListBucket") as settings:
            found = await _found(settings)
            async with s3_client("", settings) as client:
                left = await client.list_objects_v2(Bucket="write-only")
        assert (found.level, found.said) == ("fault", "write-only cannot be read: AccessDenied, Access Denied")
        assert left["KeyCount"] == 0

    async def test_has_another_key(self, strict: dict[str, str]) -> None:
        found = await _found({**strict, "S3_SECRET_ACCESS_KEY": "another"})
        assert (found.level, found.advice) == ("fault", "correct the key's id and secret")


class TestAFolder:
    def test_is_well_and_stays_as_it_was(self, tmp_path: Path) -> None:
        [found] = check_folder("Files", tmp_path)
        assert found.level == "ok"
        assert not list(tmp_path.iterdir())

    def test_is_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        [found] = check_folder("Files", tmp_path / "file")
        assert (found.level, "cannot be written" in found.said) == ("fault", True)

    def test_is_made_once_something_is_kept(self, tmp_path: Path) -> None:
        [found] = check_folder("Files", tmp_path / "data" / "files")
        assert found.level == "ok"
        assert not list(tmp_path.iterdir())

    def test_is_on_a_disk_that_is_not_mounted(self, tmp_path: Path) -> None:
        """Made by the doctor, it would have taken the backups on the disk that they are to outlive."""
        [found] = check_folder("Backups", tmp_path / "site", is_own=False)
        assert (found.level, found.said) == ("fault", f"there is no folder {tmp_path / 'site'}")
        assert not list(tmp_path.iterdir())

    def test_is_read_only(self) -> None:
        # Not a folder of the test's own: nothing is read-only to root but such file systems.
        [found] = check_folder("Files", Path("/proc/self") if os.geteuid() == 0 else Path("/"))
        assert (found.level, "cannot be written" in found.said) == ("fault", True)
