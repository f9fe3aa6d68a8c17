"""The routers of crm's rooms."""

from crm.backup import router as backup
from crm.categories.endpoints import router as categories
from kit.job_routes import jobs_router

ROUTERS = [categories, backup, jobs_router("/crm", "crm:read", "crm:write")]
