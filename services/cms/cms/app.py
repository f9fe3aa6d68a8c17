"""The cms service: ``uvicorn cms.app:app``."""

from cms.backups.status import failed_backup
from cms.config import Settings
from cms.config_entries.endpoints import complete_entries
from cms.routers import ROUTERS
from kit.app import create_service

app = create_service(Settings, routers=ROUTERS, lifespans=[complete_entries], status_sources=[failed_backup])
