"""The secrets of a site that containers serve: one folder that only the operations see, and one for each part.

::

    SECRETS_DIR/
      site/              secrets.json and keys/, as in a data folder: see `deploy.local.data_folder`
      auth/ … ecom/      database-url, redis-url, <part>.json, public.json; auth has setup-code as well
      web/               redis-url, web.json, public.json
      worker/            what all services have, the databases' addresses as <service>-database-url
      postgres/          password
      redis/             redis.conf

A part gets its own folder and no other. Everything there is made from `site`, and made again whenever `site` changes:
operators who keep secrets elsewhere write the same files.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from deploy.local import keys
from deploy.local.data_folder import SERVICES, DataFolder, alone, read_json
from deploy.local.errors import StartError
from deploy.operations.settings import Settings
from kit.keys import PUBLIC_KEYS

_REDIS = """\
bind * -::*
protected-mode no
requirepass {password}
dir /data
appendonly yes
appendfsync everysec
# The append-only file is the copy that counts; snapshots beside it would only cost time.
save ""
"""


class _File(NamedTuple):
    """A file of the folder of a part."""

    part: str
    name: str
    text: str


class SecretsFolder:
    """The folder of all secrets."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._path = settings.secrets_dir
        self._site = DataFolder(settings.secrets_dir / "site")

    def ensure(self) -> None:
        """Make what is missing, and lay out what each part may read. Raises OSError, `StartError`."""
        with self._alone():
            self._ensure()

    def rotate_keys(self, after: int = 0) -> None:
        """Give every part new keys, which are used ``after`` so many seconds. Raises OSError, `StartError`."""
        self._require_secrets()
        with self._alone():
            self._ensure()
            keys.rotate(self._site, after)
            self._lay_out()

    def rotate_passwords(self) -> None:
        """Give the services' roles and Redis new passwords. Raises OSError, `StartError`.

        Postgres has to be told of them, and who uses them has to be started again.
        """
        self._require_secrets()
        with self._alone():
            self._ensure()
            self._site.forget_passwords()
            self._lay_out()

    def secrets(self) -> dict[str, Any]:
        """All passwords; those that are missing are made and kept first. Raises OSError, `StartError`."""
        self._site.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._site.secrets()

    def manifests(self, name: str) -> dict[str, Any]:
        """The same as Kubernetes' Secrets, one for each part. Raises OSError, `StartError`.

        Files are made of the site's own folder alone, which nobody else may read.
        """
        self._ensure_keys()
        texts: dict[str, dict[str, str]] = {}
        for file in self._files():
            if file.part in (*SERVICES, "web"):
                texts.setdefault(file.part, {})[file.name] = file.text
        # What the job that prepares the database needs; the keys stay where they were made.
        secrets = self.secrets()
        database = self._settings.database(secrets["postgres"])
        texts["site"] = {"secrets.json": json.dumps(secrets), "database-url": database.admin}
        return {
            "apiVersion": "v1",
            "kind": "List",
            "items": [_manifest(f"{name}-{part}", texts[part]) for part in sorted(texts)],
        }

    def setup_code(self) -> str:
        """What the screen for setting up asks for. Raises OSError, `StartError`."""
        return self._settings.setup_code or str(self.secrets()["setupCode"])

    def _require_secrets(self) -> None:
        """Raise `StartError` in a folder without any: what is made anew of none replaces nothing."""
        if not self._site.secrets_file.exists():
            raise StartError(f"there are no secrets in {self._path}")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One at a time: what one lays out is what another may be about to replace."""
        self._site.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with alone(self._site.path / "lock"):
            yield

    def _ensure(self) -> None:
        self._ensure_keys()
        self._site.keep_secrets_private()
        self._lay_out()

    def _ensure_keys(self) -> None:
        self._site.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        keys.ensure(self._site)

    def _lay_out(self) -> None:
        for file in self._files():
            self._write(file.part, file.name, file.text)

    def _files(self) -> Iterator[_File]:
        """What each part may read, in the order in which it is written."""
        secrets = self._site.secrets()
        # The public keys before the private ones: a part that is called with a new key finds it when it looks again.
        parts = [*SERVICES, "web", "worker"]
        for part in parts:
            yield self._key_file(part, PUBLIC_KEYS)
        redis_url = self._settings.usable_redis_url(secrets["redis"])
        for part in reversed(parts):
            for own in SERVICES if part == "worker" else [part]:
                yield self._key_file(part, f"{own}.json")
            yield _File(part, "redis-url", redis_url)
        database = self._settings.database(secrets["postgres"])
        for service in SERVICES:
            address = database.url(service, secrets["roles"][service])
            yield _File(service, "database-url", address)
            yield _File("worker", f"{service}-database-url", address)
        for part in ("auth", "worker"):
            yield _File(part, "setup-code", self.setup_code())
        yield _File("postgres", "password", secrets["postgres"])
        yield _File("redis", "redis.conf", _REDIS.format(password=secrets["redis"]))

    def _key_file(self, part: str, name: str) -> _File:
        return _File(part, name, json.dumps(read_json(self._site.keys / name), indent=2))

    def _write(self, part: str, name: str, text: str) -> None:
        """Write a file as a whole or not at all, and leave it alone where its text is the same.

        Every part that has the folder may read the file: parts run as other users, and their mounts keep them apart.
        """
        folder = self._path / part
        folder.mkdir(mode=0o755, exist_ok=True)
        file = folder / name
        if file.is_file() and file.read_text() == text:
            return
        half_done = _beside(file)
        half_done.write_text(text)
        half_done.chmod(0o444)
        half_done.replace(file)


def _manifest(name: str, texts: Mapping[str, str]) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "type": "Opaque",
        "metadata": {"name": name, "labels": {"app.kubernetes.io/name": "pagewright"}},
        "stringData": dict(texts),
    }


def _beside(file: Path) -> Path:
    return file.with_name(f".{file.name}.new")
