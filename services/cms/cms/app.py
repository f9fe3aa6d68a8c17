"""The cms service: ``uvicorn cms.app:app``."""

from kit.app import create_service

from cms.config import Settings
from cms.config_entries import endpoints as config_entries

app = create_service(Settings, routers=[config_entries.router])
