"""Tickets: each message needs one, which is good once and for two hours, and costs a program more than a person.

A script gets one for each form that somebody begins to fill in, and solves its puzzle: to find a text with which the SHA-256
of the ticket begins with `DIFFICULTY` zero bits. A browser without a script gets one in a cookie, with a picture on the page;
it is good after `SHORTEST_SECONDS`, and far fewer messages are taken so.
"""

import hashlib
import hmac
import time
import uuid
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Literal

from cms.contact_forms.errors import ProofInvalid, TicketExpired, TicketMissing, TooQuick
from kit.state import KitState

Way = Literal["script", "plain"]
COOKIE = "pw-contact"
DIFFICULTY = 16
LIFETIME_SECONDS = 7_200
SHORTEST_SECONDS = 3
_PURPOSE = "contact tickets"
_LONGEST = 200
_HASH_BITS = 256


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket whose signature is ours."""

    id: str
    way: Way
    issued_at: int
    text: str


def issue(state: KitState, way: Way) -> str:
    """A new ticket."""
    text = f"{way}.{uuid.uuid4().hex}.{int(time.time())}"
    return f"{text}.{_written(state.vault(_PURPOSE).digest(text.encode()))}"


def read(state: KitState, text: str, way: Way) -> Ticket:
    """The ticket in a text. Raises `TicketMissing` for what is none of ours for this way, and `TicketExpired`."""
    signed, _, signature = text.rpartition(".")
    if not text or len(text) > _LONGEST or not text.isascii():
        raise TicketMissing("Send the form again.")
    digests = state.vault(_PURPOSE).digests(signed.encode())
    if not any(hmac.compare_digest(signature, _written(digest)) for digest in digests):
        raise TicketMissing("Send the form again.")
    said, identifier, issued = signed.split(".")
    if said != way:
        raise TicketMissing("Send the form again.")
    if int(issued) + LIFETIME_SECONDS < time.time():
        raise TicketExpired("The form was open for too long. Send it again.")
    return Ticket(identifier, way, int(issued), text)


def is_young(ticket: Ticket) -> bool:
    """Whether a ticket has half of its life before it."""
    return ticket.issued_at + LIFETIME_SECONDS / 2 > time.time()


def check_proof(ticket: Ticket, solution: str) -> None:
    """Raises `ProofInvalid` where the puzzle of a ticket is not solved."""
    found = hashlib.sha256(f"{ticket.text}:{solution[:_LONGEST]}".encode()).digest()
    if int.from_bytes(found) >> (_HASH_BITS - DIFFICULTY):
        raise ProofInvalid("Send the form again.")


def check_age(ticket: Ticket) -> None:
    """Raises `TooQuick` for a form that was sent sooner than people fill it in."""
    if ticket.issued_at + SHORTEST_SECONDS > time.time():
        raise TooQuick("That was very quick. Wait a few seconds and send it again.")


def _written(digest: bytes) -> str:
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
