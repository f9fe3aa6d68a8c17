"""The data folder: its lock, its version, its secrets and its state.

::

    DATA_DIR/
      version.json     what wrote the folder
      secrets.json     passwords, the set-up code (0600)
      secrets.lock     locked by the process that makes or changes these, or the keys
      keys/            what parts sign and seal with, and their public keys: see `deploy.local.keys`
      postgres/ redis/ the engines' own folders
      files/           the content of the site's files, unless they are kept in S3
      cache/           what may be deleted: code that Node has compiled
      logs/            one file for each process, rotated
      run/             made anew at each start: configuration, lock, ready.json; sockets is a link
"""

import errno
import fcntl
import json
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from deploy.local import running
from deploy.local.errors import StartError
from deploy.local.settings import RELEASE

# Raised when an older Pagewright could no longer read the folder.
LAYOUT = 1
SERVICES = ("auth", "cms", "content", "crm", "ecom")
# A new Postgres takes 50 MB and grows from there; an old one needs room for its next piece of log.
_FREE_BYTES_TO_BEGIN = 128 * 1024 * 1024
_FREE_BYTES_TO_GO_ON = 32 * 1024 * 1024
_CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


class DataFolder:
    """The folder of one copy. Use `open_locked` before anything is read from it or written to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.run = path / "run"
        self.logs = path / "logs"
        self.postgres = path / "postgres"
        self.redis = path / "redis"
        self.keys = path / "keys"
        self.secrets_file = path / "secrets.json"
        self.ready_file = self.run / "ready.json"
        self.sockets = self.run / "sockets"
        self._lock_file = running.lock_file(path)
        self._secrets_lock = path / "secrets.lock"
        self._version_file = path / "version.json"

    @contextmanager
    def open_locked(self) -> Iterator[None]:
        """Make the folder where it is missing, and keep it for this process alone.

        Raises `StartError` when it cannot be written, is full, is newer than this code or is in use.
        """
        try:
            for folder in (self.path, self.run, self.logs):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self._lock_file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StartError(_unusable(self.path, error)) from error
        try:
            self._take(lock)
            self._check_room()
            self._check_version()
            self.keep_secrets_private()
            yield
        finally:
            os.close(lock)

    def owner(self) -> int | None:
        """The process that runs a copy on this folder, or None."""
        return running.owner(self.path)

    def newer_release(self) -> str | None:
        """The release that wrote the folder, where it is newer than this one. Raises `StartError`."""
        found = read_json(self._version_file)
        release = str(found.get("release", RELEASE))
        is_newer = found.get("layout", LAYOUT) > LAYOUT or _parts(release) > _parts(RELEASE)
        return release if is_newer else None

    def secrets(self) -> dict[str, Any]:
        """The copy's secrets; those that are missing are made and kept first."""
        known = read_json(self.secrets_file)
        # Where nothing is missing, the folder may be one that can only be read.
        if _completed(known) == known:
            return known
        with self.locked_secrets():
            # Another start may have made them meanwhile.
            known = read_json(self.secrets_file)
            wanted = _completed(known)
            if wanted != known:
                write_private(self.secrets_file, json.dumps(wanted, indent=2))
        return wanted

    @contextmanager
    def locked_secrets(self) -> Iterator[None]:
        """Keep everybody else from making or changing secrets and keys: two starts at once would make two of each.

        `secrets` and `forget_passwords` do so themselves, and must not be called within the block.
        """
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with alone(self._secrets_lock):
            yield

    def keep_secrets_private(self) -> None:
        """Let their owner alone read secrets and keys, whatever a copy or a restoration of the folder made of them."""
        for file in (self.secrets_file, *self.keys.glob("*.json")):
            # One that is missing is made as it has to be; one that is somebody else's is theirs to close.
            with suppress(FileNotFoundError, PermissionError):
                if stat.S_IMODE(file.stat().st_mode) & 0o077:
                    file.chmod(0o600)

    def forget_passwords(self) -> None:
        """Drop those of the services' roles and of Redis, so that others are made in their place."""
        with self.locked_secrets():
            known = read_json(self.secrets_file)
            for name in ("roles", "redis"):
                known.pop(name, None)
            write_private(self.secrets_file, json.dumps(known, indent=2))

    def shared_secret(self) -> str | None:
        """What all parts of older copies shared, until their keys are made."""
        return read_json(self.secrets_file).get("internal")

    def forget_shared_secret(self) -> None:
        """Delete the shared secret: parts that still need it have it among their keys. Within `locked_secrets` only."""
        known = read_json(self.secrets_file)
        known.pop("internal", None)
        write_private(self.secrets_file, json.dumps(known, indent=2))

    def _take(self, lock: int) -> None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.read(lock, 20).decode() or "unknown"
            raise StartError(
                f"Pagewright is running already on {self.path} (process {owner}); `make down` stops it"
            ) from None
        os.ftruncate(lock, 0)
        os.pwrite(lock, str(os.getpid()).encode(), 0)

    def _check_room(self) -> None:
        needed = _FREE_BYTES_TO_GO_ON if self.postgres.exists() else _FREE_BYTES_TO_BEGIN
        free = shutil.disk_usage(self.path).free
        if free < needed:
            raise StartError(f"the disk of {self.path} is full: {free >> 20} MB are free, {needed >> 20} needed")
        try:
            # A quota, or a disk that takes no more writes, shows only when something is written.
            write_private(self.run / "probe", "x" * 65536)
            (self.run / "probe").unlink()
        except OSError as error:
            raise StartError(_unusable(self.path, error)) from error

    def _check_version(self) -> None:
        if newer := self.newer_release():
            raise StartError(
                f"{self.path} was written by Pagewright {newer}, which is newer than this one "
                f"({RELEASE}); update Pagewright or choose another DATA_DIR"
            )
        current = {"layout": LAYOUT, "release": RELEASE}
        if read_json(self._version_file) != current:
            write_private(self._version_file, json.dumps(current))


@contextmanager
def alone(lock_file: Path) -> Iterator[None]:
    """Wait until nobody else is in a block with this file, which is made where it is missing. Raises OSError."""
    lock = os.open(lock_file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner reads, all of it or nothing."""
    half_done = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(half_done, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    half_done.replace(path)


def read_json(path: Path) -> dict[str, Any]:
    """What a file of ours holds; nothing where there is none. Raises `StartError` when it cannot be read."""
    try:
        found = json.loads(path.read_text())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise StartError(f"{path} cannot be read: {error}") from error
    return found if isinstance(found, dict) else {}


def _parts(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split(".") if part.isdecimal())


def _completed(known: dict[str, Any]) -> dict[str, Any]:
    """These secrets, with new ones in place of those that are missing."""
    wanted: dict[str, Any] = {
        "postgres": known.get("postgres") or secrets.token_hex(24),
        "roles": {name: known.get("roles", {}).get(name) or secrets.token_hex(24) for name in SERVICES},
        "redis": known.get("redis") or secrets.token_hex(24),
        "setupCode": known.get("setupCode") or _setup_code(),
    }
    if "internal" in known:
        wanted["internal"] = known["internal"]
    return wanted


def _setup_code() -> str:
    groups = ("".join(secrets.choice(_CODE_ALPHABET) for _ in range(5)) for _ in range(4))
    return "-".join(groups)


def _unusable(path: Path, error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"the disk of {path} is full"
    return f"{path} cannot be written: {error.strerror}"
