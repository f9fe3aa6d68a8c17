"""The rooms that answer requests, in the order of the documentation."""

from cms import backup
from cms.analytics import endpoints as analytics
from cms.backups import endpoints as backups
from cms.backups import upload_endpoints as backup_uploads
from cms.config_entries import endpoints as config_entries
from cms.contact_forms import endpoints as contact_forms
from cms.countries import endpoints as countries
from cms.email_requests import endpoints as email_requests
from cms.email_template_types import endpoints as email_template_types
from cms.email_templates import endpoints as email_templates
from cms.emails import endpoints as emails
from cms.file_copies import endpoints as file_copies
from cms.file_delivery import endpoints as file_delivery
from cms.files import content_endpoints as file_contents
from cms.files import endpoints as files
from cms.files import entity_endpoints as entities
from cms.files import use_endpoints as file_uses
from cms.holidays import endpoints as holidays
from cms.mailing_lists import endpoints as mailing_lists
from cms.notifications import endpoints as notifications
from cms.subscribers import endpoints as subscribers
from cms.subscribers import form_endpoints as newsletter_forms
from cms.subscribers import link_endpoints as newsletter_links
from cms.trackers import endpoints as trackers
from cms.uploads import endpoints as uploads
from cms.users import endpoints as users
from kit.job_routes import jobs_router

ROUTERS = [
    analytics.router,
    backup.router,
    backup_uploads.router,
    backups.router,
    config_entries.router,
    config_entries.site_router,
    contact_forms.router,
    contact_forms.private_router,
    countries.router,
    email_requests.router,
    email_template_types.router,
    email_templates.router,
    emails.router,
    entities.router,
    file_copies.router,
    file_delivery.router,
    files.router,
    file_contents.router,
    file_uses.router,
    holidays.router,
    mailing_lists.router,
    newsletter_forms.router,
    newsletter_links.router,
    subscribers.calls_router,
    subscribers.router,
    trackers.router,
    trackers.site_router,
    uploads.router,
    uploads.private_router,
    users.router,
    jobs_router("/cms", "editor"),
    notifications.router,
]
