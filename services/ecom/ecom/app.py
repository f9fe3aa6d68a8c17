"""The ecom service: ``uvicorn ecom.app:app``."""

from kit.app import create_service

from ecom.config import Settings

app = create_service(Settings)
