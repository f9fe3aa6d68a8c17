"""The secrets of a site, made by several at once, and read by nobody else."""

import json
import stat
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from deploy.local import data_folder, keys
from deploy.local.data_folder import DataFolder, alone
from deploy.operations.secrets import SecretsFolder
from deploy.operations.settings import read_settings
from kit.keys import ServiceKeys


@pytest.fixture
def two_who_find_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two threads neither goes on before both have read, for the first time, what there is."""
    read, both, has_read = data_folder.read_json, threading.Barrier(2, timeout=60), threading.local()

    def read_together(path: Path) -> dict[str, Any]:
        found = read(path)
        if not getattr(has_read, "once", False):
            has_read.once = True
            both.wait()
        return found

    monkeypatch.setattr(data_folder, "read_json", read_together)


@pytest.mark.usefixtures("two_who_find_none")
def test_two_starts_at_once_make_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: DataFolder(tmp_path).secrets(), range(2))
    assert one == other == json.loads((tmp_path / "secrets.json").read_text())


def test_passwords_that_are_dropped_stay_so_beside_a_start(tmp_path: Path) -> None:
    """What was read before they were dropped is not written again."""
    folder = DataFolder(tmp_path)
    before = folder.secrets()
    with ThreadPoolExecutor(1) as pool:
        with folder.locked_secrets():
            dropping = pool.submit(folder.forget_passwords)
            _until_somebody_waits(tmp_path / "secrets.lock", dropping.done)
            assert folder.secrets_file.read_text().count(before["redis"]) == 1
        dropping.result()
    assert folder.secrets()["redis"] != before["redis"]
    assert folder.secrets()["postgres"] == before["postgres"]


def test_keys_are_made_by_one_at_a_time(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    with ThreadPoolExecutor(1) as pool:
        with folder.locked_secrets():
            making = pool.submit(keys.ensure, folder)
            _until_somebody_waits(tmp_path / "secrets.lock", making.done)
            assert not list(folder.keys.iterdir())
        making.result()
    ServiceKeys(folder.keys, "auth")


def test_what_parts_may_read_is_laid_out_by_one_at_a_time(tmp_path: Path) -> None:
    """Two containers at once wrote the same half of a file, and one of them did not find it any more."""
    folder = SecretsFolder(read_settings({"SECRETS_DIR": str(tmp_path)}))
    (tmp_path / "site").mkdir()
    with ThreadPoolExecutor(1) as pool:
        with alone(tmp_path / "site" / "lock"):
            laying_out = pool.submit(folder.ensure)
            _until_somebody_waits(tmp_path / "site" / "lock", laying_out.done)
            assert [file.name for file in tmp_path.iterdir()] == ["site"]
        laying_out.result()
    with ThreadPoolExecutor(4) as pool:
        [
            *pool.map(
                lambda change: change(), [folder.ensure, folder.rotate_keys, folder.rotate_passwords, folder.ensure]
            )
        ]
    secrets = folder.secrets()
    assert secrets["roles"]["auth"] in (tmp_path / "auth" / "database-url").read_text()
    assert (
        ServiceKeys(tmp_path / "web", "web").signing.kid == ServiceKeys(tmp_path / "site" / "keys", "web").signing.kid
    )


class TestModes:
    """Those of a folder that was copied, or restored under another umask."""

    @pytest.fixture
    def opened(self, tmp_path: Path) -> Path:
        """A site's folder, read by everybody."""
        folder = DataFolder(tmp_path / "site")
        folder.secrets()
        keys.ensure(folder)
        for file in self._secret(folder.path):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            file.chmod(0o644)
        return folder.path

    def _secret(self, folder: Path) -> list[Path]:
        found = [folder / "secrets.json", *sorted((folder / "keys").glob("*.json"))]
        assert len(found) == 8
        return found

    def test_a_start_takes_them_from_others(self, opened: Path) -> None:
        with DataFolder(opened).open_locked():
            pass
        assert {stat.S_IMODE(file.stat().st_mode) for file in self._secret(opened)} == {0o600}

    def test_so_do_the_operations_of_containers(self, opened: Path) -> None:
        SecretsFolder(read_settings({"SECRETS_DIR": str(opened.parent)})).ensure()
        assert {stat.S_IMODE(file.stat().st_mode) for file in self._secret(opened)} == {0o600}

    def test_locks_are_private_too(self, opened: Path) -> None:
        SecretsFolder(read_settings({"SECRETS_DIR": str(opened.parent)})).ensure()
        locks = [opened / "lock", opened / "secrets.lock"]
        assert {stat.S_IMODE(file.stat().st_mode) for file in locks} == {0o600}


def _until_somebody_waits(lock: Path, has_ended: Callable[[], bool]) -> None:
    """Until somebody waits for the lock of this file, as the system lists it."""
    inode = f":{lock.stat().st_ino} "
    while not any("-> FLOCK" in line and inode in line for line in Path("/proc/locks").read_text().splitlines()):
        assert not has_ended(), "nobody waits for it"
