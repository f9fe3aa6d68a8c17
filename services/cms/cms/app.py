"""The cms service: ``uvicorn cms.app:app``."""

from cms.config import Settings
from cms.config_entries import endpoints as config_entries
from cms.countries import endpoints as countries
from cms.emails import endpoints as emails
from cms.holidays import endpoints as holidays
from cms.trackers import endpoints as trackers
from cms.users import endpoints as users
from kit.app import create_service

app = create_service(
    Settings,
    routers=[
        config_entries.router,
        config_entries.site_router,
        countries.router,
        emails.router,
        holidays.router,
        trackers.router,
        trackers.site_router,
        users.router,
    ],
    lifespans=[config_entries.complete_entries],
)
