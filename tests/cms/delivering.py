"""Emails on their way to a real SMTP server, a job at a time."""

from email.message import EmailMessage
from typing import Any

from sqlalchemy import select, text

from cms.emails.models import Email
from cms.emails.tasks import DELIVER
from kit.runner import Runner
from kit.tables import Job
from kit.testing import ServiceClient, Tokens
from tests.cms.test_emails_written import written
from tests.mail_server import MailServer

FROM = "Willow & Söhne <mail@willow.example>"


def settings_for(server: MailServer, **changed: Any) -> dict[str, Any]:
    plain = {"smtp_host": "127.0.0.1", "smtp_port": server.port, "smtp_security": "none", "mail_from": FROM}
    return {**plain, **changed}


async def attempt(client: ServiceClient) -> Job:
    """Run the one job, whether it is its time or not, as a worker would; the job afterwards."""
    async with client.kit.database.transaction() as session:
        await session.execute(text("UPDATE jobs SET run_at = now() - interval '1 minute', lease_until = now()"))
        job = (await session.scalars(select(Job).where(Job.name == DELIVER))).one()
    await Runner(client.kit, 1).run(job.id)
    async with client.kit.database.transaction() as session:
        return (await session.scalars(select(Job).where(Job.name == DELIVER))).one()


async def sent(client: ServiceClient, tokens: Tokens, server: MailServer, **changed: Any) -> EmailMessage:
    """What arrives of an email."""
    await written(client, **changed)
    await attempt(client)
    [message] = server.messages
    return message


def body(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    assert part is not None
    content: str = part.get_content()
    return content


async def emails(client: ServiceClient) -> list[Email]:
    async with client.kit.database.transaction() as session:
        return [*(await session.scalars(select(Email))).all()]


async def again(client: ServiceClient) -> None:
    """Have the job's effects asked for once more, as after a lost lease."""
    async with client.kit.database.transaction() as session:
        await session.execute(text("UPDATE jobs SET state = 'queued', attempts = 1"))
    await attempt(client)


async def everything(client: ServiceClient) -> str:
    """All that emails and jobs have stored."""
    async with client.kit.database.transaction() as session:
        rows = [*(await session.execute(text("SELECT emails::text FROM emails"))).scalars()]
        return "\n".join([*rows, *(await session.execute(text("SELECT jobs::text FROM jobs"))).scalars()])
