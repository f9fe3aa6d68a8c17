"""What may be otherwise after a site was backed up, wiped and restored. All else is compared, row by row.

A table is named by its service and itself, one that every service has by itself alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kit.models import models_of

SERVICES = ("auth", "cms", "content", "crm", "ecom")

LOGINS = "what lets somebody in for a while: a restoration logs everybody out"
TELLING = "how far each service has told the others, who are told anew of what was restored"
COUNTS = "counts of the last hour, by which misuse is limited"
TOLD = "what cms tells of its files, and tells anew once they are restored"
SEARCH = "is made anew of the pages"
ON_THE_WAY = "what was on its way when the backup was made"
OWN = "belongs to the installation: archives are made by it, and not in it"

TABLES: Mapping[str, str] = {
    "jobs": "what the installation does and did, the restoration itself among it",
    "audit_entries": "what people did on this installation, the restoration among it",
    "idempotency_keys": "calls of the last day, so that none is done twice",
    "outbox": TELLING,
    "consumed_events": TELLING,
    "event_cursors": TELLING,
    "event_readers": TELLING,
    "failed_events": TELLING,
    "pruned_events": TELLING,
    "auth.sessions": LOGINS,
    "auth.one_time_tokens": LOGINS,
    "auth.login_challenges": LOGINS,
    "auth.registrations": LOGINS,
    "auth.refused_api_tokens": "what Redis may yet have to be told: a restoration refuses all tokens that there were",
    "auth.failure_counts": COUNTS,
    "auth.signing_keys": "keys of the installation, which are in no backup",
    "cms.announced_trackers": TELLING,
    "cms.backups": OWN,
    "cms.backup_imports": OWN,
    "cms.contact_counts": COUNTS,
    "cms.contact_files": "came with a message, and is taken up by those whom the message was for",
    "cms.file_copies": ON_THE_WAY,
    "cms.file_copy_counts": COUNTS,
    "cms.notification_reads": "what people have read of late",
    "cms.uploads": ON_THE_WAY,
    "cms.upload_parts": ON_THE_WAY,
    "content.changes": "the log by which saves find what was changed meanwhile: it begins anew, with a version above all",
    "content.saves": ON_THE_WAY,
    "content.save_parts": ON_THE_WAY,
    "content.link_checks": "checks of the links as they were",
    "content.link_fixes": "can be taken back on the pages that they were made on, and no others",
    "content.link_fix_pages": "can be taken back on the pages that they were made on, and no others",
    "content.notification_reads": "what people have read of late",
    "content.files": TOLD,
    "content.file_folders": TOLD,
    "content.search_documents": SEARCH,
    "content.search_state": SEARCH,
    "content.search_stale_pages": SEARCH,
    "ecom.checkout_counts": COUNTS,
    "ecom.files": TOLD,
    "ecom.file_folders": TOLD,
    "ecom.imports": "have files that are in no backup",
    "ecom.import_rows": "have files that are in no backup",
    "ecom.import_images": "have files that are in no backup",
    "ecom.notification_reads": "what people have read of late",
}

ANNOUNCED = "of what another service announced last: it announces anew what was restored"

COLUMNS: Mapping[str, Mapping[str, str]] = {
    "auth.site": {"version": ANNOUNCED},
    "content.site": {
        "version": "counts on, so that no page is taken for one of before",
        "excerpts_version": "counts on with it",
        "settings_version": ANNOUNCED,
        "scopes_version": ANNOUNCED,
        "trackers": ANNOUNCED,
        "updated_at": ANNOUNCED,
    },
    "cms.config_entries": {"version": "counts on, so that others take the settings for newer than what they have"},
}

Rows = dict[str, list[dict[str, Any]]]


def compared_tables(service: str) -> Mapping[str, Sequence[str]]:
    """The tables of a service whose rows are to come back as they were, each with the columns of its key."""
    return {
        table.name: [column.name for column in table.primary_key]
        for metadata in models_of(service)
        for table in metadata.sorted_tables
        if table.name not in TABLES and f"{service}.{table.name}" not in TABLES
    }


def rows_query(table: str, keys: Sequence[str]) -> str:
    """Gives every row of a table as Postgres writes it, always in the same order."""
    return f"SELECT to_jsonb(t)::text FROM {table} t ORDER BY {', '.join(f't.{key}' for key in keys)}"  # noqa: S608


def without_versions(rows: Rows) -> Rows:
    """The rows without what counts on at a restoration."""
    columns = {table: set(named) for table, named in COLUMNS.items()}
    return {
        table: [{name: value for name, value in row.items() if name not in columns.get(table, ())} for row in found]
        for table, found in rows.items()
    }
