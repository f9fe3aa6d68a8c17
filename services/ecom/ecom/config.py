"""The settings of ecom."""

from typing import ClassVar

from kit.config import PartName, ServiceName, ServiceSettings


class Settings(ServiceSettings):
    """What ecom reads from its environment: only what every service does."""

    service: ClassVar[ServiceName] = "ecom"
    prefix: ClassVar[str] = "/ecom"
    event_readers: ClassVar[tuple[PartName, ...]] = ("web",)
