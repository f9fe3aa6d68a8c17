"""What is logged, and kept of jobs, when a mail server refuses an email: not to whom it was.

Servers repeat the address, and logs and jobs are kept and read where the mail log is not.
"""

import json

import pytest
from sqlalchemy import text

from cms.app import app
from kit.logs import json_logging
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.delivering import attempt, emails, settings_for
from tests.cms.email_asking import email, post, template
from tests.cms.test_emails_written import written
from tests.kit.working import run_jobs
from tests.mail_server import MailServer

ADDRESS = "ann@example.org"


@pytest.fixture
async def client(start: Start, server: MailServer) -> ServiceClient:
    return await start(app, **settings_for(server))


def lines(printed: str) -> str:
    """What the service logged; the mail server of the tests runs in the same process."""
    return "\n".join(line for line in printed.splitlines() if json.loads(line)["logger"] != "mail.log")


async def errors_of_jobs(client: ServiceClient) -> list[str]:
    async with client.kit.database.reading() as session:
        return [*(await session.scalars(text("SELECT error::text FROM jobs WHERE error IS NOT NULL")))]


@pytest.mark.parametrize("command", ["RCPT", "DATA"])
@pytest.mark.parametrize("status", ["450 4.2.0", "550 5.1.1"])
class TestRecipients:
    async def test_of_single_emails(
        self, client: ServiceClient, server: MailServer, capsys: pytest.CaptureFixture[str], command: str, status: str
    ) -> None:
        server.answers[command] = f"{status} <{ADDRESS}>: Recipient address rejected"
        await written(client)
        with json_logging(client.kit.settings):
            await attempt(client)
        logs, errors = lines(capsys.readouterr().out), await errors_of_jobs(client)
        assert status in logs
        assert ADDRESS not in logs
        assert ADDRESS not in str(errors)
        assert [status in error for error in errors] == ([True] if status.startswith("4") else [])
        [row] = await emails(client)
        assert f"{status} <{ADDRESS}>: Recipient address rejected" in str(row.reason)

    async def test_of_mailings(
        self,
        client: ServiceClient,
        tokens: Tokens,
        server: MailServer,
        capsys: pytest.CaptureFixture[str],
        command: str,
        status: str,
    ) -> None:
        server.answers[command] = f"{status} <{ADDRESS}>: Recipient address rejected"
        made = await template(client)
        with json_logging(client.kit.settings):
            await post(client, email(made), tokens.bearer("editor"))
            await run_jobs(client)
        logs = lines(capsys.readouterr().out)
        assert status in logs
        assert ADDRESS not in logs
        assert ADDRESS not in str(await errors_of_jobs(client))
        [row] = await emails(client)
        assert ADDRESS in str(row.reason)
