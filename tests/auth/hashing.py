"""What hashing costs in tests, and a hasher that tells what it has cost."""

from typing import Literal

import pytest
from argon2 import PasswordHasher, extract_parameters

from auth.config import HashingCost, Settings
from auth.credentials.passwords import Passwords, passwords_of
from kit.testing import ServiceClient

QUICK = HashingCost(passes=1, memory_kib=8)
"""The least that argon2 can do: tens of microseconds in place of tens of milliseconds."""


@pytest.fixture(autouse=True)
def quick_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords at a cost that no running site can be set to."""
    monkeypatch.setattr(Settings, "hashing_cost", QUICK)
    # What a busy machine can do within seconds is another matter, and none of these tests'.
    monkeypatch.setattr("auth.credentials.passwords.TIMEOUT", 300.0)


def passwords_in(client: ServiceClient) -> Passwords:
    """What hashes and checks passwords in the service's process."""
    return passwords_of(client.kit.database.sessions())


class RecordingHasher(PasswordHasher):
    """Hashes quickly, and keeps what each hash and each check of a password has cost."""

    def __init__(self) -> None:
        super().__init__(QUICK.passes, QUICK.memory_kib, parallelism=1)
        self.hashed = 0
        self.verified: list[HashingCost] = []

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.hashed += 1
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        parameters = extract_parameters(str(hash))
        self.verified.append(HashingCost(parameters.time_cost, parameters.memory_cost))
        return super().verify(hash, password)
