"""The cms service: ``uvicorn cms.app:app``."""

from cms.config import Settings
from cms.config_entries import endpoints as config_entries
from cms.emails import endpoints as emails
from cms.file_delivery import endpoints as file_delivery
from cms.files import endpoints as files
from cms.files import entity_endpoints as entities
from cms.uploads import endpoints as uploads
from cms.users import endpoints as users
from kit.app import create_service
from kit.job_routes import jobs_router

app = create_service(
    Settings,
    routers=[
        config_entries.router,
        config_entries.site_router,
        emails.router,
        entities.router,
        file_delivery.router,
        files.router,
        uploads.router,
        jobs_router("/cms", "editor"),
        users.router,
    ],
    lifespans=[config_entries.complete_entries],
)
