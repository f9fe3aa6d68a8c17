"""What of cms is in a backup of the site, and what becomes of it where it is restored."""

from collections.abc import Mapping

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from cms.backups.models import Backup, BackupImport
from cms.config import Settings
from cms.config_entries import entries as site
from cms.contact_forms.models import ContactCount, ContactFile
from cms.email_template_types.models import EmailTemplateType
from cms.email_templates.models import DefaultEmailTemplate, EmailTemplate
from cms.emails.models import AttachmentPiece, Email, Mailing
from cms.file_copies.models import FileCopy, FileCopyCount
from cms.files.events import announce_removed, restate
from cms.files.models import Bucket, Entity, FormerContent
from cms.mailing_lists.models import MailingList
from cms.notifications.models import NotificationRead
from cms.subscribers.forwarding import RESTORED
from cms.subscribers.models import Subscriber
from cms.trackers.models import AnnouncedTrackers
from cms.uploads import from_services, replacing
from cms.uploads import service as uploads
from cms.uploads.models import Upload, UploadPart
from kit.backups import Part, Restored, ServiceBackup, backup_router

INTERRUPTED = "The site was restored from a backup that was made before this email was sent."


async def _settings_version(session: AsyncSession) -> int:
    await site.entries.lock(session)
    return await site.version(session)


async def _reconcile_settings(session: AsyncSession, restored: Restored) -> Mapping[str, int]:
    lost = await site.entries.reconcile(session)
    await site.announce_as_newer(session, than=restored.before)
    return {"secretSettings": lost}


async def _stop_sending(session: AsyncSession, restored: Restored) -> Mapping[str, int]:
    """Send nothing that waited when the backup was made: it has been sent since, as far as anybody knows."""
    stopped = update(Email).where(Email.state == "queued").values(state="failed", reason=INTERRUPTED)
    return {"queuedEmails": len((await session.execute(stopped.returning(Email.id))).all())}


async def _stop_forwarding(session: AsyncSession, restored: Restored) -> Mapping[str, int]:
    """Take nobody to a provider who was on the way there: they have arrived since, and may have left."""
    on_the_way = update(Subscriber).where(Subscriber.forwarding.in_(("waiting", "failed")))
    await session.execute(on_the_way.values(forwarding="failed", forwarding_fault=RESTORED))
    return {}


async def _retract_files(session: AsyncSession) -> int:
    """Tell that none of the files is there any more: what others know of them may be newer than what comes back."""
    for model in (Entity, Bucket):
        announce_removed(session, (await session.scalars(select(model.id))).all())
    return 0


async def _announce_files(session: AsyncSession, restored: Restored) -> Mapping[str, int]:
    await restate(session)
    return {}


BACKUP = ServiceBackup(
    Settings,
    [
        # Includes former contents: an import deletes the existing ones, and an administrator who goes back needs them.
        Part(
            "files",
            [Bucket, Entity, FormerContent],
            since=[FormerContent],
            key_scopes=[uploads.SCOPE, replacing.SCOPE, from_services.SCOPE],
            prepare=_retract_files,
            complete=_announce_files,
        ),
        Part("emailTemplates", [EmailTemplateType, EmailTemplate, DefaultEmailTemplate]),
        # Links that let somebody in are good for an hour or a week, and for nobody else.
        Part("mail", [Mailing, AttachmentPiece, Email], where={"emails": "NOT has_secret"}, complete=_stop_sending),
        Part("subscribers", [MailingList, Subscriber], complete=_stop_forwarding),
        # All else that is set up: config entries, trackers, and what is yet to come.
        Part("settings", prepare=_settings_version, complete=_reconcile_settings),
    ],
    # What came with a message is taken up by others, who have it in their own parts.
    left_out=[
        *(Backup, BackupImport, ContactCount, ContactFile, FileCopy, FileCopyCount),
        *(AnnouncedTrackers, NotificationRead, Upload, UploadPart),
    ],
)
router = backup_router(BACKUP)
