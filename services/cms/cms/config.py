"""The settings of cms."""

from typing import ClassVar

from kit.config import ServiceName, ServiceSettings


class Settings(ServiceSettings):
    """What cms reads from its environment: only what every service does."""

    service: ClassVar[ServiceName] = "cms"
    prefix: ClassVar[str] = "/cms"
