"""The crm service: ``uvicorn crm.app:app``."""

from crm.backup import router as backup
from crm.categories.endpoints import router as categories
from crm.config import Settings
from kit.app import create_service
from kit.job_routes import jobs_router

app = create_service(Settings, routers=[categories, backup, jobs_router("/crm", "crm:read", "crm:write")])
