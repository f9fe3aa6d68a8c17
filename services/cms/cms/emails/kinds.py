"""The kinds of email that other services ask for, and what each is told."""

from dataclasses import dataclass
from typing import Literal

from kit.schemas import EmailAddress, Name, Schema, Url

KindName = Literal[
    "reset_password",
    "password_changed",
    "invitation",
    "confirm_registration",
    "already_registered",
    "confirm_address",
    "address_changed",
]


class NoData(Schema):
    """Nothing but the recipient."""


class LinkData(Schema):
    """A link on this site. A secret is in its fragment, which is sent to no server."""

    link: Url


class InvitationData(LinkData):
    """The link, and who invites."""

    inviter_name: Name


class NewAddressData(Schema):
    """The account's new address."""

    new_address: EmailAddress


@dataclass(frozen=True, slots=True)
class Kind:
    """What an email of this kind is made from: its templates have its name.

    ``names_recipient`` is False where a stranger may have chosen the name: it could hold an advertisement, which
    the site would then deliver to anybody.
    """

    data: type[Schema]
    names_recipient: bool = True


KINDS: dict[KindName, Kind] = {
    "reset_password": Kind(LinkData),
    "password_changed": Kind(NoData),
    "invitation": Kind(InvitationData),
    "confirm_registration": Kind(LinkData, names_recipient=False),
    "already_registered": Kind(LinkData, names_recipient=False),
    "confirm_address": Kind(LinkData, names_recipient=False),
    "address_changed": Kind(NewAddressData),
}
