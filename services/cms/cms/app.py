"""The cms service: ``uvicorn cms.app:app``."""

from cms.backups.gauges import BACKUP_GAUGES
from cms.backups.status import failed_backup
from cms.config import Settings
from cms.config_entries.endpoints import complete_entries
from cms.routers import ROUTERS
from cms.trackers.events import announce_at_start
from kit.app import create_service

app = create_service(
    Settings,
    routers=ROUTERS,
    lifespans=[complete_entries, announce_at_start],
    status_sources=[failed_backup],
    gauge_sources=[BACKUP_GAUGES],
)
