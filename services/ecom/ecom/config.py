"""The settings of ecom."""

from typing import ClassVar, cast

from kit.config import PartName, ServiceName, ServiceSettings
from kit.state import KitState


class Settings(ServiceSettings):
    """What ecom reads from its environment."""

    service: ClassVar[ServiceName] = "ecom"
    prefix: ClassVar[str] = "/ecom"
    event_readers: ClassVar[tuple[PartName, ...]] = ("cms", "web")

    stripe_url: str | None = None
    paypal_url: str | None = None
    """Where the providers of payments are asked, in place of their own addresses: for tests."""


def settings_of(kit: KitState) -> Settings:
    """The settings of the running service."""
    return cast("Settings", kit.settings)
