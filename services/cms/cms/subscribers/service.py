"""Takes sign-ups of visitors and of programs, and keeps the lists by hand."""

import uuid
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from cms.contact_forms import admission, limits
from cms.contact_forms.admission import SCOPE
from cms.contact_forms.answers import judge
from cms.contact_forms.errors import ContactFormInvalid, TicketUsed, TrapSprung
from cms.contact_forms.incoming import TRAP, Incoming
from cms.contact_forms.service import Visit
from cms.mailing_lists.models import ListProvider, MailingList
from cms.mailing_lists.repository import ListRepository
from cms.subscribers import signups
from cms.subscribers.email_removal import delete_emails
from cms.subscribers.errors import (
    ListedSubscriberNotFound,
    ProviderNotConfigured,
    SubscriberElsewhere,
    SubscriberUnconfirmed,
    SubscriberUnsubscribed,
)
from cms.subscribers.form import NewsletterForm
from cms.subscribers.models import Subscriber, new_key
from cms.subscribers.providers.configured import mailchimp, provider_of
from cms.subscribers.resource import subscribers
from cms.subscribers.schemas import ListedSubscriberOut, SubscriberIn, SubscriberStored, SubscriptionIn
from cms.subscribers.signups import SignUp
from cms.subscribers.tasks import ASK, FORWARD
from kit.auth import Caller, Principal
from kit.db import release_connection
from kit.errors import FieldError, ValidationFailed
from kit.idempotency import IdempotencyKeyReused, begin_once, replayed
from kit.jobs import enqueue
from kit.preconditions import check_replaced, check_version
from kit.state import state_of

_STAFF = frozenset({"admin", "super"})


async def receive(session: AsyncSession, newsletter: NewsletterForm, incoming: Incoming, visit: Visit) -> None:
    """Take a sign-up by a form, once for each ticket. Known addresses are answered as any.

    Raises the errors of contact forms, CaptchaFailed, CaptchaUnavailable, MailingListNotFound and `ProviderNotConfigured`.
    """
    if incoming.own.get(TRAP):
        raise TrapSprung("A field was filled in that people do not see.")
    answers = judge(newsletter.form, incoming.submitted)
    if answers.faults:
        raise ContactFormInvalid("Check the marked fields.", errors=answers.faults)
    data = SignUp(
        newsletter.email_address(answers),
        newsletter.name(answers),
        newsletter.consent,
        visit.page.url,
        visit.page.title[:500],
    )
    await _receive(session, incoming.own, visit, data, newsletter.list_id)


async def receive_call(
    session: AsyncSession, data: SubscriptionIn, caller: Caller, provider: ListProvider, key: str | None, visit: Visit
) -> None:
    """Take a sign-up by a call. Visitors need a ticket, as with a form; administrators and their programs need none.

    Raises as `receive` does.
    """
    mailing_list = await _list_of(session, provider, key or data.list_key)
    sign = SignUp(data.email_address, data.name, source="call")
    if isinstance(caller, Principal) and _STAFF.intersection(caller.scopes):
        await provider_of(session, mailing_list.provider)
        await signups.sign_up(session, sign, mailing_list)
        return
    own = {"ticket": data.ticket, "solution": data.solution, "captcha": data.captcha}
    await _receive(session, own, visit, sign, mailing_list.id)


async def _receive(
    session: AsyncSession, own: dict[str, str], visit: Visit, data: SignUp, list_id: uuid.UUID | None
) -> None:
    state = state_of(session)
    ticket = admission.ticket_of(state, own, visit.cookie)
    request = orjson.dumps([str(list_id), data.email_address, data.name, data.consent])
    try:
        if await replayed(session, scope=SCOPE, key=ticket.id, request=request):
            return
        if list_id is not None:
            await provider_of(session, (await ListRepository(session).get(list_id)).provider)
        await admission.admit(session, ticket, own)
        await release_connection(session)
        async with state.database.transaction() as apart:
            await limits.count(apart, ticket.way, visit.address)
        if await begin_once(session, scope=SCOPE, key=ticket.id, request=request):
            return
        lists = ListRepository(session)
        mailing_list = await lists.own() if list_id is None else await lists.get(list_id)
        await signups.sign_up(session, data, mailing_list)
    except IdempotencyKeyReused:
        raise TicketUsed("This form has already been sent with different details. Send it again.") from None


async def look_up(session: AsyncSession, email_address: str, key: str | None) -> ListedSubscriberOut:
    """What Mailchimp says of an address.

    Raises `ListedSubscriberNotFound`, `ProviderNotConfigured`, `ProviderUnavailable` and the like.
    """
    mailing_list = await _list_of(session, "mailchimp", key)
    account = await mailchimp(session)
    await release_connection(session)
    found = await account.state_of(mailing_list.external_id, email_address)
    if found is None:
        raise ListedSubscriberNotFound("The list does not have this address.")
    return ListedSubscriberOut(email_address=email_address, list_key=mailing_list.key, state=found)


