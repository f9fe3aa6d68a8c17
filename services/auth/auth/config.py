"""The settings of the auth service."""

from dataclasses import dataclass
from typing import ClassVar, cast

from pydantic import SecretStr
from sqlalchemy.ext.asyncio import AsyncSession

from kit.config import PartName, ServiceName, ServiceSettings
from kit.state import state_of


@dataclass(frozen=True, slots=True)
class HashingCost:
    """What one argon2id hash costs: passes over so many KiB, in one lane, since other cores have other logins to serve."""

    passes: int
    memory_kib: int


class Settings(ServiceSettings):
    """Settings of the auth service."""

    service: ClassVar[ServiceName] = "auth"
    prefix: ClassVar[str] = "/auth"
    event_readers: ClassVar[tuple[PartName, ...]] = ("cms", "content", "ecom")

    # Above the floor that OWASP names (two passes over 19 MiB). No field: nothing in an environment can lower it.
    # Tests set it on the class, for most of them ask what a right password opens and not how dear it was to check.
    hashing_cost: ClassVar[HashingCost] = HashingCost(passes=2, memory_kib=32 * 1024)

    setup_code: SecretStr
    """What `POST /auth/setup` asks for: proof of having started the site, or of being told by who did."""

    @property
    def secure_cookies(self) -> bool:
        """Whether browsers reach the site by https, so that cookies may be kept to it."""
        return self.public_url.startswith("https://")


def settings_of(session: AsyncSession) -> Settings:
    """The settings of the service that a session belongs to."""
    return cast("Settings", state_of(session).settings)
