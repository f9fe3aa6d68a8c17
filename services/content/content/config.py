from typing import ClassVar

from kit.config import PartName, ServiceName, ServiceSettings


class Settings(ServiceSettings):
    service: ClassVar[ServiceName] = "content"
    prefix: ClassVar[str] = "/client"
    event_readers: ClassVar[tuple[PartName, ...]] = ("web",)
