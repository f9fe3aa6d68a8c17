"""The crm service: ``uvicorn crm.app:app``."""

from crm.config import Settings
from crm.routers import ROUTERS
from kit.app import create_service

app = create_service(Settings, routers=ROUTERS)
