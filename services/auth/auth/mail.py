"""Having mail sent, which cms does, and the links that mails carry. What only tells something is in `auth.notices`."""

from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pydantic.alias_generators import to_camel

from kit.http import InternalClient
from kit.state import KitState

MailKind = Literal[
    "reset_password",
    "invitation",
    "confirm_registration",
    "already_registered",
    "confirm_address",
]


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mailbox that is no longer, or not yet, a person's own."""

    name: str
    email_address: str


class Recipient(Protocol):
    """Whom a mail goes to: a person, or somebody who is about to be one."""

    @property
    def name(self) -> str:
        """First and last name."""

    @property
    def email_address(self) -> str:
        """Where they read it."""


async def send(state: KitState, kind: MailKind, person: Recipient, **data: Any) -> None:
    """Have cms mail somebody. `data` are the members that the kind's template needs: `link`, `inviter_name`, ….

    cms has written the mail down when this returns; without an SMTP server it is kept there. Raises
    `Unavailable` when cms does not answer: call it inside the transaction, so that nothing is kept
    that nobody gets to know of.
    """
    message = {
        "kind": kind,
        "to": {"name": person.name, "emailAddress": person.email_address},
        "data": {to_camel(name): value for name, value in data.items()},
    }
    await InternalClient(state, "cms").post("/private/emails", json=message)


def link_to(state: KitState, path: str, token: str | None = None, **further: str) -> str:
    """The address of a page of this site, with the token in its fragment, which no server and no Referer ever gets.

    Made of the site's own address: what a request claims to be its host never gets into a mail.
    """
    address = f"{state.settings.public_url.rstrip('/')}{path}"
    fragment = "&".join(f"{name}={value}" for name, value in {"token": token, **further}.items() if value is not None)
    return f"{address}#{fragment}" if fragment else address
