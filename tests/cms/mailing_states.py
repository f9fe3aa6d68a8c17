"""What became of the emails of mailings."""

from collections import Counter
from email.message import EmailMessage

from sqlalchemy import text

from kit.testing import ServiceClient
from tests.cms.email_asking import rows
from tests.kit.working import run_jobs
from tests.mail_server import MailServer

PICTURE = bytes(range(256)) * 3_000
NAMES = ("Grüße aus Łódź.pdf", "notes.txt")


def files_of(message: EmailMessage) -> dict[str | None, bytes]:
    return {part.get_filename(): part.get_payload(decode=True) for part in message.iter_attachments()}  # type: ignore[misc]  # an attachment's is bytes


async def due(client: ServiceClient) -> None:
    """Let time pass: leases end, and jobs are due."""
    async with client.kit.database.transaction() as session:
        await session.execute(text("UPDATE jobs SET run_at = now() - interval '1 minute', lease_until = now()"))


async def states(client: ServiceClient) -> Counter[str]:
    return Counter(row.state for row in await rows(client))


def has(server: MailServer, number: int) -> bool:
    return len(server.messages) >= number


async def run_jobs_to_the_end(client: ServiceClient) -> None:
    while True:
        await due(client)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE jobs SET state = 'queued' WHERE state = 'running'"))
        if not any(job.state == "queued" for job in await run_jobs(client)):
            return
