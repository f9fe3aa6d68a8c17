"""Orders that get another address: their mails that have reached nobody follow, and so do those that are still to be written.

Events and the jobs that write the mails come in any order. So the event stores the order's new
address under the link that has ended, and a job that writes a mail with that link looks there in the same transaction.
"""

import hashlib

from sqlalchemy.ext.asyncio import AsyncSession

from cms.emails import service as emails
from cms.emails.mailings import Person
from cms.order_mails.letters import template_names
from cms.order_mails.schemas import ReaddressedOrder
from kit.idempotency import begin_once, replayed
from kit.locks import lock_named

# Days are enough, and nothing has to be tidied: the jobs that write mails are tried for minutes, events for less than an hour.
_SCOPE = "order_mails.readdress"
_REQUEST = b""
"""A link ends once."""


async def readdress(session: AsyncSession, order: ReaddressedOrder) -> None:
    """Have what was not sent go to the new address with the new link, and what is written later too."""
    await _lock(session, order.from_url)
    answer = order.model_dump(mode="json", by_alias=True)
    await begin_once(session, scope=_SCOPE, key=_key(order.from_url), request=_REQUEST, answer=answer)
    await _follow(session, order)


async def catch_up(session: AsyncSession, url: str) -> None:
    """Have a mail that this transaction has written with a link follow its order, where that has another since."""
    while (order := await _gone_to(session, url)) is not None:
        await _follow(session, order)
        url = order.url


async def _gone_to(session: AsyncSession, url: str) -> ReaddressedOrder | None:
    # Holds the lock until the commit: the next event that readdresses the order finds the mail.
    await _lock(session, url)
    known = await replayed(session, scope=_SCOPE, key=_key(url), request=_REQUEST)
    return None if known is None else ReaddressedOrder.model_validate(known.answer)


async def _follow(session: AsyncSession, order: ReaddressedOrder) -> None:
    await emails.follow(
        session,
        order.from_address,
        Person(order.to_name, order.to_address),
        link=(order.from_url, order.url),
        replaced=template_names(order.resent_kind),
    )


async def _lock(session: AsyncSession, url: str) -> None:
    await lock_named(session, f"{_SCOPE} {url}")


def _key(url: str) -> str:
    # Of any length: the site's address is in it.
    return hashlib.sha256(url.encode()).hexdigest()