async def _list_of(session: AsyncSession, provider: ListProvider, key: str | None) -> MailingList:
    """The provider's list of this key; without one, the oldest."""
    lists = ListRepository(session)
    if key is None:
        found = await lists.first_of(provider)
        if found is None:
            raise ProviderNotConfigured("This site has no mailing list with this provider.")
        return found
    found = await lists.keyed(key)
    if found is None or found.provider != provider:
        raise lists.missing("There is no mailing list with this key.")
    return found


async def create(session: AsyncSession, principal: Principal, data: SubscriberIn) -> Subscriber:
    """Add somebody by hand. Of a list that a provider keeps they are taken there, and asked there.

    Raises SubscriberTaken, `ValidationFailed`, `ProviderNotConfigured`.
    """
    mailing_list = await session.get(MailingList, data.list_id)
    if mailing_list is not None and mailing_list.provider != "site":
        await provider_of(session, mailing_list.provider)
        row = await subscribers.create(session, principal, _stored(data, state="pending", forwarding="waiting"))
        await enqueue(session, FORWARD, {"subscriberId": str(row.id)})
        return row
    now = datetime.now(UTC)
    if data.state == "confirmed":
        return await subscribers.create(session, principal, _stored(data, confirmed_at=now))
    if data.state == "unsubscribed":
        off = _stored(data, unsubscribed_at=now, is_unsubscribed_by_hand=True)
        return await subscribers.create(session, principal, off)
    row = await subscribers.create(session, principal, _stored(data))
    await enqueue(session, ASK, {"subscriberId": str(row.id)})
    return row


async def update(
    session: AsyncSession, principal: Principal, data: SubscriberIn, identifier: uuid.UUID, if_match: str | None
) -> Subscriber:
    """Change a name, take somebody off the list, or put back whom an administrator has taken off.

    Raises `SubscriberElsewhere`, `SubscriberUnconfirmed`, `SubscriberUnsubscribed`, and as `Resource.update` does.
    """
    row = await subscribers.repository(session, principal).get_for_update(identifier)
    check_replaced(data, identifier, row.version, if_match)
    await _check(session, row, data)
    kept = ("confirmed_at", "unsubscribed_at", "is_unsubscribed_by_hand", "confirmation_key", "forwarding")
    values = {name: getattr(row, name) for name in kept}
    if data.state != row.state:
        is_off = data.state == "unsubscribed"
        values |= {
            "unsubscribed_at": datetime.now(UTC) if is_off else None,
            # A person who unsubscribed themselves, and has not confirmed since, does not count as taken off by hand.
            "is_unsubscribed_by_hand": is_off and (row.unsubscribed_at is None or row.is_unsubscribed_by_hand),
            # Links that were sent before are to bring nobody back.
            "confirmation_key": new_key(),
        }
    return await subscribers.update(session, principal, identifier, _stored(data, **values), if_match, row=row)


async def delete(session: AsyncSession, principal: Principal, identifier: uuid.UUID, if_match: str | None) -> None:
    """Erase somebody, and the emails in the log that they were asked by. Raises as `Resource.delete` does."""
    row = await subscribers.repository(session, principal).get_for_update(identifier)
    check_version(if_match, row.version)
    await delete_emails(session, [row.unsubscribe_token])
    await subscribers.delete(session, principal, identifier, if_match, row=row)


def _stored(data: SubscriberIn, **values: Any) -> SubscriberStored:
    given = {"id": data.id, "version": data.version, **data.values(), **values}
    return SubscriberStored.model_validate(given, by_name=True, by_alias=False)


async def _check(session: AsyncSession, row: Subscriber, data: SubscriberIn) -> None:
    faults = [
        FieldError(field, "read_only", "This cannot be changed.")
        for field, is_other in (
            ("emailAddress", data.email_address != row.email_address),
            ("listId", data.list_id != row.list_id),
        )
        if is_other
    ]
    if faults:
        raise ValidationFailed("To use another address, add a new subscriber.", errors=faults)
    if data.state == row.state:
        return
    if (await ListRepository(session).get(row.list_id)).provider != "site":
        raise SubscriberElsewhere("This list is managed by its provider. Change the subscription there.")
    if data.state == "pending" or (data.state == "confirmed" and row.confirmed_at is None):
        raise SubscriberUnconfirmed("Only the person can confirm the subscription.")
    if data.state == "confirmed" and not row.is_unsubscribed_by_hand:
        raise SubscriberUnsubscribed("They have unsubscribed. Only they can subscribe again.")
