"""The settings of one running copy, read from the environment."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from deploy.local.errors import StartError
from deploy.local.mail import check_mail_settings
from deploy.local.storage import check_storage_settings
from kit.environment import SettingsError, setting

ROOT = Path(__file__).resolve().parents[2]
RELEASE = version("pagewright-kit")
LOG_LEVELS = ("debug", "info", "warning", "error")
_DEFAULT_PORT = 8080
# Characters that supervisord's configuration file cannot carry in a path.
_UNUSABLE_IN_PATHS = re.compile(r"[\"'\n\r;#,]")


@dataclass(frozen=True)
class Settings:
    """One copy: where it listens, where its data is and which engines it uses.

    ``database_url`` and ``redis_url`` are None when the copy runs engines of its own.
    """

    port: int
    data_dir: Path
    public_url: str
    database_url: str | None
    redis_url: str | None
    setup_code: str | None
    log_level: str
    trusted_proxies: str

    @property
    def https(self) -> bool:
        """Whether visitors come by https (a proxy in front ends it)."""
        return self.public_url.startswith("https:")


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Settings from the environment; an empty value counts as none. Raises `StartError`."""
    port = _port(environ.get("PORT") or str(_DEFAULT_PORT))
    check_mail_settings(environ)
    check_storage_settings(environ)
    _check_networks(environ.get("OUTBOUND_NETWORKS") or "")
    return Settings(
        port=port,
        data_dir=_folder(environ.get("DATA_DIR") or ".data"),
        public_url=_public_url(environ.get("PUBLIC_URL") or f"http://localhost:{port}"),
        database_url=engine_url("DATABASE_URL", environ, ("postgresql", "postgres")),
        redis_url=engine_url("REDIS_URL", environ, ("redis", "rediss")),
        setup_code=environ.get("SETUP_CODE") or None,
        log_level=_log_level(environ.get("LOG_LEVEL") or "info"),
        trusted_proxies=environ.get("TRUSTED_PROXIES") or "",
    )


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise StartError(f"PORT must be a number from 1 to 65535, not {text!r}")
    return int(text)


def _folder(text: str) -> Path:
    if _UNUSABLE_IN_PATHS.search(text):
        raise StartError(f"DATA_DIR must not contain quotes, commas, semicolons or hashes: {text!r}")
    return Path(text).expanduser().resolve()


def _public_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise StartError(f"PUBLIC_URL must be an address such as https://www.example.org, not {text!r}")
    return f"{parts.scheme}://{parts.netloc}"


def engine_url(name: str, environ: Mapping[str, str], schemes: tuple[str, ...]) -> str | None:
    """The address of an engine that somebody else runs, or that in the file which ``<name>_FILE`` names.

    None where there is none. Raises `StartError`.
    """
    try:
        text = setting(environ, name)
    except SettingsError as error:
        raise StartError(str(error)) from error
    if text is None:
        return None
    if urlsplit(text).scheme not in schemes or re.search(r"[\s\"]", text):
        raise StartError(f"{name} must be an address that begins with {schemes[0]}://")
    if name == "DATABASE_URL" and not urlsplit(text).path.strip("/"):
        raise StartError("DATABASE_URL must name a database")
    return text


def _check_networks(text: str) -> None:
    for each in filter(None, text.split(",")):
        try:
            ip_network(each.strip())
        except ValueError as error:
            raise StartError(f"OUTBOUND_NETWORKS must be networks such as 10.0.0.0/8, not {each.strip()!r}") from error


def _log_level(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise StartError(f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}, not {text!r}")
    return text.lower()
