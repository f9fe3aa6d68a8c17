"""What the worker of this service does: its tasks and subscribers register themselves on import."""

from cms.account_mails import events as account_mails_events
from cms.backups import scheduling as backups_scheduling
from cms.backups import tasks as backups_tasks
from cms.backups import uploading as backups_uploading
from cms.contact_forms import tasks as contact_forms_tasks
from cms.email_templates import tasks as email_templates_tasks
from cms.emails import tasks as emails_tasks
from cms.file_copies import tasks as file_copies_tasks
from cms.files import scope_names as files_events
from cms.files import tasks as files_tasks
from cms.images import stored_variants as images_tasks
from cms.notices import events as notices_events
from cms.order_mails import events as order_mails_events
from cms.stock_notices import events as stock_notices_events
from cms.subscribers import tasks as subscribers_tasks
from cms.uploads import tasks as uploads_tasks
from cms.users import tasks as users_tasks

__all__ = [
    "account_mails_events",
    "backups_scheduling",
    "backups_tasks",
    "backups_uploading",
    "contact_forms_tasks",
    "email_templates_tasks",
    "emails_tasks",
    "file_copies_tasks",
    "files_events",
    "files_tasks",
    "images_tasks",
    "notices_events",
    "order_mails_events",
    "stock_notices_events",
    "subscribers_tasks",
    "uploads_tasks",
    "users_tasks",
]
