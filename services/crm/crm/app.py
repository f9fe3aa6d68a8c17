"""The crm service: ``uvicorn crm.app:app``."""

from kit.app import create_service

from crm.config import Settings

app = create_service(Settings)
