"""The settings of crm."""

from typing import ClassVar

from kit.config import ServiceName, ServiceSettings


class Settings(ServiceSettings):
    """What crm reads from its environment: only what every service does."""

    service: ClassVar[ServiceName] = "crm"
    prefix: ClassVar[str] = "/crm"
