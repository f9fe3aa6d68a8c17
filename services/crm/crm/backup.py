"""What of crm is in a backup of the site."""

from crm.config import Settings
from kit.backups import Part, ServiceBackup, backup_router

BACKUP = ServiceBackup(Settings, [Part("crm")])
router = backup_router(BACKUP)
