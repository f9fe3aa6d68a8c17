"""The settings of a cache in front of the site, which the web host reads from the environment as they are."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from deploy.local.errors import StartError

CACHE_SETTINGS = ("CACHE_PURGE_URL", "CACHE_PURGE_HEADER")
_HEADER = re.compile(r"[!#$%&'*+.^_`|~\w-]+: *[\x21-\x7e][\x20-\x7e]*", re.ASCII)


def check_cache_settings(environ: Mapping[str, str]) -> None:
    """Refuse what the web host would refuse, before anything is started. Raises `StartError`."""
    address, header = (environ.get(name) or "" for name in CACHE_SETTINGS)
    if header and not address:
        raise StartError("CACHE_PURGE_URL must be given, since CACHE_PURGE_HEADER is")
    if header and not _HEADER.fullmatch(header):
        raise StartError("CACHE_PURGE_HEADER must be like Authorization: Bearer …")
    parts = urlsplit(address)
    if address and (parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None):
        raise StartError("CACHE_PURGE_URL must be an address such as http://cache:8081")
