"""The ecom service: ``uvicorn ecom.app:app``."""

from ecom.backup import router as backup
from ecom.brands.endpoints import router as brands
from ecom.categories.endpoints import router as categories
from ecom.config import Settings
from kit.app import create_service

app = create_service(Settings, routers=[brands, categories, backup])
