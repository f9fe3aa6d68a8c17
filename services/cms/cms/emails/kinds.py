"""The kinds of email that other services ask for, and the data of each."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Literal, cast

from pydantic import Field, StringConstraints

from kit.schemas import EmailAddress, Moment, Schema, Text, Timezone, Url

KindName = Literal[
    "reset_password",
    "password_changed",
    "invitation",
    "confirm_registration",
    "already_registered",
    "confirm_address",
    "address_change_asked",
    "address_changed",
    "api_token_created",
    "authenticator_added",
    "authenticator_removed",
    "factors_removed",
    "login_unfamiliar",
    "passkey_added",
    "passkey_removed",
    "recovery_codes_renewed",
    "user_deleted",
    "user_disabled",
    "user_enabled",
    "user_scopes_changed",
    "other_access_ended",
    "stock_low",
]


Lines = Annotated[list[Annotated[str, StringConstraints(max_length=600)]], Field(max_length=200)]
"""What a mail lists, a line each."""


# Names as other parts have them; what goes into an email becomes one line in `cms.emails.rendering`.
_Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


_Name = Annotated[str, StringConstraints(max_length=200)]


class LinkData(Schema):
    """A link on this site. A secret is in its fragment, which is sent to no server."""

    link: Url


class InvitationData(LinkData):
    """The link, and who invites."""

    inviter_name: _Words


class NoticeData(LinkData):
    """When something was done to the recipient's account, and from where; the link leads to the account.

    Without an address somebody who runs the site did it. What is not known of the device is empty.
    """

    at: Moment
    timezone: Timezone
    browser: _Name
    system: _Name
    program: _Name
    address: Annotated[str, StringConstraints(max_length=64)]


class NewAddressData(NoticeData):
    """The account's new address."""

    new_address: EmailAddress


class PasskeyData(NoticeData):
    """The passkey, as its owner calls it."""

    passkey_name: _Words


class ApiTokenData(NoticeData):
    """The API token, as its owner calls it, and what it may do."""

    token_name: _Words
    scopes: Text


class ScopesData(NoticeData):
    """What the account may do now and did not before, and what it may not do any more.

    Each line is a scope's name with its description; of a built-in one the name alone, for which the mail has the words.
    """

    added: Lines
    taken: Lines


class OtherAccessData(NoticeData):
    """What opened the account and does so no more: what its owner calls it, and how many sessions."""

    passkeys: Lines
    api_tokens: Lines
    sessions: Annotated[str, StringConstraints(pattern=r"^\d{1,6}$")]


class LowStockData(LinkData):
    """Products of which few are left, how many of each, in the same order, and how many products more there are."""

    products: Lines
    left: Lines
    more: Annotated[str, StringConstraints(pattern=r"^\d{1,6}$")]


LONGEST_LINK = timedelta(days=7)
"""No link with a secret is good for longer, whatever kind a later release has."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What an email of this kind is made from: its templates have its name.

    ``names_recipient`` is False where a stranger may have chosen the name: it could hold an advertisement, which
    the site would then deliver to anybody. ``link_lives`` is how long a secret in its link is good for.
    """

    data: type[Schema]
    names_recipient: bool = True
    link_lives: timedelta = LONGEST_LINK


KINDS: dict[KindName, Kind] = {
    "reset_password": Kind(LinkData, link_lives=timedelta(hours=1)),
    "password_changed": Kind(NoticeData),
    "invitation": Kind(InvitationData),
    "confirm_registration": Kind(LinkData, names_recipient=False, link_lives=timedelta(days=1)),
    "already_registered": Kind(LinkData, names_recipient=False),
    "confirm_address": Kind(LinkData, names_recipient=False, link_lives=timedelta(days=1)),
    "address_change_asked": Kind(NewAddressData),
    "address_changed": Kind(NewAddressData),
    "api_token_created": Kind(ApiTokenData),
    "authenticator_added": Kind(NoticeData),
    "authenticator_removed": Kind(NoticeData),
    "factors_removed": Kind(NoticeData),
    "login_unfamiliar": Kind(NoticeData),
    "passkey_added": Kind(PasskeyData),
    "passkey_removed": Kind(PasskeyData),
    "recovery_codes_renewed": Kind(NoticeData),
    "user_deleted": Kind(NoticeData),
    "user_disabled": Kind(NoticeData),
    "user_enabled": Kind(NoticeData),
    "user_scopes_changed": Kind(ScopesData),
    "other_access_ended": Kind(OtherAccessData),
    # The recipient is the shop and nobody by name.
    "stock_low": Kind(LowStockData, names_recipient=False),
}


def link_lives(kind: str) -> timedelta:
    """How long a secret in the link of such an email is good for; a later release's kinds may be in the table."""
    known = KINDS.get(cast("KindName", kind))
    return known.link_lives if known else LONGEST_LINK
