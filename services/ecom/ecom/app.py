"""The ecom service: ``uvicorn ecom.app:app``."""

from ecom.config import Settings
from kit.app import create_service

app = create_service(Settings)
