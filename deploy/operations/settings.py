"""What the operations are told by their environment."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from deploy.local.data_folder import SERVICES
from deploy.local.database import Database, foreign_database
from deploy.local.errors import StartError
from deploy.local.settings import engine_url, setting_of

_OWN_DATABASE = "pagewright"
_NEWER_TABLES = "NEWER_TABLES"
_REVISION = re.compile(rf"({'|'.join(SERVICES)}):(\w+)")


@dataclass(frozen=True)
class Settings:
    """Where the secrets lie and where the engines are.

    ``database_url`` and ``redis_url`` are those of engines that somebody else runs, with their logins; None where the
    site has engines of its own at ``database_host`` and ``redis_host``. ``newer_tables`` are the revisions, by service,
    of a newer release's tables that this release may work on.
    """

    secrets_dir: Path
    public_url: str
    setup_code: str | None
    database_url: str | None
    database_host: str
    redis_url: str | None
    redis_host: str
    newer_tables: Mapping[str, str]

    def database(self, password: str) -> Database:
        """The database, with an administrator's login."""
        if self.database_url:
            return foreign_database(self.database_url)
        login = f"postgres:{quote(password, safe='')}@{self.database_host}"
        return Database(admin=f"postgresql://{login}/{_OWN_DATABASE}", name=_OWN_DATABASE, own=True)

    def usable_redis_url(self, password: str) -> str:
        """The address that services use."""
        return self.redis_url or f"redis://:{quote(password, safe='')}@{self.redis_host}/0"


def read_settings(environ: Mapping[str, str]) -> Settings:
    """Settings from the environment, or from files that ``<NAME>_FILE`` name; an empty value counts as none.

    Raises `StartError`.
    """
    return Settings(
        secrets_dir=Path(environ.get("SECRETS_DIR") or "/secrets"),
        public_url=(environ.get("PUBLIC_URL") or "http://localhost:8080").rstrip("/"),
        setup_code=setting_of(environ, "SETUP_CODE"),
        database_url=engine_url("DATABASE_URL", environ, ("postgresql", "postgres")),
        database_host=environ.get("DATABASE_HOST") or "postgres:5432",
        redis_url=engine_url("REDIS_URL", environ, ("redis", "rediss")),
        redis_host=environ.get("REDIS_HOST") or "redis:6379",
        newer_tables=_newer_tables(environ),
    )


def newer_tables_setting(revisions: Mapping[str, str]) -> str:
    """The setting by which this release works on tables at these revisions of a newer one."""
    return f"{_NEWER_TABLES}={','.join(f'{service}:{revision}' for service, revision in revisions.items())}"


def _newer_tables(environ: Mapping[str, str]) -> dict[str, str]:
    given = [each.strip() for each in (environ.get(_NEWER_TABLES) or "").split(",") if each.strip()]
    found = {each: _REVISION.fullmatch(each) for each in given}
    if strange := [each for each, match in found.items() if match is None]:
        raise StartError(
            f"{_NEWER_TABLES} must be such as crm:0007,content:0037, as prepare says it, not {strange[0]!r}"
        )
    return {match[1]: match[2] for match in found.values() if match}
