from typing import ClassVar

from kit.config import ServiceName, ServiceSettings


class Settings(ServiceSettings):
    service: ClassVar[ServiceName] = "content"
    prefix: ClassVar[str] = "/client"
