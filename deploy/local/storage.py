"""The settings of where files are kept, which services read from the environment as they are."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from deploy.local.errors import StartError

_S3_SETTINGS = ("S3_BUCKET", "S3_ENDPOINT_URL", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY")
STORAGE_SETTINGS = (*_S3_SETTINGS, "MAX_FILE_BYTES", "CLAMD_ADDRESS")


def check_storage_settings(environ: Mapping[str, str]) -> None:
    """Refuse what services would refuse, before anything is started. Raises `StartError`."""
    given = {name: environ[name] for name in _S3_SETTINGS if environ.get(name)}
    if given and "S3_BUCKET" not in given:
        raise StartError(f"S3_BUCKET must be given, since {' and '.join(given)} is")
    if ("S3_ACCESS_KEY_ID" in given) != ("S3_SECRET_ACCESS_KEY" in given):
        raise StartError("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be given together")
    if urlsplit(given.get("S3_ENDPOINT_URL", "https://s3")).scheme not in ("http", "https"):
        raise StartError(
            f"S3_ENDPOINT_URL must be an address such as https://s3.example.org, not {given['S3_ENDPOINT_URL']!r}"
        )
    largest = environ.get("MAX_FILE_BYTES") or "1"
    if not largest.isdecimal() or int(largest) < 1:
        raise StartError(f"MAX_FILE_BYTES must be a number of bytes, not {largest!r}")
    scanner = environ.get("CLAMD_ADDRESS") or "/"
    if not scanner.startswith("/") and not (":" in scanner and scanner.rpartition(":")[2].isdecimal()):
        raise StartError(f"CLAMD_ADDRESS must be host:port or the path of a socket, not {scanner!r}")
