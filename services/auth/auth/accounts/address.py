"""Another address for one's own account, which its mailbox has to confirm."""

from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts import people
from auth.accounts.errors import OtherAccount
from auth.audit.mails import Mailbox, request_mail
from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials import one_time_tokens
from auth.credentials.attempts import failures_of
from auth.credentials.errors import TokenUnusable
from auth.credentials.limits import Limit, account_key
from auth.device import Device
from auth.people.ownership import is_staff, own_user
from auth.people.repository import PersonRepository, UserRepository
from kit.auth import Principal

_HOUR = 60 * 60
_MOST = 5


async def request(session: AsyncSession, principal: Principal, email_address: str, *, device: Device) -> None:
    """Mail the new address a link by which it becomes the account's; the present one is told.

    When somebody else has it, that is what its mailbox is told, and nobody else: no account is a
    way to find out who has one. Raises `TooManyAttempts`.
    """
    await failures_of(session).consume(
        Limit("address account", principal.user_id, _MOST, _HOUR),
        Limit("address mailbox", account_key(email_address), _MOST, _HOUR),
    )
    user = await own_user(session, principal)
    notify(session, "address.change_asked", user, device, new_address=email_address)
    token = await one_time_tokens.issue(session, {"emailAddress": email_address}, "confirm_address", user.id)
    mailbox, staff = Mailbox(user.person.name, email_address), is_staff(user)
    if await PersonRepository(session).has_address(account_key(email_address), but=user.person_id):
        request_mail(session, "already_registered", mailbox, is_staff=staff)
    else:
        request_mail(session, "confirm_address", mailbox, is_staff=staff, token_id=token.id)


async def confirm(session: AsyncSession, principal: Principal, token: str, *, device: Device) -> None:
    """Give the caller's account the new address that the link was mailed to.

    The link alone is not enough: a stranger may have asked for the address of somebody who follows the link without
    a thought, and would have an account, with a password of their own, under that address. Links that were mailed to
    the old address are dead. Raises `TokenUnusable`, `TooManyAttempts`, `OtherAccount`, after which the link can be
    tried again, and `EmailAddressTaken` when somebody else got the address in the meantime.
    """
    redeemed = await one_time_tokens.redeem(session, "confirm_address", token, device=device)
    if str(redeemed.subject_id) != principal.user_id:
        raise OtherAccount("This link is for another account. Log in to the account that asked for the new address.")
    user = await UserRepository(session).get_active_for_update(redeemed.subject_id)
    if user is None:
        raise TokenUnusable
    person, email_address = user.person, redeemed.data["emailAddress"]
    await people.check_address(session, email_address, but=person.id)
    before = Mailbox(person.name, person.email_address)
    person.email_address, person.email_key = email_address, account_key(email_address)
    await session.flush()
    await one_time_tokens.revoke(session, user.id)
    people.invalidate(session)
    await record(
        session,
        user.id,
        "person.updated",
        subject=Subject.of_person(person),
        details={"changed": ["emailAddress"]},
        device=device,
    )
    notify(session, "address.changed", user, device, to=before, new_address=email_address)
