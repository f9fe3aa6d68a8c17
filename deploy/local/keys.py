"""The keys of the parts: made at the first start, replaced by `make rotate-keys`, also while a copy runs.

What the files hold is said in `kit.keys`. Every file is replaced as a whole, the public keys before
the private ones: a part that is called with a new key finds it when it looks again.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deploy.local.data_folder import SERVICES, DataFolder, read_json, write_private
from kit.keys import PUBLIC_KEYS, Jwk, begins_at, new_secret_key, new_signing_key, public_half

PARTS = (*SERVICES, "web")
# Tokens live for two minutes; this leaves time for the slowest to see what has changed.
_ACCEPTED_AFTER = 600


def ensure(folder: DataFolder) -> Path:
    """The folder with everybody's keys; those that are missing are made first."""
    with _locked(folder):
        # Copies from before each part had keys shared one secret. Values that it sealed still have to open.
        shared = folder.shared_secret()
        older = [] if shared is None else [new_secret_key(shared.encode())]
        api_tokens = _api_tokens(folder) or [new_secret_key(), *older]
        public = _public(folder)
        made = {part: new_signing_key() for part in PARTS if not _own_file(folder, part).exists()}
        for part, signing in made.items():
            public[part] = [public_half(signing), *public.get(part, [])]
        if made:
            _write(folder, PUBLIC_KEYS, public)
        for part, signing in made.items():
            sealing = [new_secret_key(), *(older if part == "auth" else [])]
            _write_own(folder, part, [signing], sealing, api_tokens)
        if shared is not None:
            folder.forget_shared_secret()
    return folder.keys


def rotate(folder: DataFolder, after: int = 0) -> None:
    """Give every part new keys to sign and to seal with, which are used ``after`` so many seconds.

    The former public keys are accepted for ten minutes from then, until the next rotation after that. What sealed
    or marked something stays for reading it.
    """
    ensure(folder)
    with _locked(folder):
        now = int(time.time())
        begins: Jwk = {"nbf": now + after} if after else {}
        signing = {part: new_signing_key() | begins for part in PARTS}
        public = _public(folder)
        for part, key in signing.items():
            public[part] = _accepted([public_half(key), *public[part]], now)
        _write(folder, PUBLIC_KEYS, public)
        api_tokens = [new_secret_key() | begins, *_api_tokens(folder)]
        # Auth last: it makes tokens with what all others know by then.
        for part in reversed(PARTS):
            own = read_json(_own_file(folder, part))
            sealing = [new_secret_key() | begins, *own["sealing"]]
            former = _used_until(own["signing"], now) if after else []
            _write_own(folder, part, [signing[part], *former], sealing, api_tokens)


def _accepted(keys: list[Jwk], now: int) -> list[Jwk]:
    """Those that a token which is still good may have been signed with. Each is in use until the next begins."""
    oldest = now - _ACCEPTED_AFTER
    return [key for index, key in enumerate(keys) if index == 0 or _beginning(keys[index - 1]) > oldest]


def _beginning(key: Jwk) -> int:
    return begins_at(key) or int(key["iat"])


def _used_until(keys: list[Jwk], now: int) -> list[Jwk]:
    """Those that are signed with until newer ones begin: what has not begun yet, and the newest that has."""
    in_use = next((index for index, key in enumerate(keys) if begins_at(key) <= now), len(keys))
    return keys[: in_use + 1]


def _write_own(folder: DataFolder, part: str, signing: list[Jwk], sealing: list[Jwk], api_tokens: list[Jwk]) -> None:
    own: dict[str, Any] = {"signing": signing, "sealing": sealing}
    if part != "web":
        own["apiTokens"] = api_tokens
    _write(folder, f"{part}.json", own)


def _write(folder: DataFolder, name: str, document: dict[str, Any]) -> None:
    write_private(folder.keys / name, json.dumps(document, indent=2))


def _own_file(folder: DataFolder, part: str) -> Path:
    return folder.keys / f"{part}.json"


def _public(folder: DataFolder) -> dict[str, list[Jwk]]:
    return read_json(folder.keys / PUBLIC_KEYS)


def _api_tokens(folder: DataFolder) -> list[Jwk]:
    """The list that services share, as the first of them has it."""
    for part in SERVICES:
        if found := read_json(_own_file(folder, part)).get("apiTokens"):
            return list(found)
    return []


@contextmanager
def _locked(folder: DataFolder) -> Iterator[None]:
    """One at a time: a rotation may meet the start of the copy."""
    folder.keys.mkdir(mode=0o700, parents=True, exist_ok=True)
    with folder.locked_secrets():
        yield
