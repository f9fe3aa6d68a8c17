"""The settings of the auth service."""

from typing import ClassVar, cast

from fastapi import Request
from pydantic import SecretStr

from kit.config import ServiceName, ServiceSettings
from kit.state import state_of


class Settings(ServiceSettings):
    """Settings of the auth service."""

    service: ClassVar[ServiceName] = "auth"
    prefix: ClassVar[str] = "/auth"

    setup_code: SecretStr
    """What `POST /auth/setup` asks for: proof of having started the site, or of being told by who did."""

    @property
    def secure_cookies(self) -> bool:
        """Whether browsers reach the site by https, so that cookies may be kept to it."""
        return self.public_url.startswith("https://")


def settings_of(request: Request) -> Settings:
    """The settings of the app that serves `request`."""
    return cast("Settings", state_of(request).settings)
