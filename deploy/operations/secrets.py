"""The secrets of a site that containers serve: one folder that only the operations see, and one for each part.

::

    SECRETS_DIR/
      site/              secrets.json and keys/, as in a data folder: see `deploy.local.data_folder`
      auth/ … ecom/      database-url, redis-url, <part>.json, public.json; auth has setup-code as well
      web/               redis-url, web.json, public.json
      worker/            what all services have, the databases' addresses as <service>-database-url
      postgres/          password
      redis/             redis.conf

A part is given its own folder and no other. Everything there is made from `site`, and made anew whenever that changes:
whoever keeps secrets elsewhere writes the same files.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deploy.local import keys
from deploy.local.data_folder import SERVICES, DataFolder, read_json
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


class SecretsFolder:
    """The folder of all secrets."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._path = settings.secrets_dir
        self._site = DataFolder(settings.secrets_dir / "site")

    def ensure(self) -> None:
        """Make what is missing, and lay out what each part may read. Raises OSError, `StartError`."""
        self._site.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        keys.ensure(self._site)
        self._lay_out(self._site.secrets())

    def rotate_keys(self) -> None:
        """Give every part new keys. Raises OSError, `StartError`."""
        self.ensure()
        keys.rotate(self._site)
        self._lay_out(self._site.secrets())

    def secrets(self) -> dict[str, Any]:
        """All passwords; those that are missing are made and kept first. Raises OSError, `StartError`."""
        self._site.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._site.secrets()

    def manifests(self, name: str) -> dict[str, Any]:
        """The same as Kubernetes' Secrets, one for each part. Raises OSError, `StartError`."""
        self.ensure()
        folders = {folder.name: folder for folder in sorted(self._path.iterdir()) if folder.is_dir()}
        texts = {
            part: {file.name: file.read_text() for file in sorted(folder.iterdir()) if not file.name.startswith(".")}
            for part, folder in folders.items()
            if part in (*SERVICES, "web")
        }
        # What the job that prepares the database needs; the keys stay where they were made.
        secrets = self.secrets()
        database = self._settings.database(secrets["postgres"])
        texts["site"] = {"secrets.json": json.dumps(secrets), "database-url": database.admin}
        return {
            "apiVersion": "v1",
            "kind": "List",
            "items": [_manifest(f"{name}-{part}", texts[part]) for part in texts],
        }

    def setup_code(self) -> str:
        """What the screen for setting up asks for. Raises OSError, `StartError`."""
        return self._settings.setup_code or str(self.secrets()["setupCode"])

    def _lay_out(self, secrets: Mapping[str, Any]) -> None:
        database = self._settings.database(secrets["postgres"])
        redis_url = self._settings.usable_redis_url(secrets["redis"])
        addresses = {service: database.url(service, secrets["roles"][service]) for service in SERVICES}
        # The public keys before the private ones: a part that is called with a new key finds it when it looks again.
        parts = [*SERVICES, "web", "worker"]
        for part in parts:
            self._copy_keys(part, [PUBLIC_KEYS])
        for part in reversed(parts):
            self._copy_keys(part, [f"{own}.json" for own in (SERVICES if part == "worker" else [part])])
            self._write(part, "redis-url", redis_url)
        for service, address in addresses.items():
            self._write(service, "database-url", address)
            self._write("worker", f"{service}-database-url", address)
        for part in ("auth", "worker"):
            self._write(part, "setup-code", self.setup_code())
        self._write("postgres", "password", secrets["postgres"])
        self._write("redis", "redis.conf", _REDIS.format(password=secrets["redis"]))

    def _copy_keys(self, part: str, names: list[str]) -> None:
        for name in names:
            self._write(part, name, json.dumps(read_json(self._site.keys / name), indent=2))

    def _write(self, part: str, name: str, text: str) -> None:
        """A file that is there as a whole or not at all, and is left alone where it says the same.

        Whoever has the folder may read it: parts run as other users, and are kept apart by what is mounted into them.
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
