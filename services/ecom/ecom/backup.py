"""What of ecom is in a backup of the site."""

from ecom.config import Settings
from kit.backups import Part, ServiceBackup, backup_router

BACKUP = ServiceBackup(Settings, [Part("shop")])
router = backup_router(BACKUP)
