"""What the site mails, read where cms, which has no server for it in tests, keeps it."""

import re

from sqlalchemy import select

from cms.emails.models import Email
from kit.testing import ServiceClient
from kit.testing.identity import PUBLIC_URL
from tests.cms.factory import readable
from tests.cms.working import take_up


async def mails(cms: ServiceClient) -> list[Email]:
    """All of them, the oldest first; those included that cms has only been told of."""
    await take_up(cms)
    async with cms.kit.database.transaction() as session:
        return [readable(cms, email) for email in await session.scalars(select(Email).order_by(Email.id))]


def link_in(mail: Email) -> str:
    """The link in a mail, without the site's address; the text and the HTML have the same one."""
    pattern = re.escape(PUBLIC_URL) + r"(/[^\s\"<]*)"
    [link] = set(re.findall(pattern, mail.text or "")) - {"/"}
    assert PUBLIC_URL + link in (mail.html or "").replace("&amp;", "&")
    return str(link)


def token_in(mail: Email) -> str:
    """The token in the fragment of a mail's link."""
    found = re.search(r"#token=([A-Za-z0-9_-]{43})(?:&|$)", link_in(mail))
    assert found
    return found[1]
