"""What of cms is in a backup of the site, and what becomes of it where it is restored."""

from collections.abc import Mapping

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from cms.backups.models import Backup, BackupImport
from cms.config import Settings
from cms.config_entries import entries as site
from cms.email_template_types.models import EmailTemplateType
from cms.email_templates.models import DefaultEmailTemplate, EmailTemplate
from cms.emails.models import AttachmentPiece, Email, Mailing
from cms.files.models import Bucket, Entity
from cms.uploads.models import Upload, UploadPart
from kit.backups import Part, Restored, ServiceBackup, backup_router

INTERRUPTED = "The site was restored from a backup that was made before this email was sent."


async def _settings_version(session: AsyncSession) -> int:
    await site.entries.lock(session)
    return await site.version(session)


async def _settle_settings(session: AsyncSession, restored: Restored) -> Mapping[str, int]:
    lost = await site.entries.reconcile(session)
    await site.announce_as_newer(session, than=restored.before)
    return {"secretSettings": lost}


async def _stop_sending(session: AsyncSession, restored: Restored) -> Mapping[str, int]:
    """Send nothing that waited when the backup was made: it has been sent since, as far as anybody knows."""
    stopped = update(Email).where(Email.state == "queued").values(state="failed", reason=INTERRUPTED)
    return {"queuedEmails": len((await session.execute(stopped.returning(Email.id))).all())}


BACKUP = ServiceBackup(
    Settings,
    [
        Part("files", [Bucket, Entity]),
        Part("emailTemplates", [EmailTemplateType, EmailTemplate, DefaultEmailTemplate]),
        # Links that let somebody in are good for an hour or a week, and for nobody else.
        Part("mail", [Mailing, AttachmentPiece, Email], where={"emails": "NOT has_secret"}, complete=_stop_sending),
        # All else that is set up: config entries, trackers, and what is yet to come.
        Part("settings", prepare=_settings_version, complete=_settle_settings),
    ],
    left_out=[Backup, BackupImport, Upload, UploadPart],
)
router = backup_router(BACKUP)
