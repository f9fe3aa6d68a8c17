"""What the worker of this service does: its tasks and subscribers register themselves on import."""

from cms.account_mails import events as account_mails_events
from cms.email_templates import tasks as email_templates_tasks
from cms.emails import tasks as emails_tasks
from cms.notices import events as notices_events
from cms.users import tasks as users_tasks

__all__ = ["account_mails_events", "email_templates_tasks", "emails_tasks", "notices_events", "users_tasks"]
