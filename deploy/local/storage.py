"""The settings of where files are kept, which services read from the environment as they are."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from deploy.local.errors import StartError

_S3_SETTINGS = ("S3_BUCKET", "S3_ENDPOINT_URL", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY")
_BACKUPS = "BACKUPS_"
STORAGE_SETTINGS = (
    *_S3_SETTINGS,
    "BACKUPS_DIR",
    *(f"{_BACKUPS}{name}" for name in _S3_SETTINGS),
    "MAX_FILE_BYTES",
    "CLAMD_ADDRESS",
)


def check_storage_settings(environ: Mapping[str, str]) -> None:
    """Refuse what services would refuse, before anything is started. Raises `StartError`."""
    _check_s3("", environ)
    _check_s3(_BACKUPS, environ)
    folder = environ.get("BACKUPS_DIR")
    if folder and environ.get("BACKUPS_S3_BUCKET"):
        raise StartError("BACKUPS_DIR and BACKUPS_S3_BUCKET must not be given together")
    if folder and not folder.startswith("/"):
        raise StartError(f"BACKUPS_DIR must be a whole path such as /mnt/backups, not {folder!r}")
    largest = environ.get("MAX_FILE_BYTES") or "1"
    if not largest.isdecimal() or int(largest) < 1:
        raise StartError(f"MAX_FILE_BYTES must be a number of bytes, not {largest!r}")
    scanner = environ.get("CLAMD_ADDRESS") or "/"
    if not scanner.startswith("/") and not (":" in scanner and scanner.rpartition(":")[2].isdecimal()):
        raise StartError(f"CLAMD_ADDRESS must be host:port or the path of a socket, not {scanner!r}")


def _check_s3(prefix: str, environ: Mapping[str, str]) -> None:
    bucket, endpoint, _, key, secret = (f"{prefix}{name}" for name in _S3_SETTINGS)
    given = {name: environ[name] for each in _S3_SETTINGS if environ.get(name := f"{prefix}{each}")}
    if given and bucket not in given:
        raise StartError(f"{bucket} must be given, since {' and '.join(given)} is")
    if (key in given) != (secret in given):
        raise StartError(f"{key} and {secret} must be given together")
    if urlsplit(given.get(endpoint, "https://s3")).scheme not in ("http", "https"):
        raise StartError(f"{endpoint} must be an address such as https://s3.example.org, not {given[endpoint]!r}")
